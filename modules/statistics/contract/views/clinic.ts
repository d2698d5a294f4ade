/** Statistics of visits, stock, orders and messages. */
import { smsStates } from '#modules/messages/contract/states.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { view, type StatisticView } from './view.ts'
import { bills, came, firstVisits, newCustomers, sum } from './common.ts'

const { in: visits, is: visit } = reservationStates
export const outpatient = view({
  title: '门诊统计',
  main: 'came',
  figures: {
    came,
    first: firstVisits,
    again: { label: '复诊', unit: 'count', means: '到诊减初诊', total: { came: 1, first: -1 }, aside: true },
    newCustomers,
    noShowRate: { label: '爽约率', unit: 'rate', means: '爽约除以爽约与到诊之和', per: ['noShow', 'due'], bad: true },
    wait: {
      label: '候诊中位数',
      unit: 'minutes',
      means: '从取号到第一次叫号，一半的人在这之内',
      cube: 'waits',
      dim: 'minutes',
      cases: 'cases',
      share: 0.5,
      bad: true,
    },
    longWait: {
      label: '候诊 P90',
      unit: 'minutes',
      means: '从取号到第一次叫号，十人中九人在这之内',
      cube: 'waits',
      dim: 'minutes',
      cases: 'cases',
      share: 0.9,
      bad: true,
      aside: true,
    },
    booked: sum('visits', { visits: 1 }, { label: '全部预约', unit: 'count', means: '所有状态的预约', aside: true }),
    noShow: sum(
      'visits',
      { visits: 1 },
      { label: '爽约', unit: 'count', means: '约了没来的', where: { status: [visit.noShow] }, bad: true, aside: true },
    ),
    due: sum(
      'visits',
      { visits: 1 },
      { label: '应到', unit: 'count', means: '到诊和爽约', where: { status: [...visits.came, visit.noShow] }, aside: true },
    ),
    cancelled: sum(
      'visits',
      { visits: 1 },
      { label: '取消', unit: 'count', means: '取消的预约', where: { status: [visit.cancelled] }, bad: true, aside: true },
    ),
    waits: sum('waits', { cases: 1 }, { label: '叫过号', unit: 'count', means: '取号后叫过号的', aside: true }),
    prescribed: sum(
      'prescriptions',
      { prescriptions: 1 },
      { label: '处方', unit: 'count', means: '当日签字的处方，不含作废的', aside: true },
    ),
    ordered: sum(
      'orders',
      { orders: 1 },
      { label: '为会员开的单', unit: 'count', means: '当日为会员开的订单，框架镜和接触镜在内', where: { mode: [2] }, aside: true },
    ),
    paid: bills,
  },
  steps: ['came', 'prescribed', 'ordered', 'paid'],
  splits: {
    type: { label: '预约类型', dim: 'type', figures: ['came', 'noShow', 'due', 'noShowRate'] },
    from: { label: '预约来源', dim: 'from', figures: ['came', 'noShow', 'due', 'noShowRate'] },
    doctor: {
      label: '医生',
      dim: 'doctor',
      figures: ['came', 'first', 'again', 'newCustomers', 'noShow', 'due', 'noShowRate'],
      can: 'stat:staff',
    },
    source: { label: '会员来源', dim: 'source', figures: ['first', 'newCustomers'] },
    status: { label: '状态', dim: 'visitStatus', figures: ['booked'] },
  },
})
const inStock = { unit: 'money', can: 'stat:cost' } as const
export const inventory = view({
  title: '库存统计',
  main: 'out',
  figures: {
    held: sum(
      'stock',
      { pieces: 1 },
      { label: '库存件数', unit: 'count', means: '到区间末为止入库减出库', held: true, ledger: 'stockHeld' },
    ),
    value: sum('stock', { value: 1 }, { ...inStock, label: '库存金额', means: '到区间末的件数乘批次进价', held: true }),
    out: sum('stock', { out: 1 }, { label: '出库', unit: 'count', means: '区间内出库的件数' }),
    into: sum('stock', { into: 1 }, { label: '入库', unit: 'count', means: '区间内入库的件数' }),
    outValue: sum('stock', { outValue: 1 }, { ...inStock, label: '出库金额', means: '区间内出库的件数乘进价', aside: true }),
    intoValue: sum('stock', { intoValue: 1 }, { ...inStock, label: '入库金额', means: '区间内入库的件数乘进价', aside: true }),
    repriced: sum(
      'repriced',
      { amount: 1 },
      { ...inStock, label: '调价差额', means: '过账以后核定的价格与过账价格之差，计入应付，不改批次进价', bad: true, aside: true },
    ),
    through: { label: '售罄率', unit: 'rate', means: '出库除以出库与库存之和', per: ['out', 'had'], aside: true },
    turn: {
      label: '周转天数',
      unit: 'days',
      means: '期末库存金额除以区间内每天的出库金额',
      per: ['value', 'outValue'],
      days: true,
      can: 'stat:cost',
      bad: true,
    },
    had: { label: '可用', unit: 'count', means: '出库与区间末库存之和', total: { out: 1, held: 1 }, aside: true },
  },
  splits: {
    category: { label: '类别', dim: 'category', figures: ['held', 'value', 'into', 'out', 'outValue', 'turn', 'had', 'through'] },
    warehouse: { label: '仓库', dim: 'warehouse', figures: ['held', 'value', 'into', 'out'] },
    abc: { label: 'ABC 分类', dim: 'abc', figures: ['outValue', 'out', 'value', 'held', 'had', 'through'], can: 'stat:cost' },
    idle: { label: '呆滞商品', dim: 'idle', figures: ['held', 'value'] },
    keeps: { label: '效期', dim: 'keeps', figures: ['held', 'value'] },
    gone: { label: '断货光度', dim: 'gone', figures: ['out', 'into'] },
    product: { label: '商品', dim: 'product', figures: ['held', 'value', 'into', 'out', 'turn', 'had', 'through'] },
    supplier: { label: '供应商', dim: 'supplier', figures: ['held', 'value', 'into', 'out', 'repriced'] },
  },
})
export const orderstats = view({
  title: '订单统计',
  main: 'orders',
  figures: {
    orders: sum('orders', { orders: 1 }, { label: '订单', unit: 'count', means: '当日开的订单' }),
    delivered: sum('leads', { orders: 1 }, { label: '已交付', unit: 'count', means: '当日交给会员的订单' }),
    lead: { label: '平均天数', unit: 'days', means: '从开单到交付', per: ['leadDays', 'delivered'], bad: true },
    lateRate: { label: '逾期率', unit: 'rate', means: '晚于承诺交付的除以已交付', per: ['late', 'delivered'], bad: true },
    p90: {
      label: '天数 P90',
      unit: 'days',
      means: '十单中九单在这之内交付',
      cube: 'leads',
      dim: 'days',
      cases: 'orders',
      share: 0.9,
      bad: true,
      aside: true,
    },
    late: sum('leads', { late: 1 }, { label: '逾期', unit: 'count', means: '晚于承诺交付的', bad: true, aside: true }),
    leadDays: sum('leads', { days: 1 }, { label: '总天数', unit: 'days', means: '各单天数之和', aside: true }),
    remade: sum(
      'orders',
      { remade: 1 },
      { label: '重做', unit: 'count', means: '代替早先订单的，和当日开的重做、换片售后', bad: true, aside: true },
    ),
    returned: sum('orders', { returned: 1 }, { label: '退货', unit: 'count', means: '当日开的订单中，后来退货、退换或拒收的', bad: true }),
    remadeRate: { label: '重做率', unit: 'rate', means: '重做除以订单', per: ['remade', 'orders'], bad: true, aside: true },
    receipts: sum(
      'deliveries',
      { receipts: 1 },
      { label: '到货', unit: 'count', means: '当日从供应商收到的，分次到的各算一次', aside: true },
    ),
    supplied: {
      label: '到货天数',
      unit: 'days',
      means: '从开单到收货的平均天数',
      per: ['suppliedDays', 'receipts'],
      bad: true,
      aside: true,
    },
    suppliedLateRate: {
      label: '供货逾期率',
      unit: 'rate',
      means: '晚于承诺到货的除以到货',
      per: ['suppliedLate', 'receipts'],
      bad: true,
      aside: true,
    },
    suppliedLate: sum('deliveries', { late: 1 }, { label: '供货逾期', unit: 'count', means: '晚于承诺到货的', bad: true, aside: true }),
    suppliedDays: sum('deliveries', { days: 1 }, { label: '到货总天数', unit: 'days', means: '每次到货的天数之和', aside: true }),
    total: sum('orders', { total: 1 }, { label: '订单金额', unit: 'money', means: '订单的零售金额', aside: true }),
  },
  splits: {
    kind: {
      label: '订单种类',
      dim: 'kind',
      figures: ['orders', 'total', 'remade', 'remadeRate', 'returned', 'delivered', 'leadDays', 'lead', 'late', 'lateRate'],
    },
    supplier: {
      label: '供应商',
      dim: 'supplier',
      figures: ['orders', 'remade', 'returned', 'receipts', 'suppliedDays', 'supplied', 'suppliedLate', 'suppliedLateRate'],
    },
    status: { label: '状态', dim: 'orderStatus', figures: ['orders'] },
  },
})
export const sms = view({
  title: '短信统计',
  main: 'pieces',
  figures: {
    pieces: sum('sms', { pieces: 1 }, { label: '条数', unit: 'count', means: '运营商计的条数：70 字以内一条，超过按 67 字一条' }),
    messages: sum('sms', { messages: 1 }, { label: '短信', unit: 'count', means: '写出的短信' }),
    failed: sum(
      'sms',
      { messages: 1 },
      { label: '失败', unit: 'count', means: '发送失败或余额不足的', where: { status: smsStates.in.again }, bad: true },
    ),
    cost: sum('sms', { cost: 1 }, { label: '费用', unit: 'money', means: '按写出时的单价' }),
    delivered: sum(
      'sms',
      { messages: 1 },
      { label: '已送达', unit: 'count', means: '运营商报告送达的', where: { status: [smsStates.is.delivered] }, aside: true },
    ),
    rate: { label: '送达率', unit: 'rate', means: '已送达除以短信', per: ['delivered', 'messages'], aside: true },
  },
  splits: {
    template: { label: '模板', dim: 'template', figures: ['messages', 'pieces', 'delivered', 'failed', 'rate', 'cost'] },
    purpose: { label: '用途', dim: 'purpose', figures: ['messages', 'pieces', 'cost'] },
    status: { label: '状态', dim: 'smsStatus', figures: ['messages'] },
  },
})
export const stockMoves = (title: string, way: 'into' | 'out'): StatisticView =>
  view({
    title,
    main: 'pieces',
    figures: {
      pieces: sum(
        'stock',
        { [way]: 1 },
        { label: way === 'into' ? '入库' : '出库', unit: 'count', means: way === 'into' ? '区间内入库的件数' : '区间内出库的件数' },
      ),
      value: sum('stock', { [`${way}Value`]: 1 }, { ...inStock, label: way === 'into' ? '入库金额' : '出库金额', means: '件数乘批次进价' }),
      net: sum('stock', { pieces: 1 }, { label: '净变动', unit: 'count', means: '入库减出库的件数', ledger: 'stockPieces' }),
    },
    splits: {
      type: { label: '出入库类型', dim: 'stockType', figures: ['pieces', 'value'] },
      category: { label: '类别', dim: 'category', figures: ['pieces', 'value'] },
      supplier: { label: '供应商', dim: 'supplier', figures: ['pieces', 'value'] },
      warehouse: { label: '仓库', dim: 'warehouse', figures: ['pieces', 'value'] },
      product: { label: '商品', dim: 'product', figures: ['pieces', 'value'] },
    },
  })

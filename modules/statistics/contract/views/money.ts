/** Statistics of money, sales and sellers. */
import { view, type Figure, type Where } from './view.ts'
import { bills, came, cost, firstVisits, income, listed, net, newCustomers, newMembers, off, pieces, received, sum } from './common.ts'
import { ChargeBillKind } from '#modules/loyalty/contract/fields.ts'
import { PayWay, moneyWays } from '#modules/payments/contract/ways.ts'

export const charge = view({
  title: '储值统计',
  main: 'topped',
  figures: {
    topped: sum(
      'topUps',
      { money: 1 },
      { label: '充值', unit: 'money', means: '充值本金，含更正', where: { kind: [ChargeBillKind.topUp, ChargeBillKind.correction] } },
    ),
    spent: sum('money', { stored: 1 }, { label: '消费本金', unit: 'money', means: '用储值支付的本金，减退回储值的本金' }),
    moved: {
      label: '储值净变动',
      unit: 'money',
      means: '充值、提取、转入转出的本金，减消费的本金；储值是欠会员的，不是收入',
      total: { all: 1, spent: -1 },
      ledger: 'prepaid',
    },
    held: sum('topUps', { money: 1 }, { label: '累计存入', unit: 'money', means: '到区间末为止存入的本金', held: true, aside: true }),
    gift: sum(
      'topUps',
      { gift: 1 },
      { label: '赠送', unit: 'money', means: '随充值赠送的赠金', where: { kind: [ChargeBillKind.topUp, ChargeBillKind.correction] } },
    ),
    withdrawn: sum(
      'topUps',
      { money: -1 },
      { label: '提取', unit: 'money', means: '退回给会员的储值本金', where: { kind: [ChargeBillKind.withdrawal] }, bad: true },
    ),
    between: sum(
      'topUps',
      { money: 1 },
      {
        label: '转入转出',
        unit: 'money',
        means: '会员之间转入减转出',
        where: { kind: [ChargeBillKind.transferOut, ChargeBillKind.transferIn] },
        aside: true,
      },
    ),
    all: sum('topUps', { money: 1 }, { label: '本金存取', unit: 'money', means: '充值、更正、提取、转入转出', aside: true }),
    times: sum(
      'topUps',
      { times: 1 },
      { label: '充值次数', unit: 'count', means: '充值单数', where: { kind: [ChargeBillKind.topUp] }, aside: true },
    ),
  },
  splits: {
    scheme: { label: '储值方案', dim: 'scheme', figures: ['topped', 'gift', 'times'] },
    way: { label: '支付方式', dim: 'way', figures: ['topped', 'withdrawn', 'times'] },
    consultant: { label: '顾问', dim: 'consultant', figures: ['topped', 'times'], can: 'stat:staff' },
    kind: { label: '类型', dim: 'chargeKind', figures: ['all'] },
  },
})
/** Lines of the bridge from 销售 to 实收 and on to the takings of the tills. */
const step = (
  cube: 'money' | 'between',
  measures: Readonly<Record<string, number>>,
  label: string,
  definition: string,
  where?: Where,
): Figure => sum(cube, measures, { label, unit: 'money', means: definition, apart: true, ...(where ? { where } : {}) })
const PAID_IN = { received: 1, refunded: -1 } as const
const bridged: Readonly<Record<string, Figure>> = {
  depositTaken: step('between', { taken: 1 }, '新收定金', '当日收下、单据当日没有付清的款'),
  depositReturned: step('between', { returned: 1 }, '退回定金', '单据取消时退回的定金'),
  depositUsed: step('between', { used: 1 }, '定金转销售', '当日付清的单据，付清那天以外收的款'),
  pointsKept: step('between', { kept: 1 }, '退费扣积分', '退费时积分已用掉，从退款中留下的钱'),
  received: { ...received, label: '实收净额', unit: 'money', means: '各种方式的支付减退款，各算在自己的那天', apart: true },
  giftUsed: step('money', { gift: 1 }, '赠金支付', '用储值赠金支付的，减退回的'),
  pointsUsed: step('money', PAID_IN, '积分支付', '用积分抵的，减退回的', { way: [PayWay.points] }),
  couponsUsed: step('money', PAID_IN, '卡券支付', '用代金券和礼品卡支付的，减退回的', { way: [PayWay.coupon] }),
  income: { ...income, apart: true },
  prepaidUsed: step('money', { stored: 1 }, '消费储值本金', '用储值本金支付的，减退回的；充值那天已经收过钱'),
  takings: step('money', PAID_IN, '收费收款', '收费当日收到的现金、在线、医保等款，减退款；不含充值', { way: moneyWays }),
  unpaid: {
    ...sum(
      'between',
      { taken: 1, returned: -1, used: -1 },
      { label: '未付清单据已收', unit: 'money', means: '到区间末，没有付清的单据上收着的款', held: true },
    ),
    apart: true,
    ledger: 'promised',
  },
}
export const sales = view({
  title: '销售统计',
  main: 'net',
  figures: {
    net,
    margin: { label: '毛利', unit: 'money', means: '销售净额减成本', total: { net: 1, cost: -1 }, can: 'stat:cost' },
    bills,
    off,
    listed,
    pieces,
    cost,
    each: { label: '客单价', unit: 'money', means: '付清金额除以成交', per: ['amount', 'bills'], aside: true },
    amount: sum('tickets', { amount: 1 }, { label: '付清金额', unit: 'money', means: '当日付清的收费单的应收', aside: true }),
    offRate: { label: '让利率', unit: 'rate', means: '让利除以原价', per: ['off', 'listed'], bad: true, aside: true },
    taken: sum('discounts', { off: 1 }, { label: '优惠', unit: 'money', means: '价格构成里每一步减去的', aside: true }),
    goodsNet: sum('goods', { sold: 1, returned: -1 }, { label: '商品净额', unit: 'money', means: '商品明细售出减退回', aside: true }),
    ...bridged,
    goodsPieces: sum('goods', { pieces: 1, back: -1 }, { label: '商品件数', unit: 'count', means: '商品售出减退回的件数', aside: true }),
  },
  splits: {
    kind: { label: '类别', dim: 'kind', figures: ['net', 'pieces'] },
    hours: { label: '星期和时段', dim: 'hours', figures: ['amount', 'bills'] },
    saler: { label: '销售', dim: 'saler', figures: ['net', 'pieces', 'off', 'listed', 'offRate', 'bills'], can: 'stat:staff' },
    step: { label: '优惠原因', dim: 'step', figures: ['taken'] },
    brand: { label: '品牌', dim: 'brand', figures: ['goodsNet', 'goodsPieces', 'cost'] },
    product: { label: '商品', dim: 'product', figures: ['goodsNet', 'goodsPieces', 'cost'] },
  },
  bridge: [
    { figure: 'net', is: 'plus' },
    { figure: 'depositTaken', is: 'plus' },
    { figure: 'depositReturned', is: 'minus' },
    { figure: 'depositUsed', is: 'minus' },
    { figure: 'pointsKept', is: 'plus' },
    { figure: 'received', is: 'total' },
    { figure: 'giftUsed', is: 'minus' },
    { figure: 'pointsUsed', is: 'minus' },
    { figure: 'couponsUsed', is: 'minus' },
    { figure: 'income', is: 'total' },
    { figure: 'prepaidUsed', is: 'minus' },
    { figure: 'takings', is: 'total' },
    { figure: 'unpaid', is: 'note' },
  ],
})
export const performance = view({
  title: '绩效统计',
  main: 'net',
  figures: {
    net: sum(
      'work',
      { sold: 1, returned: -1 },
      { label: '业绩', unit: 'money', means: '经手的销售金额，减退回的；退货算在退的那天、原来的人头上；一笔单可以有几个角色' },
    ),
    sold: sum('work', { sold: 1 }, { label: '售出', unit: 'money', means: '当日付清的明细金额' }),
    returned: sum('work', { returned: 1 }, { label: '退回', unit: 'money', means: '当日退回的明细金额', bad: true }),
    pieces: sum('work', { pieces: 1, back: -1 }, { label: '件数', unit: 'count', means: '售出件数减退回件数' }),
    commission: sum(
      'commission',
      { commission: 1 },
      { label: '提成', unit: 'money', means: '经手的明细和充值按成交那天的规则计提，退款在退的那天按原来的规则扣回' },
    ),
  },
  splits: {
    role: { label: '角色', dim: 'role', figures: ['net', 'sold', 'returned', 'pieces', 'commission'] },
    kind: { label: '类别', dim: 'kind', figures: ['net', 'pieces', 'commission'] },
    person: { label: '员工', dim: 'person', figures: ['net', 'sold', 'returned', 'pieces', 'commission'] },
  },
})
export const channel = view({
  title: '渠道统计',
  main: 'members',
  figures: {
    members: newMembers,
    visited: sum('members', { visited: 1 }, { label: '已到诊', unit: 'count', means: '其中来看过的' }),
    visitedRate: { label: '到诊率', unit: 'rate', means: '已到诊除以新会员', per: ['visited', 'members'] },
    paid: sum('cohort', { paid: 1 }, { label: '至今贡献', unit: 'money', means: '这些会员至今的支付减退款' }),
    firstVisits,
    newCustomers,
    cost: sum('spent', { cost: 1 }, { label: '渠道费用', unit: 'money', means: '登记的渠道费用，算在花的那天', bad: true }),
    each: { label: '获客成本', unit: 'money', means: '渠道费用除以新会员', per: ['cost', 'members'], bad: true, aside: true },
    wechat: sum('members', { wechat: 1 }, { label: '绑定微信', unit: 'count', means: '其中绑定了微信的', aside: true }),
    paid30: sum(
      'cohort',
      { paid: 1 },
      { label: '30 天内', unit: 'money', means: '建档 30 天内的支付减退款', where: { after: [30] }, aside: true },
    ),
    paid90: sum(
      'cohort',
      { paid: 1 },
      { label: '90 天内', unit: 'money', means: '建档 90 天内的支付减退款', where: { after: [30, 90] }, aside: true },
    ),
    paid365: sum(
      'cohort',
      { paid: 1 },
      { label: '365 天内', unit: 'money', means: '建档 365 天内的支付减退款', where: { after: [30, 90, 365] }, aside: true },
    ),
  },
  splits: {
    source: {
      label: '来源',
      dim: 'source',
      figures: [
        'members',
        'visited',
        'visitedRate',
        'firstVisits',
        'newCustomers',
        'wechat',
        'paid30',
        'paid90',
        'paid365',
        'paid',
        'cost',
        'each',
      ],
    },
  },
})
export const shop = view({
  title: '门店统计',
  main: 'net',
  figures: {
    net,
    income,
    came,
    bills,
    newMembers,
    off: { ...off, aside: true },
    listed,
    offRate: { label: '让利率', unit: 'rate', means: '让利除以原价', per: ['off', 'listed'], bad: true, aside: true },
    growth: { label: '增长', unit: 'rate', means: '销售净额较上期的增长', growth: 'net', aside: true },
    onDuty: sum('onDuty', { minutes: 1 }, { label: '排班时间', unit: 'minutes', means: '排班表上的时间', aside: true }),
    staffDays: { label: '人天', unit: 'days', means: '排班时间，八小时算一个人天', sized: ['onDuty', 480], aside: true },
    daily: { label: '人天产值', unit: 'money', means: '销售净额除以人天', per: ['net', 'staffDays'], aside: true },
  },
  splits: {
    store: {
      label: '门店',
      dim: 'hid',
      figures: ['net', 'growth', 'income', 'bills', 'came', 'newMembers', 'staffDays', 'daily', 'off', 'offRate'],
    },
  },
})
export const feebill = view({
  title: '收费统计',
  main: 'received',
  figures: {
    received: {
      ...received,
      label: '实收净额',
      unit: 'money',
      means: '各种方式的支付减退款，各算在自己的那天',
      cube: 'money',
      sum: { received: 1, refunded: -1 },
    },
    income,
    bills: sum('bills', { bills: 1 }, { label: '收费单', unit: 'count', means: '收费日期在区间内的单，各种状态' }),
    refunded: sum('money', { refunded: 1 }, { label: '退款', unit: 'money', means: '当日退出的款，算在退的那天', bad: true }),
    price: sum('bills', { price: 1 }, { label: '应收', unit: 'money', means: '收费单的应收', aside: true }),
    paid: sum('bills', { paid: 1 }, { label: '已收', unit: 'money', means: '收费单至今已收', aside: true }),
    returned: sum('bills', { refunded: 1 }, { label: '已退', unit: 'money', means: '收费单至今已退', aside: true }),
    times: sum('money', { times: 1 }, { label: '支付笔数', unit: 'count', means: '支付的次数', aside: true }),
  },
  splits: {
    way: { label: '支付方式', dim: 'way', figures: ['received', 'income', 'refunded', 'times'] },
    status: { label: '状态', dim: 'billStatus', figures: ['bills', 'price', 'paid', 'returned'] },
    cashier: { label: '收费员', dim: 'staff', figures: ['received', 'income', 'refunded', 'times'], can: 'stat:staff' },
  },
})
export const feecategory = view({
  title: '收费类别',
  main: 'net',
  figures: {
    net,
    pieces: { ...pieces, label: '件数', unit: 'count', means: '售出件数减退回件数' },
    listed: sum('sold', { listed: 1 }, { label: '售出原价', unit: 'money', means: '售出明细的目录价', aside: true }),
    returned: sum('sold', { returned: 1 }, { label: '退回', unit: 'money', means: '当日退回的明细金额', bad: true }),
  },
  splits: { kind: { label: '类别', dim: 'kind', figures: ['net', 'pieces', 'listed', 'returned'] } },
})
export const account = view({
  title: '门店账户',
  main: 'out',
  figures: {
    into: sum('balance', { into: 1 }, { label: '充入', unit: 'money', means: '充值、转入、奖励和退回' }),
    out: sum('balance', { out: 1 }, { label: '支出', unit: 'money', means: '服务费、转出' }),
    net: { label: '净变动', unit: 'money', means: '充入减支出', total: { into: 1, out: -1 } },
    left: sum(
      'balance',
      { into: 1, out: -1 },
      { label: '余额', unit: 'money', means: '到区间末为止充入减支出', held: true, ledger: 'hospital' },
    ),
  },
  splits: {
    reason: { label: '服务', dim: 'reason', figures: ['into', 'out'] },
    kind: { label: '类型', dim: 'balanceKind', figures: ['into', 'out'] },
  },
})

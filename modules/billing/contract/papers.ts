/** Printed papers of the till: receipt, refund, shift, day. */
import { ask, date, idAt, paper, papers, paperSizes, showDioptre, showMoney, type Block, type PaperWords } from '#kernel/contract/index.ts'
import { cashWays } from '#modules/loyalty/contract/fields.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'
import { billing } from './endpoints.ts'
import { payWays } from './fields.ts'
import type { FeeBillInfo, FeeRecord, Slice } from './shapes.ts'

type Item = FeeBillInfo['BillItemList'][number]
const power = ({ sph, cyl }: Item): string => (sph === null ? '' : ` ${showDioptre(sph)}${cyl ? `/${showDioptre(cyl)}` : ''}`)
const bill = ask(billing['feebill.print'], (place) => ({ id: idAt(place, 'feeBillId') }))
const sum = (amounts: readonly number[]): string => showMoney(amounts.reduce((n, yuan) => n + Math.round(yuan * 100), 0) / 100)

const feeBill = paper({
  title: '收费单',
  sizes: ['receipt', 'receipt 58', 'A5', 'continuous'],
  optional: { code: '条码', points: '获得积分' },
  automatic: true,
  calls: { bill },
  sheet: ({ bill: { feebill: b, ...info } }, words, { size }) => ({
    clinic: b.storeName,
    ...(paperSizes[size].kind === 'sheet' ? { signatures: ['收费员', '会员签名'] } : { foot: words.t`谢谢惠顾，请保管好收费单` }),
    blocks: [
      {
        is: 'facts',
        items: [
          ['单号', b.billNo],
          ['会员', b.patientName],
          ['会员号', b.memberNo],
          ['时间', (b.paidAt ?? b.createdAt).slice(0, 16)],
          ['收费员', b.operatorName],
        ],
      },
      {
        is: 'table',
        columns: [
          '项目',
          { title: '单价', right: true, wide: true },
          { title: '数量', right: true },
          { title: '原价', right: true, wide: true },
          { title: paperSizes[size].kind === 'roll' ? '金额' : '实收', right: true },
        ],
        rows: info.BillItemList.map((i) => [
          i.name + power(i),
          showMoney(i.price),
          i.quantity,
          showMoney(Math.round(i.price * i.quantity * 100) / 100),
          showMoney(i.amount),
        ]),
      },
      { is: 'sums', items: sumsOf({ feebill: b, ...info }, words) },
      b.pointsEarned > 0 && { is: 'sums', name: 'points', items: [{ label: '获得积分', value: b.pointsEarned }] },
      { is: 'code', name: 'code', as: 'bar', of: b.billNo },
    ],
  }),
})
/** Totals of a bill: how the price was calculated, the payments, the open amount and the refunds. */
function sumsOf({ feebill: b, trace, FeeRecordlist }: FeeBillInfo, { t, tr }: PaperWords) {
  const paid = FeeRecordlist.filter((r) => r.type === '收款')
  const cash = paid.find((r) => r.tendered !== null && r.tendered > r.amount)
  return [
    trace.length > 1 && { label: '原价', value: showMoney(b.originalPrice) },
    ...trace.slice(1).map((s) => ({ label: s.label, value: showMoney(-s.off) })),
    { label: '应收', value: showMoney(b.billPrice), total: true },
    ...paid.map((r) => ({ label: tr(payWays[r.payWay]) + madeOf(r, t), value: showMoney(r.amount) })),
    cash && { label: t`收现 ${showMoney(cash.tendered)} 找零`, value: showMoney((cash.tendered ?? 0) - cash.amount) },
    b.due > 0 && { label: '待收', value: showMoney(b.due), total: true },
    b.refunded > 0 && { label: '已退', value: showMoney(b.refunded) },
  ]
}
function madeOf(r: FeeRecord, t: PaperWords['t']): string {
  if (r.payWay === PayWay.stored) return t`（本金 ${showMoney(r.stored)} 赠金 ${showMoney(r.gift)}）`
  return r.payWay === PayWay.points ? t`（${r.points} 分）` : ''
}

/** Refunds of a bill: all that are not cancelled, or only the one of `?refundId=`. */
const refundBill = paper({
  title: '退费单',
  sizes: ['receipt', 'receipt 58', 'A5', 'continuous'],
  calls: { bill },
  sheet: ({ bill: { feebill, refunds } }, words, { search }) => {
    const visible = refunds.filter((r) => !r.cancelled && (!search.refundId || r.refundId === Number(search.refundId)))
    return {
      clinic: feebill.storeName,
      signatures: ['经办人', '会员签名'],
      blocks: [
        {
          is: 'facts',
          items: [
            ['原单号', feebill.billNo],
            ['会员', feebill.patientName],
            ['会员号', feebill.memberNo],
            ['收费时间', feebill.paidAt?.slice(0, 16)],
          ],
        },
        !visible.length && { is: 'text', text: words.t`这张收费单没有退费` },
        ...visible.flatMap((r) => refundBlocks(r, words)),
      ],
    }
  },
})
const refundBlocks = (r: FeeBillInfo['refunds'][number], { t, tr }: PaperWords): Block[] => [
  {
    is: 'facts',
    items: [
      ['退费单号', r.refundNo],
      ['时间', r.at.slice(0, 16)],
      ['经办人', r.operatorName],
      ['原因', r.reason],
    ],
  },
  {
    is: 'table',
    columns: ['退费项目', { title: '数量', right: true }, { title: '金额', right: true }],
    rows: r.items.map((i) => [i.name, i.quantity || '—', showMoney(i.amount)]),
  },
  {
    is: 'sums',
    items: [
      // What adds up stands together: the amount, less what is kept, is what goes back; the ways part that.
      r.deducted > 0 && { label: '退费金额', value: showMoney(r.amount) },
      r.deducted > 0 && { label: '扣除已用积分', value: showMoney(-r.deducted) },
      { label: '实退', value: showMoney(r.returned), total: true },
      ...r.ways.map((w) => ({ label: t`退回${tr(payWays[w.payWay])}`, value: showMoney(w.amount) })),
      r.pointsTaken > 0 && { label: '收回积分', value: r.pointsTaken },
      r.pointsBack > 0 && { label: '退回积分', value: r.pointsBack },
    ],
  },
]

/** A shift: receipts by way of payment, the count, and both signatures. */
const tillShift = paper({
  title: '交班单',
  sizes: ['A5', 'A4', 'continuous', 'receipt'],
  calls: { shift: ask(billing['till.shift'], (place) => ({ id: idAt(place, 'shiftId') })) },
  sheet: ({ shift: s }, { t, tr }) => ({
    clinic: s.storeName,
    signatures: ['交班人', '接班人', '店长'],
    blocks: [
      {
        is: 'facts',
        items: [
          ['当班人', s.openedByName],
          ['接班时间', s.openedAt.slice(0, 16)],
          ['接班备用金', showMoney(s.openingFloat) + (s.floatReason ? `（${s.floatReason}）` : '')],
          ['交班人', s.byName],
          ['交班时间', s.at?.slice(0, 16)],
          ['留存备用金', showMoney(s.leftFloat)],
          ['接班人', s.receiverName],
          ['备注', s.note],
        ],
      },
      {
        is: 'table',
        columns: [
          '支付方式',
          { title: '收款', right: true, wide: true },
          { title: '退款', right: true, wide: true },
          { title: '应有', right: true },
          { title: '实点', right: true },
          { title: '差额', right: true },
          { title: '差额原因', wide: true },
        ],
        rows: s.counts.map((c) => [
          tr(cashWays[c.payWay]),
          showMoney(c.received),
          showMoney(c.refunded),
          showMoney(c.expected),
          showMoney(c.counted),
          c.difference ? showMoney(c.difference) : '—',
          c.reason ?? '',
        ]),
        foot: [
          tr('合计'),
          ...(['received', 'refunded', 'expected', 'counted', 'difference'] as const).map((k) => sum(s.counts.map((c) => c[k]))),
          '',
        ],
      },
      s.pieces.length > 0 && { is: 'text', text: t`点钞：${s.pieces.map((p) => `${showMoney(p.value)} × ${p.count}`).join('，')}` },
      s.signature && { is: 'signature', label: '当班人接班签名', path: s.signature },
      s.receiverSignature && { is: 'signature', label: '接班人签名', path: s.receiverSignature },
    ],
  }),
})

/** Revenue of a day, to be checked against the till and signed. */
const revenueDay = paper({
  title: '营收日结单',
  sizes: ['A4', 'A5', 'continuous'],
  params: { date: date('日期') },
  calls: { day: ask(billing['statistics.revenue'], ({ hid, params }) => ({ hid, date: params.date ?? '' })) },
  sheet: ({ day: r }, { tr }) => ({
    signatures: ['收费员', '店长', '财务'],
    blocks: [
      {
        is: 'facts',
        items: [
          ['门店', r.storeName],
          ['日期', r.date],
          ['净收入', showMoney(r.net)],
          ['现金及在线净额', showMoney(r.money)],
          ['储值收款', showMoney(r.topUps)],
          ['进出账合计', showMoney(r.tills.reduce((total, s) => total + Math.round(s.net * 100), 0) / 100)],
          ['收费单数', r.bills],
        ],
      },
      slices('支付方式', r.ways, tr),
      slices('进出账（含储值）', r.tills, tr),
      slices('收费员', r.staff, tr),
      slices('类别', r.kinds, tr),
    ],
  }),
})
const slices = (title: string, rows: readonly Slice[], tr: PaperWords['tr']): Block => ({
  is: 'table',
  columns: [title, ...['收款', '退款', '净额', '单数'].map((heading) => ({ title: heading, right: true as const }))],
  rows: rows.map((s) => [tr(s.label), showMoney(s.received), showMoney(s.refunded), showMoney(s.net), s.bills]),
  foot: [tr('合计'), ...(['received', 'refunded', 'net'] as const).map((k) => sum(rows.map((s) => s[k]))), ''],
})

export default papers({
  '/fee-bill-print/{feeBillId}': feeBill,
  '/refund-fee-bill-print/{feeBillId}': refundBill,
  '/till-shift-print/{shiftId}': tillShift,
  '/revenuePrint/{date}': revenueDay,
})

/** A shift on A5: what came in by each way, what was counted, and both signatures. */
import { showMoney } from '#kernel/contract/index.ts'
import { PaperFacts, PaperTable, PrintSheet, Signature, t, tr, useCall, useId } from '#kernel/web/index.ts'
import { cashWays } from '#modules/loyalty/contract/fields.ts'
import { billing } from '../../contract/endpoints.ts'
import type { Shift } from '../../contract/shapes.shifts.ts'
import '../billing.css'
import '../shift/shift.css'

export default function TillShiftPrint() {
  const query = useCall(billing['till.shift'], { id: useId('shiftId') })
  const s = query.data
  return (
    <PrintSheet paper="A5" title="交班单" of={query} {...(s ? { clinic: s.storeName } : {})} signatures={['交班人', '接班人', '店长']}>
      {s && <Body of={s} />}
    </PrintSheet>
  )
}
const sumOf = (of: readonly number[]) => showMoney(of.reduce((n, yuan) => n + Math.round(yuan * 100), 0) / 100)

const Body = ({ of: s }: { of: Shift }) => (
  <>
    <PaperFacts
      items={[
        ['当班人', s.openedByName],
        ['接班时间', s.openedAt.slice(0, 16)],
        ['接班备用金', showMoney(s.openingFloat) + (s.floatReason ? `（${s.floatReason}）` : '')],
        ['交班人', s.byName],
        ['交班时间', s.at?.slice(0, 16)],
        ['留存备用金', showMoney(s.leftFloat)],
        ['接班人', s.receiverName],
        ['备注', s.note],
      ]}
    />
    <PaperTable
      columns={['支付方式', '收款>', '退款>', '应有>', '实点>', '差额>', '差额原因']}
      rows={s.counts.map((c) => [
        tr(cashWays[c.payWay]),
        showMoney(c.received),
        showMoney(c.refunded),
        showMoney(c.expected),
        showMoney(c.counted),
        c.difference ? showMoney(c.difference) : '—',
        c.reason ?? '',
      ])}
      foot={[
        t`合计`,
        sumOf(s.counts.map((c) => c.received)),
        sumOf(s.counts.map((c) => c.refunded)),
        sumOf(s.counts.map((c) => c.expected)),
        sumOf(s.counts.map((c) => c.counted)),
        sumOf(s.counts.map((c) => c.difference)),
        '',
      ]}
    />
    {s.pieces.length > 0 && <p>{t`点钞：${s.pieces.map((p) => `${showMoney(p.value)} × ${p.count}`).join('，')}`}</p>}
    <div className="paper-signed">
      {s.signature && <Signature of={s.signature} label={t`当班人接班签名`} />}
      {s.receiverSignature && <Signature of={s.receiverSignature} label={t`接班人签名`} />}
    </div>
  </>
)

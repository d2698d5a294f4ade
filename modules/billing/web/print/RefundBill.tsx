/** What was given back of a bill: every refund that stands, or the one of `?refundId=`. */
import { showMoney } from '#kernel/contract/index.ts'
import { PaperFacts, PaperTable, PrintSheet, t, tr, useCall, useId, useSearch } from '#kernel/web/index.ts'
import { billing } from '../../contract/endpoints.ts'
import { payWays } from '../../contract/fields.ts'
import type { FeeBillInfo } from '../../contract/shapes.ts'
import { PaperSwitch, usePaper } from './FeeBill.tsx'
import { PaperSums } from './PaperSums.tsx'
import '../billing.css'

export default function RefundBillPrint() {
  const query = useCall(billing['feebill.print'], { id: useId('feeBillId') }, { logged: true })
  const paper = usePaper()
  const [search] = useSearch()
  const info = query.data
  const refunds = info?.refunds.filter((r) => !r.cancelled && (!search.refundId || r.refundId === Number(search.refundId))) ?? []
  return (
    <PrintSheet
      paper={paper}
      title="退费单"
      of={query}
      {...(info ? { clinic: info.feebill.storeName } : {})}
      signatures={['经办人', '会员签名']}
    >
      {info && (
        <PaperFacts
          items={[
            ['原单号', info.feebill.billNo],
            ['会员', info.feebill.patientName],
            ['会员号', info.feebill.memberNo],
            ['收费时间', info.feebill.paidAt?.slice(0, 16)],
          ]}
        />
      )}
      {info && !refunds.length && <p>{t`这张收费单没有退费`}</p>}
      {refunds.map((r) => (
        <Refund key={r.refundId} of={r} />
      ))}
      <PaperSwitch paper={paper} />
    </PrintSheet>
  )
}

const Refund = ({ of: r }: { of: FeeBillInfo['refunds'][number] }) => (
  <section className="paper-refund">
    <PaperFacts
      items={[
        ['退费单号', r.refundNo],
        ['时间', r.at.slice(0, 16)],
        ['经办人', r.operatorName],
        ['原因', r.reason],
      ]}
    />
    <PaperTable columns={['退费项目', '数量>', '金额>']} rows={r.items.map((i) => [i.name, i.quantity || '—', showMoney(i.amount)])} />
    <PaperSums
      of={[
        ...r.ways.map((w) => ({ label: t`退回${tr(payWays[w.payWay])}`, value: showMoney(w.amount) })),
        r.deducted > 0 && { label: t`扣除已用积分`, value: showMoney(-r.deducted) },
        r.pointsTaken > 0 && { label: t`收回积分`, value: r.pointsTaken },
        r.pointsBack > 0 && { label: t`退回积分`, value: r.pointsBack },
        { label: t`实退`, value: showMoney(r.returned), total: true },
      ]}
    />
  </section>
)

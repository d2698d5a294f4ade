/** Receipt of a bill: 80 mm by default, A5 with `?paper=A5`. */
import { showDioptre, showMoney } from '#kernel/contract/index.ts'
import { Barcode, PaperFacts, PaperTable, PrintSheet, t, tr, useCall, useId, useSearch, type Paper } from '#kernel/web/index.ts'
import { billing } from '../../contract/endpoints.ts'
import { payWays } from '../../contract/fields.ts'
import type { FeeBillInfo, FeeRecord } from '../../contract/shapes.ts'
import { PaperSums } from './PaperSums.tsx'
import '../billing.css'

/** The paper asked for in the address: the roll unless A5. */
export function usePaper(): Paper {
  const [search] = useSearch()
  return search.paper === 'A5' ? 'A5' : 'receipt'
}
/** A link to the same print on the other paper; not printed. */
export function PaperSwitch({ paper }: { paper: Paper }) {
  const [, setSearch] = useSearch()
  return (
    <button type="button" className="link receipt-switch" onClick={() => setSearch({ paper: paper === 'A5' ? undefined : 'A5' })}>
      {paper === 'A5' ? t`换成 80 mm 小票` : t`换成 A5`}
    </button>
  )
}

export default function FeeBillPrint() {
  const query = useCall(billing['feebill.print'], { id: useId('feeBillId') }, { logged: true })
  const paper = usePaper()
  const info = query.data
  return (
    <PrintSheet
      paper={paper}
      title="收费单"
      of={query}
      {...(info ? { clinic: info.feebill.storeName } : {})}
      signatures={paper === 'A5' ? ['收费员', '会员签名'] : []}
      foot={paper === 'receipt' ? <span>{t`谢谢惠顾，请保管好收费单`}</span> : undefined}
    >
      {info && <Body info={info} paper={paper} />}
      <PaperSwitch paper={paper} />
    </PrintSheet>
  )
}

const Body = ({ info, paper }: { info: FeeBillInfo; paper: Paper }) => (
  <>
    <PaperFacts
      items={[
        ['单号', info.feebill.billNo],
        ['会员', info.feebill.patientName],
        ['会员号', info.feebill.memberNo],
        ['时间', (info.feebill.paidAt ?? info.feebill.createdAt).slice(0, 16)],
        ['收费员', info.feebill.operatorName],
      ]}
    />
    <Lines of={info.BillItemList} wide={paper === 'A5'} />
    <PaperSums of={sumsOf(info)} />
    <div className="paper-code">
      <Barcode of={info.feebill.billNo} />
    </div>
  </>
)

type Item = FeeBillInfo['BillItemList'][number]
const power = ({ sph, cyl }: Item): string => (sph === null ? '' : ` ${showDioptre(sph)}${cyl ? `/${showDioptre(cyl)}` : ''}`)
const Lines = ({ of, wide }: { of: readonly Item[]; wide: boolean }) =>
  wide ? (
    <PaperTable
      columns={['项目', '单价>', '数量>', '原价>', '实收>']}
      rows={of.map((i) => [
        i.name + power(i),
        showMoney(i.price),
        i.quantity,
        showMoney(Math.round(i.price * i.quantity * 100) / 100),
        showMoney(i.amount),
      ])}
    />
  ) : (
    <PaperTable columns={['项目', '数量>', '金额>']} rows={of.map((i) => [i.name + power(i), i.quantity, showMoney(i.amount)])} />
  )

/** How the price came about, how it was paid, what is open, given back and earned. */
function sumsOf({ feebill: b, trace, FeeRecordlist }: FeeBillInfo) {
  const paid = FeeRecordlist.filter((r) => r.type === '收款')
  const cash = paid.find((r) => r.tendered !== null && r.tendered > r.amount)
  return [
    trace.length > 1 && { label: t`原价`, value: showMoney(b.originalPrice) },
    ...trace.slice(1).map((s) => ({ label: tr(s.label), value: showMoney(-s.off) })),
    { label: t`应收`, value: showMoney(b.billPrice), total: true },
    ...paid.map((r) => ({ label: tr(payWays[r.payWay]) + madeOf(r), value: showMoney(r.amount) })),
    cash && { label: t`收现 ${showMoney(cash.tendered)} 找零`, value: showMoney(cash.tendered! - cash.amount) },
    b.due > 0 && { label: t`待收`, value: showMoney(b.due), total: true },
    b.refunded > 0 && { label: t`已退`, value: showMoney(b.refunded) },
    b.pointsEarned > 0 && { label: t`获得积分`, value: b.pointsEarned },
  ]
}
function madeOf(r: FeeRecord): string {
  if (r.payWay === 5) return t`（本金 ${showMoney(r.stored)} 赠金 ${showMoney(r.gift)}）`
  return r.payWay === 6 ? t`（${r.points} 分）` : ''
}

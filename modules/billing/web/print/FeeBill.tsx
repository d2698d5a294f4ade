/** Receipt of a bill: 80 mm by default, A5 with `?paper=A5`. */
import { showDioptre, showMoney } from '#kernel/contract/index.ts'
import { Barcode, PaperFacts, PaperTable, PrintSheet, t, tr, useCall, useId, useSearch, type Paper } from '#kernel/web/index.ts'
import { billing } from '../../contract/endpoints.ts'
import { payWays } from '../../contract/fields.ts'
import type { FeeBillInfo } from '../../contract/shapes.ts'
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

function Body({ info, paper }: { info: FeeBillInfo; paper: Paper }) {
  const { feebill: b } = info
  const name = (i: FeeBillInfo['BillItemList'][number]) =>
    `${i.name}${i.sph !== null ? ` ${showDioptre(i.sph)}${i.cyl ? `/${showDioptre(i.cyl)}` : ''}` : ''}`
  const paid = info.FeeRecordlist.filter((r) => r.type === '收款')
  const tendered = paid.find((r) => r.tendered !== null && r.tendered > r.amount)
  return (
    <>
      <PaperFacts
        items={[
          ['单号', b.billNo],
          ['会员', b.patientName],
          ['会员号', b.memberNo],
          ['时间', (b.paidAt ?? b.createdAt).slice(0, 16)],
          ['收费员', b.operatorName],
        ]}
      />
      {paper === 'A5' ? (
        <PaperTable
          columns={['项目', '单价>', '数量>', '原价>', '实收>']}
          rows={info.BillItemList.map((i) => [
            name(i),
            showMoney(i.price),
            i.quantity,
            showMoney(Math.round(i.price * i.quantity * 100) / 100),
            showMoney(i.amount),
          ])}
        />
      ) : (
        <PaperTable columns={['项目', '数量>', '金额>']} rows={info.BillItemList.map((i) => [name(i), i.quantity, showMoney(i.amount)])} />
      )}
      <dl className="paper-sums num">
        {info.trace.length > 1 && (
          <div>
            <dt>{t`原价`}</dt>
            <dd>{showMoney(b.originalPrice)}</dd>
          </div>
        )}
        {info.trace.slice(1).map((s, i) => (
          <div key={i}>
            <dt>{tr(s.label)}</dt>
            <dd>{showMoney(-s.off)}</dd>
          </div>
        ))}
        <div className="total">
          <dt>{t`应收`}</dt>
          <dd>{showMoney(b.billPrice)}</dd>
        </div>
        {paid.map((r) => (
          <div key={r.id}>
            <dt>
              {tr(payWays[r.payWay])}
              {r.payWay === 5 ? t`（本金 ${showMoney(r.stored)} 赠金 ${showMoney(r.gift)}）` : r.payWay === 6 ? t`（${r.points} 分）` : ''}
            </dt>
            <dd>{showMoney(r.amount)}</dd>
          </div>
        ))}
        {tendered && (
          <div>
            <dt>{t`收现 ${showMoney(tendered.tendered)} 找零`}</dt>
            <dd>{showMoney(tendered.tendered! - tendered.amount)}</dd>
          </div>
        )}
        {b.due > 0 && (
          <div className="total">
            <dt>{t`待收`}</dt>
            <dd>{showMoney(b.due)}</dd>
          </div>
        )}
        {b.refunded > 0 && (
          <div>
            <dt>{t`已退`}</dt>
            <dd>{showMoney(b.refunded)}</dd>
          </div>
        )}
        {b.pointsEarned > 0 && (
          <div>
            <dt>{t`获得积分`}</dt>
            <dd>{b.pointsEarned}</dd>
          </div>
        )}
      </dl>
      <div className="paper-code">
        <Barcode of={b.billNo} />
      </div>
    </>
  )
}

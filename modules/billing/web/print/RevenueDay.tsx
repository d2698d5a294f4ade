/** The day's takings on A4, to be counted against the till and signed. */
import { showMoney } from '#kernel/contract/index.ts'
import { PaperFacts, PaperTable, PrintSheet, t, tr, useCall, useParams, useWho } from '#kernel/web/index.ts'
import { billing } from '../../contract/endpoints.ts'
import type { Slice } from '../../contract/shapes.ts'
import '../billing.css'

const table = (title: string, slices: readonly Slice[]) => (
  <PaperTable
    columns={[title, '收款>', '退款>', '净额>', '单数>']}
    rows={slices.map((s) => [tr(s.label), showMoney(s.received), showMoney(s.refunded), showMoney(s.net), s.bills])}
    foot={[
      t`合计`,
      ...(['received', 'refunded', 'net'] as const).map((k) => showMoney(slices.reduce((n, s) => n + Math.round(s[k] * 100), 0) / 100)),
      '',
    ]}
  />
)

export default function RevenuePrint() {
  const who = useWho()
  const { date = '' } = useParams()
  const query = useCall(billing['statistics.revenue'], { hid: who.hid, date })
  const r = query.data
  return (
    <PrintSheet paper="A4" title="营收日结单" of={query} signatures={['收费员', '店长', '财务']}>
      {r && (
        <>
          <PaperFacts
            items={[
              ['门店', r.storeName],
              ['日期', r.date],
              ['净收入', showMoney(r.net)],
              ['现金及在线净额', showMoney(r.money)],
              ['储值收款', showMoney(r.topUps)],
              ['收费单数', r.bills],
            ]}
          />
          {table('支付方式', r.ways)}
          {table('收费员', r.staff)}
          {table('类别', r.kinds)}
        </>
      )}
    </PrintSheet>
  )
}

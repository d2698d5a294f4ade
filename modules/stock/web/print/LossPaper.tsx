import { metaOf, powerOf, showMoney, showPower, wordOf } from '#kernel/contract/index.ts'
import { Barcode, PaperFacts, PaperTable, PrintSheet, tr, useCall, useId, useParams } from '#kernel/web/index.ts'
import { goodsName } from '#modules/products/contract/range.ts'
import { ProfitLossItem } from '../../contract/counts.ts'
import { stock } from '../../contract/endpoints.ts'
import { profitLoss } from '../../contract/states.ts'
import { whole } from './whole.tsx'

const causes = metaOf(ProfitLossItem.shape.cause).options ?? {}
/** 报损报溢单: category 1 what was lost, 2 what was found, any other both. */
export default function LossPaper() {
  const { category } = useParams()
  const info = useCall(stock['profitloss.info'], { id: useId('profitLossId') })
  const p = info.data
  const items = p?.items.filter((i) => (category === '1' ? i.quantity < 0 : category !== '2' || i.quantity > 0)) ?? []
  return (
    <PrintSheet
      paper="A4"
      title="报损报溢单"
      of={info}
      {...(p ? { code: <Barcode of={p.profitLossNo} />, clinic: p.hospitalName } : {})}
      signatures={['制单', '确认', '财务']}
    >
      {p && (
        <>
          <PaperFacts
            items={[
              ['仓库', p.warehouseName],
              ['盘点单号', p.countNo],
              ['状态', tr(wordOf(profitLoss, p.status))],
              ['制单人', p.staffName],
              ['第一确认人', p.firstName],
              ['确认人', p.confirmedName],
              ['备注', p.note],
            ]}
          />
          <PaperTable
            columns={['商品', '光度', '批号', '有效期至', '数量>', '进价>', '金额>', '原因']}
            rows={items.map((i) => [
              goodsName(i),
              whole(showPower(powerOf(i))),
              i.batchNo ?? '',
              whole(i.expiry ?? ''),
              i.quantity,
              showMoney(i.cost),
              showMoney(i.amount),
              tr(causes[i.cause] ?? ''),
            ])}
            foot={[
              tr('合计'),
              '',
              '',
              '',
              items.reduce((n, i) => n + i.quantity, 0),
              '',
              items.some((i) => i.amount === null) ? '' : showMoney(items.reduce((n, i) => n + (i.amount ?? 0), 0)),
              '',
            ]}
          />
        </>
      )}
    </PrintSheet>
  )
}

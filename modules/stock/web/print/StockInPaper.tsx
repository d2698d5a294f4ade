import { powerOf, showMoney, showPower, wordOf } from '#kernel/contract/index.ts'
import { Barcode, PaperFacts, PaperTable, PrintSheet, tr, useCall, useId } from '#kernel/web/index.ts'
import { goodsName } from '#modules/products/contract/range.ts'
import { stock } from '../../contract/endpoints.ts'
import { stockInTypes } from '../../contract/fields.ts'
import { stockIn } from '../../contract/states.ts'
import { whole } from './whole.tsx'

/** 入库单: what came in, by lot and expiry, with the barcode of its number. */
export default function StockInPaper() {
  const info = useCall(stock['stockin.info'], { id: useId('stockinId') })
  const p = info.data
  return (
    <PrintSheet
      paper="A4"
      title="入库单"
      of={info}
      {...(p ? { code: <Barcode of={p.stockinNo} />, clinic: p.hospitalName } : {})}
      signatures={['制单', '验收', '库管']}
    >
      {p && (
        <>
          <PaperFacts
            items={[
              ['入库类型', tr(stockInTypes[p.stockinType])],
              ['供应商', p.supplierName],
              ['仓库', p.warehouseName],
              ['入库日期', p.stockinDate],
              ['送货单号', p.deliveryNo],
              ['状态', tr(wordOf(stockIn, p.status))],
              ['制单人', p.staffName],
              ['备注', p.note],
            ]}
          />
          <PaperTable
            columns={['商品', '光度', '批号', '有效期至', '应收>', '实收>', '单位', '进价>', '金额>']}
            rows={p.items.map((i) => [
              goodsName(i),
              whole(showPower(powerOf(i))),
              i.batchNo ?? '',
              whole(i.expiry ?? ''),
              i.expected ?? '',
              i.quantity,
              whole(i.unit),
              showMoney(i.cost),
              showMoney(i.amount),
            ])}
            foot={[tr('合计'), '', '', '', '', p.quantity, '', '', showMoney(p.amount)]}
          />
          {p.differNote && (
            <p>
              {tr('差异处理')}：{p.differNote}
            </p>
          )}
        </>
      )}
    </PrintSheet>
  )
}

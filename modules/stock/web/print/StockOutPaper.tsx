import { powerOf, showPower, wordOf } from '#kernel/contract/index.ts'
import { Barcode, PaperFacts, PaperTable, PrintSheet, t, tr, useCall, useId } from '#kernel/web/index.ts'
import { goodsName } from '#modules/products/contract/range.ts'
import { stock } from '../../contract/endpoints.ts'
import { stockOutTypes } from '../../contract/fields.ts'
import { stockOut } from '../../contract/states.ts'
import { whole } from './whole.tsx'

/** 出库单: what goes out of which batch, with the barcode of its number. */
export default function StockOutPaper() {
  const info = useCall(stock['stockout.info'], { id: useId('stockoutId') })
  const p = info.data
  return (
    <PrintSheet
      paper="A4"
      title="出库单"
      of={info}
      {...(p ? { code: <Barcode of={p.stockoutNo} />, clinic: p.hospitalName } : {})}
      signatures={['制单', '复核', '领用']}
    >
      {p && (
        <>
          <PaperFacts
            items={[
              ['出库类型', tr(stockOutTypes[p.stockoutType])],
              ['领用人', p.receiver],
              ['供应商', p.supplierName],
              ['仓库', p.warehouseName],
              ['出库日期', p.stockoutDate],
              ['状态', tr(wordOf(stockOut, p.status))],
              ['制单人', p.staffName],
              ['备注', p.note],
            ]}
          />
          <PaperTable
            columns={['商品', '光度', '批号', '有效期至', '数量>', '单位']}
            rows={p.items.map((i) => [
              goodsName(i),
              whole(showPower(powerOf(i))),
              i.batchNo ?? (i.batchId ? '' : t`先到期先出`),
              whole(i.expiry ?? ''),
              i.quantity,
              whole(i.unit),
            ])}
            foot={[tr('合计'), '', '', '', p.quantity, '']}
          />
        </>
      )}
    </PrintSheet>
  )
}

import { powerOf, showMoney, showPower } from '#kernel/contract/index.ts'
import { Barcode, PaperFacts, PaperTable, PrintSheet, tr, useCall, useId, useParams } from '#kernel/web/index.ts'
import { goodsName } from '#modules/products/contract/range.ts'
import { stock } from '../../contract/endpoints.ts'
import { whole } from './whole.tsx'

/** 库存盘点单: `differences` what was found otherwise, any other category the blind sheet for a hand with a pen. */
export default function CountPaper() {
  return useParams().category === 'differences' ? <Differences /> : <Blind />
}
function Blind() {
  const sheet = useCall(stock['stocktaking.sheet'], { id: useId('countId') })
  const p = sheet.data
  return (
    <PrintSheet
      paper="A4"
      title="盘点表"
      of={sheet}
      {...(p ? { code: <Barcode of={p.countNo} />, clinic: p.hospitalName } : {})}
      signatures={['盘点人', '监盘人']}
    >
      {p && (
        <>
          <PaperFacts
            items={[
              ['仓库', p.warehouseName],
              ['制单人', p.staffName],
              ['备注', p.note],
            ]}
          />
          <PaperTable
            columns={['商品', '光度', '条码', '批号', '有效期至', '实盘数>', '复盘数>']}
            rows={p.items.map((i) => [
              goodsName(i),
              whole(showPower(powerOf(i))),
              i.barCode ?? '',
              i.batchNo ?? '',
              whole(i.expiry ?? ''),
              '',
              '',
            ])}
          />
        </>
      )}
    </PrintSheet>
  )
}
function Differences() {
  const info = useCall(stock['stocktaking.info'], { id: useId('countId') })
  const p = info.data
  const differing = p?.items.filter((i) => i.difference !== 0) ?? []
  return (
    <PrintSheet
      paper="A4"
      title="盘点差异表"
      of={info}
      {...(p ? { code: <Barcode of={p.countNo} />, clinic: p.hospitalName } : {})}
      signatures={['盘点人', '复核人', '负责人']}
    >
      {p && (
        <>
          <PaperFacts
            items={[
              ['仓库', p.warehouseName],
              ['已盘批次', p.batches],
              ['已盘件数', p.pieces],
              ['制单人', p.staffName],
              ['备注', p.note],
            ]}
          />
          <PaperTable
            columns={['商品', '光度', '批号', '账面数>', '实盘数>', '差异>', '差异金额>']}
            rows={differing.map((i) => [
              goodsName(i),
              whole(showPower(powerOf(i))),
              i.batchNo ?? '',
              i.ledger ?? '',
              i.counted,
              i.difference ?? '',
              i.amount === null ? '' : showMoney(i.amount),
            ])}
            foot={[tr('合计'), '', '', '', '', '', showMoney(differing.reduce((sum, i) => sum + (i.amount ?? 0), 0))]}
          />
        </>
      )}
    </PrintSheet>
  )
}

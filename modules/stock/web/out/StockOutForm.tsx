import { powerOf, showPower } from '#kernel/contract/index.ts'
import { Choose, Form, t, toast, useWho, type FormItem, type FormState, type LineColumn } from '#kernel/web/index.ts'
import type { Product } from '#modules/products/contract/shapes.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockOut, StockOutItem } from '../../contract/shapes.papers.ts'
import type { StockRow } from '../../contract/shapes.ts'
import { powerColumns, supplierControl, typedOf, useWarehouses } from '../paper/fields.tsx'
import { goodsColumn, ScanLines } from '../paper/lines.tsx'
import { StockOutType } from '../../contract/fields.ts'
import '../stock.css'

const fill = (p: Product) => ({ price: p.price, batchId: undefined })
type Item = FormItem<'stockoutType' | 'toHid' | 'supplierId' | 'warehouseId' | 'receiver' | 'stockoutDate' | 'note' | 'items'>

/** Form of a stock-out document. Without a batch the first expiring one is issued. */
export function StockOutForm({ paper, onDone, onLeave }: { paper?: StockOut; onDone: (paper: StockOut) => void; onLeave: () => void }) {
  const { hid } = useWho()
  const options = useWarehouses()
  const fields: readonly Item[] = [
    { key: 'stockoutType', span: 3 },
    { key: 'receiver', span: 3 },
    { key: 'warehouseId', span: 3, options, placeholder: t`默认仓库` },
    { key: 'stockoutDate', span: 3 },
    {
      key: 'supplierId',
      span: 6,
      when: (v) => v.stockoutType === StockOutType.supplierReturn,
      control: supplierControl(paper?.supplierName),
    },
    destination,
    { key: 'note', span: 6 },
    {
      group: '明细',
      note: t`报废、报损和退供应商可以选已锁定或过期的批次`,
      items: [
        { render: (form) => <ScanLines form={form} fill={fill} /> },
        {
          key: 'items',
          label: '',
          blank: { quantity: 1 },
          columns: [goodsColumn(fill), ...powerColumns, batchColumn(hid), { key: 'quantity', width: 84 }, { key: 'price', width: 124 }],
        },
      ],
    },
  ]
  const common = { fields, onLeave, invalidates: [stock['stockout.list'], stock['stockout.info']] }
  return (
    <div className="lines-scroll">
      {paper ? (
        <Form
          of={stock['stockout.before-out']}
          fixed={{ stockoutId: paper.stockoutId, version: paper.version, hid: paper.hid }}
          initial={{ ...paper, items: paper.items.map((i) => typedOf(i, typed)) }}
          saveLabel={t`提交审核`}
          onDone={(saved) => (toast(t`出库单 ${saved.stockoutNo} 已提交，等待确认`, 'ok'), onDone(saved))}
          {...common}
        />
      ) : (
        <Form
          of={stock['stockout.create']}
          fixed={{ hid }}
          initial={{ stockoutType: StockOutType.internal, items: [{ quantity: 1 }] }}
          draft="stock-out"
          saveLabel={t`保存`}
          onDone={(saved) => (toast(t`出库单 ${saved.stockoutNo} 已保存`, 'ok'), onDone(saved))}
          {...common}
        />
      )}
    </div>
  )
}

/** Store a transfer goes to. */
const storeControl = (form: FormState, id: string) => (
  <Choose
    id={id}
    of={stock['transfers.stores']}
    input={{}}
    value="hid"
    label={(store) => store.name}
    chosen={typeof form.values.toHid === 'number' ? form.values.toHid : undefined}
    onChange={(to) => form.set('toHid', to)}
  />
)
const destination: Item = { key: 'toHid', span: 6, when: (v) => v.stockoutType === StockOutType.transfer, control: storeControl }
const batchLabel = (b: StockRow): string =>
  [showPower(powerOf(b)), b.batchNo, b.expiry && t`至 ${b.expiry}`, t`剩 ${b.quantity}`].filter(Boolean).join(' ')
/** Batch of a line; selecting one fills in its power. */
const batchColumn = (hid: number): LineColumn => ({
  key: 'batchId',
  title: '批次（可不选）',
  width: 210,
  control: (line, change) =>
    line.productId ? (
      <Choose
        of={stock['stock.products']}
        input={{ id: Number(line.productId), hid }}
        value="batchId"
        label={batchLabel}
        chosen={line.batchId as number | undefined}
        placeholder={t`先到期先出`}
        onChange={(v, b) =>
          change(b ? { batchId: v, sph: b.sph ?? undefined, cyl: b.cyl ?? undefined, axis: b.axis ?? undefined } : { batchId: undefined })
        }
      />
    ) : (
      <span className="soft">—</span>
    ),
})
const typed: ReadonlyArray<keyof StockOutItem> = ['productId', 'sph', 'cyl', 'axis', 'batchId', 'quantity', 'price', 'note']

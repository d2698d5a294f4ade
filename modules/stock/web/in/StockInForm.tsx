import { Button } from 'antd'
import { Form, Money, t, toast, useWho, type FormItem, type FormState } from '#kernel/web/index.ts'
import type { Product } from '#modules/products/contract/shapes.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockIn, StockInItem } from '../../contract/shapes.papers.ts'
import { powerColumns, supplierControl, typedOf, useWarehouses } from '../paper/fields.tsx'
import { goodsColumn, linesOf, ScanLines } from '../paper/lines.tsx'
import { stockIn } from '../../contract/states.ts'
import { StockInType } from '../../contract/fields.ts'
import '../stock.css'

const fill = (p: Product) => ({ cost: p.cost })
type Item = FormItem<'stockinType' | 'supplierId' | 'warehouseId' | 'deliveryNo' | 'stockinDate' | 'note' | 'items'>

/** Form of a stock-in document: head, and a line per product, power and lot. */
export function StockInForm({ paper, onDone, onLeave }: { paper?: StockIn; onDone: (paper: StockIn) => void; onLeave: () => void }) {
  const { hid } = useWho()
  const options = useWarehouses()
  const fields: readonly Item[] = [
    { key: 'stockinType', span: 3 },
    { key: 'supplierId', span: 5, control: supplierControl(paper?.supplierName) },
    { key: 'warehouseId', span: 4, options, placeholder: t`默认仓库` },
    { key: 'deliveryNo', span: 3 },
    { key: 'stockinDate', span: 3 },
    { key: 'note', span: 6 },
    lines,
  ]
  const common = {
    fields,
    onLeave,
    saveLabel: t`提交审核`,
    before: handedIn,
    more: (form: FormState) => <Button disabled={form.busy} onClick={() => form.submit('draft')}>{t`存为草稿`}</Button>,
    invalidates: [stock['stockin.list'], stock['stockin.info']],
    onDone: (saved: StockIn) => (
      toast(
        saved.status === stockIn.is.submitted ? t`入库单 ${saved.stockinNo} 已提交，等待审核` : t`草稿 ${saved.stockinNo} 已保存`,
        'ok',
      ),
      onDone(saved)
    ),
  }
  return (
    <div className="lines-scroll">
      {paper ? (
        <Form
          of={stock['stockin.update']}
          fixed={{ stockinId: paper.stockinId, version: paper.version, hid: paper.hid }}
          initial={{ ...paper, items: paper.items.map((i) => typedOf(i, typed)) }}
          {...common}
        />
      ) : (
        <Form
          of={stock['stockin.create']}
          fixed={{ hid }}
          initial={{ stockinType: StockInType.purchase, items: [{ quantity: 1 }] }}
          draft="stock-in"
          {...common}
        />
      )}
    </div>
  )
}

/** The primary save submits the document. */
const handedIn = (values: Record<string, unknown>, _: readonly string[], way?: string) => ({
  ...values,
  status: way === 'draft' ? stockIn.is.draft : stockIn.is.submitted,
})

const lines: Item = {
  group: '明细',
  items: [
    { render: (form) => <ScanLines form={form} fill={fill} /> },
    {
      key: 'items',
      label: '',
      blank: { quantity: 1 },
      columns: [
        goodsColumn(fill),
        ...powerColumns,
        { key: 'batchNo', width: 128 },
        { key: 'expiry', width: 152 },
        { key: 'expected', width: 68 },
        { key: 'quantity', width: 68 },
        { key: 'rejected', width: 72 },
        { key: 'rejectReason', width: 108 },
        { key: 'cost', width: 104 },
      ],
    },
    { render: (form) => <Total lines={linesOf(form)} /> },
  ],
}
const typed: ReadonlyArray<keyof StockInItem> = [
  'productId',
  'sph',
  'cyl',
  'axis',
  'batchNo',
  'producedOn',
  'expiry',
  'expected',
  'quantity',
  'rejected',
  'rejectReason',
  'cost',
  'note',
]

const Total = ({ lines }: { lines: ReadonlyArray<Record<string, unknown>> }) => {
  const quantity = lines.reduce((n, l) => n + Number(l.quantity ?? 0), 0)
  const amount = lines.reduce((n, l) => n + Math.round(Number(l.quantity ?? 0) * Number(l.cost ?? 0) * 100), 0) / 100
  return (
    <p className="num">
      {t`${lines.length} 行，共 ${quantity} 件`} · <Money of={amount} />
    </p>
  )
}

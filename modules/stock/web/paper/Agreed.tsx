/** Prices agreed after posting: invoiced by the supplier, or charged to a receiver. */
import { powerOf, showPower } from '#kernel/contract/index.ts'
import { Modal } from 'antd'
import { Money, Rows, Until, t, toast, useCall, useSend, unless } from '#kernel/web/index.ts'
import { PriceInput, useTypedPrices, type TypedPrices } from '#modules/products/web/door.tsx'
import { stock } from '../../contract/endpoints.ts'
import type { PriceRecord } from '../../contract/shapes.papers.ts'

interface AgreedProps {
  paper: { stockinId: number } | { stockoutId: number }
  close: () => void
}
export function Agreed({ paper, close }: AgreedProps) {
  const inward = 'stockinId' in paper
  const get = stock[inward ? 'stockin.prices.get' : 'stockout.prices.get']
  const lines = useCall(get, { id: inward ? paper.stockinId : paper.stockoutId })
  const [typed, type] = useTypedPrices()
  const options = { invalidates: [get], onSuccess: () => (toast(t`价格已登记`, 'ok'), close()) }
  const sendIn = useSend(stock['stockin.prices.create'], options)
  const sendOut = useSend(stock['stockout.prices.create'], options)
  const priceRecords = [...typed].map(([itemId, price]) => ({ itemId, price }))
  const save = () => ('stockinId' in paper ? sendIn.mutate({ ...paper, priceRecords }) : sendOut.mutate({ ...paper, priceRecords }))
  return (
    <Modal
      title={t`核定价格`}
      open
      onCancel={close}
      onOk={save}
      okText={t`保存`}
      cancelText={t`取消`}
      okButtonProps={{ loading: sendIn.isPending || sendOut.isPending, ...unless(typed.size === 0 && t`还没有核定价格`) }}
      width={760}
    >
      <p className="soft" style={{ marginBottom: 10 }}>{t`发票或结算单上的单价。过账的成本不变，差额用于对账。`}</p>
      <Until of={lines}>
        <div className="lines-scroll">
          <AgreedLines lines={lines.data ?? []} typed={typed} type={type} />
        </div>
      </Until>
    </Modal>
  )
}

/** Price difference of a line against the posted price, yuan. */
const differenceOf = (l: PriceRecord, typed: TypedPrices): number =>
  Math.round(((typed.get(l.itemId) ?? l.price ?? l.posted) - l.posted) * l.quantity * 100) / 100

interface AgreedLinesProps {
  lines: readonly PriceRecord[]
  typed: TypedPrices
  type: (itemId: number, price: number | null) => void
}
const AgreedLines = ({ lines, typed, type }: AgreedLinesProps) => (
  <Rows
    rows={lines}
    rowKey={(l) => l.itemId}
    columns={[
      { title: t`商品`, cell: (l) => `${l.productName} ${showPower(powerOf(l))}` },
      { title: t`数量`, right: true, cell: (l) => l.quantity },
      { title: t`过账单价`, right: true, cell: (l) => <Money of={l.posted} /> },
      {
        title: t`核定单价`,
        right: true,
        cell: (l) => (
          <PriceInput label={t`${l.productName} 核定单价`} value={typed.get(l.itemId) ?? l.price} onChange={(v) => type(l.itemId, v)} />
        ),
      },
      { title: t`差额`, right: true, cell: (l) => <Money of={differenceOf(l, typed)} /> },
    ]}
    foot={[4, t`合计`, <Money key="sum" of={lines.reduce((sum, l) => sum + differenceOf(l, typed), 0)} />]}
  />
)

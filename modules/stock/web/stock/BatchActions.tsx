/** Actions of one batch: counting and locking. */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Form, t, toast, useCan, useWho } from '#kernel/web/index.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockRow } from '../../contract/shapes.ts'

/** Buttons of a batch with their dialogs. */
export function BatchActions({ row }: { row: StockRow }) {
  const { hid } = useWho()
  const can = useCan()
  const [dialog, setDialog] = useState<'count' | 'hold'>()
  const close = () => setDialog(undefined)
  return (
    <span className="moves" onClick={(e) => e.stopPropagation()}>
      {can('stock:batch') && (
        <Button size="small" onClick={() => setDialog('hold')}>
          {row.locked ? t`解锁` : t`锁定`}
        </Button>
      )}
      {can('stock:adjust') && <Button size="small" onClick={() => setDialog('count')}>{t`调整`}</Button>}
      {row.batchId !== null && row.quantity > 0 && (
        <Button size="small" href={`/print/goods-labels/${row.batchId}x${row.quantity}`} target="_blank">{t`打印标签`}</Button>
      )}
      <Count row={dialog === 'count' ? row : undefined} hid={hid} close={close} />
      <Hold row={dialog === 'hold' ? row : undefined} close={close} />
    </span>
  )
}

const stale = [stock['stock.view'], stock['stock.inventorys'], stock['stock.inventorys.get'], stock['stock.products']]
/** What came of an adjustment, in a sentence. */
function toldOf({ difference, profitLossNo }: { difference: number; profitLossNo: string | null }): string {
  if (profitLossNo) return t`已写报损报溢单 ${profitLossNo}，待他人确认后入账`
  return difference === 0 ? t`与账面一致，没有变动` : t`已记账：${difference > 0 ? '+' : '−'}${Math.abs(difference)}`
}
/** Posts the difference between the counted quantity and the balance. */
const Count = ({ row, hid, close }: { row: StockRow | undefined; hid: number; close: () => void }) => (
  <Modal title={t`调整库存`} open={row !== undefined} onCancel={close} footer={null} destroyOnHidden>
    {row && (
      <Form
        of={stock['stock.adjust']}
        fixed={{ hid, productId: row.productId, batchId: row.batchId! }}
        initial={{ stockNumber: row.quantity }}
        invalidates={stale}
        saveLabel={t`记账`}
        onLeave={close}
        fields={[
          { key: 'stockNumber', span: 6, hint: t`账面 ${row.quantity} ${row.unit}；差额记为报溢或报损` },
          { key: 'note', span: 12, placeholder: t`盘点差异、破损、找回…` },
        ]}
        onDone={(a) => (toast(toldOf(a), 'ok'), close())}
      />
    )}
  </Modal>
)
/** Locks a batch against issue, or unlocks it. */
const Hold = ({ row, close }: { row: StockRow | undefined; close: () => void }) => (
  <Modal title={row?.locked ? t`解锁批次` : t`锁定批次`} open={row !== undefined} onCancel={close} footer={null} destroyOnHidden>
    {row && (
      <Form
        of={stock['batch.create']}
        fixed={{ batchId: row.batchId!, productId: row.productId, locked: !row.locked }}
        invalidates={stale}
        saveLabel={row.locked ? t`解锁` : t`锁定`}
        onLeave={close}
        fields={
          row.locked
            ? [{ render: () => <p>{t`锁定原因：${row.lockReason ?? '—'}。解锁后可以出库。`}</p> }]
            : [{ key: 'lockReason', span: 12, placeholder: t`待检、召回、破损待定…` }]
        }
        onDone={() => (toast(row.locked ? t`批次已解锁` : t`批次已锁定，不能出库`, 'ok'), close())}
      />
    )}
  </Modal>
)

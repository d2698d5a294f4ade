/** 验收 (acceptance): statement about devices on receipt. */
import { Modal } from 'antd'
import { Form, t, type FormValues } from '#kernel/web/index.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockIn } from '../../contract/shapes.papers.ts'
import { stockIn } from '../../contract/states.ts'

/** Device classes from this one on require an acceptance record. */
const WATCHED = 2
export const wantsAcceptance = ({ items }: StockIn): boolean => items.some((i) => i.deviceClass >= WATCHED)

interface AcceptanceProps {
  paper: StockIn
  open: boolean
  onDone: (paper: StockIn) => void
  close: () => void
}
export const Acceptance = ({ paper, open, onDone, close }: AcceptanceProps) => (
  <Modal title={t`验收入库`} open={open} onCancel={close} footer={null} width={560} destroyOnHidden>
    <p className="soft">{t`对照送货单核对批号、有效期和外观；不收的写在拒收里，退回修改。`}</p>
    <Form
      of={stock['stockin.status']}
      fixed={{ stockinId: paper.stockinId, status: stockIn.is.posted, version: paper.version }}
      fields={[
        { key: 'certificates', span: 6, hint: t`注册证、检验报告、合格证` },
        { key: 'arrivalCelsius', span: 6, hint: t`冷藏商品请填写` },
      ]}
      rules={checkCertificates}
      saveLabel={t`验收入库`}
      invalidates={[stock['stockin.list'], stock['stockin.info'], stock['stock.view'], stock['stock.inventorys']]}
      onDone={onDone}
      onLeave={close}
    />
  </Modal>
)
/** Certificates must be ticked, so that a repeated key press cannot accept a delivery. */
const checkCertificates = ({ certificates }: FormValues) =>
  certificates === true ? [] : [{ field: 'certificates', sentence: t`请先核对合格证明` }]

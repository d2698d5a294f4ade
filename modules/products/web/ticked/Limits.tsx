import { Modal } from 'antd'
import { Form, t, toast } from '#kernel/web/index.ts'
import { products } from '../../contract/endpoints.ts'
import type { Product } from '../../contract/shapes.ts'

/** Ticked products of the list, and how to clear them. */
export interface Ticked {
  rows: Product[]
  clear: () => void
}
/** Sets stock limits and state of the ticked products. */
export const Limits = ({ ticked, close }: { ticked: Ticked | undefined; close: () => void }) => (
  <Modal title={t`批量设置 ${ticked?.rows.length ?? 0} 个商品`} open={ticked !== undefined} onCancel={close} footer={null} destroyOnHidden>
    {ticked && (
      <Form
        of={products['product.product-setting']}
        fixed={{ productIds: ticked.rows.map((p) => p.productId) }}
        saveLabel={t`保存`}
        invalidates={[products['products.list']]}
        onLeave={close}
        fields={[
          { key: 'minStock', span: 6 },
          { key: 'maxStock', span: 6 },
          { key: 'status', span: 12, hint: t`留空的项目保持不变` },
        ]}
        onDone={({ changed }) => (toast(t`已修改 ${changed} 个商品`, 'ok'), ticked.clear(), close())}
      />
    )}
  </Modal>
)

import { Modal } from 'antd'
import { Form, t, toast } from '#kernel/web/index.ts'
import { products } from '../../contract/endpoints.ts'
import type { Product } from '../../contract/shapes.ts'

/** Products ticked in the list, and what unticks them. */
export interface Ticked {
  rows: Product[]
  clear: () => void
}
/** Stock limits and state of the products ticked. */
export const Limits = ({ of, close }: { of: Ticked | undefined; close: () => void }) => (
  <Modal title={t`批量设置 ${of?.rows.length ?? 0} 个商品`} open={of !== undefined} onCancel={close} footer={null} destroyOnHidden>
    {of && (
      <Form
        of={products['product.product-setting']}
        fixed={{ productIds: of.rows.map((p) => p.productId) }}
        saveLabel={t`保存`}
        invalidates={[products['products.list']]}
        onLeave={close}
        fields={[
          { key: 'minStock', span: 6 },
          { key: 'maxStock', span: 6 },
          { key: 'status', span: 12, hint: t`留空的项目保持不变` },
        ]}
        onDone={({ changed }) => (toast(t`已修改 ${changed} 个商品`, 'ok'), of.clear(), close())}
      />
    )}
  </Modal>
)

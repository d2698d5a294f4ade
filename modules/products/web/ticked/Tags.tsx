/** Product tags: edited in a drawer, assigned to ticked products. */
import { Drawer, Modal, Select } from 'antd'
import { useState } from 'react'
import { FamilyList } from '#kernel/web/family/FamilyList.tsx'
import { callsOf, inUse } from '#kernel/contract/index.ts'
import { Act, Empty, t, toast, useCall, useSend, useWho } from '#kernel/web/index.ts'
import { products } from '../../contract/endpoints.ts'
import productTags from '../../contract/families.ts'
import type { Ticked } from './Limits.tsx'

const calls = callsOf(productTags)
/** Active tags of the store, as options. */
export function useTags(): Array<{ value: number; label: string }> {
  const { hid } = useWho()
  const { data } = useCall(calls['product-tags.list'], { hid, status: inUse.is.on }, { fallback: { list: [], total: 0 } })
  return data?.list.map((tag) => ({ value: tag.id, label: tag.name })) ?? []
}

export const TagDrawer = ({ open, close }: { open: boolean; close: () => void }) => (
  <Drawer title={t`商品标签`} open={open} onClose={close} size={640} destroyOnHidden>
    <FamilyList families={productTags} calls={calls} name="product-tags" empty={t`还没有标签。例如：儿童、促销、新款`} />
  </Drawer>
)

/** Adds or removes a tag on the ticked products. */
export function TagTicked({ ticked, close }: { ticked: Ticked | undefined; close: () => void }) {
  const [tag, setTag] = useState<number>()
  const tags = useTags()
  const send = useSend(products['product-tag.products'], {
    invalidates: [products['products.list'], products['product-tag.category'], calls['product-tags.list']],
    onSuccess: ({ name, products: n }) => (toast(t`标签“${name}”现有 ${n} 个商品`, 'ok'), ticked?.clear(), close()),
  })
  const ids = ticked?.rows.map((p) => p.productId) ?? []
  const why = tag === undefined ? t`请选择标签` : undefined
  const put = (way: 'add' | 'remove') => () => tag !== undefined && send.mutate({ id: tag, [way]: ids })
  return (
    <Modal
      title={t`${ids.length} 个商品的标签`}
      open={ticked !== undefined}
      onCancel={close}
      footer={[
        <Act key="off" unless={why} onClick={put('remove')}>{t`去掉标签`}</Act>,
        <Act key="on" type="primary" unless={why} onClick={put('add')}>{t`加上标签`}</Act>,
      ]}
      destroyOnHidden
    >
      {tags.length ? (
        <Select<number> aria-label={t`标签`} value={tag ?? null} options={tags} onChange={setTag} style={{ width: '100%' }} autoFocus />
      ) : (
        <Empty text={t`还没有标签：先在右上角“标签”里新建`} />
      )}
    </Modal>
  )
}

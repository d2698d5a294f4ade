/** Gifts for points: what they cost, what the store has of them. */
import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, DataTable, Form, confirm, t, toast, useHolds, useSend, type FormState } from '#kernel/web/index.ts'
import { ProductPicker } from '#modules/products/web/door.tsx'
import { loyalty } from '../../contract/endpoints.ts'
import type { Gift } from '../../contract/shapes.points.ts'
import { PointsPage } from '../points/PointsPage.tsx'

const list = [loyalty['points.gifts.list']]
export default function GiftMall() {
  const [edited, setEdited] = useState<Partial<Gift>>()
  const [stocked, setStocked] = useState<Gift>()
  const may = useHolds()('gift:edit')
  const remove = useSend(loyalty['points.gifts.delete'], { invalidates: list, onSuccess: () => toast(t`已删除`, 'ok') })
  const ask = async (g: Gift) => {
    if (await confirm({ message: t`删除礼品“${g.giftName}”？`, danger: true })) remove.mutate({ id: g.giftId })
  }
  const close = () => (setEdited(undefined), setStocked(undefined))
  return (
    <PointsPage
      fill
      actions={
        <Can code="gift:edit">
          <Button type="primary" icon={<Plus size={15} />} onClick={() => setEdited({})}>
            {t`新增礼品`} <kbd>n</kbd>
          </Button>
        </Can>
      }
    >
      <DataTable
        of={loyalty['points.gifts.list']}
        rowKey="giftId"
        live={['loyalty', 'stock']}
        columns={['giftName', 'points', 'productName', 'stock', 'exchanged', 'status', 'remark']}
        filters={['search', 'status']}
        rowTone={(g) => (g.status === 0 && g.stock < 1 ? 'warn' : undefined)}
        {...(may
          ? {
              onNew: () => setEdited({}),
              onOpen: setEdited,
              actions: (g: Gift) => (
                <>
                  {g.productId === null && <Button size="small" onClick={() => setStocked(g)}>{t`库存`}</Button>}
                  {g.exchanged === 0 && <Button size="small" onClick={() => void ask(g)}>{t`删除`}</Button>}
                </>
              ),
            }
          : {})}
        empty={{ text: t`还没有礼品` }}
      />
      <Drawer
        open={edited !== undefined || stocked !== undefined}
        onClose={close}
        title={stocked ? t`${stocked.giftName} 的库存` : edited?.giftId ? t`修改礼品` : t`新增礼品`}
        size={520}
        destroyOnHidden
      >
        {edited &&
          (edited.giftId ? (
            <Form
              of={loyalty['points.gifts.update']}
              fixed={{ id: edited.giftId }}
              initial={edited}
              invalidates={list}
              onDone={close}
              onLeave={close}
              fields={[{ key: 'giftName', span: 12 }, 'points', 'status', productField, { key: 'remark', span: 12 }]}
            />
          ) : (
            <Form
              of={loyalty['points.gifts.create']}
              initial={{ status: 0 }}
              invalidates={list}
              onDone={close}
              onLeave={close}
              fields={[
                { key: 'giftName', span: 12 },
                'points',
                'status',
                productField,
                { key: 'stock', span: 12, hint: t`不对应商品的礼品在这里记数`, when: (v) => !v.productId },
                { key: 'remark', span: 12 },
              ]}
            />
          ))}
        {stocked && (
          <Form
            of={loyalty['points.gifts.stock']}
            fixed={{ id: stocked.giftId }}
            invalidates={list}
            onDone={close}
            onLeave={close}
            fields={[
              { key: 'quantity', span: 12, hint: t`现有 ${stocked.stock}；入库填正数，取出填负数` },
              { key: 'reason', span: 12 },
            ]}
          />
        )}
      </Drawer>
    </PointsPage>
  )
}
const productField = {
  key: 'productId' as const,
  span: 12,
  hint: t`选了商品，兑换时从商品库存出库`,
  control: (f: FormState, id: string) => (
    <ProductPicker
      id={id}
      chosen={f.values.productId as number | null | undefined}
      services={false}
      onChange={(to) => f.set('productId', to?.productId ?? null)}
    />
  ),
}

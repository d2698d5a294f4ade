/** Gifts for points: price and stock. */
import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, DataTable, Form, confirm, t, toast, useHolds, useSend, type FormState } from '#kernel/web/index.ts'
import { ProductPicker } from '#modules/products/web/door.tsx'
import { loyalty } from '../../contract/endpoints.ts'
import type { Gift } from '../../contract/shapes.points.ts'
import { PointsPage } from '../points/PointsPage.tsx'
import { onOffer } from '../../contract/states.ts'

const list = [loyalty['points.gifts.list']]
export default function GiftMall() {
  const [open, setOpen] = useState<Open>()
  const mayEdit = useHolds()('gift:edit')
  const begin = () => setOpen({ gift: {} })
  const close = () => setOpen(undefined)
  return (
    <PointsPage
      fill
      actions={
        <Can code="gift:edit">
          <Button type="primary" icon={<Plus size={15} />} onClick={begin}>
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
        rowTone={(g) => (g.status === onOffer.is.on && g.stock < 1 ? 'warn' : undefined)}
        {...(mayEdit
          ? {
              onNew: begin,
              onOpen: (gift: Gift) => setOpen({ gift }),
              actions: (g: Gift) => <GiftActions gift={g} onStock={() => setOpen({ stock: g })} />,
            }
          : {})}
        empty={{ text: t`还没有礼品` }}
      />
      <Drawer open={open !== undefined} onClose={close} title={open && titleOf(open)} size={520} destroyOnHidden>
        {open && 'gift' in open && <GiftForm gift={open.gift} close={close} />}
        {open && 'stock' in open && <StockForm gift={open.stock} close={close} />}
      </Drawer>
    </PointsPage>
  )
}

/** Content of the drawer: a gift, or its quantity. */
type Open = { gift: Partial<Gift> } | { stock: Gift }
const titleOf = (open: Open): string => {
  if ('stock' in open) return t`${open.stock.giftName} 的库存`
  return open.gift.giftId ? t`修改礼品` : t`新增礼品`
}

function GiftActions({ gift: g, onStock }: { gift: Gift; onStock: () => void }) {
  const remove = useSend(loyalty['points.gifts.delete'], { invalidates: list, onSuccess: () => toast(t`已删除`, 'ok') })
  const confirmRemoval = async () => {
    if (await confirm({ message: t`删除礼品“${g.giftName}”？`, danger: true })) remove.mutate({ id: g.giftId })
  }
  return (
    <>
      {g.productId === null && <Button size="small" onClick={onStock}>{t`库存`}</Button>}
      {g.exchanged === 0 && <Button size="small" onClick={() => void confirmRemoval()}>{t`删除`}</Button>}
    </>
  )
}

function GiftForm({ gift, close }: { gift: Partial<Gift>; close: () => void }) {
  const common = { invalidates: list, onDone: close, onLeave: close }
  return gift.giftId ? (
    <Form
      of={loyalty['points.gifts.update']}
      fixed={{ id: gift.giftId }}
      initial={gift}
      fields={[{ key: 'giftName', span: 12 }, 'points', 'status', productField, { key: 'remark', span: 12 }]}
      {...common}
    />
  ) : (
    <Form
      of={loyalty['points.gifts.create']}
      initial={{ status: onOffer.is.on }}
      fields={[
        { key: 'giftName', span: 12 },
        'points',
        'status',
        productField,
        { key: 'stock', span: 12, hint: t`不对应商品的礼品在这里记数`, when: (v) => !v.productId },
        { key: 'remark', span: 12 },
      ]}
      {...common}
    />
  )
}

/** Gifts outside the catalogue are counted by hand. */
const StockForm = ({ gift, close }: { gift: Gift; close: () => void }) => (
  <Form
    of={loyalty['points.gifts.stock']}
    fixed={{ id: gift.giftId }}
    invalidates={list}
    onDone={close}
    onLeave={close}
    fields={[
      { key: 'quantity', span: 12, hint: t`现有 ${gift.stock}；入库填正数，取出填负数` },
      { key: 'reason', span: 12 },
    ]}
  />
)

/** The product a gift is, if any. */
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

/** Makes the stock orders of chosen goods, a draft a supplier and kind, and leads to them. */
import type { z } from '#kernel/contract/index.ts'
import { Act, t, toast, useGo, useSend, useWho } from '#kernel/web/index.ts'
import { lensOrders } from '../../contract/endpoints.ts'
import type { NewStockOrders } from '../../contract/purchase/purchase.ts'

export function OrderThese({ items, done }: { items: z.input<typeof NewStockOrders>['items']; done: () => void }) {
  const { hid } = useWho()
  const go = useGo()
  const send = useSend(lensOrders['purchase.propose'], {
    invalidates: [
      lensOrders['purchase.proposal'],
      lensOrders['purchase.powers'],
      lensOrders['purchase.order'],
      lensOrders['purchase.order-detail'],
    ],
    onSuccess: (made) => {
      done()
      toast(t`已生成 ${made.length} 张备货订单草稿`, 'ok')
      go(made.length === 1 && made[0] ? (LISTS[made[0].kind] ?? '/order/glasses') : '/order/glasses')
    },
  })
  return (
    <Act type="primary" loading={send.isPending} unless={!items.length && t`没有要订的商品`} onClick={() => send.mutate({ hid, items })}>
      {t`生成备货订单（${items.length} 行）`}
    </Act>
  )
}
/** Where the drafts of a kind are listed. */
const LISTS: Readonly<Record<string, string>> = {
  frame: '/order/glass-frame',
  glasses: '/order/glasses',
  batch: '/order/contact-lens',
  care: '/order/eye_care',
  device: '/order/instrument',
  other: '/order/other',
}

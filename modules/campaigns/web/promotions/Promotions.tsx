/** Promotions of the store: price, days, what was sold of the limit. */
import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Can, DataTable, Dot, Money, Screen, Status, confirm, t, toast, useHolds, useSend, useWho } from '#kernel/web/index.ts'
import { campaigns } from '../../contract/endpoints.ts'
import type { Promotion } from '../../contract/shapes.promotions.ts'
import { onShelf } from '../../contract/states.ts'
import { stalePromotions } from '../stale.ts'
import { PromotionForm } from './PromotionForm.tsx'

export function Promotions({ tabs }: { tabs: ReactNode }) {
  const who = useWho()
  const [edited, setEdited] = useState<Partial<Promotion>>()
  const mayEdit = useHolds()('promotion:edit')
  const begin = () => setEdited({ category: 1 })
  const close = () => setEdited(undefined)
  return (
    <Screen
      fill
      actions={
        <>
          {tabs}
          <Can code="promotion:edit">
            <Button type="primary" icon={<Plus size={15} />} onClick={begin}>
              {t`新建促销`} <kbd>n</kbd>
            </Button>
          </Can>
        </>
      }
    >
      <DataTable
        of={campaigns['promotions.list']}
        input={{ hid: who.hid }}
        rowKey="promotionId"
        live={['campaigns', 'billing']}
        columns={[
          'name',
          { key: 'itemName', width: 180 },
          { key: 'promotionPrice', title: '促销价', align: 'right', render: priceOf },
          { key: 'fromDate', title: '期间', width: 150, render: (p) => `${p.fromDate.slice(5)} – ${p.toDate.slice(5)}` },
          { key: 'sold', title: '已售', align: 'right', render: soldOf },
          'limitMember',
          { key: 'status', title: '状态', render: stateOf },
          { key: 'downReason', width: 180 },
        ]}
        filters={['name', 'category', 'status']}
        {...(mayEdit ? { onNew: begin, onOpen: setEdited, actions: (p: Promotion) => <Shelf promotion={p} /> } : {})}
        empty={{ text: t`还没有促销` }}
      />
      <Drawer
        open={edited !== undefined}
        onClose={close}
        title={edited?.promotionId ? t`修改促销` : t`新建促销`}
        size={640}
        destroyOnHidden
      >
        {edited && <PromotionForm promotion={edited} close={close} />}
      </Drawer>
    </Screen>
  )
}
const priceOf = (p: Promotion) => (
  <span className="num">
    {p.price !== null && (
      <del className="soft">
        <Money of={p.price} />
      </del>
    )}{' '}
    <Money of={p.promotionPrice} />
  </span>
)
const soldOf = (p: Promotion) => <span className="num">{p.limitTotal === null ? p.sold : `${p.sold} / ${p.limitTotal}`}</span>
/** One word: sold out before running, running before its state on the shelf. */
function stateOf(p: Promotion) {
  if (p.status === onShelf.is.up && p.soldout) return <Dot tone="warn">{t`已售罄`}</Dot>
  if (p.running) return <Dot tone="ok">{t`生效中`}</Dot>
  return p.status === onShelf.is.up ? <Dot tone="info">{t`已上架`}</Dot> : <Status of={onShelf} value={p.status} />
}

function Shelf({ promotion: { promotionId, status, name } }: { promotion: Promotion }) {
  const set = useSend(campaigns['promotions.status'], { invalidates: stalePromotions, onSuccess: () => toast(t`已保存`, 'ok') })
  const isUp = status === onShelf.is.up
  const press = async () => {
    if (isUp && !(await confirm({ message: t`下架“${name}”？收费单不再按促销价。`, danger: true }))) return
    set.mutate({ id: promotionId, status: isUp ? onShelf.is.down : onShelf.is.up })
  }
  return (
    <Button size="small" loading={set.isPending} onClick={() => void press()}>
      {isUp ? t`下架` : t`上架`}
    </Button>
  )
}

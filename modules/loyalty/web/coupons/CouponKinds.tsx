/** Kinds of coupons: worth, validity, numbers. */
import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, DataTable, Form, Screen, Slot, confirm, t, toast, useHolds, useSend, type FormItem } from '#kernel/web/index.ts'
import { inUse } from '#kernel/contract/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import { besideCoupons } from '../../contract/events.ts'
import type { CouponKind } from '../../contract/shapes.coupons.ts'
import { staleCoupons, worthOfCoupon } from './CouponActions.tsx'

type Field =
  | 'name'
  | 'couponType'
  | 'value'
  | 'discount'
  | 'fromPrice'
  | 'validityType'
  | 'validityDays'
  | 'validUntil'
  | 'total'
  | 'perMember'
  | 'note'
  | 'status'
const fields: ReadonlyArray<FormItem<Field>> = [
  { key: 'name', span: 12 },
  'couponType',
  { key: 'value', when: (v) => v.couponType !== 2 && v.couponType !== 5 },
  { key: 'discount', when: (v) => v.couponType === 2 },
  { key: 'fromPrice', when: (v) => v.couponType !== 5 },
  'validityType',
  { key: 'validityDays', when: (v) => v.validityType === 1 },
  { key: 'validUntil', when: (v) => v.validityType === 2 },
  'total',
  'perMember',
  'status',
  { key: 'note', span: 12 },
]
export default function CouponKinds() {
  const [edited, setEdited] = useState<Partial<CouponKind>>()
  const mayEdit = useHolds()('coupon:edit')
  const close = () => setEdited(undefined)
  const begin = () => setEdited({ couponType: 1, validityType: 0, status: inUse.is.on })
  return (
    <Screen
      fill
      actions={
        <Can code="coupon:edit">
          <Button type="primary" icon={<Plus size={15} />} onClick={begin}>
            {t`新增卡券`} <kbd>n</kbd>
          </Button>
        </Can>
      }
    >
      <DataTable
        of={loyalty['card-volume.list']}
        rowKey="id"
        live={['loyalty']}
        columns={[
          'name',
          'couponType',
          { key: 'value', title: '面值', align: 'right', render: worthOfCoupon },
          'validityType',
          'validityDays',
          'validUntil',
          'total',
          'perMember',
          'issued',
          'used',
          'status',
          'note',
        ]}
        filters={['key_word', 'coupon_type', 'status']}
        {...(mayEdit
          ? {
              onNew: begin,
              onOpen: setEdited,
              actions: (k: CouponKind) => k.issued === 0 && <Remove kind={k} />,
            }
          : {})}
        empty={{ text: t`还没有卡券` }}
      />
      <Drawer open={edited !== undefined} onClose={close} title={edited?.id ? t`修改卡券` : t`新增卡券`} size={560} destroyOnHidden>
        {edited && <KindForm kind={edited} close={close} />}
        {edited?.id && <Slot of={besideCoupons} told={{ kindId: edited.id }} />}
      </Drawer>
    </Screen>
  )
}

function KindForm({ kind, close }: { kind: Partial<CouponKind>; close: () => void }) {
  const common = { initial: kind, invalidates: staleCoupons, fields, onDone: close, onLeave: close }
  return kind.id ? (
    <Form of={loyalty['card-volume.update']} fixed={{ id: kind.id }} {...common} />
  ) : (
    <Form of={loyalty['card-volume.create']} {...common} />
  )
}

function Remove({ kind }: { kind: CouponKind }) {
  const remove = useSend(loyalty['card-volume.delete'], { invalidates: staleCoupons, onSuccess: () => toast(t`已删除`, 'ok') })
  const confirmStop = async () => {
    if (await confirm({ message: t`删除卡券“${kind.name}”？`, danger: true })) remove.mutate({ id: kind.id })
  }
  return <Button size="small" onClick={() => void confirmStop()}>{t`删除`}</Button>
}

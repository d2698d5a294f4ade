/** Fee items by type, active and stopped. The server adds pinyin. */
import { Button, Drawer } from 'antd'
import { DataTable, Form, confirm, t, toast, useCall, useSend, useWho } from '#kernel/web/index.ts'
import { Behind } from '#kernel/web/screen/Moves.tsx'
import { inUse, switched } from '#kernel/contract/index.ts'
import { billing } from '../../contract/endpoints.ts'
import { itemTypes } from '../../contract/fields.ts'
import type { FeeItem } from '../../contract/shapes.ts'

const lists = [billing['feeitem.list'], billing['feeitem.items'], billing['feeitem.tree'], billing['feeitem.projects']]
const types = Object.entries(itemTypes).map(([value, label]) => ({ value, label }))

export interface FeeItemsProps {
  edited: Partial<FeeItem> | undefined
  onEdit: (item: Partial<FeeItem> | undefined) => void
  onTotal: (total: number) => void
}
export function FeeItems({ edited, onEdit, onTotal }: FeeItemsProps) {
  const who = useWho()
  const close = () => onEdit(undefined)
  const every = useCall(billing['feeitem.list'], { hid: who.hid, status: inUse.is.on, pageSize: 0 }, { enabled: edited !== undefined })
  const others = (every.data?.list ?? []).filter((i) => i.fiid !== edited?.fiid).map((i) => ({ value: i.fiid, label: i.name }))
  return (
    <>
      <DataTable
        of={billing['feeitem.list']}
        input={{ hid: who.hid }}
        rowKey="fiid"
        live={['billing']}
        columns={['name', 'type', 'price', 'unit', 'barCode', 'erpCode', 'discountable', 'status']}
        onOpen={onEdit}
        onNew={() => onEdit({})}
        onTotal={onTotal}
        filters={['search', { key: 'type', options: types }, 'status']}
        actions={(r) => <ItemActions item={r} />}
        empty={{ text: t`还没有收费项目`, action: <Button onClick={() => onEdit({})}>{t`新增项目`}</Button> }}
      />
      <Drawer
        open={edited !== undefined}
        onClose={close}
        title={edited?.fiid ? t`修改收费项目` : t`新增收费项目`}
        size={560}
        destroyOnHidden
      >
        {edited && (
          <Form
            of={billing['feeitem.save']}
            fixed={{ hid: edited.hid ?? who.hid, ...(edited.fiid ? { fiid: edited.fiid } : {}) }}
            initial={{ type: 0, discountable: true, ...edited, pinyin: undefined }}
            invalidates={lists}
            fields={[
              'name',
              'type',
              'price',
              'unit',
              'barCode',
              'erpCode',
              'brand',
              'version',
              'discountable',
              { key: 'associatedProjects', span: 12, options: others, hint: t`收这一项时，收费台提示一起收` },
            ]}
            onDone={(item) => (toast(t`已保存 ${item.name}`, 'ok'), close())}
            onLeave={close}
          />
        )}
      </Drawer>
    </>
  )
}

function ItemActions({ item }: { item: FeeItem }) {
  const status = useSend(billing['feeitem.status'], { invalidates: lists })
  const drop = useSend(billing['feeitem.delete'], { invalidates: lists })
  const confirmDelete = async () => {
    if (await confirm({ message: t`删除收费项目“${item.name}”？用过的项目只能停用。`, danger: true }))
      drop.mutate({ fiid: item.fiid, hid: item.hid })
  }
  return (
    <span className="moves" onClick={(e) => e.stopPropagation()}>
      <Button size="small" onClick={() => status.mutate({ id: item.fiid, status: switched(item.status) })}>
        {item.status === inUse.is.on ? t`停用` : t`启用`}
      </Button>
      <Behind items={[{ key: 'delete', label: t`删除`, run: () => void confirmDelete() }]} />
    </span>
  )
}

/** Combos on the price list: services sold together, used up one by one. */
import { Button, Drawer } from 'antd'
import { showMoney, inUse, switched } from '#kernel/contract/index.ts'
import { Choose, DataTable, Form, confirm, t, toast, tr, useSend, useWho, type LineColumn } from '#kernel/web/index.ts'
import { billing } from '../../contract/endpoints.ts'
import type { FeeGroup } from '../../contract/endpoints.groups.ts'

const lists = [billing['feegroup.list']]

export interface CombosProps {
  edited: Partial<FeeGroup> | undefined
  onEdit: (combo: Partial<FeeGroup> | undefined) => void
}
export function Combos({ edited, onEdit }: CombosProps) {
  const who = useWho()
  const close = () => onEdit(undefined)
  return (
    <>
      <DataTable
        of={billing['feegroup.list']}
        input={{ hid: who.hid }}
        name="combo"
        rowKey="fgid"
        live={['billing']}
        onOpen={onEdit}
        onNew={() => onEdit({})}
        filters={['search', 'status']}
        actions={(g) => <ComboActions combo={g} />}
        empty={{ text: t`还没有套餐` }}
        columns={[
          'name',
          'comboType',
          'packagePrice',
          'originalPrice',
          { key: 'groupItems', title: '项目', render: (g) => g.groupItems.map((i) => `${tr(i.name)} ×${i.quantity}`).join('、') },
          'validityType',
          'validityName',
          'restrictedQuantity',
          'sold',
          'status',
        ]}
      />
      <Drawer open={edited !== undefined} onClose={close} title={edited?.fgid ? t`修改套餐` : t`新增套餐`} size={640} destroyOnHidden>
        {edited && <ComboForm combo={edited} close={close} />}
      </Drawer>
    </>
  )
}

function ComboActions({ combo: g }: { combo: FeeGroup }) {
  const status = useSend(billing['feegroup.status'], { invalidates: lists })
  const drop = useSend(billing['feegroup.delete'], { invalidates: lists })
  const sync = useSend(billing['feegroup.synchronization'], { onSuccess: ({ changed }) => toast(t`更新了 ${changed} 份已购套餐`, 'ok') })
  const confirmDelete = async () => {
    if (await confirm({ message: t`删除套餐“${g.name}”？`, danger: true })) drop.mutate({ fgid: g.fgid, hid: g.hid })
  }
  return (
    <span className="moves">
      {g.synchronousSetting === 1 && g.sold > 0 && <Button size="small" onClick={() => sync.mutate({ id: g.fgid })}>{t`同步已购`}</Button>}
      <Button size="small" onClick={() => status.mutate({ id: g.fgid, status: switched(g.status) })}>
        {g.status === inUse.is.on ? t`停用` : t`启用`}
      </Button>
      {g.sold === 0 && <Button size="small" danger onClick={() => void confirmDelete()}>{t`删除`}</Button>}
    </span>
  )
}

const blank = {
  comboType: 0,
  validityType: 0,
  synchronousSetting: 0,
  purchaseRestriction: 0,
  restrictedQuantity: 0,
  cancelLimit: 0,
  groupItems: [{ quantity: 1 }],
}
function ComboForm({ combo, close }: { combo: Partial<FeeGroup>; close: () => void }) {
  const who = useWho()
  return (
    <Form
      of={billing['feegroup.save']}
      fixed={{ hid: combo.hid ?? who.hid, ...(combo.fgid ? { fgid: combo.fgid } : {}) }}
      initial={{ ...blank, ...combo }}
      invalidates={lists}
      onLeave={close}
      onDone={(g) => (toast(t`已保存 ${g.name}，原价合计 ${showMoney(g.originalPrice)}`, 'ok'), close())}
      fields={[
        'name',
        'packagePrice',
        { key: 'comboType', span: 12 },
        'validityType',
        { key: 'validityName', when: (v) => v.validityType !== 0, hint: t`天数，或日期 2026-12-31` },
        { key: 'restrictedQuantity', hint: t`0 为不限` },
        'purchaseRestriction',
        { key: 'cancelLimit', hint: t`购买后几天内可退，0 为不限` },
        'synchronousSetting',
        { key: 'groupItems', span: 12, blank: { quantity: 1 }, columns: [itemColumn(who.hid), { key: 'quantity', width: 110 }] },
        { key: 'note', span: 12 },
      ]}
    />
  )
}

const itemColumn = (hid: number): LineColumn => ({
  key: 'fiid',
  title: '项目',
  control: (line, change) => (
    <Choose
      of={billing['feeitem.items']}
      input={{ hid, status: inUse.is.on, page_size: 200 }}
      value="fiid"
      label={(f) => `${f.name}  ${showMoney(f.price)}`}
      chosen={line.fiid as number | undefined}
      chosenLabel={line.name as string | undefined}
      onChange={(fiid) => change({ fiid })}
    />
  ),
})

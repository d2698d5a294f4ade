/** The clinic's price list: fee items by type, started and stopped, with pinyin made by the server. */
import { Button, Drawer, Segmented } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { DataTable, Form, Screen, confirm, t, toast, useSearch, useSend, useWho } from '#kernel/web/index.ts'
import { billing } from '../contract/endpoints.ts'
import { itemTypes } from '../contract/fields.ts'
import type { FeeGroup } from '../contract/endpoints.groups.ts'
import { Combos } from './Combos.tsx'
import type { FeeItem } from '../contract/shapes.ts'

const lists = [billing['feeitem.list'], billing['feeitem.items'], billing['feeitem.tree']]

export default function FeeSetting() {
  const who = useWho()
  const [total, setTotal] = useState<number>()
  const [edited, setEdited] = useState<Partial<FeeItem>>()
  const status = useSend(billing['feeitem.status'], { invalidates: lists })
  const drop = useSend(billing['feeitem.delete'], { invalidates: lists })
  const rowActions = (r: FeeItem) => (
    <span className="moves">
      <Button size="small" onClick={() => status.mutate({ id: r.fiid, status: r.status === 0 ? 1 : 0 })}>
        {r.status === 0 ? t`停用` : t`启用`}
      </Button>
      <Button
        size="small"
        danger
        onClick={() =>
          void confirm({ message: t`删除收费项目“${r.name}”？用过的项目只能停用。`, danger: true }).then(
            (yes) => yes && drop.mutate({ fiid: r.fiid, hid: r.hid }),
          )
        }
      >{t`删除`}</Button>
    </span>
  )
  const [search, setSearch] = useSearch()
  const [combo, setCombo] = useState<Partial<FeeGroup>>()
  const combos = search.tab === 'combos'
  const close = () => setEdited(undefined)
  return (
    <Screen
      fill
      note={total !== undefined && !combos ? t`${total} 项` : undefined}
      actions={
        <>
          <Segmented
            aria-label={t`查看`}
            value={combos ? 'combos' : 'items'}
            options={[
              { value: 'items', label: t`收费项目` },
              { value: 'combos', label: t`套餐` },
            ]}
            onChange={(v) => setSearch({ tab: v === 'combos' ? v : undefined, page: undefined }, true)}
          />
          <Button type="primary" icon={<Plus size={15} />} onClick={() => (combos ? setCombo({}) : setEdited({}))}>
            {combos ? t`新增套餐` : t`新增项目`} <kbd>n</kbd>
          </Button>
        </>
      }
    >
      {combos ? (
        <Combos edited={combo} onEdit={setCombo} />
      ) : (
        <DataTable
          of={billing['feeitem.list']}
          input={{ hid: who.hid }}
          rowKey="fiid"
          live={['billing']}
          columns={['name', 'type', 'price', 'unit', 'barCode', 'erpCode', 'discountable', 'status']}
          onOpen={setEdited}
          onNew={() => setEdited({})}
          onTotal={setTotal}
          filters={['search', { key: 'type', options: Object.entries(itemTypes).map(([value, label]) => ({ value, label })) }, 'status']}
          actions={rowActions}
          empty={{ text: t`还没有收费项目`, action: <Button onClick={() => setEdited({})}>{t`新增项目`}</Button> }}
        />
      )}
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
            fields={['name', 'type', 'price', 'unit', 'barCode', 'erpCode', 'brand', 'version', 'discountable']}
            onDone={(item) => (toast(t`已保存 ${item.name}`, 'ok'), close())}
            onLeave={close}
          />
        )}
      </Drawer>
    </Screen>
  )
}

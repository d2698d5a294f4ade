import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, DataTable, Form, Screen, t, toast, useCan, useSearch } from '#kernel/web/index.ts'
import { gsp } from '../contract/endpoints.ts'
import type { Recall } from '../contract/shapes.ts'
import { RecallKind, RecallState } from './RecallState.tsx'
import { RecallView } from './RecallView.tsx'

const begun = ({ recallNo, drill, batches }: Recall): string =>
  drill ? t`召回演练 ${recallNo} 已开始，没有锁定任何商品` : t`召回 ${recallNo} 已发起，${batches} 个批次已锁定`

/** Recalls and drills. */
export default function RecallList() {
  const can = useCan()
  const [search, setSearch] = useSearch()
  const [fresh, setFresh] = useState(false)
  const opened = Number(search.recall) || undefined
  const open = (id: number | undefined) => (setFresh(false), setSearch({ recall: id }))
  const begin = can('gsp:recall') ? () => setFresh(true) : undefined
  return (
    <Screen
      fill
      actions={
        <Can code="gsp:recall">
          <Button type="primary" icon={<Plus size={14} />} onClick={begin}>{t`发起召回`}</Button>
        </Can>
      }
    >
      <DataTable
        of={gsp['recalls.list']}
        input={{}}
        rowKey="recallId"
        onOpen={(r) => open(r.recallId)}
        {...(begin ? { onNew: begin } : {})}
        rowTone={(r) => (r.drill ? 'warn' : undefined)}
        columns={[
          { key: 'drill', title: '类别', render: (r) => <RecallKind of={r} /> },
          'recallNo',
          'lot',
          'level',
          { key: 'status', render: (r) => <RecallState of={r} /> },
          'batches',
          'told',
          'dueAt',
          'overdue',
          'staffName',
          'createdAt',
          'reason',
        ]}
        filters={['status', 'lot']}
        empty={{ text: t`还没有召回或演练` }}
      />
      <Drawer title={t`发起召回`} open={fresh} onClose={() => setFresh(false)} size="min(640px, 100vw)" destroyOnHidden>
        <NewRecall onDone={(r) => open(r.recallId)} onLeave={() => setFresh(false)} />
      </Drawer>
      <Drawer title={t`召回`} open={opened !== undefined} onClose={() => open(undefined)} size="min(1080px, 100vw)" destroyOnHidden>
        {opened && <RecallView id={opened} />}
      </Drawer>
    </Screen>
  )
}
/** What a recall or a drill begins with: a code of the goods, its level and its reason. */
const NewRecall = ({ onDone, onLeave }: { onDone: (recall: Recall) => void; onLeave: () => void }) => (
  <Form
    of={gsp['recalls.create']}
    initial={{ level: 2 }}
    fields={[
      { key: 'code', span: 12 },
      { key: 'level', span: 6 },
      { key: 'drill', span: 6, label: '这是演练，不锁定商品' },
      { key: 'reason', span: 12 },
    ]}
    invalidates={[gsp['recalls.list']]}
    onDone={(r: Recall) => (toast(begun(r), r.drill ? 'warn' : 'ok'), onDone(r))}
    onLeave={onLeave}
  />
)

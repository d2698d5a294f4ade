/** Tasks as a table: filters in the address, many at once moved, given to somebody or cancelled with a reason. */
import { Button, Select } from 'antd'
import { useState } from 'react'
import {
  DayPicker,
  Can,
  DataTable,
  Link,
  Status,
  confirm,
  t,
  toast,
  today,
  useCall,
  useCan,
  useSend,
  useWho,
  type TableColumn,
} from '#kernel/web/index.ts'
import { rooms } from '#modules/reservations/contract/endpoints.rooms.ts'
import endpoints from '../../contract/endpoints.ts'
import { revisitMachine } from '../../contract/states.ts'
import { isAnswered, LIVE, stale, wordOfCall, type Task } from '../words.ts'

const columns: ReadonlyArray<TableColumn<Task>> = [
  {
    key: 'dueAt',
    title: '应办时间',
    width: 132,
    render: (r) => <span className={r.overdue ? 'num bad' : 'num'}>{r.dueAt.slice(0, 16)}</span>,
  },
  {
    key: 'patientName',
    render: (r) => (r.pid === null ? r.patientName : <Link to={`/patients/detail/${r.pid}/revisit`}>{r.patientName}</Link>),
  },
  'mobile',
  'taskType',
  'content',
  'channel',
  'urgency',
  { key: 'reviewStaffName', render: (r) => r.reviewStaffName ?? t`系统任务` },
  { key: 'status', render: (r) => <Status of={revisitMachine} value={r.status} /> },
  { key: 'outcome', render: (r) => (r.outcome === null && !isAnswered(r) ? '—' : wordOfCall(r.status, r.outcome)) },
  'tries',
  'note',
]

/** People of the store by number, for a choice. */
export function useCallers(): Record<string, string> {
  const { hid } = useWho()
  const { data } = useCall(rooms['duties.doctors'], { hid, startDate: today(), endDate: today() }, { stale: 300_000 })
  return Object.fromEntries((data ?? []).map((d) => [String(d.ctid), d.name]))
}

export function RevisitTable({ onNew, input = {} }: { onNew?: () => void; input?: object }) {
  const can = useCan()
  return (
    <DataTable
      of={endpoints['revisits.list']}
      input={input}
      rowKey="rvid"
      live={LIVE}
      columns={[...columns]}
      filters={[
        'name',
        'status',
        'taskType',
        'channel',
        'urgency',
        'rule',
        'overdue',
        'mine',
        { range: ['tailStartDate', 'tailEndDate'], label: t`计划日期`, all: 'tasks lie ahead' },
      ]}
      exportOf={endpoints['revisits.bulk-export']}
      {...(onNew && can('revisit:edit') ? { onNew } : {})}
      {...(can('revisit:assign') ? { selection: (rows: Task[], clear: () => void) => <Bulk rows={rows} onDone={clear} /> } : {})}
      empty={{ text: t`没有符合条件的回访` }}
    />
  )
}

function Bulk({ rows, onDone }: { rows: readonly Task[]; onDone: () => void }) {
  const callers = useCallers()
  const [day, setDay] = useState<string>()
  const move = useSend(endpoints['revisits.move'], {
    invalidates: stale,
    onSuccess: ({ changed, skipped }) => {
      toast(
        skipped.length ? t`已修改 ${changed} 件，${skipped.length} 件没有改：${skipped[0]?.sentence ?? ''}` : t`已修改 ${changed} 件`,
        'ok',
      )
      onDone()
    },
  })
  const rvids = rows.map((r) => r.rvid)
  const cancel = async () => {
    const reason = await confirm({ message: t`取消 ${rvids.length} 件回访？`, reason: { label: t`原因`, required: true }, danger: true })
    if (typeof reason === 'string') move.mutate({ rvids, cancel: reason })
  }
  return (
    <Can code="revisit:assign">
      <span>{t`已选 ${rows.length} 件`}</span>
      <DayPicker label={t`改到`} placeholder={t`改到`} value={day} onChange={setDay} />
      <Button
        type="primary"
        disabled={move.isPending}
        onClick={() => (day ? move.mutate({ rvids, revisitTime: day }) : toast(t`请选择日期`, 'warn'))}
      >
        {t`改期`}
      </Button>
      <Select
        aria-label={t`分派给`}
        placeholder={t`分派给`}
        style={{ width: 130 }}
        value={null}
        options={[{ value: '', label: t`系统任务` }, ...Object.entries(callers).map(([value, label]) => ({ value, label }))]}
        onChange={(ctid: string) => move.mutate({ rvids, reviewStaff: ctid ? Number(ctid) : null })}
      />
      <Button danger onClick={() => void cancel()}>{t`取消回访`}</Button>
    </Can>
  )
}

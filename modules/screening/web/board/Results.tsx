/** Results of one task: who is to be decided, advised, measured again; each opens with what was entered first and what was changed. */
import { useState } from 'react'
import { DataTable, Screen, Status, t, tr, useCall, useId, useWho } from '#kernel/web/index.ts'
import { screening } from '../../contract/endpoints.ts'
import { screeningReferral, screeningResult } from '../../contract/states.results.ts'
import { ResultDrawer } from './ResultDrawer.tsx'
import './board.css'

export default function Results() {
  const taskId = useId('taskId')
  const { hid } = useWho()
  const [open, setOpen] = useState<number>()
  const board = useCall(screening['eyefile.tasks.board'], { id: taskId })
  const classes = (board.data?.classes ?? []).map(({ groupId, gradeName, name }) => ({
    value: groupId,
    label: [gradeName && tr(gradeName), name].filter(Boolean).join(' '),
  }))
  return (
    <Screen fill note={board.data?.task.name}>
      <DataTable
        of={screening['eyefile.results.list']}
        input={{ hid, taskId }}
        rowKey="id"
        live={['screening']}
        columns={[
          'name',
          'className',
          { key: 'status', render: (row) => <Status of={screeningResult} value={row.status} /> },
          {
            key: 'disputed',
            title: '待裁定',
            render: (row) => (row.disputed.length ? <b className="law-warn">{t`${row.disputed.length} 项`}</b> : null),
          },
          'glassesType',
          'ucvaOd',
          'ucvaOs',
          'cvaOd',
          'cvaOs',
          'seOd',
          'seOs',
          'warning',
          {
            key: 'referralStatus',
            title: '转诊建议',
            render: (row) => (row.referralStatus === null ? null : <Status of={screeningReferral} value={row.referralStatus} />),
          },
          'staffName',
        ]}
        filters={[
          { key: 'classId', options: classes },
          'name',
          'status',
          'isDisputed',
          'forVisit',
          'warning',
          'screeningMyopia',
          'correction',
          'referralStatus',
          'isLate',
        ]}
        onOpen={(row) => setOpen(row.id)}
      />
      {open !== undefined && <ResultDrawer id={open} onClose={() => setOpen(undefined)} />}
    </Screen>
  )
}

/** What was measured before training and since, and who is due to be measured. */
import { Age, DataTable, Link, Screen, t, today, useGo, useWho } from '#kernel/web/index.ts'
import { training } from '../../contract/endpoints.ts'
import { measured, VerdictDot } from '../pieces.tsx'
import { LIVE } from '../stale.ts'

export default function ExamRecords() {
  const { hid } = useWho()
  const go = useGo()
  return (
    <Screen fill note={t`每 4 周复测一次，到期的排在筛选里`}>
      <DataTable
        of={training['train.exams']}
        input={{ hid }}
        rowKey="planId"
        live={LIVE}
        filters={['name', 'purpose', 'verdict', 'due']}
        onOpen={(r) => go(`/train/starton_train_record_detail/${r.planId}`)}
        columns={[
          {
            key: 'patientName',
            sort: false,
            render: (r) => (
              <>
                <Link to={`/patients/detail/${r.pid}/train`}>{r.patientName}</Link>{' '}
                <span className="soft">{r.birth && <Age birth={r.birth} />}</span>
              </>
            ),
          },
          { key: 'purpose', sort: false },
          { key: 'measure', sort: false },
          { key: 'eye', sort: false },
          { key: 'first', title: '训练前', sort: false, render: (r) => (r.first === null ? '—' : measured(r.measure, r.first)) },
          { key: 'firstOn', title: '测于', sort: false },
          { key: 'last', title: '最近', sort: false, render: (r) => (r.last === null ? '—' : <b>{measured(r.measure, r.last)}</b>) },
          { key: 'lastOn', title: '测于', sort: false },
          { key: 'goal', title: '目标', sort: false, render: (r) => measured(r.measure, r.goal) },
          { key: 'times', sort: false },
          { key: 'dueOn', sort: false, render: (r) => <span className={r.dueOn <= today() ? 'num warn' : 'num'}>{r.dueOn}</span> },
          { key: 'verdict', sort: false, render: (r) => <VerdictDot of={r.verdict} /> },
        ]}
        empty={{ text: t`没有在训练的会员` }}
      />
    </Screen>
  )
}

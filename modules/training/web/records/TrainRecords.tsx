/** Sessions of the store; ticked ones are printed together. */
import { Button } from 'antd'
import { useState } from 'react'
import { Can, DataTable, Link, Screen, t, useGo, useWho } from '#kernel/web/index.ts'
import { training } from '../../contract/endpoints.ts'
import { modulesWord } from '../pieces.tsx'
import { LIVE } from '../stale.ts'
import { HomeForm } from './HomeForm.tsx'

export default function TrainRecords() {
  const { hid } = useWho()
  const go = useGo()
  const [home, setHome] = useState(false)
  return (
    <Screen
      fill
      actions={
        <Can code="train:edit">
          <Button onClick={() => setHome(true)}>{t`登记在家训练`}</Button>
        </Can>
      }
    >
      <DataTable
        of={training['train.records']}
        input={{ hid }}
        rowKey="id"
        live={LIVE}
        filters={['name', 'status', 'place', 'brand', { range: ['startDate', 'endDate'], label: t`日期` }]}
        exportOf={training['train.records.export']}
        selection={(rows) => (
          <Button type="primary" onClick={() => go(`/train/train_record/print/${rows.map((r) => r.id).join(',')}`)}>{t`打印`}</Button>
        )}
        columns={[
          { key: 'day', sort: false, render: (r) => <span className="num">{r.doneOn ?? r.day}</span> },
          'time',
          {
            key: 'personName',
            sort: false,
            render: (r) => (r.pid ? <Link to={`/patients/detail/${r.pid}/train`}>{r.personName}</Link> : r.personName),
          },
          { key: 'place', sort: false },
          { key: 'modules', title: '训练内容', sort: false, render: (r) => modulesWord(r.modules) },
          { key: 'status', sort: false },
          { key: 'minutes', sort: false },
          { key: 'score', sort: false },
          { key: 'load', sort: false },
          { key: 'complaint', sort: false },
          { key: 'trainerName', sort: false },
        ]}
      />
      <HomeForm open={home} onClose={() => setHome(false)} />
    </Screen>
  )
}

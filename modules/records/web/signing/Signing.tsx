/** Prescriptions and case records of the store that wait for a signature; the oldest is at the end. */
import { useState } from 'react'
import { eyeOf, showRx } from '#kernel/contract/index.ts'
import { Button } from 'antd'
import { Can, DataTable, Link, Panel, Rows, Screen, t, toast, useCall, useGo, useSend, useWho } from '#kernel/web/index.ts'
import { records } from '../../contract/endpoints.ts'
import type { Prescription } from '../../contract/shapes.ts'
import { prescriptionMachine } from '../../contract/states.ts'
import { useReread } from './Reread.tsx'

const list = records['prescription.list']

export default function Signing() {
  const { hid } = useWho()
  const go = useGo()
  const [total, setTotal] = useState<number>()
  return (
    <Screen fill note={total !== undefined && t`${total} 张`}>
      <Can code="ecase:sign">
        <WaitingCases hid={hid} />
      </Can>
      <DataTable
        of={list}
        input={{ hid, status: [prescriptionMachine.is.draft] }}
        rowKey="id"
        live={['records']}
        columns={['rxNo', 'patientName', { key: 'list', title: '处方', render: (rx) => <Powers of={rx} /> }, 'doctorName', 'orderDate']}
        onOpen={(rx) => go(`/patients/detail/${rx.pid}/prescription`)}
        onTotal={setTotal}
        actions={(rx) => <SignButton rx={rx} />}
        empty={{ text: t`没有待签发的处方` }}
      />
    </Screen>
  )
}

/** Case records that were submitted; nothing where none is. Each is read, then signed, on its own page. */
function WaitingCases({ hid }: { hid: number }) {
  const waiting = useCall(records['ecase.waiting'], { hid, per_page: 100 }, { live: ['records'], keep: true })
  if (!waiting.data?.total) return null
  return (
    <Panel title={t`待审核病历`} note={t`${waiting.data.total} 份`}>
      <Rows
        rows={waiting.data.list}
        rowKey={(record) => record.ecaseId}
        columns={[
          { title: t`会员`, cell: (record) => <Link to={`/patients/detail/${record.pid}/ecase`}>{record.patientName}</Link> },
          { title: t`诊断`, cell: (record) => record.diagnosis ?? record.chiefComplaint },
          { title: t`医师`, cell: (record) => record.doctorName },
          { title: t`就诊时间`, cell: (record) => <span className="num">{record.visitAt.slice(0, 16)}</span> },
        ]}
      />
    </Panel>
  )
}

/** What is signed, in one line: the first pair, right eye first. */
export const Powers = ({ of: prescription }: { of: Prescription }) => {
  const [line, ...more] = prescription.list
  if (!line) return '—'
  return (
    <span className="num">
      R {showRx(eyeOf(line, 'Od'))}　L {showRx(eyeOf(line, 'Os'))}
      {more.length > 0 && ` +${more.length}`}
    </span>
  )
}
/** Signs in one press what is shown beside it. */
export function SignButton({ rx }: { rx: Prescription }) {
  const sign = useSend(records['prescription.sign'], { invalidates: [list], onSuccess: () => toast(t`处方 ${rx.rxNo} 已签发`, 'ok') })
  const { asked: afterReread, dialog } = useReread(rx)
  const press = () => void afterReread(() => sign.mutate({ id: rx.id, version: rx.version }))
  return (
    <Can code="prescription:sign">
      <Button size="small" loading={sign.isPending} onClick={press}>{t`签发`}</Button>
      {dialog}
    </Can>
  )
}

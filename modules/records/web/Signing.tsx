/** Drafts of the store that wait for a signature; the oldest is at the end. */
import { useState } from 'react'
import { eyeOf, showRx } from '#kernel/contract/index.ts'
import { Button } from 'antd'
import { Can, DataTable, Screen, t, toast, useGo, useSend, useWho } from '#kernel/web/index.ts'
import { records } from '../contract/endpoints.ts'
import type { Prescription } from '../contract/shapes.ts'
import { prescriptionMachine } from '../contract/states.ts'

const list = records['prescription.list']

export default function Signing() {
  const { hid } = useWho()
  const go = useGo()
  const [total, setTotal] = useState<number>()
  return (
    <Screen fill note={total !== undefined && t`${total} 张`}>
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

/** What is signed, in one line: the first pair, right eye first. */
export const Powers = ({ of }: { of: Prescription }) => {
  const [line, ...more] = of.list
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
  return (
    <Can code="prescription:sign">
      <Button size="small" loading={sign.isPending} onClick={() => sign.mutate({ id: rx.id, version: rx.version })}>{t`签发`}</Button>
    </Can>
  )
}

import { Button } from 'antd'
import { Trash2 } from 'lucide-react'
import { Can, confirm, t, toast, useCall, useCan, useGo, useId, useSend } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import { PatientForm } from '../list/PatientForm.tsx'
import { Rights } from './Rights.tsx'
import { PatientPage } from './PatientPage.tsx'

export default function PatientBasic() {
  const pid = useId('patientId')
  const go = useGo()
  const can = useCan()
  const member = useCall(patients['patients.get'], { id: pid })
  const remove = useSend(patients['patients.delete'], {
    invalidates: [patients['patients.list'], patients['patients.search-by-name']],
    onSuccess: () => (toast(t`已删除`, 'ok'), go('/patients/list')),
  })
  const ask = async () => {
    if (
      member.data &&
      (await confirm({ message: t`删除会员“${member.data.name}”？有预约、检查、收费等记录的会员不能删除`, danger: true, ok: t`删除` }))
    )
      remove.mutate({ pid, version: member.data.version })
  }
  return (
    <PatientPage
      of={member}
      actions={
        <>
          <Rights pid={pid} />
          <Can code="patient:delete">
            <Button danger icon={<Trash2 size={14} />} loading={remove.isPending} onClick={() => void ask()}>{t`删除会员`}</Button>
          </Can>
        </>
      }
    >
      {member.data && (
        <PatientForm
          key={member.data.version}
          initial={member.data}
          readOnly={!can('patient:save')}
          onDone={() => toast(t`已保存`, 'ok')}
          onLeave={() => go(`/patients/detail/${pid}/home`)}
        />
      )}
    </PatientPage>
  )
}

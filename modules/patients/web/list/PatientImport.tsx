import { importCallsOf } from '#kernel/contract/index.ts'
import { ImportWizard, Screen, t, useGo, useWho } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'

const calls = importCallsOf(patients, 'patients')

export default function PatientImport() {
  const go = useGo()
  const { hid } = useWho()
  return (
    <Screen note={t`Excel 或 CSV，先检查再导入，导入后可以撤销`}>
      <ImportWizard
        calls={calls}
        hid={hid}
        what="会员"
        invalidates={[patients['patients.list'], patients['patients.search-by-name']]}
        onLeave={() => go('/patients/list')}
      />
    </Screen>
  )
}

import { importCallsOf } from '#kernel/contract/index.ts'
import { ImportWizard, Screen, t, useGo, useWho } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'

const calls = importCallsOf(patients, 'patients.eg')

export default function EgImport() {
  const go = useGo()
  const { hid } = useWho()
  return (
    <Screen note={t`姓名和手机号与会员相同时自动关联`}>
      <ImportWizard
        calls={calls}
        hid={hid}
        what="护眼用户"
        invalidates={[patients['patients.eg.list'], patients['patients.eg.total']]}
        onLeave={() => go('/patients/local-egData')}
      />
    </Screen>
  )
}

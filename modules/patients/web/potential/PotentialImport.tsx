import { importCallsOf } from '#kernel/contract/index.ts'
import { ImportWizard, Screen, t, useGo, useWho } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'

const calls = importCallsOf(patients, 'patients.potential')

export default function PotentialImport() {
  const go = useGo()
  const { hid } = useWho()
  return (
    <Screen note={t`名单中的人登记为潜在会员，跟进后再转为正式会员`}>
      <ImportWizard
        calls={calls}
        hid={hid}
        what="潜在会员"
        invalidates={[patients['patients.potential.list'], patients['patients.search-by-name']]}
        onLeave={() => go('/patients/potential-member')}
      />
    </Screen>
  )
}

/** Points tab of the member's page. */
import { useId } from '#kernel/web/index.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { MemberPoints, useMemberPoints } from './MemberPoints.tsx'
import { PointButtons } from './PointButtons.tsx'
import { usePointForms } from './PointForms.tsx'

export default function Credit() {
  const pid = useId('patientId')
  const forms = usePointForms(pid, useMemberPoints(pid).data?.points)
  return (
    <PatientPage fill actions={<PointButtons onOpen={forms.open} />}>
      <MemberPoints pid={pid} />
      {forms.drawer}
    </PatientPage>
  )
}

/** Development of the member over the years. */
import { useCall, useId } from '#kernel/web/index.ts'
import { exams } from '../../contract/endpoints.ts'
import { Development } from './Development.tsx'
import { PatientPage } from '#modules/patients/web/door.tsx'

export default function Graph() {
  const pid = useId('patientId')
  const curve = useCall(exams['examVisual.curve'], { pid }, { live: ['exams'] })
  return <PatientPage of={curve}>{curve.data && <Development curve={curve.data} />}</PatientPage>
}

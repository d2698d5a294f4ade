/** Development of the member over the years. */
import { useCall, useId } from '#kernel/web/index.ts'
import { exams } from '../../contract/endpoints.ts'
import { Development } from './Development.tsx'
import { Workbench } from '../form/Workbench.tsx'

export default function Graph() {
  const pid = useId('patientId')
  const curve = useCall(exams['examVisual.curve'], { pid }, { live: ['exams'] })
  return <Workbench of={curve}>{curve.data && <Development curve={curve.data} />}</Workbench>
}

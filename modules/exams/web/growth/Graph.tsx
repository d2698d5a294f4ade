/** Development of the member over the years; below the curves every picture (the seeds' *graph* may mean either). */
import { lazy, Suspense } from 'react'
import { Link, Slot, t, useCall, useId } from '#kernel/web/index.ts'
import { exams } from '../../contract/endpoints.ts'
import { belowGrowth } from '../../contract/slots.ts'
import { Development } from './Development.tsx'
import { PatientPage } from '#modules/patients/web/door.tsx'

const Gallery = lazy(() => import('../images/Gallery.tsx'))

export default function Graph() {
  const pid = useId('patientId')
  const curve = useCall(exams['examVisual.curve'], { pid }, { live: ['exams'] })
  return (
    <PatientPage of={curve} actions={<Link to={`/parent-report/${pid}`}>{t`家长报告`}</Link>}>
      {curve.data && <Development curve={curve.data} />}
      <Slot of={belowGrowth} told={{ pid }} />
      <Suspense fallback={null}>
        <Gallery pid={pid} />
      </Suspense>
    </PatientPage>
  )
}

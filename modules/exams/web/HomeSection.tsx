/** What the member's page shows of the examinations: the axial curve, and the way to the others. */
import { Link, t } from '#kernel/web/index.ts'
import { AxialLengthChart } from './door.tsx'

export default function HomeSection({ pid }: { pid: number }) {
  return (
    <>
      <AxialLengthChart pid={pid} height={240} />
      <p className="growth-source">
        <Link to={`/patients/detail/${pid}/examine/graph`}>{t`发育曲线`}</Link> · <Link to={`/exam-report/${pid}`}>{t`检查报告`}</Link>
      </p>
    </>
  )
}

/** The development curves alone on a page, to show to a family: /crowthCurve?pid=. */
import { Age, Empty, Until, t, tr, useCall, useSearch } from '#kernel/web/index.ts'
import { showGender } from '#kernel/contract/index.ts'
import { exams } from '../../contract/endpoints.ts'
import { Development } from './Development.tsx'
import '../exams.css'

export default function GrowthCurve() {
  const [{ pid }] = useSearch()
  const number = Number(pid) || 0
  const curve = useCall(exams['examVisual.curve'], { pid: number }, { enabled: number > 0, live: ['exams'] })
  if (!number) return <Empty text={t`请从会员页面打开发育曲线`} />
  return (
    <Until of={curve}>
      {curve.data && (
        <main className="stand-alone">
          <header>
            <h1>{t`${curve.data.name} 的视力发育曲线`}</h1>
            <span className="screen-note">
              {tr(showGender(curve.data.gender))} · <Age birth={curve.data.birth} />
            </span>
            <span className="screen-actions">
              <button type="button" className="btn" onClick={() => window.print()}>{t`打印`}</button>
            </span>
          </header>
          <Development curve={curve.data} />
        </main>
      )}
    </Until>
  )
}

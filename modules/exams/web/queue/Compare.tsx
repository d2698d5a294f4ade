/** Two to six visits beside each other: values with what they changed by, coloured and signed; the curve; the pictures of those days. */
import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { showDioptre, showNumber } from '#kernel/contract/index.ts'
import { Empty, Panel, Scrolls, call, keyOf, t, tr } from '#kernel/web/index.ts'
import { compared, type ComparedExamLine } from '../../contract/growth/compare.ts'
import { exams } from '../../contract/endpoints.ts'
import { AxialLengthChart } from '../door.tsx'

const Gallery = lazy(() => import('../images/Gallery.tsx'))
const report = exams['exams.report']

/** More is a rise, less a fall: whether that is good is the reader's to say. The sign says it without the colour. */
function Change({ of: change, decimals }: { of: number | null; decimals: number }) {
  if (change === null || change === 0) return null
  const rises = change > 0
  return (
    <small className={rises ? 'rise' : 'fall'}>
      {rises ? '▲ +' : '▼ −'}
      {showNumber(Math.abs(change), decimals)}
    </small>
  )
}

const Line = ({ of: line }: { of: ComparedExamLine }) => (
  <tr>
    <th scope="row">
      {tr(line.label)} <small className="soft">{line.unit}</small>
    </th>
    {line.values.map((value, i) => (
      <td key={i} className="num">
        {(line.power ? showDioptre : showNumber)(value, line.decimals)} <Change of={line.changes[i] ?? null} decimals={line.decimals} />
      </td>
    ))}
  </tr>
)
const headOf = ({ title, way }: ComparedExamLine) => (way ? `${tr(title)} · ${tr(way)}` : tr(title))

export function Compare({ pid, days }: { pid: number; days: readonly string[] }) {
  const made = useQueries({
    queries: days.map((day) => ({ queryKey: keyOf(report, { pid, day }), queryFn: () => call(report, { pid, day }) })),
  })
  const whole = made.flatMap(({ data }) => (data ? [data] : []))
  if (whole.length < days.length) return null
  const lines = compared(whole)
  const heads = [...new Set(lines.map(headOf))]
  return (
    <>
      <Panel title={t`历次对比`} note={t`▲ 增加，▼ 减少，与前一次有值的检查相比`}>
        <Scrolls className="panel-body visits-compared" label={t`历次对比`}>
          {heads.length === 0 && <Empty text={t`这些日期没有可以对比的数值`} />}
          {heads.map((head) => (
            <table key={head}>
              <caption>{head}</caption>
              <thead>
                <tr>
                  <th scope="col">{t`项目`}</th>
                  {days.map((day) => (
                    <th key={day} scope="col" className="num">
                      {day}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines
                  .filter((line) => headOf(line) === head)
                  .map((line) => (
                    <Line key={line.field} of={line} />
                  ))}
              </tbody>
            </table>
          ))}
        </Scrolls>
      </Panel>
      <Panel title={t`眼轴曲线`} note="mm">
        <AxialLengthChart pid={pid} />
      </Panel>
      <Suspense fallback={null}>
        <Gallery pid={pid} days={days} />
      </Suspense>
    </>
  )
}

/** The report: what it means, why, the curve, the numbers, what to do. Signed examinations only. */
import { daysBetween } from '#kernel/contract/days.ts'
import { t } from '#kernel/web/i18n.ts'
import type { PhonePoint, PhoneReport } from '../../contract/shapes.ts'
import { calls } from '../ask.ts'
import { Curve } from '../look/Curve.tsx'
import { Answer, Empty, To } from '../look/Parts.tsx'
import { goTo, searchOf, useAnswer, useHere } from '../look/use.ts'
import { dayWords, degrees, growthWords, signed } from '../look/words.ts'
import type { PageProps } from '../Phone.tsx'

export default function Report({ member }: PageProps) {
  const day = searchOf(useHere()).get('day') ?? undefined
  const answered = useAnswer<PhoneReport>(calls.report, { pid: member.pid, ...(day ? { day } : {}) })
  return <Answer of={answered}>{(report) => (report.day ? <Shown report={report} day={report.day} /> : <Nothing />)}</Answer>
}
const Nothing = () => (
  <>
    <Empty>{t`还没有医生签过的检查。检查完、医生签了字，这里就能看到。`}</Empty>
    <To path="/h5/prescriptions" className="h5-button">{t`看处方`}</To>
  </>
)

function Shown({ report, day }: { report: PhoneReport; day: string }) {
  const words = report.growth && growthWords(report.growth)
  return (
    <article className="h5-report">
      <section className="h5-card">
        <p className="h5-line">
          <small>
            {report.signedBy
              ? t`${report.name}，${day} 检查，${report.signedBy} ${(report.signedAt ?? '').slice(5, 10)} 签`
              : t`${report.name}，${day} 检查`}
          </small>
          <button type="button" className="h5-link h5-screen" onClick={() => print()}>{t`打印`}</button>
        </p>
        <h2 className="h5-headline">{words?.headline ?? t`这次的检查结果`}</h2>
        {words && <p>{words.reason}</p>}
        <Curve al={report.al} band={report.band} />
        {report.source && <p className="h5-source">{t`同龄范围：${report.source}`}</p>}
      </section>
      <Table report={report} />
      <Advice report={report} />
      <p className="h5-soft">{t`报告只写医生签过的检查；眼睛红、疼、突然看不清，当天就来，不用等。`}</p>
      {report.days.length > 1 && (
        <label className="h5-field h5-screen">
          <span>{t`看哪一天`}</span>
          <select value={day} onChange={(e) => goTo(`/h5/report?day=${e.target.value}`, true)}>
            {report.days.map((d) => (
              <option key={d}>{d}</option>
            ))}
          </select>
        </label>
      )}
      <p className="h5-acts h5-screen">
        <To path="/h5/prescriptions" className="h5-button">{t`看处方`}</To>
        <To path="/h5/book" className="h5-button main">{t`约复查`}</To>
      </p>
    </article>
  )
}

/** Fewer days tell of the instrument; more are not a year (`growth/growth.ts` of exams). */
const [LEAST_DAYS, ABOUT_A_YEAR] = [60, 457]
/** The last value and what has changed since about a year before; nothing where there is one day only. */
function yearBefore(points: readonly PhonePoint[], last: PhonePoint): PhonePoint | undefined {
  return points.find((p) => {
    const days = daysBetween(p.at, last.at)
    return days >= LEAST_DAYS && days <= ABOUT_A_YEAR
  })
}
const change = (now: number | null, before: number | null | undefined, decimals: number): string =>
  now === null || before === null || before === undefined ? '' : signed(now - before, decimals)

function Table({ report }: { report: PhoneReport }) {
  const rows = [
    { name: t`眼轴`, unit: t`毫米`, points: report.al, word: (v: number) => v.toFixed(2), decimals: 2 },
    { name: t`度数`, unit: t`等效球镜`, points: report.se, word: degrees, decimals: 2 },
    { name: t`裸眼视力`, unit: '', points: report.vision, word: (v: number) => v.toFixed(1), decimals: 1 },
    { name: t`戴镜视力`, unit: '', points: report.corrected, word: (v: number) => v.toFixed(1), decimals: 1 },
  ].flatMap((row) => {
    const last = row.points.at(-1)
    return last ? [{ ...row, last, before: yearBefore(row.points, last) }] : []
  })
  if (!rows.length) return null
  const word = (value: number | null, say: (v: number) => string) => (value === null ? '—' : say(value))
  return (
    <div className="h5-card h5-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t`项目`}</th>
            <th scope="col" className="od">{t`右眼`}</th>
            <th scope="col" className="os">{t`左眼`}</th>
            <th scope="col">{t`比一年前`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, unit, last, before, word: say, decimals }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <small>{[unit, last.at.slice(5)].filter(Boolean).join('，')}</small>
              </th>
              <td>{word(last.od, say)}</td>
              <td>{word(last.os, say)}</td>
              <td>
                <small>
                  {[change(last.od, before?.od, decimals), change(last.os, before?.os, decimals)].filter(Boolean).join(' / ') || '—'}
                </small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Advice({ report: { nextOn, growth } }: { report: PhoneReport }) {
  const advice = [
    t`白天在户外两小时，课间也出去`,
    t`近处看二十分钟，抬头看远处`,
    growth?.pace === 'faster' ? t`长得偏快：下次来时问医生要不要调整` : t`照医生说的戴镜，睡够觉`,
    nextOn ? t`${dayWords(nextOn)} 前来复查` : t`按医生说的时间来复查`,
  ]
  return (
    <section className="h5-card">
      <h2>{t`接下来做四件事`}</h2>
      <ol className="h5-advice">
        {advice.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </section>
  )
}

/** The results of one day, read on a screen: /result?pid=&t=2026-11-21; of several, beside each other: t=2026-11-21,2025-11-20. */
import { Button } from 'antd'
import { Download as DownloadIcon } from 'lucide-react'
import { Age, Empty, Until, Panel, Scrolls, download, t, tr, unless, useCall, useSearch } from '#kernel/web/index.ts'
import { showGender } from '#kernel/contract/index.ts'
import { exams } from '../../contract/endpoints.ts'
import '../exams.css'
import { daysOf, MOST_DAYS } from '../../contract/growth/compare.ts'
import { ReportTables } from '../print/ReportTables.tsx'
import { Compare } from './Compare.tsx'

export default function Result() {
  const [{ pid, t: tab }, setSearch] = useSearch()
  const days = daysOf(tab)
  const day = days.at(-1)
  const number = Number(pid) || 0
  const report = useCall(exams['exams.report'], { pid: number, ...(day ? { day } : {}) }, { enabled: number > 0, live: ['exams'] })
  if (!number) return <Empty text={t`请从会员页面打开检查结果`} />
  return (
    <Until of={report}>
      {report.data && (
        <main className="stand-alone">
          <header>
            <h1>{t`${report.data.patient.name} 的检查结果`}</h1>
            <span className="screen-note">
              {tr(showGender(report.data.patient.gender))} ·{' '}
              <Age birth={report.data.patient.birth} {...(report.data.day ? { on: report.data.day } : {})} />
            </span>
            <Button
              icon={<DownloadIcon size={14} />}
              onClick={() => void download(exams['patients.exam-export'], { pid: number })}
            >{t`导出全部检查`}</Button>
            <label className="screen-actions">
              {t`日期`}{' '}
              <select value={report.data.day ?? ''} onChange={(e) => setSearch({ t: e.target.value })}>
                {report.data.days.map((d) => (
                  <option key={d}>{d}</option>
                ))}
              </select>
            </label>
          </header>
          <Beside days={report.data.days} chosen={days} onChoose={(all) => setSearch({ t: all.join(',') })} />
          {days.length > 1 ? (
            <Compare key={days.join()} pid={number} days={days} />
          ) : (
            <Panel>
              <div className="panel-body">
                {report.data.day ? (
                  <Scrolls label={t`检查结果`}>
                    <ReportTables of={report.data} />
                  </Scrolls>
                ) : (
                  <Empty text={t`还没有检查记录`} />
                )}
              </div>
            </Panel>
          )}
        </main>
      )}
    </Until>
  )
}

/** Which visits stand beside each other; pressed ones do. */
function Beside({ days, chosen, onChoose }: { days: readonly string[]; chosen: readonly string[]; onChoose: (days: string[]) => void }) {
  if (days.length < 2) return null
  const taken = chosen.length ? chosen : days.slice(0, 1)
  return (
    <p className="beside-days" role="group" aria-label={t`对比日期`}>
      {t`对比日期`}
      {days.map((day) => {
        const on = taken.includes(day)
        const full = !on && taken.length >= MOST_DAYS && t`最多对比 ${MOST_DAYS} 次`
        return (
          <button
            key={day}
            type="button"
            className="btn num"
            aria-pressed={on}
            {...unless(full, () => onChoose(on ? taken.filter((d) => d !== day) : [...taken, day]))}
          >
            {day}
          </button>
        )
      })}
    </p>
  )
}

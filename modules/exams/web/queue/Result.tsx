/** The results of one day, read on a screen: /result?pid=&t=2026-11-21. */
import { Button } from 'antd'
import { Download as DownloadIcon } from 'lucide-react'
import { Age, Empty, Until, Panel, download, t, tr, useCall, useSearch } from '#kernel/web/index.ts'
import { showGender } from '#kernel/contract/index.ts'
import { exams } from '../../contract/endpoints.ts'
import '../exams.css'
import { ReportTables } from '../print/ReportTables.tsx'

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)

export default function Result() {
  const [{ pid, t: day }, setSearch] = useSearch()
  const number = Number(pid) || 0
  const report = useCall(exams['exams.report'], { pid: number, ...(isDay(day) ? { day } : {}) }, { enabled: number > 0, live: ['exams'] })
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
          <Panel>
            <div className="panel-body">{report.data.day ? <ReportTables of={report.data} /> : <Empty text={t`还没有检查记录`} />}</div>
          </Panel>
        </main>
      )}
    </Until>
  )
}

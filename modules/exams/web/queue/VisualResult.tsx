/**
 * Binocular function on a screen: the last examination beside its norms, the criteria of comfort and the patterns it would fit:
 * /visualResult?pid=.
 */
import { ageOn, fieldsOf, metaOf, show, showGender, type z } from '#kernel/contract/index.ts'
import { Age, Empty, Panel, Until, t, tr, useCall, useSearch, type FormValues } from '#kernel/web/index.ts'
import { exams } from '../../contract/endpoints.ts'
import { kindOf } from '../../contract/kinds/index.ts'
import type { PrintedGroup } from '../../contract/kinds/kind.ts'
import { vision } from '../../contract/kinds/vision.ts'
import { examShapes } from '../../contract/shapes.ts'
import { examStates } from '../../contract/states.ts'
import '../exams.css'
import { Analysis } from '../own/Binocular.tsx'
import { Norms } from '../own/Norms.tsx'

// The fields of the row, by name.
const fields: Readonly<Record<string, z.ZodType>> = fieldsOf(examShapes.vision.row)

export default function VisualResult() {
  const [{ pid, id }, setSearch] = useSearch()
  const number = Number(pid) || 0
  const asks = { enabled: number > 0, live: ['exams'] }
  const member = useCall(exams['exams.report'], { pid: number }, asks)
  const list = useCall(exams['examVision.list'], { pid: number, per_page: 50 }, asks)
  if (!number) return <Empty text={t`请从会员页面打开检查结果`} />
  const rows = (list.data?.list ?? []).filter((row) => examStates.in.valid.includes(row.status))
  const row = rows.find((r) => String(r.id) === id) ?? rows[0]
  return (
    <Until of={[member, list]}>
      {member.data && (
        <main className="stand-alone">
          <header>
            <h1>{t`${member.data.patient.name} 的视功能`}</h1>
            <span className="screen-note">
              {tr(showGender(member.data.patient.gender))} ·{' '}
              <Age birth={member.data.patient.birth} {...(row ? { on: row.examTime.slice(0, 10) } : {})} />
            </span>
            {rows.length > 0 && (
              <label className="screen-actions">
                {t`日期`}{' '}
                <select value={row?.id ?? ''} onChange={(e) => setSearch({ id: e.target.value })}>
                  {rows.map((r) => (
                    <option key={r.id} value={r.id}>
                      {r.examTime.slice(0, 16)}
                    </option>
                  ))}
                </select>
              </label>
            )}
          </header>
          {row ? (
            <div className="visual-result">
              <div>
                {vision.print.map((part, i) => (
                  <Found key={part.title ?? i} of={part} row={{ ...row }} />
                ))}
              </div>
              <div>
                <Norms of={kindOf('vision')} values={{ ...row }} age={ageIn(member.data.patient.birth, row.examTime)} />
                <Analysis values={{ ...row }} age={ageIn(member.data.patient.birth, row.examTime)} pdMm={member.data.pd?.pdFar ?? null} />
              </div>
            </div>
          ) : (
            <Empty text={t`还没有视功能检查`} />
          )}
        </main>
      )}
    </Until>
  )
}
const ageIn = (birth: string | null, moment: string): number | null => (birth ? (ageOn(birth, moment.slice(0, 10))?.years ?? null) : null)
const baseOf = (name: string): string[] => [`${name}Od`, `${name}Os`, `${name}Ou`]
/** What was found, in the parts of the paper. */
function Found({ of: printed, row }: { of: PrintedGroup; row: FormValues }) {
  const names = [...(printed.items ?? []), ...(printed.eyes ?? []).flatMap(baseOf)].filter(
    (name) => row[name] !== null && row[name] !== undefined,
  )
  if (!names.length) return null
  return (
    <Panel {...(printed.title ? { title: tr(printed.title) } : {})}>
      <dl className="found num">
        {names.map((name) => {
          const field = fields[name]
          return (
            field && (
              <div key={name}>
                <dt>{tr(metaOf(field).label ?? name)}</dt>
                <dd>
                  {tr(show(field, row[name]))} {metaOf(field).unit}
                </dd>
              </div>
            )
          )
        })}
      </dl>
    </Panel>
  )
}

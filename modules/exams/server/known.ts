/** What a save looks up before it is judged: the template of a clinic's own examination, the drops before a cycloplegic refraction. */
import { find, lit, sql, wholeRow, type Cx } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { masterOf } from '#modules/settings/server/door.ts'
import { stops } from '#kernel/contract/index.ts'
import { assessed, partsOf, templateOf } from '../contract/aids/template.ts'
import type { Finding } from '../contract/checks/checks.ts'
import { withoutCorrection } from '../contract/checks/pairs.ts'
import { allergicDrops, CYCLOPLEGIC, otherDrops, underDrops } from '../contract/checks/cycloplegia.ts'
import type { ExamKind } from '../contract/kinds/index.ts'
import { examStates } from '../contract/states.ts'
import type { Measures } from './families.ts'
import type { ExamSaveFail, Saving } from './save.ts'

interface Known {
  readonly values: Measures
  readonly findings: readonly Finding[]
}
interface Look {
  readonly values: Measures
  readonly was: Measures | undefined
  readonly input: Saving
  readonly examTime: string
}
type Looks = (cx: Cx<ExamSaveFail>, look: Look) => Promise<Known>

/** By kind; the others know everything from what was sent. */
const LOOKS: Partial<Record<ExamKind, Looks>> = {
  others: (cx, look) => byTemplate(cx, look, 1),
  assess: async (cx, look) => scored(await byTemplate(cx, look, 2), look.input),
  refraction: besideOthers,
  cycloplegia: besideAllergies,
}
/** The values completed by what was looked up, and what is to be said of them. */
export const knownFor = async (cx: Cx<ExamSaveFail>, kind: ExamKind, look: Look): Promise<Known> =>
  (await LOOKS[kind]?.(cx, look)) ?? { values: look.values, findings: [] }

/** An examination keeps the template it was begun by; another one is the settings' present version. Nobody else writes it. */
async function byTemplate(cx: Cx<ExamSaveFail>, { values, was: before }: Look, use: 1 | 2): Promise<Known> {
  const { templateId } = values
  const none = { template: null, templateVersion: null }
  if (typeof templateId !== 'number') return { values: { ...values, ...none }, findings: [] }
  if (before?.templateId === templateId) {
    const { template, templateVersion } = before
    return { values: { ...values, template, templateVersion }, findings: [] }
  }
  const { name, items, bands, version, use: meant } = await masterOf(cx, 'exam-template', templateId)
  if (meant !== use) cx.refuse('not_found', { what: '检查模板', field: 'templateId' })
  return { values: { ...values, template: { name, items, bands }, templateVersion: version }, findings: [] }
}
/** The score is the template's; without one it stands as it was sent. */
function scored({ values }: Known, input: Saving): Known {
  const template = templateOf(values)
  if (!template) return { values: { ...values, band: null }, findings: [] }
  const found = assessed(template, partsOf(values))
  const wanting = found === null && input.status === examStates.is.submitted
  return {
    values: { ...values, score: values.score ?? found?.score ?? null, band: found?.band ?? null },
    findings: wanting ? [{ ...stops, field: 'values', code: 'score-wanting', sentence: '请填写全部评分项目' }] : [],
  }
}
/** Drops beside what the member is allergic to. */
async function besideAllergies(cx: Cx<ExamSaveFail>, { values, input }: Look): Promise<Known> {
  return { values, findings: input.importId ? [] : allergicDrops(values, (await patientOf(cx, input.pid)).allergy) }
}
const VALID = lit(examStates.in.valid)
const TABLES = { exam_visual: sql`exam_visual`, exam_cycloplegia: sql`exam_cycloplegia` } as const
/** The member's latest valid acuity or drops of a day, where they have any. */
const ofDay = <T extends keyof typeof TABLES>(cx: Cx, table: T, pid: number, day: string) =>
  cx.db.one(
    wholeRow(table),
    sql`
      select *
      from ${TABLES[table]}
      where pid = ${pid} and status in ${VALID} and exam_time::date = ${day.slice(0, 10)}::date
      order by exam_time desc
      limit 1
    `,
  )

/**
 * A refraction beside what else was found: its drops are the member's, of the drug it says, and worked long enough; nobody sees less with
 * it than without. What came in from a former system is taken as it is.
 */
async function besideOthers(cx: Cx<ExamSaveFail>, { values, input, examTime }: Look): Promise<Known> {
  if (input.importId) return { values, findings: [] }
  const naked = await ofDay(cx, 'exam_visual', input.pid, examTime)
  const acuity = withoutCorrection(values, examTime, naked && { examTime: naked.examTime, values: { ...naked } })
  const { cycloplegiaId } = values
  const named =
    typeof cycloplegiaId === 'number'
      ? await find(cx, 'exam_cycloplegia', { id: cycloplegiaId, pid: input.pid })
      : await ofDay(cx, 'exam_cycloplegia', input.pid, examTime)
  if (typeof cycloplegiaId === 'number' && (!named || named.status === examStates.is.voided))
    cx.refuse('not_found', { what: '散瞳记录', field: 'cycloplegiaId' })
  const template = named && { examTime: named.examTime, values: { ...named } }
  if (values.kind !== CYCLOPLEGIC) return { values, findings: [...acuity, ...otherDrops(values, template)] }
  if (typeof cycloplegiaId !== 'number')
    return { values, findings: [...acuity, ...otherDrops(values, template), ...underDrops(values, examTime, undefined)] }
  return {
    values: { ...values, cycloplegia: values.cycloplegia ?? named?.drug ?? null },
    findings: [...acuity, ...otherDrops(values, template), ...underDrops(values, examTime, template)],
  }
}

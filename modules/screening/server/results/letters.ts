/** The parents' letter without an account: code, day of birth, image code. */
import { maskName, type z } from '#kernel/contract/index.ts'
import { camel, change, hashToken, newToken, sql, type Cx, type Open } from '#kernel/server/index.ts'
import { gradeLabel } from '../../contract/grades.ts'
import { adviceOf, frontSeat, furnitureOf, hintsOf, visitByOf, type LetterFacts } from '../../contract/letter/letter.ts'
import { adviceFrom, behaviourForms, formOf } from '../../contract/letter/behaviour.ts'
import type { BehaveLetter, LetterAdvice, ParentsLetter, ReadLetter } from '../../contract/shapes.results.ts'
import { pictureRead } from '../picture.ts'
import { newCode } from './tasks.ts'

interface Body extends LetterFacts {
  readonly name: string
  readonly birth: string
  readonly grade: number | null
  readonly school: string | null
  readonly class: string | null
  readonly task: string
  readonly clinic: string
  readonly phone: string | null
  readonly toldOn: string | null
  readonly measuredOn: string | null
  readonly signedAt: string | null
  readonly plan: ParentsLetter['plan']
  readonly status: ParentsLetter['status']
  readonly cvaCodeOd: string | null
  readonly cvaCodeOs: string | null
  readonly former: Record<string, unknown> | null
}
const camelKeys = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [camel(key), value]))
const line = (value: unknown, code: unknown): string | null => {
  if (typeof code === 'string') return code
  return typeof value === 'number' ? value.toFixed(1) : null
}
export async function readLetter(cx: Open<'letter_wrong' | 'picture_wrong'>, { code, birth, ticket }: ReadLetter): Promise<ParentsLetter> {
  if (!(await pictureRead(cx.db, ticket))) return cx.refuse('picture_wrong', { field: 'ticket' })
  const { token, hash } = newToken()
  const { body } = await cx.db.the({ body: 'unknown' }, sql`select screening_letter_opened(${code}, ${birth}, ${hash}) body`)
  // Wrong day, shut letter and unknown code are one answer: nobody learns by trying which codes exist.
  if (body === null) return cx.refuse('letter_wrong', { field: 'code' })
  // An open letter has its row.
  return letterOf(body as Record<string, unknown>, token, cx.now)
}
function letterOf(raw: Record<string, unknown>, token: string, now: string): ParentsLetter {
  const { former, ...own } = raw
  // What the function of the database answers: a row of the result and names beside it.
  const found = { ...camelKeys(own), former: former ? camelKeys(former as Record<string, unknown>) : null } as unknown as Body
  const toldOn = found.toldOn ?? now.slice(0, 10)
  const eye = (side: 'Od' | 'Os') => ({
    now: line(found[`ucva${side}`], found[`ucvaCode${side}`]),
    former: line(found.former?.[`ucva${side}`], found.former?.[`ucvaCode${side}`]),
    corrected: line(found[`cva${side}`], found[`cvaCode${side}`]),
  })
  return {
    token,
    closesAt: later(now),
    name: maskName(found.name),
    gradeName: found.grade === null ? null : gradeLabel(found.grade),
    className: found.class,
    schoolName: found.school,
    taskName: found.task,
    measuredOn: found.measuredOn,
    od: eye('Od'),
    os: eye('Os'),
    // Kept by the constraint of the column.
    glassesType: found.glassesType as ParentsLetter['glassesType'],
    status: found.status,
    hints: hintsOf(found),
    forVisit: found.forVisit,
    visitBy: visitByOf(found, toldOn),
    frontSeat: frontSeat(found),
    ...furnitureOf(found),
    advice: adviceOf(found),
    plan: found.plan,
    behaviourForm: formOf(found.grade),
    behaviour: found.behaviour ? { answers: [...found.behaviour.answers] } : null,
    isSigned: found.signedAt !== null,
    clinic: found.clinic,
    clinicPhone: found.phone,
  }
}
const MINUTES_OPEN = 5
const later = (moment: string): string =>
  new Date(Date.parse(`${moment.replace(' ', 'T')}Z`) + MINUTES_OPEN * 60_000).toISOString().slice(0, 19).replace('T', ' ')

/** Another code for a letter: after five wrong days, or where the paper was lost. Pages that are open under the former one are closed. */
export async function renewLetter(cx: Cx, id: number): Promise<null> {
  const { hid } = await change(
    cx,
    'screening_result',
    { id },
    {},
    { letterCode: newCode(), letterWrong: 0, letterToken: null, letterTokenUntil: null },
  )
  cx.touch('screening', hid)
  return null
}

/** Keeps the form and answers what may be advised now. */
export async function behaveLetter(
  cx: Open<'letter_closed'>,
  { code, token, form, answers }: z.output<typeof BehaveLetter>,
): Promise<z.output<typeof LetterAdvice>> {
  const { version } = behaviourForms[form]
  const { kept } = await cx.db.the(
    { kept: 'boolean' },
    sql`select screening_letter_behaved(${code}, ${hashToken(token)}, ${form}, ${version}, ${JSON.stringify(answers)}::jsonb) kept`,
  )
  if (!kept) cx.refuse('letter_closed')
  return { advice: adviceFrom(answers).slice(0, MOST_ADVICE) }
}
const MOST_ADVICE = 3
export async function planLetter(
  cx: Open<'letter_closed'>,
  { code, token, plan }: { code: string; token: string; plan: number },
): Promise<null> {
  const { kept } = await cx.db.the({ kept: 'boolean' }, sql`select screening_letter_planned(${code}, ${hashToken(token)}, ${plan}) kept`)
  if (!kept) cx.refuse('letter_closed')
  return null
}

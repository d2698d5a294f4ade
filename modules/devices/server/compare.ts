/** What a file says beside what the record says, field by field. */
import { sentenceOf, z } from '#kernel/contract/index.ts'
import type { Cx } from '#kernel/server/index.ts'
import { everyKind, type AnyExam } from '#modules/exams/contract/kinds/index.ts'
import { refractionKinds } from '#modules/exams/contract/fields.ts'
import { standingOf, type StandingExam } from '#modules/exams/server/door.ts'
import type { ComparedExam, ComparedValue, KeptReading } from '../contract/shapes.ts'

type ReadExam = KeptReading['exams'][number]
/** A kind of examination by its word; undefined where none is declared. */
export const kindOf = (word: string): AnyExam | undefined => everyKind.find((k) => k.kind === word)

/** Why an examination cannot take a value of a file: null where it can. */
function wrongOf(kind: AnyExam, field: string, value: unknown): string | null {
  const schema = kind.fields[field]
  if (!schema) return '检查中没有这一项'
  const parsed = schema.safeParse(value)
  return parsed.success ? null : sentenceOf(parsed.error, z.object({ [field]: schema }), { [field]: value }).sentence
}

const plain = (value: unknown): number | string | null => (typeof value === 'number' || typeof value === 'string' ? value : null)
/** Now less then; of axes the shorter way around. */
function differenceOf(field: string, value: unknown, old: unknown): number | null {
  if (typeof value !== 'number' || typeof old !== 'number') return null
  const straight = Math.round((value - old) * 1e6) / 1e6
  if (!/^ax|Axis/.test(field)) return straight
  return ((((straight + 90) % 180) + 180) % 180) - 90
}

/** Each examination of a file, in its order. Values of the draft they would go into are old ones too. */
export async function compared(cx: Cx, { exams }: KeptReading, pid: number | null, time: string): Promise<ComparedExam[]> {
  const found: ComparedExam[] = []
  for (const [index, exam] of exams.entries()) {
    const kind = kindOf(exam.kind)
    const standing = kind && pid ? await standingOf(cx, kind.kind, exam.values, { pid, at: time }) : undefined
    found.push(comparedOne(index, exam, kind, standing))
  }
  return found
}

/** A field's place in its examination; what is no field of it comes last. */
const place = (kind: AnyExam | undefined, field: string): number => ((kind?.columns.indexOf(field) ?? -1) + 1000) % 1000

function comparedOne(index: number, exam: ReadExam, kind: AnyExam | undefined, standing: StandingExam | undefined): ComparedExam {
  const which = typeof exam.values.kind === 'number' ? exam.values.kind : null
  const named = which === null ? undefined : Object.entries(refractionKinds).find(([n]) => Number(n) === which)?.[1]
  const values = Object.entries(exam.values)
    .filter(([field]) => field !== kind?.within)
    // A stored object has lost the order of its fields; the examination has it.
    .sort(([a], [b]) => place(kind, a) - place(kind, b))
    .map(([field, value]): ComparedValue => {
      const old = plain(standing?.draft?.[field]) ?? plain(standing?.before?.[field])
      const wrong = kind ? wrongOf(kind, field, value) : '还没有这一项检查'
      return { field, value, old, difference: differenceOf(field, value, old), wrong }
    })
  return {
    index,
    kind: exam.kind,
    title: named ?? kind?.title ?? exam.kind,
    which,
    known: kind !== undefined,
    oldAt: (standing?.draft ?? standing?.before)?.examTime ?? null,
    intoDraft: standing?.draft !== undefined,
    values,
  }
}

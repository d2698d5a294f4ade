/** An examination written as the shorthand reads it: `parse(format(x))` gives `x` again. */
import { bareOf, metaOf, z } from '#kernel/contract/index.ts'
import type { AnyExam } from '../kinds/index.ts'
import type { ExamValues } from '../kinds/kind.ts'

const isGiven = (value: unknown): boolean => value !== null && value !== undefined
/**
 * A value as one part: never with a blank or a slash of its own. A free text stands in quotes whatever it says, so that none is taken for a
 * word of the shorthand.
 */
function partOf(value: unknown, field: z.ZodType | undefined): string {
  if (typeof value === 'string') return isText(field) ? `"${value.replace(/["\\]/g, (c) => `\\${c}`)}"` : value
  if (typeof value === 'boolean') return value ? 'y' : 'n'
  return String(value)
}
function isText(field: z.ZodType = z.string()): boolean {
  const { options, format: as } = metaOf(field)
  return !options && as !== 'clock' && bareOf(field) instanceof z.ZodString
}
/** Everything a kind's fields can say in a line; facts that are lists or tables of their own are left out. */
export function format(exam: AnyExam, values: ExamValues): string {
  const items: string[] = []
  const written = new Set<string>()
  if (exam.kind === 'refraction') items.push(...powersOf(values, written))
  for (const [name, field] of Object.entries(exam.fields)) {
    if (written.has(name) || !isGiven(values[name]) || typeof values[name] === 'object') continue
    const { pair, eye } = metaOf(field)
    if (pair === undefined || eye === undefined) items.push(`${exam.kind}.${name} ${partOf(values[name], field)}`)
    else items.push(pairOf(exam, pair, values, written))
  }
  return items.join('; ')
}
/** Both eyes of a base and what belongs to it, right eye first. */
function pairOf(exam: AnyExam, base: string, values: ExamValues, fields: Set<string>): string {
  const names = Object.keys(exam.fields).filter((name) => metaOf(exam.fields[name] ?? z.unknown()).pair === base)
  for (const name of names) fields.add(name)
  const parts = names.map((name) => (isGiven(values[name]) ? partOf(values[name], exam.fields[name]) : ''))
  // An empty part is left alone; what stands behind the last one is not written. A pair keeps its slash, by which it is told from a value
  // of its own.
  while (parts.length > 2 && parts.at(-1) === '') parts.pop()
  return `${exam.kind}.${base} ${parts.join('/')}`
}
const sorts: Readonly<Record<number, string>> = { 1: 'old', 2: 'ar', 3: 'ret', 4: 'sub', 5: 'cyc', 6: 're', 7: 'trial' }
const signed = (n: number): string => (n < 0 ? String(n) : `+${n}`)
const isQuarter = (n: number): boolean => Math.abs(n * 4 - Math.round(n * 4)) < 1e-9
/** The powers of both eyes as people write them: `sub od -3.25/-0.75x178`. */
function powersOf(values: ExamValues, fields: Set<string>): string[] {
  const sort = typeof values.kind === 'number' ? sorts[values.kind] : undefined
  return (['Od', 'Os'] as const).flatMap((eye) => {
    const [ds, dc, ax] = [values[`ds${eye}`], values[`dc${eye}`], values[`ax${eye}`]]
    // A sphere alone, or with a cylinder and its axis; anything else is written field by field.
    const whole = typeof ds === 'number' && (typeof dc === 'number' ? dc === 0 || typeof ax === 'number' : !isGiven(ax))
    if (!whole || [ds, dc].some((n) => String(n).includes('e')) || (sort === undefined && isGiven(values.kind))) return []
    const cylinder = typeof dc === 'number' ? `/${signed(dc)}${isGiven(ax) ? `x${String(ax)}` : ''}` : ''
    const fine = isQuarter(ds) && (typeof dc !== 'number' || isQuarter(dc)) ? '' : ' dev'
    for (const base of ['ds', 'dc', 'ax']) fields.add(`${base}${eye}`)
    if (sort !== undefined) fields.add('kind')
    return [`${sort === undefined ? '' : `${sort} `}${eye.toLowerCase()} ${signed(ds)}${cylinder}${fine}`]
  })
}

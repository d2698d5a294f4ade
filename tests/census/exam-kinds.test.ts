/** What a kind of examination declares, and what stands elsewhere for it: the limits of its table, and its screen. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { bareOf, metaOf, z } from '#kernel/contract/index.ts'
import { snake, sql } from '#kernel/server/index.ts'
import { everyKind, inWorkOrder, type AnyExam } from '#modules/exams/contract/kinds/index.ts'
import screens from '#modules/exams/contract/screens.ts'
import { examItems, FORMS } from '#modules/reservations/contract/fields.ts'
import { freshClinic } from '../harness.ts'

interface Check {
  tab: string
  def: string
}
/** Lowest and highest the checks of a table let a column have. */
function kept(checks: readonly Check[], tab: string, column: string): [number | null, number | null] {
  const ends = (sign: '>=' | '<=') =>
    checks.flatMap((c) =>
      c.tab === tab ? [...c.def.matchAll(new RegExp(`\\(${column} ${sign} \\(?'?(-?[\\d.]+)`, 'g'))].map((m) => Number(m[1])) : [],
    )
  const [lows, highs] = [ends('>='), ends('<=')]
  return [lows.length ? Math.max(...lows) : null, highs.length ? Math.min(...highs) : null]
}
/** Numbers of a kind with the limits its field has. */
const limitsOf = (exam: AnyExam) =>
  Object.entries(exam.fields).flatMap(([name, field]) => {
    const bare = bareOf(field)
    const { format } = metaOf(field)
    if (!(bare instanceof z.ZodNumber) || format === 'id') return []
    return [{ name, block: [format === 'axis' ? 1 : bare.minValue, bare.maxValue] }]
  })
const apart = (exam: AnyExam, checks: readonly Check[]) =>
  limitsOf(exam).flatMap(({ name, block }) => {
    const has = kept(checks, exam.table, snake(name))
    return has[0] === block[0] && has[1] === block[1]
      ? []
      : [`${exam.table}.${snake(name)} keeps ${has.join('…')}, its field ${block.join('…')}`]
  })

describe('kinds of examinations', () => {
  it('the table of each keeps the limits of its fields, and is seen where it does not', async () => {
    const clinic = await freshClinic()
    const checks = await clinic.tx((cx) =>
      cx.db.rows(
        { tab: 'string', def: 'string' },
        sql`
          select c.relname::text tab, pg_get_constraintdef(k.oid) def
          from pg_constraint k
          join pg_class c on c.oid = k.conrelid
          where k.contype = 'c' and c.relname = any(${everyKind.map((exam) => exam.table)}::text[])
        `,
      ),
    )
    expect(everyKind.flatMap((exam) => apart(exam, checks))).toEqual([])
    expect(everyKind.flatMap(limitsOf).length).toBeGreaterThan(150)
    for (const exam of everyKind)
      expect(
        apart(
          exam,
          checks.filter((c) => !c.def.includes('between') && !c.def.includes('>=')),
        ).length,
      ).toBe(limitsOf(exam).length)
  })
  it('a declaration is data of at most 120 lines', () => {
    const folder = 'modules/exams/contract/kinds'
    const long = fs.readdirSync(folder).flatMap((file) => {
      const lines = fs.readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n').length
      return lines > 120 && file !== 'kind.ts' ? [`${file}: ${lines} lines`] : []
    })
    expect(long).toEqual([])
  })
  it('what a declaration says is read by somebody, and is seen where nobody does', () => {
    const declared = ['modules/exams/contract/kinds/kind.ts', 'modules/exams/contract/aids/usual.ts'].map((file) =>
      fs.readFileSync(file, 'utf8'),
    )
    const words = new Set(
      declared.flatMap((text) =>
        [...text.matchAll(/interface (?:Told|Trend|Usual|Computed|Printed)\b[^{]*\{([\s\S]*?)\n\}/g)].flatMap(([, body = '']) =>
          [...body.matchAll(/^  readonly (\w+)\??:/gm)].flatMap(([, name]) => name ?? []),
        ),
      ),
    )
    const files = fs
      .readdirSync('modules', { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(exams|records|statistics)\/.*\.tsx?$/.test(file) && !/\.test\.|^exams\/contract\/kinds\//.test(file))
    const text = files.map((file) => fs.readFileSync(path.join('modules', file), 'utf8')).join('\n')
    const isRead = (name: string) => new RegExp(`\\??\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\}\\s*(?:=[^>]|:|\\)|of\\b)`).test(text)
    expect(words.size).toBeGreaterThan(25)
    // The example is for the tests of every kind.
    expect([...words].filter((name) => !isRead(name))).toEqual(['example'])
    expect(isRead('nobodyReadsThis')).toBe(false)
  })
  it('what is normal is taken by its fields, stands in its form, and is no measured number', () => {
    const wrong = everyKind.flatMap((kind) =>
      Object.entries(kind.normal ?? {}).flatMap(([name, value]) => {
        const field = kind.fields[name]
        const shown = kind.groups.some((g) =>
          'eyes' in g ? g.eyes.some((base) => name === `${base}Od` || name === `${base}Os`) : g.items.includes(name),
        )
        const { unit } = field ? metaOf(field) : {}
        return field?.safeParse(value).success && shown && (!unit || value === 0 || unit === '级')
          ? []
          : [`${kind.kind}.${name} = ${String(value)}`]
      }),
    )
    expect(wrong).toEqual([])
    expect(everyKind.filter((exam) => exam.normal).map((exam) => exam.kind)).toEqual(['slitLamp', 'hardLens', 'vision', 'dry', 'others'])
  })
  it('what a visit asks for is written in the section of its kind', () => {
    const sections = inWorkOrder.map((exam) => [exam.item ?? exam.tab, exam.tab])
    expect(Object.entries(FORMS)).toEqual(Object.keys(FORMS).map((item) => sections.find(([of]) => of === item)))
    expect(Object.keys(examItems).filter((item) => !FORMS[item])).toEqual(['fundus'])
  })
  it('the screens are those of the tabs, in their words', () => {
    const base = '/patients/detail/{patientId}/examine/'
    const tabs = Object.entries(screens).flatMap(([path, { title }]) =>
      path.startsWith(base) && path !== `${base}graph` ? [[path.slice(base.length), title]] : [],
    )
    expect(tabs.sort()).toEqual(everyKind.map((exam) => [exam.tab, exam.title]).sort())
  })
})

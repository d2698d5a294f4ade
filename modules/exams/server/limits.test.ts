/**
 * The limits of every kind, by its declaration: on a block a value is taken, beyond it it is refused at its field; what was filled stands
 * on every paper.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { bareOf, metaOf, z } from '#kernel/contract/index.ts'
import { freshClinic, type CallId, type Clinic } from '../../../tests/harness.ts'
import { everyKind, type AnyExam } from '../contract/kinds/index.ts'

let clinic: Clinic
let pid: number
beforeAll(async () => {
  clinic = await freshClinic()
  pid = (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '顾知远', gender: 0, birth: '2014-05-03' })).pid
})
/** The calls of every kind are served under these ids; the census of calls holds them. */
const writing = ({ calls }: AnyExam): CallId => `${calls.name}.${calls.style === 'crud' ? 'create' : 'save'}` as CallId
const sent = async (exam: AnyExam, values: object): Promise<{ code: number; field?: string; data?: Record<string, unknown> }> => {
  const answer = await clinic.as('optometrist').raw(writing(exam), { pid, status: 0, ...values })
  return (await answer.json()) as { code: number; field?: string; data?: Record<string, unknown> }
}
/** Lowest, highest and the step of every number of a kind. */
const numbersOf = ({ fields }: AnyExam) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const bare = bareOf(field)
    const { step = 1, options, format } = metaOf(field)
    if (!(bare instanceof z.ZodNumber) || options || format === 'id' || format === 'axis') return []
    return [{ name, low: bare.minValue ?? 0, high: bare.maxValue ?? 0, step }]
  })
const needed = (exam: AnyExam) => Object.fromEntries([...(exam.required ?? [])].map((name) => [name, exam.example[name]]))

describe.each(everyKind.map((exam) => [exam.kind, exam] as const))('%s', (_, exam) => {
  it('takes a value on its block and refuses one beyond it, at its field', async () => {
    for (const { name, low, high, step } of numbersOf(exam)) {
      for (const on of [low, high]) {
        const answer = await sent(exam, { ...needed(exam), [name]: on })
        // Another rule may want something beside it; this field is not what is wrong.
        expect([name, on, answer.code === 200 || answer.field !== name || exam.beside.includes(name)]).toEqual([name, on, true])
      }
      for (const beyond of [low - step, high + step])
        expect([name, beyond, await sent(exam, { ...needed(exam), [name]: beyond })]).toMatchObject([
          name,
          beyond,
          { code: 1, field: name },
        ])
    }
  })
  it('shows every value of its example on paper and in the export, in both eyes’ columns', async () => {
    const saved = await clinic.as('optometrist').call(writing(exam), { pid, ...exam.example } as never)
    expect(saved).toMatchObject({ status: 1 })
    const { lines } = await clinic.as('optometrist').call('patients.printer', { id: pid })
    const own = lines.filter((line) => line.exam === exam.noun)
    const words = Object.entries(exam.example).filter(([name, value]) => value !== null && typeof value !== 'object' && exam.fields[name])
    const items = new Set(words.map(([name]) => metaOf(exam.fields[name] ?? z.unknown()).pair ?? name))
    expect(own.length).toBeGreaterThanOrEqual(items.size)
    const file = await clinic.as('optometrist').raw('patients.exam-export', { pid })
    expect([file.status, file.headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheet')])
  })
  it('has trends and history of its own numbers only', () => {
    const bases = new Set(numbersOf(exam).flatMap(({ name }) => [name, metaOf(exam.fields[name] ?? z.unknown()).pair ?? name]))
    expect([...exam.trends.map((trend) => trend.of), ...exam.history].filter((base) => !bases.has(base))).toEqual([])
  })
})

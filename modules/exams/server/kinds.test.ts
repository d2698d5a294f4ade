/** What holds for every kind of examination, by its declaration. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { metaOf } from '#kernel/contract/index.ts'
import { freshClinic, type CallId, type Clinic } from '../../../tests/harness.ts'
import { everyKind, type AnyExam } from '../contract/kinds/index.ts'
import { eyeStates, examStates } from '../contract/states.ts'
import { lensStop } from '../contract/events.ts'
import { saveDraft } from './door.ts'
import { families } from './families.ts'
import { saveExam } from './save.ts'

type Row = Record<string, unknown> & { id: number; version: number }
let clinic: Clinic
let pid: number
beforeAll(async () => {
  clinic = await freshClinic()
  pid = await member('沈知远')
})
const member = async (name: string, birth = '2015-07-12') =>
  (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name, gender: 1, birth })).pid
const verb = ({ calls }: AnyExam, one: 'list' | 'info' | 'save'): CallId => {
  const crud = { list: 'list', info: 'get', save: 'create' } as const
  // The calls of every kind are served under these ids; the census of calls holds them.
  return `${calls.name}.${calls.style === 'crud' ? crud[one] : one}` as CallId
}
const optometrist = () => clinic.as('optometrist')
const save = (exam: AnyExam, values: object): Promise<Row> =>
  optometrist().call(verb(exam, 'save'), { pid, ...values } as never) as unknown as Promise<Row>
const refused = (exam: AnyExam, values: object) => optometrist().refusal(verb(exam, 'save'), { pid, ...values })
/** Measures of one eye, or of the other. */
const ofEye = ({ example }: AnyExam, eye: 'Od' | 'Os') => Object.keys(example).filter((name) => name.endsWith(eye))
const without = (values: object, names: readonly string[]) => Object.fromEntries(Object.entries(values).filter(([k]) => !names.includes(k)))

describe.each(everyKind.map((exam) => [exam.kind, exam] as const))('%s', (_, exam) => {
  it('its example is submitted unasked and comes back as it was sent', async () => {
    const saved = await save(exam, exam.example)
    expect(await optometrist().call(verb(exam, 'info'), { id: saved.id } as never)).toMatchObject({
      ...exam.example,
      status: 1,
      eyeStateOd: 0,
    })
  })
  it('goes without any field that may be empty, or says which one is missing', async () => {
    for (const name of Object.keys(exam.example)) {
      const answer = await optometrist().raw(verb(exam, 'save'), { pid: await member(name), status: 0, ...without(exam.example, [name]) })
      expect([name, answer.status]).toEqual([name, 200])
      const { code, field } = (await answer.json()) as { code: number; field?: string }
      expect([name, code === 200 || field !== undefined]).toEqual([name, true])
    }
  })
  it('a change says what it changes and nothing else: the rest stays, null empties', async () => {
    const { id, version } = await save(exam, exam.example)
    const { calls, kind } = exam
    const change = `${calls.name}.${calls.style === 'crud' ? 'update' : 'save'}` as CallId
    const noted = (await optometrist().call(change, { id, version, pid, note: '复核' } as never)) as unknown as Row
    expect([kind, noted]).toMatchObject([kind, { ...exam.example, note: '复核' }])
    const emptied = (await optometrist().call(change, { id, version: noted.version, pid, note: null } as never)) as unknown as Row
    expect([kind, emptied]).toMatchObject([kind, { ...exam.example, note: null }])
  })
  it('of no eye at all is an examination when somebody says why', async () => {
    const pid = await member('小满', '1990-03-04')
    const nobody = { pid, eyeStateOd: eyeStates.is.unable, eyeStateOs: eyeStates.is.unable, eyeReasonOd: '三岁', eyeReasonOs: '三岁' }
    const needed = Object.fromEntries([...(exam.required ?? []), ...(exam.due ?? [])].map((name) => [name, exam.example[name]]))
    expect(await save(exam, { ...nobody, ...needed })).toMatchObject({ status: examStates.is.submitted, eyeReasonOd: '三岁' })
    // What has to be said may be the examination itself: drops, for one.
    if (!Object.keys(needed).some((name) => exam.measures.includes(name)))
      expect(await refused(exam, { ...needed, pid })).toMatchObject({ code: 1 })
  })
  it('its curves and its newest lines show what was measured', async () => {
    const pid = await member('曲线')
    const saved = await optometrist().call(verb(exam, 'save'), { pid, ...exam.example } as never)
    expect(saved).toBeTruthy()
    const curve = await optometrist().call('examVisual.curve', { pid })
    for (const { of: base } of exam.trends) {
      const points = curve.trends.filter((trend) => trend.kind === exam.kind && trend.of === base).flatMap((trend) => trend.points)
      expect([base, points.map(({ od, os, value }) => od ?? os ?? value)]).toEqual([
        base,
        [exam.example[`${base}Od`] ?? exam.example[base]],
      ])
    }
    const { lines } = await optometrist().call('patients.printer', { id: pid })
    const filled = new Set(Object.keys(exam.example).map((name) => metaOf(exam.fields[name]!).pair ?? name))
    expect(lines.filter((line) => line.exam === exam.noun)).toHaveLength(filled.size)
    expect(await optometrist().call('exams.last-time', { pid })).toMatchObject({ [exam.kind]: expect.stringMatching(/^\d{4}-/) })
  })
  it('a device leaves a draft that says where each value came from', async () => {
    const origin = Object.fromEntries(exam.measures.filter((name) => name in exam.example).map((name) => [name, 'device:a.xml']))
    const { examiner } = await save(exam, { ...exam.example, status: examStates.is.draft })
    const draft = await clinic.tx((cx) => saveDraft(cx, exam.kind, { pid, examiner: Number(examiner), ...exam.example }, origin))
    expect(draft).toMatchObject({ ...exam.example, status: examStates.is.draft, origin })
  })
})

const ofEyes = everyKind.filter((exam) => ofEye(exam, 'Os').length > 0)
describe.each(ofEyes.map((exam) => [exam.kind, exam] as const))('%s of one eye alone', (_, exam) => {
  it('the other says why, has no values, and no values are taken for it', async () => {
    const [values, other] = [without(exam.example, [...ofEye(exam, 'Os'), 'pdFar']), ofEye(exam, 'Os')[0] ?? '']
    const reason = { eyeStateOs: eyeStates.is.unable, eyeReasonOs: '哭闹' }
    expect(await refused(exam, { ...values, ...reason, [other]: exam.example[other] })).toMatchObject({ code: 1, field: other })
    expect(await refused(exam, { ...values, eyeStateOs: eyeStates.is.unable })).toMatchObject({ code: 1, field: 'eyeReasonOs' })
    // Submitted without a word of the other eye it is not one that was measured; values that come later are.
    const silent = await save(exam, values)
    expect(silent).toMatchObject({ eyeStateOd: eyeStates.is.measured, eyeStateOs: eyeStates.is.notDone, eyeReasonOs: expect.any(String) })
    const whole = await save(exam, { ...exam.example, id: silent.id, version: silent.version })
    expect(whole).toMatchObject({ eyeStateOs: eyeStates.is.measured, eyeReasonOs: null })
    const saved = await save(exam, { ...values, ...reason })
    expect(saved).toMatchObject({ ...reason, eyeStateOd: eyeStates.is.measured, [other]: null })
    const { lines } = await optometrist().call('patients.printer', { id: pid })
    const own = lines.filter((line) => line.exam === exam.noun && (line.od !== null || line.os !== null))
    expect(own.find((line) => line.item === '检查情况')).toMatchObject({ od: null, os: '不配合：哭闹' })
    expect(own.length).toBeGreaterThan(1)
    for (const line of own) expect([line.item, line.os]).toEqual([line.item, expect.stringMatching(/^不配合/)])
  })
})

describe('what is found at the slit lamp', () => {
  it('is changed without saying its scale again, which stays', async () => {
    const { id, version } = await optometrist().call('exam-slit-lamp.create', { pid, scale: 2, bulbarOd: 1, bulbarOs: 1 })
    const changed = await optometrist().call('exam-slit-lamp.update', { id, version, pid, bulbarOd: 0.5 })
    expect(changed).toMatchObject({ scale: 2, bulbarOd: 0.5, bulbarOs: 1 })
  })
  const lamp = (values: object) => optometrist().refusal('exam-slit-lamp.create', { pid, scale: 1, ...values })
  it('is submitted once somebody has confirmed a stained cornea, and its decision at a review of the lens', async () => {
    expect(await lamp({ stainAreaCOd: 2, lensType: 3 })).toMatchObject({
      code: 1,
      field: 'stainAreaCOd',
      message: expect.stringContaining('应停戴镜片'),
    })
    const saved = await optometrist().call('exam-slit-lamp.create', {
      pid,
      scale: 1,
      stainAreaCOd: 2,
      lensType: 3,
      confirmed: ['stainAreaCOd=2'],
    })
    expect(saved.confirmed).toMatchObject([{ field: 'stainAreaCOd', value: 2 }])
    const review = { pid, ucvaOd: 5, ucvaOs: 5 }
    expect(await optometrist().refusal('exam-hard-lens.create', review)).toMatchObject({ code: 1, field: 'decision' })
    expect(await optometrist().call('exam-hard-lens.create', { ...review, status: 0 })).toMatchObject({ decision: null })
  })
  it('tells the others which lens stays out, of who wears one, and of nobody else', async () => {
    const examiner = clinic.ctid('optometrist')
    const findingsFor = async (values: object): Promise<unknown[]> =>
      clinic.tx(async (cx) => {
        const heard = vi.spyOn(cx, 'announce')
        const pid = await member('停戴')
        // Confirming asks for the right of who examines.
        const examining = { ...cx, who: { ...cx.who, can: new Set(['exam:edit']) } }
        await saveExam(examining, families.slitLamp, {
          pid,
          examiner,
          status: examStates.is.submitted,
          confirmed: ['stainAreaNOs=3'],
          ...values,
        })
        return heard.mock.calls.filter(([event]) => event.name === lensStop.name).map(([, payload]) => payload)
      })
    const stained = { scale: 1, stainAreaNOs: 3 }
    expect(await findingsFor({ ...stained, lensType: 3 })).toMatchObject([{ kind: 'slitLamp', eyes: ['Os'] }])
    expect(await findingsFor({ ...stained, lensType: 0 })).toEqual([])
    expect(await findingsFor(stained)).toEqual([])
    expect(await findingsFor({ scale: 1, stainAreaNOs: 1, lensType: 3 })).toEqual([])
  })
})

/** An inflamed eye wears no lens, and a conclusion rests on something. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../../tests/harness.ts'
import { lensesDelivered } from '../door.ts'

let clinic: Clinic
let nth = 0
beforeAll(async () => {
  clinic = await freshClinic()
})
const doctor = () => clinic.as('doctor')
const optometrist = () => clinic.as('optometrist')
const member = async () =>
  (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: `周一诺${++nth}`, gender: 1, birth: '2015-07-12' })).pid
const corneas = { eccOd: 0.5, eccOs: 0.5, wtwOd: 11.6, wtwOs: 11.6, iopOd: 15, iopOs: 15 }
const eye = { dsOd: -3, dcOd: -0.5, axOd: 180, dsOs: -2.75, k1Od: 43, k2Od: 44, k1Os: 43.25, k2Os: 44, ...corneas }
const questions = { inflammation: 'no', dryEye: 'no', systemicBar: 'no', hygiene: 'good' } as const
/** A member whose case is open and who wears a lens on each eye. */
const worn = async () => {
  const pid = await member()
  await optometrist().call('okjing-first-record.create', { pid, ...eye, ...questions, result: 'suitable' })
  const lens = { gtin: null, batch: null, expiry: null, product: null, parameters: {} }
  const lenses = (['od', 'os'] as const).map((side) => ({ ...lens, eye: side, serial: `W${pid}${side}` }))
  await clinic.tx((cx) => lensesDelivered(cx, { ref: `order:${pid}`, hid: clinic.hid, pid, fittingId: null, lenses }))
  return { pid }
}
const clearEye = { stainAreaC: 0, stainAreaN: 0, stainAreaT: 0, stainAreaS: 0, stainAreaI: 0, infiltrate: 0, movement: 1, ucva: 5 }
/** A hard lens examination of both eyes, clear but for what is said. */
const seen = (pid: number, more: object = {}, role: 'doctor' | 'optometrist' = 'optometrist') => {
  const eyes = Object.entries(clearEye).flatMap(([base, value]) => ['Od', 'Os'].map((side) => [`${base}${side}`, value] as const))
  const values = { ...Object.fromEntries(eyes), decision: 1, ...more }
  const confirmed = Object.entries(values).map(([field, value]) => `${field}=${String(value)}`)
  return clinic.as(role).call('exam-hard-lens.create', { pid, ...values, confirmed } as never)
}
describe('an inflamed eye', () => {
  const today = () => clinic.tx((cx) => Promise.resolve(cx.today))
  it('is decided on with a pause only, keeps both lenses out, and lets nothing go on until a doctor saw both eyes clear', async () => {
    const { pid } = await worn()
    const inflamed = { stainAreaCOd: 3, infiltrateOd: 1 }
    for (const decision of [1, 2, 4, 5])
      await expect(seen(pid, { ...inflamed, decision }), `decision ${decision}`).rejects.toThrow(/角膜染色/)
    await seen(pid, { ...inflamed, decision: 3, examTime: `${await today()} 00:00:01` })
    const { lenses } = await doctor().call('okjing.case', { pid })
    expect(lenses.map((l) => l.status)).toEqual([2, 2])
    for (const decision of ['continue', 'educate', 'parameter', 'renew'])
      expect(
        await optometrist().refusal('okjing-regular-review.create', { pid, visit: 'other', decision, decisionReason: '复查' } as never),
        decision,
      ).toMatchObject({ code: 1, field: 'decision' })
    await seen(pid)
    // An optometrist has seen them clear: it is a doctor who says so.
    expect(await doctor().refusal('okjing.lens.resume', { id: lenses[0]!.id, reason: '愈合' })).toMatchObject({ code: 1 })
    await seen(pid, {}, 'doctor')
    expect(await doctor().call('okjing.lens.resume', { id: lenses[0]!.id, reason: '愈合' })).toMatchObject({ status: 1 })
    await optometrist().call('okjing-regular-review.create', { pid, visit: 'other', decision: 'continue' })
  })
  it('is told by pain with redness too, and the database keeps the lens out whatever is written', async () => {
    const { pid } = await worn()
    const items = [
      { item: 'pain', reply: 'yes', saidBy: 'mother' },
      { item: 'redness', reply: 'yes', saidBy: 'mother' },
    ] as const
    await optometrist().call('inquiry.create', { pid, items: [...items] })
    const { lenses } = await doctor().call('okjing.case', { pid })
    expect(lenses.map((l) => l.status)).toEqual([2, 2])
    await expect(clinic.tx((cx) => cx.db.run(sql`update ok_lens set status = 1 where id = ${lenses[0]!.id}`))).rejects.toThrow(/inflamed/)
  })
  it('one lens is named in a pause: the other is worn on only where no eye is inflamed', async () => {
    const { pid } = await worn()
    const [lens] = (await doctor().call('okjing.case', { pid })).lenses
    const pause = { pid, decisionReason: '镜片破损', stopped: [lens!.id] }
    await optometrist().call('okjing-regular-review.create', { ...pause, visit: 'other', decision: 'pause' })
    expect((await doctor().call('okjing.case', { pid })).lenses.map((l) => l.status).toSorted()).toEqual([1, 2])
  })
})
describe('a conclusion', () => {
  it('适合 and 慎重 rest on what was measured and asked: what lacks is named and stops', async () => {
    const pid = await member()
    for (const more of [{ result: 'suitable' }, { result: 'care', resultReason: '散光较大，密切随访' }] as const) {
      const { message, field } = await optometrist().refusal('okjing-first-record.create', { pid, ...more })
      expect(field).toBe('dsOd')
      for (const word of ['球镜', '平K', '陡K', 'e 值', '角膜直径', '眼压', '干眼']) expect(message).toContain(word)
    }
    const { iopOd: _, ...rest } = { ...eye, ...questions }
    expect(await optometrist().refusal('okjing-first-record.create', { pid, ...rest, result: 'suitable' })).toMatchObject({
      field: 'iopOd',
    })
    const recheckOn = addDays(clinicNow().slice(0, 10), 60)
    await optometrist().call('okjing-first-record.create', { pid, result: 'later', resultReason: '角膜未测', recheckOn })
  })
  it('rests on the age, and its signature on a consent and a guardian', async () => {
    const { pid } = await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '无生日', gender: 1 })
    expect(await optometrist().refusal('okjing-first-record.create', { pid, ...eye, ...questions, result: 'suitable' })).toMatchObject({
      code: 1,
      message: expect.stringContaining('出生日期'),
    })
  })
})

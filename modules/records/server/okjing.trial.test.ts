/** Trial lenses of the store: where each is, and who may take it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
let nth = 0
beforeAll(async () => {
  clinic = await freshClinic()
})
const optometrist = () => clinic.as('optometrist')
const newcomer = async () =>
  (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: `孙思远${++nth}`, gender: 1, birth: '2015-07-12' })).pid
const agree = async (pid: number) => {
  const text = (await clinic.as('reception').call('patients.consent.texts', {})).find((one) => one.kind === 4)
  const consent = { pid, kind: 4, sha256: text!.sha256, way: 1, guardianName: '周敏', guardianRelation: 2 } as const
  await clinic.as('reception').call('patients.consent.give', consent)
}
const member = async () => {
  const pid = await newcomer()
  await agree(pid)
  return pid
}
const corneas = { eccOd: 0.5, eccOs: 0.5, wtwOd: 11.6, wtwOs: 11.6, iopOd: 15, iopOs: 15 }
const eye = { dsOd: -3, dcOd: -0.5, axOd: 180, dsOs: -2.75, k1Od: 43, k2Od: 44, k1Os: 43.25, k2Os: 44, ...corneas }
const answers = { inflammation: 'no', dryEye: 'no', systemicBar: 'no', hygiene: 'good' } as const
/** The first record, which a trial comes after. */
const first = (pid: number) => optometrist().call('okjing-first-record.create', { pid, ...eye, ...answers, result: 'suitable' })

describe('a trial lens', () => {
  const kept = async () =>
    (await optometrist().call('trial-lenses.create', { hid: clinic.hid, name: `V${++nth}`, family: 'VST', bc: 8.6, target: -3 })).id
  it('is put into no eye before a guardian agreed', async () => {
    const pid = await newcomer()
    await first(pid)
    const trial = { pid, eye: 'od', family: 'VST', verdict: 'use', insertedAt: '2026-11-20 09:00' } as const
    expect(await optometrist().refusal('okjing-trial-lens.create', trial)).toMatchObject({
      field: 'insertedAt',
      message: expect.stringMatching(/知情同意.*监护人/),
    })
    await agree(pid)
    expect(await optometrist().call('okjing-trial-lens.create', trial)).toMatchObject({ eye: 'od' })
  })
  it('is in one place, and back only disinfected', async () => {
    const trialLensId = await kept()
    const [a, b] = [await member(), await member()]
    await first(a)
    await first(b)
    const trial = { eye: 'od', family: 'VST', verdict: 'use', trialLensId, insertedAt: '2026-11-20 09:00' } as const
    const out = await optometrist().call('okjing-trial-lens.create', { pid: a, ...trial })
    expect(await optometrist().refusal('okjing-trial-lens.create', { pid: b, ...trial })).toMatchObject({ code: 1, field: 'trialLensId' })
    const bare = clinic.tx((cx) => cx.db.run(sql`update trial_lens_use set back_at = app_now() where record_id = ${out.id}`))
    await expect(bare).rejects.toMatchObject({ constraint: 'trial_lens_use__disinfected' })
    expect((await optometrist().call('okjing.case', { pid: a })).trialLenses).toMatchObject([{ recordId: out.id, trialLensId }])
    await optometrist().call('okjing.trial-lens.return', { id: out.id, disinfection: 'peroxide' })
    expect((await optometrist().call('okjing.case', { pid: a })).trialLenses).toEqual([])
    expect(await optometrist().call('okjing-trial-lens.create', { pid: b, ...trial })).toMatchObject({ trialLensId })
  })
  it('taken by two at once goes to one of them', async () => {
    const trialLensId = await kept()
    const pids = [await member(), await member()]
    for (const pid of pids) await first(pid)
    const outcomes = await Promise.allSettled(
      pids.map((pid) => optometrist().call('okjing-trial-lens.create', { pid, eye: 'od', family: 'VST', verdict: 'use', trialLensId })),
    )
    expect(outcomes.map((o) => o.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find((o) => o.status === 'rejected')).toMatchObject({ reason: { code: 1 } })
  })
})

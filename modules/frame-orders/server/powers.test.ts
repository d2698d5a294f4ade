/** One range and one check of powers, whichever way they come into an order: typed in the form or taken over from a prescription. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic, type Sent } from '../../../tests/harness.ts'

let clinic: Clinic
let pid: number
let lens: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
type Powers = Partial<Omit<Sent<'frame.create'>, 'hid' | 'pid' | 'prescriptionId'>>
const both = (od: Powers): Powers => ({ dsOs: -1, pdOd: 31, pdOs: 31, ...od })

/** A signed prescription of these powers; what is unusual about them is confirmed by the writer. */
async function signed(powers: Powers): Promise<number> {
  const confirmed = Object.entries(powers).map(([field, value]) => `${field}=${String(value)}`)
  const line = { kind: 1, ...powers, confirmed } as Sent<'prescription.create'>['list'][number]
  const rx = await as('doctor').call('prescription.create', { pid, list: [line] })
  await as('doctor').call('prescription.sign', { id: rx.id })
  return rx.id
}
/** The two ways into an order: all of it typed, or taken over with what the form gives over it. */
const ways = {
  form: async (powers: Powers, over: Powers = {}) => ({ hid: clinic.hid, pid, ...powers, ...over }),
  link: async (powers: Powers, over: Powers = {}) => ({ hid: clinic.hid, pid, prescriptionId: await signed(powers), ...over }),
}

beforeAll(async () => {
  clinic = await freshClinic()
  pid = (await as('reception').call('patients.save', { name: '高近视', mobile: '13900000032', birth: '1990-07-01', gender: 1 })).pid
  lens = (
    await as('manager').call('product.save', {
      category: 3,
      unit: '片',
      name: '1.74 双非',
      price: 1980,
      index: 1.74,
      sphMin: -30,
      sphMax: 0,
      cylMin: -12,
      cylMax: 0,
      classifyStatus: 2,
    })
  ).productId
})

describe.each(['form', 'link'] as const)('powers that come by %s', (way) => {
  const create = async (powers: Powers, over?: Powers) => as('optometrist').call('frame.create', await ways[way](powers, over))
  const refused = async (powers: Powers, over?: Powers) => as('optometrist').refusal('frame.create', await ways[way](powers, over))

  it('a signed prescription of −32 D can be ordered', async () => {
    expect(await create(both({ dsOd: -32, dcOd: -11, axOd: 90 }))).toMatchObject({ status: 10, dsOd: -32, dcOd: -11, axOd: 90, dsOs: -1 })
  })
  it('a prism without its base, and a cylinder without its axis, are refused at their field', async () => {
    const prism = both({ dsOd: -3, prismOd: 2, baseOd: 'IN' })
    expect(await create(prism)).toMatchObject({ prismOd: 2, baseOd: 'IN' })
    expect(await refused(prism, { baseOd: null })).toMatchObject({ code: 1, field: 'baseOd', message: expect.stringContaining('底向') })
    expect(await refused(both({ dsOd: -3, dcOd: -1, axOd: 90 }), { axOd: null })).toMatchObject({
      code: 1,
      message: expect.stringContaining('轴位'),
    })
  })
  it('a cylinder of an eye without a sphere is refused: no lens is made of it', async () => {
    expect(await refused(both({ dsOd: -3, dcOd: -1, axOd: 90 }), { dsOd: null })).toMatchObject({ code: 1, field: 'dsOd' })
  })
  it('an order changed afterwards passes the same check', async () => {
    const { recordFrameId, version } = await create(both({ dsOd: -3, prismOd: 2, baseOd: 'IN' }))
    const edit = { recordFrameId, version, ...(await ways[way](both({ dsOd: -3, prismOd: 2, baseOd: 'IN' }))) }
    expect(await as('optometrist').refusal('frame.update', { ...edit, baseOd: null })).toMatchObject({ code: 1, field: 'baseOd' })
    expect(await as('optometrist').call('frame.update', { ...edit, prismOd: 3 })).toMatchObject({ prismOd: 3, baseOd: 'IN' })
  })
  it('what a lens is not made in is found equally when goods are chosen', async () => {
    const { recordFrameId } = await create(both({ dsOd: -32 }))
    const { findings } = await as('optometrist').call('frame.preview', {
      id: recordFrameId,
      ownFrame: true,
      lensProductOd: lens,
      lensProductOs: lens,
    })
    expect(findings.filter((f) => f.level === 'block').map((f) => f.code)).toEqual(['sphere-range-od'])
  })
})

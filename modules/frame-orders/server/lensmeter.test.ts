/** The lensmeter's own file at the final inspection. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { lm7, nt } from '#modules/devices/server/make.ts'
import { receive } from '#modules/stock/server/door.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makeOrder, readingsOf } from './make.ts'

let clinic: Clinic
let goods: { frameProductId: number; lensProductOd: number; lensProductOs: number }
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const right = { sph: '-3.25', cyl: '-0.50', axis: '175' }
const left = { sph: '-2.75', cyl: '-1.00', axis: '5' }
const measuredBy = (id: string, second: number, od = right, os = left) =>
  lm7({ id, at: `2026-11-22 10:11:${String(second).padStart(2, '0')}`, od, os })
async function read(id: number, bytes: Uint8Array, role: 'workshop' | 'cashier' = 'workshop') {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)]), 'lm.xml')
  const response = await fetch(`${clinic.base}/api/frame/lensmeter/${id}`, {
    method: 'POST',
    headers: { token: await clinic.token(role) },
    body,
  })
  return (await response.json()) as {
    code: number
    message: string
    field?: string
    data: { fileId: number; device: string; otherId: boolean; values: Record<string, number> }
  }
}
/** Glasses that wait for their final inspection. */
async function finished(name: string) {
  const { pid } = await as('reception').call('patients.save', { name, birth: '2015-07-01', gender: 1 })
  const { recordFrameId: id, orderNo } = await makeOrder(as('optometrist'), { hid: clinic.hid, pid })
  const { fbid } = await as('optometrist').call('frame.product', { id, ...goods })
  const bill = await as('cashier').call('feebill.info', { id: fbid! })
  await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: bill.feebill.billPrice }] })
  expect((await as('workshop').call('frame.status', { id, status: 60 })).status).toBe(60)
  return { id, orderNo, pid }
}
const passing = readingsOf({ dsOd: -3.25, dcOd: -0.5, axOd: 175, pdOd: 31.5, dsOs: -2.75, dcOs: -1, axOs: 5, pdOs: 31 })
const pass = (id: number, lensmeterId: number, more: object = {}) => ({ id, status: 70, measured: { ...passing, ...more }, lensmeterId })

beforeAll(async () => {
  clinic = await freshClinic({ stores: 1 })
  const { hid } = clinic
  const frame = (await as('manager').call('product.save', { category: 1, name: '钛架 52□18', unit: '副', price: 380 })).productId
  const made = {
    index: 1.6,
    diameter: '70',
    sphMin: -8,
    sphMax: 0,
    cylMin: -2,
    cylMax: 0,
    lensType: 1 as const,
    classifyStatus: 1 as const,
  }
  const lens = (await as('manager').call('product.save', { category: 3, name: '1.60 单光', unit: '片', price: 260, ...made })).productId
  const lines = [
    { productId: frame, quantity: 20 },
    { productId: lens, sph: -3.25, cyl: -0.5, quantity: 20 },
    { productId: lens, sph: -2.75, cyl: -1, quantity: 20 },
  ]
  await clinic.tx((cx) => receive(cx, { ref: 'test', hid, reason: '期初', lines }))
  await as('manager').call('settings.save', { hid, frameInitialInspection: false })
  goods = { frameProductId: frame, lensProductOd: lens, lensProductOs: lens }
})

describe('the file of a lensmeter at the final inspection', () => {
  it('of somebody else is asked about before its readings fill a cell', async () => {
    const { id, orderNo } = await finished('林子晨')
    const text = Buffer.from(measuredBy(orderNo, 41)).toString()
    const other = Buffer.from(text.replace('</ID>', '</ID><LastName>张</LastName><FirstName>伟</FirstName><Sex>F</Sex>'))
    expect(await read(id, other)).toMatchObject({ code: 1, field: 'differsReason', message: expect.stringContaining('张伟') })
  })
  it('fills what it read, says whose number the device has, and stands behind the inspection; it waits in no inbox', async () => {
    const { id, orderNo, pid } = await finished('甲')
    const { data } = await read(id, measuredBy(orderNo, 1))
    expect(data).toMatchObject({
      device: 'NIDEK LM-7',
      otherId: false,
      values: { dsOd: -3.25, dcOd: -0.5, axOd: 175, prismOd: null, dsOs: -2.75, dcOs: -1, axOs: 5 },
    })
    expect((await read(id, measuredBy('0007', 2))).data.otherId).toBe(true)
    expect((await as('optometrist').call('devices.list', { hid: clinic.hid, pid, status: 1 } as never)).list).toEqual([])
    const done = await as('workshop').call('frame.status', pass(id, data.fileId))
    expect(done.inspections.at(-1)).toMatchObject({ kind: 'final', verdict: 'pass', lensmeterId: data.fileId })
  })
  it('leaves open what it could not read: no prism and no cylinder is made up', async () => {
    const { id, orderNo } = await finished('己')
    const prism = { x: '1.50', xBase: 'IN', y: '0.75', yBase: 'UP' }
    const file = lm7({ id: orderNo, at: '2026-11-22 11:00:00', od: { ...right, axis: '' }, os: left }, prism)
    expect((await read(id, file)).data.values).toMatchObject({
      dsOd: -3.25,
      dcOd: null,
      axOd: null,
      prismOd: null,
      prismOs: null,
      dcOs: -1,
    })
  })
  it('of exchanged lenses does not pass, and what was typed over is not sent as read', async () => {
    const { id, orderNo } = await finished('乙')
    const { data } = await read(id, measuredBy(orderNo, 3, left, right))
    const swapped = { dsOd: -2.75, dcOd: -1, axOd: 5, dsOs: -3.25, dcOs: -0.5, axOs: 175 }
    expect(await as('workshop').refusal('frame.status', pass(id, data.fileId, swapped))).toMatchObject({ code: 1, field: 'measured' })
    expect(await as('workshop').refusal('frame.status', pass(id, data.fileId))).toMatchObject({ field: 'measured.dsOd' })
    expect((await as('workshop').call('frame.info', { id })).status).toBe(60)
  })
  it('is good for one inspection, of the member whose glasses they are; the database keeps both', async () => {
    const [one, two] = [await finished('丙'), await finished('丁')]
    const { data } = await read(one.id, measuredBy(one.orderNo, 4))
    expect(await read(two.id, measuredBy(one.orderNo, 4))).toMatchObject({ code: 1, field: 'file' })
    expect(await as('workshop').refusal('frame.status', pass(two.id, data.fileId))).toMatchObject({ field: 'lensmeterId' })
    await as('workshop').call('frame.status', pass(one.id, data.fileId))
    const write = (order: number) =>
      clinic.tx((cx) =>
        cx.db.run(
          sql`
            insert into record_frame_inspection (hid, record_frame_id, kind, ctid_, verdict, lensmeter_id)
            values (${clinic.hid}, ${order}, 'final', ${cx.who.ctid}, 'pass', ${data.fileId})
          `,
        ),
      )
    await expect(write(one.id)).rejects.toThrow(/file_once/)
    await expect(write(two.id)).rejects.toThrow(/another member/)
  })
  it('is refused at the file without lenses in it, before the glasses are finished, and to the cashier', async () => {
    const { id, orderNo, pid } = await finished('戊')
    expect(await read(id, nt({ id: orderNo, at: '2026-11-22 10:00:00' }, ['15', '16'], [550, 551]))).toMatchObject({
      code: 1,
      field: 'file',
    })
    expect(await read(id, new Uint8Array([60, 63]))).toMatchObject({ code: 1, field: 'file' })
    expect(await read(id, measuredBy(orderNo, 5), 'cashier')).toMatchObject({ code: 20405 })
    const early = await makeOrder(as('optometrist'), { hid: clinic.hid, pid })
    expect(await read(early.recordFrameId, measuredBy(early.orderNo, 6))).toMatchObject({
      code: 1,
      message: expect.stringContaining('读取焦度计文件'),
    })
    const { id: theirs } = { id }
    clinic = await freshClinic()
    expect(await read(theirs, measuredBy(orderNo, 7))).toMatchObject({ code: 1 })
  })
})

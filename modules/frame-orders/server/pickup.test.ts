/** Glasses leave against a signature or the code the member received. */
import { beforeAll, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { receive } from '#modules/stock/server/door.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { CHECKS, makeOrder, readingsOf } from './make.ts'

let clinic: Clinic
let pid: number
let goods: { frameProductId: number; lensProductOd: number; lensProductOs: number }
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
beforeAll(async () => {
  clinic = await freshClinic()
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000001', birth: '1999-07-01', gender: 1 })).pid
  const frame = (await as('manager').call('product.save', { category: 1, name: '钛架 52□18', unit: '副', price: 380 })).productId
  const single = { category: 3, name: '1.60 单光', unit: '片', price: 260, lensType: 1, classifyStatus: 1 } as const
  const lens = (await as('manager').call('product.save', { ...single, sphMin: -8, sphMax: 0, cylMin: -2, cylMax: 0 })).productId
  goods = { frameProductId: frame, lensProductOd: lens, lensProductOs: lens }
  const lines = [
    { productId: frame, quantity: 5 },
    { productId: lens, sph: -3.25, cyl: -0.5, quantity: 4 },
    { productId: lens, sph: -2.75, cyl: -1, quantity: 4 },
  ]
  await clinic.tx((cx) => receive(cx, { ref: 'test', hid: clinic.hid, reason: '期初', lines }))
})
/** An order whose goods came from the shelf and are paid for. */
async function paid() {
  const { recordFrameId: id } = await makeOrder(as('optometrist'), { hid: clinic.hid, pid })
  const { fbid } = await as('optometrist').call('frame.product', { id, ...goods })
  const bill = await as('cashier').call('feebill.info', { id: fbid! })
  await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: bill.feebill.billPrice }] })
  return as('workshop').call('frame.info', { id })
}

it('the code of the notice is shown instead of a signature: six digits, of this order, good for one pick-up and five tries', async () => {
  const ready = async () => {
    const order = await paid()
    const id = order.recordFrameId
    await as('workshop').call('frame.processing', { id, checks: CHECKS })
    await as('workshop').call('frame.status', { id, status: 60 })
    await as('workshop').call('frame.status', { id, status: 70, measured: readingsOf(order) })
    return id
  }
  const noticed = async (id: number) => {
    await as('reception').call('frame.notification', { id })
    const sent = { text: 'string', template: 'string', mobile: 'string' } as const
    const sms = await clinic.tx((cx) => cx.db.the(sent, sql`select text, template, mobile from sms order by sms_id desc limit 1`))
    expect(sms).toMatchObject({ template: 'pickup-code', mobile: '13900000001' })
    return /取镜码(\d{6})/.exec(sms.text)![1]!
  }
  const [id, other] = [await ready(), await ready()]
  const [code, codeOfOther] = [await noticed(id), await noticed(other)]
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const take = { id, receiver: '本人' }
  expect(await as('reception').refusal('frame.mirrors', take)).toMatchObject({ field: 'signature' })
  expect(await as('reception').refusal('frame.mirrors', { ...take, pickupCode: '12345' })).toMatchObject({ field: 'pickupCode' })
  expect(await as('reception').refusal('frame.mirrors', { ...take, receiver: '路人甲', pickupCode: code })).toMatchObject({
    field: 'receiverRelation',
  })
  for (const pickupCode of [wrong, codeOfOther === code ? wrong : codeOfOther])
    expect(await as('reception').refusal('frame.mirrors', { ...take, pickupCode })).toMatchObject({ field: 'pickupCode' })
  expect(await as('reception').call('frame.mirrors', { ...take, pickupCode: code })).toMatchObject({
    status: 80,
    byCode: true,
    signature: '',
  })
  const hashes = await clinic.tx((cx) => cx.db.rows({ codeHash: 'string' }, sql`select code_hash from pickup_code`))
  expect(hashes.map((h) => h.codeHash)).not.toContain(code)
  // Five wrong ones lock it, also for the right one; a new notice opens it, and the former code is dead.
  const wrongOther = String((Number(codeOfOther) + 1) % 1_000_000).padStart(6, '0')
  const takeOther = { id: other, receiver: '本人' }
  for (let n = 0; n < 5; n++) await as('reception').refusal('frame.mirrors', { ...takeOther, pickupCode: wrongOther })
  expect((await as('reception').refusal('frame.mirrors', { ...takeOther, pickupCode: codeOfOther })).message).toMatch('输错次数太多')
  const fresh = await noticed(other)
  if (fresh !== codeOfOther)
    expect((await as('reception').refusal('frame.mirrors', { ...takeOther, pickupCode: codeOfOther })).message).toMatch('取镜码不对')
  expect(await as('reception').call('frame.mirrors', { ...takeOther, pickupCode: fresh })).toMatchObject({ status: 80 })
  expect((await as('reception').refusal('frame.mirrors', { ...takeOther, pickupCode: fresh })).message).toMatch('取镜码不对')
})

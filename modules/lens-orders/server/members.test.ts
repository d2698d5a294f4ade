/**
 * Two records of one person made one, and a member erased: orders, receipts, lenses and treatments go with the person, the books agree, and
 * undoing puts each back.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { dbOn } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { sql, wholeRow } from '#kernel/server/index.ts'
import { MOTHER } from '#modules/frame-orders/server/make.ts'
import { freshClinic, server, type Clinic } from '../../../tests/harness.ts'
import { linkFor, makeGoods, makeSupplier, orderOf } from './make.ts'
import { orderChecks } from './receive/verify.ts'

let clinic: Clinic
let lens: number
let nth = 0
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const member = async (name: string) =>
  (await as('reception').call('patients.save', { name, mobile: `1390000${1000 + ++nth}`, birth: '2012-07-01', gender: 1 })).pid
const status = (role: Parameters<Clinic['as']>[0], oid: number, to: number, more: object = {}) =>
  as(role).call('orders.status', { oid, status: to, ...more })
const code = (serial: string) => `01069012345678921730053110K2609\u001d21${serial}`
const box = (eye: 'od' | 'os', serial: string) => ({
  eye,
  code: code(serial),
  measured: eye === 'od' ? { bc: 8.3, target: -3.25, dia: 10.6 } : { bc: 8.2, target: -2.5, dia: 10.6 },
})
/** Hard lenses on their way from the maker, paid. */
async function shipped(pid: number): Promise<number> {
  const made = await as('optometrist').call(
    'orders.create',
    orderOf('okjing', { productId: lens, pid, ...(await linkFor(as, pid, 'okjing')) }).input as never,
  )
  const { fbid, billPrice } = await status('optometrist', made.orderId, 2)
  await as('cashier').call('feebill.confirm', { fbid: fbid!, payStyleList: [{ payWay: 1, amount: billPrice! }] })
  await as('doctor').call('orders.review', { id: made.orderId })
  for (const to of [4, 5]) await status('warehouse', made.orderId, to)
  return made.orderId
}
const serials = () => [`M${++nth}R`, `M${nth}L`] as const
async function handed(pid: number, receiver = '本人'): Promise<number> {
  const id = await shipped(pid)
  const [right, left] = serials()
  await as('warehouse').call('orders.receive', { id, lines: [box('od', right), box('os', left)] })
  await as('optometrist').call('orders.hand-over', {
    id,
    receiver,
    ...MOTHER,
    signature: 'M20 60 L60 30 L100 70 L140 40',
    od: code(right),
    os: code(left),
  })
  return id
}
/** One eye is here, the other on its way. */
async function halfHere(pid: number): Promise<number> {
  const id = await shipped(pid)
  await as('warehouse').call('orders.receive', { id, lines: [box('od', serials()[0])] })
  return id
}
const atropine = (pid: number, start: string, eye: 'ou' | 'od' = 'ou') =>
  as('doctor').call('treatments.save', { pid, eye, kind: 1, concentration: 0.01, start } as never)
const merge = (keepPid: number, dropPid: number) => as('manager').call('patients.merge', { keepPid, dropPid })
const undo = (id: number) => as('manager').call('patients.merge-undo', { id })
const lensesOf = async (pid: number) => (await as('doctor').call('okjing.case', { pid })).lenses
const whose = (id: number) =>
  as('manager')
    .call('orders.info', { id })
    .then((o) => o.pid)
const uses = (pid: number) =>
  clinic.tx((cx) => cx.db.rows({ tbl: 'string', rows: 'number' }, sql`select tbl, rows from patient_uses(${pid}) order by tbl`))
/** What `npm run verify` says of this organisation. */
const differences = (): Promise<string[]> =>
  server().then(({ ownerUrl }) =>
    onClient(ownerUrl, async (client) => {
      const all: string[] = []
      for (const check of orderChecks) all.push(...(await check.run(dbOn(client))).differences)
      return all.filter((d) => d.startsWith(`organisation ${clinic.oid},`))
    }),
  )

beforeAll(async () => {
  clinic = await freshClinic()
  lens = await makeGoods(as('manager'), 10, await makeSupplier(as('manager')), { barCode: '6901234567892' })
})

describe('two records of one person', () => {
  it('orders, receipts, lenses and treatments go with the person and back', async () => {
    const [keep, drop] = [await member('留下'), await member('并入')]
    const [done, half] = [await handed(drop), await halfHere(drop)]
    const again = await as('optometrist').call('orders.create', {
      order: { originalId: done, cause: 'broken' },
      orderLen: { numberOd: 1, numberOs: 0 },
      orderType: 1,
    } as never)
    await atropine(drop, '2024-03-01')
    const before = { keep: await uses(keep), drop: await uses(drop) }
    expect(before.drop.map((u) => u.tbl)).toEqual(expect.arrayContaining(['fee_bill', 'ok_lens', 'supply_order', 'treatment']))
    const preview = await as('manager').call('patients.merge-preview', { keepPid: keep, dropPid: drop })
    expect(preview.stays).toEqual([])
    const merged = await merge(keep, drop)
    expect(merged.left).toEqual([])
    expect(await uses(drop)).toEqual([])
    for (const id of [done, half, again.orderId]) expect(await whose(id)).toBe(keep)
    expect((await lensesOf(keep)).map((l) => l.ref)).toEqual([`order:${done}`, `order:${done}`])
    // What waits is received and handed over as the other's.
    const [, left] = serials()
    await as('warehouse').call('orders.receive', { id: half, lines: [box('os', left)] })
    expect((await as('manager').call('orders.info', { id: half })).status).toBe(7)
    await undo(merged.id)
    expect(await whose(half)).toBe(drop)
    expect({ keep: await uses(keep), drop: await uses(drop) }).toEqual(before)
  })
  it('is not taken back while the kept one is supplied anew what came with the other: the refusal changes nothing', async () => {
    const [keep, drop] = [await member('留下'), await member('并入')]
    const done = await handed(drop)
    const { id } = await merge(keep, drop)
    const since = { order: { originalId: done, cause: 'lost' }, orderLen: { numberOd: 0, numberOs: 1 }, orderType: 1 }
    await as('optometrist').call('orders.create', since as never)
    expect(await as('manager').refusal('patients.merge-undo', { id })).toMatchObject({
      code: 1,
      message: expect.stringContaining('又按移来的记录开了单据'),
    })
    expect(await whose(done)).toBe(keep)
  })
  it('a treatment both records have of the same time does not stop it: it stays where it was and is told', async () => {
    const [keep, drop] = [await member('留下'), await member('并入')]
    await atropine(keep, '2024-01-01')
    await atropine(drop, '2024-03-01')
    const plan = await as('manager').call('patients.merge-preview', { keepPid: keep, dropPid: drop })
    expect(plan.stays).toEqual([{ what: '近视干预', rows: 1 }])
    const merged = await merge(keep, drop)
    expect(merged.left).toEqual(plan.stays)
    await undo(merged.id)
  })
  it('lenses both records wear: those handed over last are worn, the former ones were replaced; undoing wears them again', async () => {
    const [keep, drop] = [await member('留下'), await member('并入')]
    const [old, young] = [await handed(keep), await handed(drop)]
    const merged = await merge(keep, drop)
    expect(merged.left).toEqual([])
    const lenses = await lensesOf(keep)
    const seen = (list: typeof lenses) => list.map((l) => [l.ref, l.eye, l.status]).sort()
    expect(seen(lenses)).toEqual([
      [`order:${old}`, 'od', 2],
      [`order:${old}`, 'os', 2],
      [`order:${young}`, 'od', 1],
      [`order:${young}`, 'os', 1],
    ])
    expect(lenses.find((l) => l.status === 2)!.endReason).toContain('会员合并')
    expect(await differences()).toEqual([])
    await undo(merged.id)
    expect([seen(await lensesOf(keep)), seen(await lensesOf(drop))].map((of) => of.map(([, eye, state]) => [eye, state]))).toEqual([
      [
        ['od', 1],
        ['os', 1],
      ],
      [
        ['od', 1],
        ['os', 1],
      ],
    ])
    expect(await differences()).toEqual([])
  })
})

describe('a member who is erased', () => {
  it('leaves orders and lenses under the number, without who signed for them', async () => {
    const pid = await member('要注销')
    const id = await handed(pid, '要注销的母亲')
    const { version } = await as('manager').call('patients.erase-preview', { pid })
    const erased = await as('manager').call('patients.erase', { pid, version, name: '要注销' })
    expect(erased.kept.map((k) => k.what)).toEqual(expect.arrayContaining(['订单', '塑形镜片']))
    expect(erased.left).toEqual([])
    const [row] = await clinic.tx((cx) => cx.db.rows(wholeRow('supply_order'), sql`select * from supply_order where order_id = ${id}`))
    expect(row).toMatchObject({ pid, receiver: '已注销', signature: '' })
  })
})

/**
 * Lives as they may be lived: things are made, counted, moved and thrown away in any order the product allows. What the ledger says still
 * adds up.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { declaredTables } from '#kernel/server/declared.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { dbOn } from '#kernel/server/database/client.ts'
import { sql } from '#kernel/server/index.ts'
import { auditChain } from '#kernel/server/verify/audit.ts'
import { ledgers } from '#kernel/server/verify/ledger.ts'
import { references } from '#kernel/server/verify/references.ts'
import { moneyPapers } from '#modules/billing/server/verify.ts'
import { freshClinic, RefusedCall, server, type Clinic } from '../harness.ts'

let clinic: Clinic
beforeAll(async () => void (clinic = await freshClinic()))

/** A pupil's generator: the same seed lives the same life. */
const chance = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x80000000
const checks = [references, ledgers, ...moneyPapers, auditChain]
const differences = async (): Promise<string[]> => {
  const { ownerUrl } = await server()
  return onClient(ownerUrl, async (client) => {
    const found: string[] = []
    for (const check of checks) found.push(...(await check.run(dbOn(client))).differences)
    // Other tests of this worker spoil what is theirs on purpose.
    return found.filter((d) => d.startsWith(`organisation ${clinic.oid},`))
  })
}
const thingsOf = (seed: number) => {
  const random = chance(seed)
  const ids = { gift: [] as number[], member: [] as number[], product: [] as number[], scheme: [] as number[], warehouse: [] as number[] }
  const one = (list: number[]): number => list[Math.floor(random() * list.length)] ?? 999_999
  const as = (role: 'manager' | 'reception' | 'cashier' | 'warehouse') => clinic.as(role)
  const n = () => `${seed}-${Math.floor(random() * 1e9)}`
  return {
    random,
    acts: [
      async () =>
        void ids.gift.push((await as('manager').call('points.gifts.create', { giftName: `礼${n()}`, points: 5, stock: 3 })).giftId),
      async () => void ids.gift.push((await as('manager').call('points.gifts.create', { giftName: `礼${n()}`, points: 5 })).giftId),
      () => as('manager').call('points.gifts.stock', { id: one(ids.gift), quantity: random() < 0.5 ? 2 : -1, reason: '盘点' }),
      () => as('manager').call('points.gifts.delete', { id: one(ids.gift) }),
      async () =>
        void ids.member.push(
          (
            await as('reception').call('patients.save', {
              name: `人${n()}`,
              mobile: `139${String(Math.floor(random() * 1e8)).padStart(8, '0')}`,
            })
          ).pid,
        ),
      () => as('manager').call('patients.points.adjust', { pid: one(ids.member), points: 20, reason: '赠送' }),
      () => as('cashier').call('points.exchange', { pid: one(ids.member), giftId: one(ids.gift) }),
      () => as('cashier').call('chargebill.insert-and-pay', { hid: clinic.hid, pid: one(ids.member), money: 50, moneyGift: 0, payWay: 1 }),
      async () =>
        void ids.product.push(
          (await as('manager').call('product.save', { category: 1, name: `架${n()}`, unit: '副', price: 100 })).productId,
        ),
      () => as('manager').call('products.delete', { id: one(ids.product) }),
      async () => {
        const { version } = await as('manager').call('patients.erase-preview', { pid: one(ids.member) })
        await as('manager').call('patients.erase', { pid: one(ids.member), version, name: '不是他' })
      },
    ] as ReadonlyArray<() => Promise<unknown>>,
  }
}

describe('random legal lives', () => {
  it.each([1, 2, 3, 4])('leave everything in agreement (seed %i)', async (seed) => {
    const { random, acts } = thingsOf(seed * 7919)
    let done = 0
    for (let step = 0; step < 60; step++) {
      try {
        await acts[Math.floor(random() * acts.length)]!()
        done++
      } catch (error) {
        if (!(error instanceof RefusedCall) || error.code === -1) throw error
      }
    }
    expect(done).toBeGreaterThan(20)
    expect(await differences()).toEqual([])
  })
  it('a gift with pieces that is thrown away is archived: gone from the list, its name free, its count still there', async () => {
    const create = () => clinic.as('manager').call('points.gifts.create', { giftName: '存档', points: 5, stock: 3 })
    const { giftId } = await create()
    await clinic.as('manager').call('points.gifts.delete', { id: giftId })
    const shown = (await clinic.as('manager').call('points.gifts.list', {})).list.filter((g) => g.giftName === '存档')
    expect(shown).toEqual([])
    expect(
      (await clinic.as('manager').refusal('points.gifts.update', { id: giftId, giftName: '存档', points: 1, status: 0 })).message,
    ).toContain('不存在')
    expect((await create()).giftId).not.toBe(giftId)
    expect(await clinic.tx((cx) => cx.db.any(sql`select 1 from gift where gift_id = ${giftId}`))).toBe(true)
  })
})

describe('what the ledger speaks of', () => {
  it('is not deleted, whoever tries: every table that declares its accounts', async () => {
    const declared = [...declaredTables().values()].filter((t) => t.ledger)
    expect(declared.map((t) => t.name).sort()).toEqual([
      'batch',
      'campaign',
      'gift',
      'package_item',
      'patient',
      'promotion',
      'receive_record',
      'store',
      'train_user',
    ])
    const [gift] = await clinic.tx((cx) =>
      cx.db.rows(
        { giftId: 'number' },
        sql`
          select gift_id
          from gift
          where exists (
            select
            from ledger_account a
            join ledger_line l using (oid, account_id)
            where starts_with(a.key, 'gift:' || gift_id || ':')
          )
          limit 1
        `,
      ),
    )
    await expect(clinic.tx((cx) => cx.db.run(sql`delete from gift where gift_id = ${gift!.giftId}`))).rejects.toThrow(
      'the ledger speaks of gift:',
    )
  })
  it('belongs to a table that says so: no account is of a row nobody guards', async () => {
    const guarded = new Set([...declaredTables().values()].flatMap((t) => (t.ledger ? [t.ledger.key] : [])))
    // Accounts of the outside world and of tills are no rows.
    const OUTSIDE = new Set(['coupon', 'till', 'revenue', 'prepaid', 'given', 'transfer'])
    const { ownerUrl } = await server()
    const kinds = await onClient(ownerUrl, (client) =>
      dbOn(client).rows(
        { kind: 'string' },
        sql`
          select distinct split_part(key, ':', 1) kind
          from ledger_account
          where oid = ${clinic.oid} and key like ${'%:%'}
        `,
      ),
    )
    expect(kinds.map((k) => k.kind).filter((k) => !guarded.has(k) && !OUTSIDE.has(k))).toEqual([])
  })
})

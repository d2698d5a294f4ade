/** Shifts at the till: one at a time, counted against the ledger, signed for, never changed. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ident, raw, sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { rounds } from '../../../tests/depth.ts'
import { tillOf } from '../../../tests/till.ts'
import { makeTopUp } from './make.ts'

let clinic: Clinic
const { till, member, bill, pay, giveBack } = tillOf(() => clinic)
const SIGNED = 'M20 60 L280 60'
beforeAll(async () => {
  clinic = await freshClinic()
})

const open = (cash: number, reason?: string) => till().call('till.open', { hid: clinic.hid, cash, ...(reason ? { reason } : {}) })
const now = () => till().call('till.now', { hid: clinic.hid })
const closing = (shiftId: number, counts: ReadonlyArray<readonly [number, number, string?]>, leftFloat = 0, more: object = {}) =>
  ({
    hid: clinic.hid,
    shiftId,
    leftFloat,
    counts: counts.map(([payWay, counted, reason]) => ({ payWay, counted, ...(reason ? { reason } : {}) })),
    ...more,
  }) as never
const paid = async (amount: number, payWay = 1) => {
  const { fbid } = await bill(await member(), [{ name: '项目', price: amount, priceReason: '测试' }])
  await till().call('feebill.confirm', { fbid, payStyleList: [{ payWay, amount }] } as never)
  return fbid
}

describe('a shift at the till', () => {
  it('is opened with what lies in the drawer, tells what came in by way, and is handed over against a count and a signature', async () => {
    const shift = await open(300)
    expect(shift).toMatchObject({ openedByName: expect.any(String), openingFloat: 300, at: null, floatBefore: null })
    expect(await till().refusal('till.open', { hid: clinic.hid, cash: 300 })).toMatchObject({ message: '本店已有人当班，请先交班' })
    await paid(200)
    await giveBack(await paid(50, 2))
    const { shift: running } = await now()
    expect(running!.ways.filter((w) => w.received || w.refunded)).toEqual([
      { payWay: 1, received: 200, refunded: 0, expected: 500 },
      { payWay: 2, received: 50, refunded: 50, expected: 0 },
    ])
    const id = shift.shiftId
    const refused = (input: never) => till().refusal('till.hand-over', input)
    expect(await refused(closing(id, [[1, 500]]))).toMatchObject({ message: '微信有收退款，请清点' })
    expect(
      await refused(
        closing(id, [
          [1, 480],
          [2, 0],
        ]),
      ),
    ).toMatchObject({ message: '现金差 -20.00 元，请填写原因' })
    expect(
      await refused(
        closing(
          id,
          [
            [1, 500],
            [2, 0],
          ],
          501,
        ),
      ),
    ).toMatchObject({ field: 'leftFloat' })
    expect(
      await refused(
        closing(
          id,
          [
            [1, 500],
            [2, 0],
          ],
          300,
          { pieces: [{ value: 100, count: 4 }] },
        ),
      ),
    ).toMatchObject({ field: 'pieces' })
    expect(
      await refused(
        closing(
          id,
          [
            [1, 500],
            [2, 0],
          ],
          300,
          { receiver: clinic.ctid('cashier'), signature: SIGNED },
        ),
      ),
    ).toMatchObject({ field: 'receiver' })
    expect(
      await refused(
        closing(
          id,
          [
            [1, 500],
            [2, 0],
          ],
          300,
          { receiver: clinic.ctid('manager'), receiverPassword: 'Demo2026!' },
        ),
      ),
    ).toMatchObject({ field: 'signature' })
    const handedOver = await till().call(
      'till.hand-over',
      closing(
        id,
        [
          [1, 480, '找错钱'],
          [2, 0],
        ],
        300,
        {
          receiver: clinic.ctid('manager'),
          signature: SIGNED,
          receiverPassword: 'Demo2026!',
          pieces: [
            { value: 100, count: 4 },
            { value: 20, count: 4 },
          ],
        },
      ),
    )
    expect(handedOver).toMatchObject({
      leftFloat: 300,
      receiverSignature: SIGNED,
      pieces: [
        { value: 100, count: 4 },
        { value: 20, count: 4 },
      ],
    })
    expect(handedOver.counts).toEqual([
      { payWay: 1, received: 200, refunded: 0, expected: 500, counted: 480, difference: -20, reason: '找错钱' },
      { payWay: 2, received: 50, refunded: 50, expected: 0, counted: 0, difference: 0, reason: null },
    ])
    // The next shift is on, in the name of who signed, with what stayed in the drawer.
    const next = (await now()).shift!
    expect(next).toMatchObject({ openingFloat: 300, floatBefore: 300, signature: SIGNED })
    expect(next.shiftId).not.toBe(id)
    expect(
      await refused(
        closing(id, [
          [1, 500],
          [2, 0],
        ]),
      ),
    ).toMatchObject({ message: '这一班已经交班，不能再改' })
    await till().call('till.hand-over', closing(next.shiftId, [[1, 300]], 100))
    const { list } = await till().call('till.shifts', { hid: clinic.hid })
    expect(list.map((s) => [s.taken, s.difference])).toEqual([
      [0, 0],
      [200, -20],
    ])
  })

  it('leaves no money between two shifts: the next one finds what was taken meanwhile, and a drawer that differs needs a reason', async () => {
    await paid(30, 3)
    expect(await now()).toEqual({ shift: null, drawer: 100 })
    expect(await till().refusal('till.open', { hid: clinic.hid, cash: 80 })).toMatchObject({ field: 'reason' })
    const shift = await open(80, '少二十')
    expect(shift).toMatchObject({ floatBefore: 100, openingFloat: 80, floatReason: '少二十' })
    await paid(70)
    expect((await now()).shift!.ways.filter((w) => w.received)).toEqual([
      { payWay: 1, received: 70, refunded: 0, expected: 150 },
      { payWay: 3, received: 30, refunded: 0, expected: 30 },
    ])
    await till().call(
      'till.hand-over',
      closing(
        shift.shiftId,
        [
          [1, 150],
          [3, 30],
        ],
        0,
      ),
    )
  })

  it('belongs to its store and to who may: others neither see nor open it', async () => {
    expect(await clinic.as('doctor').refusal('till.now', { hid: clinic.hid })).toMatchObject({ code: 20405 })
    expect(await till().refusal('till.open', { hid: clinic.hids[1]!, cash: 0 })).toMatchObject({ code: 1 })
    const { shiftId } = await open(0)
    const other = await freshClinic()
    expect(await other.as('cashier').refusal('till.shift', { id: shiftId })).toMatchObject({ code: 1 })
    expect((await other.as('cashier').call('till.now', { hid: other.hid })).shift).toBeNull()
    await till().call('till.hand-over', closing(shiftId, [[1, 0]]))
  })

  it('is opened once when two open at the same moment', async () => {
    const answers = await Promise.all(
      ['cashier', 'manager'].map(
        async (role) =>
          (await clinic.as(role as 'cashier').raw('till.open', { hid: clinic.hid, cash: 0 })).json() as Promise<{ code: number }>,
      ),
    )
    expect(answers.map((a) => a.code).sort()).toEqual([1, 200])
    await till().call('till.hand-over', closing((await now()).shift!.shiftId, [[1, 0]]))
  })
})

describe('who takes over on the screen of who leaves', () => {
  it('proves it with the own password: the signature alone opens no shift, five wrong ones lock for a while', async () => {
    const own = await freshClinic()
    const giver = own.as('cashier')
    const { shiftId } = await giver.call('till.open', { hid: own.hid, cash: 100 })
    const handed = (more: object) =>
      closing(shiftId, [[1, 100]], 100, { hid: own.hid, receiver: own.ctid('manager'), signature: SIGNED, ...more })
    expect(await giver.refusal('till.hand-over', handed({ signature: 'x', receiverPassword: 'Demo2026!' }))).toMatchObject({
      field: 'signature',
    })
    for (const left of [4, 3, 2, 1])
      expect(await giver.refusal('till.hand-over', handed({ receiverPassword: `wrong-${left}` }))).toMatchObject({
        field: 'receiverPassword',
        message: `接班人的登录密码不正确，还可以试 ${left} 次`,
      })
    expect((await giver.call('till.now', { hid: own.hid })).shift).toMatchObject({ shiftId })
    await expect(
      own.tx(async (cx) => {
        await cx.db.run(sql`select set_config('app.ctid', ${String(own.ctid('cashier'))}, true)`)
        await cx.db.run(sql`
          insert into till_shift (hid, from_line, opening_float, opened_by, entered_by)
          values (${own.hid}, 0, 0, ${own.ctid('manager')}, ${own.ctid('cashier')})
        `)
      }),
    ).rejects.toMatchObject({ code: '23514' })
    await giver.call('till.hand-over', handed({ receiverPassword: 'Demo2026!' }))
    expect((await giver.call('till.now', { hid: own.hid })).shift).toMatchObject({
      openedByName: expect.stringContaining('店长') as string,
    })
    const next = (await giver.call('till.now', { hid: own.hid })).shift!
    const taker = own.as('manager')
    const back = (receiverPassword: string) =>
      closing(next.shiftId, [[1, 100]], 100, { hid: own.hid, receiver: own.ctid('cashier'), signature: SIGNED, receiverPassword })
    for (let wrong = 0; wrong < 6; wrong++) await taker.refusal('till.hand-over', back('falsch'))
    expect(await taker.refusal('till.hand-over', back('Demo2026!'))).toMatchObject({
      message: expect.stringContaining('15 分钟') as string,
    })
  })
})

describe('the database', () => {
  const valueOf = (query: ReturnType<typeof sql>) =>
    clinic
      .tx((cx) => cx.db.run(query))
      .then(
        () => 'done',
        (error: unknown) => String(error),
      )
  it('lets nobody change or delete a shift, a hand-over or a count', async () => {
    for (const table of ['till_shift', 'till_handover', 'till_count'])
      for (const statement of [sql`update ${ident(table)} set hid = hid`, sql`delete from ${ident(table)}`])
        expect(await valueOf(statement)).toContain('permission denied')
  })
  it('keeps one open shift a store, a chain without gaps, reasons for differences and counts that are the ledger’s', async () => {
    const { shiftId } = await open(0)
    const { hid } = clinic
    const me = clinic.ctid('cashier')
    expect(
      await valueOf(sql`
        insert into till_shift (hid, from_line, opening_float, opened_by, entered_by)
        values (${hid}, 0, 0, ${me}, ${me})
      `),
    ).toContain('till_shift__')
    expect(
      await valueOf(
        sql`
          insert into till_shift (hid, follows, from_line, float_before, opening_float, opened_by, entered_by)
          select hid, shift_id, to_line, left_float, 0, ${me}, ${me}
          from till_handover
          where hid = ${hid}
          order by shift_id desc
          limit 1
        `,
      ),
    ).toContain('till_shift__one_open')
    const hand = (line: string, count: string) =>
      sql`
        with h as (
          insert into till_handover (shift_id, hid, to_line, left_float, ctid_)
          select ${shiftId}, ${hid}, ${raw(line)}, 0, ${me}
          returning shift_id
        )
        insert into till_count (shift_id, hid, pay_way, received, refunded, expected, counted)
        select shift_id, ${hid}, 1, ${raw(count)}
        from h
      `
    const last = '(select max(line_id) from ledger_line)'
    await paid(10)
    expect(await valueOf(hand(last, '0, 0, 0, 0'))).toContain('is not what the ledger says')
    expect(await valueOf(hand(last, '1000, 0, 1000, 900'))).toContain('till_count__count_reason')
    expect(await valueOf(hand('0', '0, 0, 0, 0'))).toContain('is not what the ledger says')
    expect(await valueOf(hand(last, '1000, 0, 1000, 1000'))).toBe('done')
  })
})

describe('takings of shifts', () => {
  it('are what the ledger moved, by way, over any sequence of payments, deposits, refunds, top-ups, withdrawals and hand-overs', async () => {
    clinic = await freshClinic()
    const way = fc.constantFrom(1 as const, 2 as const, 4 as const)
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), way, amount: fc.integer({ min: 1, max: 9000 }) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('deposit' as const), way, amount: fc.integer({ min: 1, max: 9000 }) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), way, amount: fc.integer({ min: 1, max: 9000 }) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('topUp' as const),
          way: fc.constantFrom(1 as const, 2 as const),
          amount: fc.integer({ min: 1, max: 9000 }),
        }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('shift' as const), way, amount: fc.integer({ min: 0, max: 500 }) }) },
    )
    const all: Array<{ payWay: number; received: number; refunded: number }> = []
    await open(0)
    const turn = async (float: number) => {
      const { shift, drawer } = await now()
      // Cash may have opened one by itself.
      if (!shift) return void (await open(drawer ?? 0))
      const { ways, shiftId } = shift
      const counted = ways.map((w) => [w.payWay, w.expected] as const)
      const cash = ways.find((w) => w.payWay === 1)!.expected
      const handedOver = await till().call(
        'till.hand-over',
        closing(
          shiftId,
          counted.map(([w, n]) => [w, Math.max(0, n), n < 0 ? '倒贴' : undefined] as const),
          Math.min(float, Math.max(0, cash)),
        ),
      )
      all.push(...handedOver.counts)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
        for (const s of steps) {
          const amount = s.amount / 100
          if (s.kind === 'shift') await turn(s.amount)
          else if (s.kind === 'topUp') await makeTopUp(till(), clinic.hid, await member(), amount, 0, s.way)
          else if (s.kind === 'pay') await paid(amount, s.way)
          else if (s.kind === 'refund') await giveBack(await paid(amount, s.way))
          else {
            const { fbid } = await bill(await member(), [{ name: '项目', price: amount * 2, priceReason: '测试' }])
            await pay(fbid, 0, { part: true, payStyleList: [{ payWay: s.way, amount }] })
            await till().call('feebill.cancel', { id: fbid, reason: '不配了' })
          }
        }
      }),
      { numRuns: rounds(8, 2), endOnFailure: true },
    )
    if (!(await now()).shift) await turn(0)
    await turn(0)
    const balances = await clinic.tx((cx) =>
      cx.db.rows(
        { way: 'number', balance: 'number' },
        sql`
          select split_part(key, ':', 3)::int way, balance
          from ledger_account
          where book = 'cash' and starts_with(key, 'till:')
        `,
      ),
    )
    for (const b of balances) {
      const net = all.filter((c) => c.payWay === b.way).reduce((sum, c) => sum + Math.round((c.received - c.refunded) * 100), 0)
      expect({ way: b.way, net }).toEqual({ way: b.way, net: b.balance })
    }
    expect(balances.length).toBeGreaterThan(0)
  })
})

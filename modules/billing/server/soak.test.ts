/**
 * Money that cannot be wrong: random sequences of charging, spending (stored value, points, gift card), earning, buying and redeeming
 * packages, exchanging gifts, transferring, dating a top-up back, letting coupons and points lapse, and refunding, many at once on the same
 * members and in two stores. Nothing falls below zero, every book sums to zero, every paper agrees with its entry, every refund does what
 * its dry run said, and refunding everything returns every account to its start,
 * but for points that lapsed, and every commission to nothing.
 *
 * 50 sequences in every test run, 500 in the deep one; `npm run soak` plays 10,000 (SOAK says how many, SEED which).
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onClient } from '#kernel/server/database/once.ts'
import { dbOn } from '#kernel/server/database/client.ts'
import { ledgers } from '#kernel/server/verify/ledger.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { addDays } from '#kernel/contract/days.ts'
import { expireCoupons, lapsePoints } from '#modules/loyalty/server/door.ts'
import { freshClinic, server, type Clinic, type Sent } from '../../../tests/harness.ts'
import { rounds, SEED } from '../../../tests/depth.ts'
import { move, patient, type MoneyMove } from '../../../tests/money-moves.ts'
import { makeFeeItems } from './make.ts'
import { moneyPapers } from './verify.ts'

const SEQUENCES = Number(process.env.SOAK ?? rounds(500))
const AT_ONCE = 10
const CARD = 80_000

interface Held {
  money: number
  moneyGift: number
  points: number
  card: number
}
/** What a clinic gives and sells in these sequences. */
interface Shop {
  clinic: Clinic
  fgid: number
  giftId: number
  cardKind: number
  shortLived: number
}
/** Four members on whom several sequences play at once, and what has to be undone in the end. */
interface World extends Shop {
  pids: number[]
  /** Gift card of each member. */
  cards: number[]
  start: Held[]
  /** Paid bills with what of them was not given back yet, in fen. */
  bills: Map<number, { pid: number; biid: number; left: number; combo: boolean }>
  /** Points and sessions that were used: taken back before the bills. */
  uses: Array<() => Promise<unknown>>
  transfers: Array<() => Promise<unknown>>
}
const counts: Record<string, number> = { moves: 0, refused: 0, waits: 0, refunds: 0, members: 0 }
const count = (what: string, by = 1) => void (counts[what] = (counts[what] ?? 0) + by)
const fen = (yuan: number) => Math.round(yuan * 100)
const holdings = async ({ clinic, pids, cards }: World, i: number): Promise<Held> => {
  const { money, moneyGift, points } = await clinic.as('cashier').call('loyalty.wallet', { pid: pids[i]! })
  return {
    money: fen(money),
    moneyGift: fen(moneyGift),
    points,
    card: fen((await clinic.as('cashier').call('receive-record.get', { id: cards[i]! })).left),
  }
}
type Tried =
  | 'feebill.confirm'
  | 'chargebill.transfer'
  | 'patients.points.adjust'
  | 'fee-bills.refund'
  | 'packages.item.confirm'
  | 'points.exchange'
/** What was answered; a refusal in words moves nothing and is as good. Anything else fails the test. */
async function tried<K extends Tried>(clinic: Clinic, id: K, input: Sent<K>, hid?: number): Promise<Record<string, unknown> | undefined> {
  const answer = (await (await clinic.as('chain').raw(id, input as Record<string, unknown>, hid ? { hid } : {})).json()) as {
    code: number
    message: string
    data: Record<string, unknown>
  }
  if (answer.code === 200) return answer.data
  expect([answer.code, answer.message]).toEqual([1, expect.any(String)])
  count('refused')
  return undefined
}

async function shop(): Promise<Shop> {
  const fresh = await freshClinic()
  const clinic: Clinic = { ...fresh, as: (role) => patient(fresh.as(role), () => count('waits')) }
  const manager = clinic.as('manager')
  const rules = [
    { pointsRuleId: 6, pointsNumber: 0 },
    { pointsRuleId: 7, pointsNumber: 12 },
  ]
  await manager.call('points.rules.save-all', { list: rules })
  const fromDay = clinicNow().slice(0, 10)
  for (const hid of clinic.hids)
    for (const role of [1, 5] as const) await clinic.as('chain').call('statistics.commission-add', { hid, role, percent: 3.33, fromDay })
  const fiid = (await makeFeeItems(manager, clinic.hid)).get('眼压检查')!
  const { fgid } = await manager.call('feegroup.save', { name: '长跑套餐', packagePrice: 90, groupItems: [{ fiid, quantity: 4 }] })
  const { giftId } = await manager.call('points.gifts.create', { giftName: '镜布', points: 50, stock: SEQUENCES * 8 })
  const kind = async (more: object) => (await manager.call('card-volume.create', more as never)).id
  return {
    clinic,
    fgid,
    giftId,
    cardKind: await kind({ name: '礼品卡', couponType: 4, value: CARD / 100 }),
    shortLived: await kind({ name: '短期券', couponType: 1, value: 5, validityType: 1, validityDays: 1 }),
  }
}
async function world(shop: Shop, seq: number): Promise<World> {
  const { clinic } = shop
  const w: World = { ...shop, pids: [], cards: [], start: [], bills: new Map(), uses: [], transfers: [] }
  for (let i = 0; i < 4; i++) {
    const { pid } = await clinic
      .as('reception')
      .call('patients.save', { name: `长跑${seq}${'甲乙丙丁'[i]!}`, gender: 0, birth: '1990-01-01' } as never)
    await clinic.as('cashier').call('chargebill.insert-and-pay', { hid: clinic.hid, pid, money: 500, moneyGift: 120, payWay: 2 })
    await clinic.as('manager').call('patients.points.adjust', { pid, points: 2000, reason: '期初' })
    w.pids.push(pid)
    w.cards.push((await clinic.as('cashier').call('receive-record.create', { pid, kindId: w.cardKind, note: '会员回馈' })).list[0]!.id)
    w.start.push(await holdings(w, i))
  }
  count('members', 4)
  return w
}

const plays: { [K in MoneyMove['kind']]: (w: World, m: Extract<MoneyMove, { kind: K }>, pid: number) => Promise<unknown> } = {
  topup: async (w, m, pid) => {
    const gift = Math.min(m.gift, m.money)
    await w.clinic.as('chain').call('chargebill.insert-and-pay', {
      hid: w.clinic.hid,
      pid,
      money: m.money / 100,
      moneyGift: gift / 100,
      payWay: 1,
      chargeConsultantId: w.clinic.ctid('optometrist'),
      payTime: `${addDays(clinicNow().slice(0, 10), -m.daysBack)} 00:00:00`,
    })
    w.start[m.who]!.money += m.money
    w.start[m.who]!.moneyGift += gift
  },
  bill: (w, m, pid) =>
    sold(w, {
      pid,
      item: { name: '检查', price: m.price / 100, priceReason: '其他收费', quantity: 1 },
      way: m.way,
      couponId: m.way === 7 ? w.cards[m.who]! : undefined,
      hid: w.clinic.hids[m.store]!,
    }),
  combo: (w, m, pid) => sold(w, { pid, item: { fgid: w.fgid, quantity: 1 } as never, way: m.way, couponId: undefined, hid: w.clinic.hid }),
  redeem: async ({ clinic, uses }, m, pid) => {
    const item = (await clinic.as('chain').call('packages.list', { pid, status: 1 })).list[0]?.items[0]
    if (
      item &&
      (await tried(clinic, 'packages.item.confirm', { package_item_id: item.package_item_id, quantity: m.quantity }, clinic.hids[m.store]!))
    )
      uses.push(() => takeUsesBack(clinic, pid))
  },
  gift: async ({ clinic, giftId, uses }, _, pid) => {
    const order = await tried(clinic, 'points.exchange', { pid, giftId, handOver: false })
    if (order)
      uses.push(() => clinic.as('chain').call('points.orders.cancel', { giftOrderId: order.giftOrderId as number, reason: '退回' }))
  },
  expire: async ({ clinic, shortLived }, _, pid) => {
    await clinic.as('cashier').call('receive-record.create', { pid, kindId: shortLived, note: '会员回馈' })
    await clinic.tx((cx) => expireCoupons({ ...cx, today: '2099-01-01' }))
  },
  lapse: ({ clinic }, _, pid) => clinic.tx((cx) => lapsePoints({ ...cx, today: '2099-01-01' }, [pid])),
  points: async ({ clinic, uses }, m, pid) => {
    const input = { pid, points: -m.points, reason: '使用' }
    if (await tried(clinic, 'patients.points.adjust', input))
      uses.push(() => clinic.as('chain').call('patients.points.adjust', { ...input, points: m.points, reason: '退回' }))
  },
  transfer: async ({ clinic, pids, transfers }, m, pid) => {
    const to = pids[m.to]!
    const input = { pid, transferPid: to, transferAmount: m.money / 100, confirmMoney: m.money / 100 }
    if (await tried(clinic, 'chargebill.transfer', input))
      transfers.push(() => clinic.as('chain').call('chargebill.transfer', { ...input, pid: to, transferPid: pid }))
  },
  refund: async (w, m, pid) => {
    const [fbid, bill] = [...w.bills].find(([, b]) => b.pid === pid && !b.combo) ?? []
    if (!fbid || !bill) return
    const part = Math.floor(bill.left * m.part)
    // Without consent: where earned points are gone it is refused, and nothing is kept from the member.
    if (
      part === 0 ||
      !(await tried(w.clinic, 'fee-bills.refund', { fbid, reason: '不要了', items: [{ biid: bill.biid, refundAmount: part / 100 }] }))
    )
      return
    bill.left -= part
    count('refunds')
  },
  // Whole, by money or by pieces: refused where a session was used, and what is refunded is gone.
  comboBack: async (w, m, pid) => {
    const [fbid, bill] = [...w.bills].find(([, b]) => b.pid === pid && b.combo && b.left > 0) ?? []
    if (!fbid || !bill) return
    const { left } = bill
    bill.left = 0
    const item = m.byAmount ? { biid: bill.biid, refundAmount: left / 100 } : { biid: bill.biid, quantity: 1, refundAmount: left / 100 }
    if (await tried(w.clinic, 'fee-bills.refund', { fbid, reason: '不要了', items: [item] })) count('refunds')
    else bill.left = left
  },
}
const play = (w: World, m: MoneyMove): Promise<unknown> => (
  count('moves'),
  count(m.kind),
  (plays[m.kind] as (w: World, m: MoneyMove, pid: number) => Promise<unknown>)(w, m, w.pids[m.who]!)
)

async function sold(
  w: World,
  {
    pid,
    item,
    way,
    couponId,
    hid,
  }: { pid: number; item: Sent<'feebill.save'>['items'][number]; way: 1 | 2 | 5 | 6 | 7; couponId: number | undefined; hid: number },
): Promise<void> {
  const { feebill, BillItemList } = await w.clinic
    .as('chain')
    .call('feebill.save', { pid, items: [item], salerId: w.clinic.ctid('optometrist') }, { hid })
  const payStyleList = [{ payWay: way, amount: feebill.billPrice, ...(couponId ? { couponId } : {}) }]
  if (await tried(w.clinic, 'feebill.confirm', { fbid: feebill.fbid, payStyleList }, hid))
    w.bills.set(feebill.fbid, { pid, biid: BillItemList[0]!.biid, left: fen(feebill.billPrice), combo: BillItemList[0]!.fgid !== null })
}
async function takeUsesBack(clinic: Clinic, pid: number): Promise<void> {
  const { list } = await clinic.as('chain').call('packages.records', { pid, per_page: 200 })
  for (const r of list)
    if (r.kind === 1 && !r.cancelled) await clinic.as('chain').call('packages.item.cancel', { recordId: r.recordId, reason: '退回' })
}

/**
 * What was used comes back first, so that what refunds take back is there; then the bills, last paid first; then the transfers, last first.
 */
async function unwind(w: World): Promise<void> {
  const chain = w.clinic.as('chain')
  const ids = [...w.bills.keys()]
  const order = ids.length
    ? await w.clinic.tx((cx) =>
        cx.db.rows(
          { fbid: 'number' },
          sql`
            select p.fbid
            from bill_payment p
            join ledger_line l using (oid, entry_id)
            where p.fbid = any(${ids})
            group by p.fbid
            order by max(l.line_id) desc
          `,
        ),
      )
    : []
  for (const undo of w.uses) await undo()
  for (const { fbid } of order) {
    const { biid, left } = w.bills.get(fbid)!
    if (left === 0) continue
    const input = { fbid, items: [{ biid }], consent: true, reason: '不要了' }
    const forecast = await chain.call('fee-bills.refund', { ...input, dryRun: true })
    expect({ ...(await chain.call('fee-bills.refund', input)), refundId: null }).toEqual(forecast)
    expect(forecast).toMatchObject({ deducted: 0, pointsShort: 0, status: 3 })
    count('refunds')
  }
  for (const undo of w.transfers.reverse()) await undo()
  const gift = { held: 0, start: 0 }
  for (const [i, pid] of w.pids.entries()) {
    const { moneyGift, points, ...held } = await holdings(w, i)
    const { moneyGift: started, points: startPoints, ...start } = w.start[i]!
    expect(held, `member ${pid} is back at the start`).toEqual(start)
    // Points of a bill that had lapsed are not taken back by its refund: what is missing is at most what lapsed.
    const lapsed = await lapsedOf(w.clinic, pid)
    expect(points, `points of member ${pid}`).toBeLessThanOrEqual(startPoints)
    expect(points, `points of member ${pid}, of whom ${lapsed} lapsed`).toBeGreaterThanOrEqual(startPoints - lapsed)
    count('lapsed', lapsed)
    gift.held += moneyGift
    gift.start += started
  }
  // A transfer takes whole fen of gift money along: forth and back may leave some of them with the other member, none is lost.
  expect(gift.held).toBe(gift.start)
}
const lapsedOf = (clinic: Clinic, pid: number): Promise<number> =>
  clinic.tx(
    async (cx) =>
      (
        await cx.db.the(
          { lapsed: 'number' },
          sql`
            select coalesce(-sum(l.amount), 0)::bigint lapsed
            from ledger_account a
            join ledger_line l using (oid, account_id)
            join ledger_entry e using (oid, entry_id)
            where a.book = 'points' and a.key = ${`member:${pid}`} and e.reason = '积分过期'
          `,
        )
      ).lapsed,
  )
/** Commission of bills, all of which were given back; how many lines there are of bills and of top-ups. */
const commissions = ({ clinic }: Shop) =>
  clinic.tx((cx) =>
    cx.db.the(
      { left: 'number', ofBills: 'number', ofTopUps: 'number' },
      sql`
        select coalesce(sum(amount) filter (where cbid is null), 0)::bigint "left", count(*) filter (where cbid is null) of_bills,
          count(*) filter (where cbid is not null) of_top_ups
        from commission_line
      `,
    ),
  )
/** Sessions, gifts and coupons of the clinic as the ledger has them, and its coupons by state. */
const rest = ({ clinic }: Shop) =>
  clinic.tx(async (cx) => ({
    books: await cx.db.rows(
      { book: 'string', held: 'number' },
      sql`
        select book, sum(balance)::bigint held
        from ledger_account
        where book in ('sessions', 'gifts', 'coupons') and floor = 0
        group by book
        order by book
      `,
    ),
    unlike: await cx.db.rows(
      { id: 'number', status: 'number', balance: 'number' },
      sql`
        select r.id, r.status, a.balance
        from receive_record r
        join ledger_account a on a.oid = r.oid and a.key = 'coupon:' || r.id and a.book in ('coupons', 'cards')
        where (r.status = 0) <> (a.balance > 0)
      `,
    ),
  }))

describe('money that cannot be wrong', () => {
  it(
    `${SEQUENCES} random sequences, ${AT_ONCE} at once on the same members: nothing negative, every book zero, refunds lead to the start`,
    async () => {
      const seeded = await shop()
      const sequences = fc.sample(fc.array(move, { minLength: 2, maxLength: 7 }), { numRuns: SEQUENCES, seed: SEED })
      const starts = Array.from({ length: Math.ceil(SEQUENCES / AT_ONCE) }, (_, i) => i * AT_ONCE)
      const lane = async () => {
        for (let from = starts.shift(); from !== undefined; from = starts.shift()) {
          const w = await world(seeded, from)
          await Promise.all(
            sequences.slice(from, from + AT_ONCE).map(async (moves) => {
              for (const m of moves) await play(w, m)
            }),
          )
          await unwind(w)
          // oxlint-disable-next-line no-console -- an hour's run says where it is
          if (process.env.SOAK && from % 500 === 0) console.log(`${from} of ${SEQUENCES} sequences, ${counts.moves} moves`)
        }
      }
      await Promise.all([lane(), lane(), lane()]).catch((error: unknown) => {
        throw new Error(`played with SEED=${SEED}`, { cause: error })
      })
      expect(await rest(seeded)).toEqual({
        books: [
          { book: 'coupons', held: 0 },
          { book: 'gifts', held: SEQUENCES * 8 },
          { book: 'sessions', held: 0 },
        ],
        unlike: [],
      })
      const { left, ofBills, ofTopUps } = await commissions(seeded)
      expect(left).toBe(0)
      expect(Math.min(ofBills, ofTopUps)).toBeGreaterThan(0)
      const differences = await onClient((await server()).ownerUrl, async (client) => {
        const all = []
        for (const check of [ledgers, ...moneyPapers]) all.push(...(await check.run(dbOn(client))).differences)
        return all
      })
      expect(differences.filter((d) => d.startsWith(`organisation ${seeded.clinic.oid},`))).toEqual([])
      const kinds = Object.keys(plays)
        .map((k) => `${counts[k] ?? 0} ${k}`)
        .join(', ')
      // oxlint-disable-next-line no-console -- a proof prints its counts
      console.log(
        [
          `${SEQUENCES} sequences (SEED=${SEED}), ${counts.moves} moves: ${kinds}; ${counts.refused} refused in words`,
          `${counts.waits} asked again, ${counts.refunds} refunds as forecast, ${counts.members} members back at their start`,
          `${counts.lapsed} points lapsed, ${ofBills} lines of commission of bills and ${ofTopUps} of top-ups`,
        ].join(', '),
      )
    },
    6 * 3_600_000,
  )
})

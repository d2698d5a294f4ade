/** Lottery: points for a chance. The server draws with the operating system's random numbers and stores the chance with every draw. */
import { randomInt } from 'node:crypto'
import { dayStart, find, insert, post, sql, update, type Cx, type Row, wholeRow } from '#kernel/server/index.ts'
import type { IssueFail } from '#modules/stock/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import type { Prize } from '../contract/shapes.points.ts'
import { issueCoupons, kindOf } from './coupons.ts'
import { giftOf, giveGift } from './gifts.ts'
import { earningLines } from './holdings.ts'
import { needPoints, pointsSpent } from './points.ts'
import { ruleSet } from './queries.ts'
import { onOffer } from '../contract/states.ts'

const Drawn = wholeRow('lottery_prize', { drawn: 'number' })
type Stored = (typeof Drawn)['row']
const prizeRows = (cx: Cx): Promise<Stored[]> =>
  cx.db.rows(
    Drawn,
    sql`
      select p.*, (select count(*) from lottery_draw d where d.oid = p.oid and d.prize_id = p.prize_id) drawn
      from lottery_prize p
      order by p.sort, p.prize_id
    `,
  )
const open = (p: Stored): boolean => p.status === onOffer.is.on && p.weight > 0 && (p.quantity === null || p.drawn < p.quantity)

/** Prizes with their current chance in per cent. */
export async function prizes(cx: Cx): Promise<{ list: Prize[]; cost: number; daily: number }> {
  const [rows, rules] = await Promise.all([prizeRows(cx), ruleSet(cx)])
  const sum = rows.filter(open).reduce((n, p) => n + p.weight, 0)
  return {
    list: rows.map((p) => ({ ...p, chance: open(p) ? Math.round((p.weight * 100_000) / sum) / 1000 : 0 })),
    cost: rules.lottery_cost,
    daily: rules.lottery_daily,
  }
}

interface EditedPrize {
  prizeId?: number | undefined
  name: string
  kind: Row<'lottery_prize'>['kind']
  points?: number | null | undefined
  giftId?: number | null | undefined
  couponKindId?: number | null | undefined
  weight: number
  quantity?: number | null | undefined
  sort: number
  status: Row<'lottery_prize'>['status']
}
/** Saves a prize. Earlier draws keep the prize as it was drawn. */
export async function savePrize(
  cx: Cx<'prize_what'>,
  { prizeId, points, giftId, couponKindId, quantity = null, ...prize }: EditedPrize,
): Promise<void> {
  const what = {
    points: prize.kind === 1 ? (points ?? null) : null,
    giftId: prize.kind === 2 ? (giftId ?? null) : null,
    couponKindId: prize.kind === 3 ? (couponKindId ?? null) : null,
  }
  if (prize.kind !== 0 && what.points === null && what.giftId === null && what.couponKindId === null)
    cx.refuse('prize_what', { field: (['', 'points', 'giftId', 'couponKindId'] as const)[prize.kind] })
  if (what.giftId) await giftOf(cx, what.giftId)
  if (what.couponKindId) await kindOf(cx, what.couponKindId)
  const row = { ...prize, ...what, quantity }
  if (prizeId === undefined) return void (await insert(cx, 'lottery_prize', row))
  if (!(await find(cx, 'lottery_prize', { prizeId }))) cx.refuse('not_found', { what: '奖项' })
  await update(cx, 'lottery_prize', { prizeId }, row)
}

type Drawing = Cx<
  | IssueFail
  | 'points_short'
  | 'lottery_closed'
  | 'lottery_daily'
  | 'gift_off'
  | 'gift_none'
  | 'coupon_stopped'
  | 'coupon_total'
  | 'coupon_per_member'
>
/** Draws a prize: takes the points, draws by weight and gives the prize in one transaction. */
export async function draw(cx: Drawing, pid: number): Promise<number> {
  await patientOf(cx, pid)
  const rules = await ruleSet(cx)
  await needPoints(cx, pid, rules.lottery_cost, 'pid')
  const times = (
    await cx.db.the({ n: 'number' }, sql`select count(*) n from lottery_draw where pid = ${pid} and at >= ${dayStart(cx.today)}`)
  ).n
  if (rules.lottery_daily && times >= rules.lottery_daily) cx.refuse('lottery_daily', { times, most: rules.lottery_daily })
  // Serialises draws per organisation, so that the last prize is won once.
  await cx.db.run(sql`select pg_advisory_xact_lock(hashtext('lottery'), current_setting('app.oid')::int)`)
  const left = (await prizeRows(cx)).filter(open)
  const sum = left.reduce((n, p) => n + p.weight, 0)
  if (sum === 0) cx.refuse('lottery_closed')
  const prize = pick(left, randomInt(sum))
  const won = prize.kind === 1 ? prize.points! : 0
  const entryId = await post(cx, {
    reason: '积分抽奖',
    ref: `member:${pid}`,
    note: prize.name,
    lines: [...pointsSpent(pid, rules.lottery_cost, 'lottery'), ...earningLines(pid, won)],
  })
  const giftOrderId =
    prize.kind === 2
      ? await giveGift(cx, { pid, giftId: prize.giftId!, points: 0, handOver: false, note: '抽奖', reason: '抽奖奖品' })
      : null
  const couponId =
    prize.kind === 3
      ? (await issueCoupons(cx, { pids: [pid], kindId: prize.couponKindId!, quantity: 1 }, { type: 2, note: prize.name }))[0]!
      : null
  const { drawId } = await insert(cx, 'lottery_draw', {
    hid: cx.who.hid,
    pid,
    prizeId: prize.prizeId,
    prizeName: prize.name,
    kind: prize.kind,
    cost: rules.lottery_cost,
    chance: Math.round((prize.weight * 10_000_000) / sum) / 100_000,
    entryId,
    giftOrderId,
    couponId,
  })
  return drawId
}
/** The prize at a position below the sum of the weights. */
export function pick<P extends { weight: number }>(list: readonly P[], position: number): P {
  let from = position
  return list.find((p) => (from -= p.weight) < 0) ?? list.at(-1)!
}

/** Shifts at the till. Takings between two counts come from the ledger, and a person signs for them (decision 0133). */
import { wordsOfReason, type Page, type z } from '#kernel/contract/index.ts'
import {
  columnsOf,
  dayEnd,
  dayStart,
  insert,
  insertMany,
  lit,
  lockAccounts,
  pageOf,
  sql,
  type Cx,
  type Out,
  type ShapedRow,
} from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { provePresence, staffOf } from '#modules/account/server/door.ts'
import { cashWays } from '#modules/loyalty/contract/fields.ts'
import { PayWay, moneyWays } from '#modules/payments/contract/ways.ts'
import {
  Shift,
  ShiftRow,
  WayCounted,
  WayTaken,
  type TillHandOver,
  type OpenShift,
  type ShiftQuery,
  type TillNow,
} from '../contract/shapes.shifts.ts'

const yuan = (fen: number): string => (fen / 100).toFixed(2)

const LastShift = {
  shiftId: 'number',
  openedBy: 'number',
  fromLine: 'number',
  openingFloat: 'number',
  toLine: 'number | null',
  leftFloat: 'number | null',
} as const
/** The newest shift of a store. It is open while `toLine` is null. */
const lastShift = (cx: Cx, hid: number): Promise<Last | undefined> =>
  cx.db.one(
    LastShift,
    sql`
      select s.shift_id, s.opened_by, s.from_line, s.opening_float, h.to_line, h.left_float
      from till_shift s
      left join till_handover h using (oid, shift_id)
      where s.hid = ${hid}
      order by s.shift_id desc
      limit 1
    `,
  )

const keysOf = (hid: number): string[] => moneyWays.map((way) => `till:${hid}:${way}`)
/**
 * Locks the tills of a store until the end of the transaction and returns their last ledger line. No money moves during a count, and
 * every later line has a higher number.
 */
async function lockTills(cx: Cx, hid: number): Promise<number> {
  await lockAccounts(
    cx,
    keysOf(hid).map((key) => ({ book: 'cash', key })),
  )
  return newestLine(cx, hid)
}
const newestLine = async (cx: Cx, hid: number): Promise<number> =>
  (
    await cx.db.the(
      { line: 'number' },
      sql`
        select coalesce(max(m.line), 0)::bigint "line"
        from ledger_account a
        cross join lateral (
          select max(line_id) "line"
          from ledger_line l
          where l.oid = a.oid and l.account_id = a.account_id
        ) m
        where a.book = 'cash' and a.key = any(${keysOf(hid)})
      `,
    )
  ).line

/** Takings between two ledger lines, by way. Expected cash includes the opening float. */
const takings = (cx: Cx, hid: number, from: number, to: number, float: number): Promise<WayTaken[]> =>
  cx.db.rows(
    WayTaken,
    sql`
      select t.pay_way,
        t.received,
        t.refunded,
        t.received - t.refunded + case when t.pay_way = ${lit(PayWay.cash)} then ${float}::bigint else 0
        end expected
      from till_takings(current_setting('app.oid')::bigint, ${hid}, ${from}, ${to}) t
      order by 1
    `,
  )
/** Cash in a list of ways, fen. */
const cashIn = <K extends string>(ways: ReadonlyArray<Record<K, number> & Pick<WayTaken, 'payWay'>>, key: K): number =>
  ways.reduce((sum, w) => sum + (w.payWay === PayWay.cash ? w[key] : 0), 0)
type Last = ShapedRow<typeof LastShift>
/** Last ledger line and remaining float of a shift; undefined while it is open. */
const endOf = ({ toLine, leftFloat }: Last): { line: number; left: number } | undefined =>
  toLine === null || leftFloat === null ? undefined : { line: toLine, left: leftFloat }

export async function openShift(cx: Cx<'one_open' | 'float_reason'>, input: OpenShift): Promise<Shift> {
  const hid = ownStore(cx, input.hid)
  const line = await lockTills(cx, hid)
  const last = await lastShift(cx, hid)
  const previous = last && endOf(last)
  if (last && !previous) return cx.refuse('one_open')
  const due = previous && (await drawerOf(cx, hid, previous, line))
  if (due !== undefined && due !== input.cash && wordsOfReason(input.reason) === undefined)
    cx.refuse('float_reason', { is: yuan(input.cash), due: yuan(due), field: 'reason' })
  const { shiftId } = await insert(cx, 'till_shift', {
    hid,
    follows: last?.shiftId ?? null,
    fromLine: previous?.line ?? line,
    floatBefore: previous?.left ?? null,
    openingFloat: previous && due !== undefined ? input.cash - (due - previous.left) : input.cash,
    floatReason: input.reason?.trim() || null,
    openedBy: cx.who.ctid,
    enteredBy: cx.who.ctid,
    openedAt: cx.now,
  })
  return shiftOf(cx, shiftId)
}
/** Cash expected in a drawer nobody is on duty for: the float left plus takings since, fen. */
const drawerOf = async (cx: Cx, hid: number, previous: { line: number; left: number }, line: number): Promise<number> =>
  cashIn(await takings(cx, hid, previous.line, line, previous.left), 'expected')

type ClosingFail = 'shift_closed' | 'count_way' | 'count_reason' | 'left_too_much' | 'pieces_differ' | 'own_receiver' | 'receiver_signature'
type Closing = Cx<ClosingFail>
/** Hands the till over; who takes it on this screen proves to be there with the own password. */
export async function handOver(out: Out<ClosingFail | 'receiver_password' | 'receiver_locked'>, input: TillHandOver): Promise<Shift> {
  if (input.receiver && input.receiver !== out.who.ctid) {
    const { receiver, receiverPassword = '' } = input
    await out.tx((cx) => staffOf(cx, receiver))
    const { isProven, left } = await provePresence(out, receiver, receiverPassword, '接班')
    if (!isProven && left === 0) out.refuse('receiver_locked', { field: 'receiverPassword' })
    if (!isProven) out.refuse('receiver_password', { left, field: 'receiverPassword' })
  }
  return out.tx((cx) => closeShift(cx, input))
}
/** Counts and closes a shift. With a receiver, the next shift opens with the remaining cash and that person's signature. */
async function closeShift(cx: Closing, input: TillHandOver): Promise<Shift> {
  const hid = ownStore(cx, input.hid)
  const line = await lockTills(cx, hid)
  const shift = await lastShift(cx, hid)
  if (shift?.shiftId !== input.shiftId || endOf(shift)) return cx.refuse('shift_closed')
  const counts = countsOf(cx, input, await takings(cx, hid, shift.fromLine, line, shift.openingFloat))
  const cash = cashIn(counts, 'counted')
  if (input.leftFloat > cash) cx.refuse('left_too_much', { most: yuan(cash), field: 'leftFloat' })
  const pieces = input.pieces.filter((p) => p.count > 0)
  const sum = pieces.reduce((total, p) => total + p.value * p.count, 0)
  if (pieces.length && sum !== cash) cx.refuse('pieces_differ', { pieces: yuan(sum), cash: yuan(cash), field: 'pieces' })
  const next = await takerOver(cx, input)
  await insert(cx, 'till_handover', {
    shiftId: shift.shiftId,
    hid,
    at: cx.now,
    ctid: cx.who.ctid,
    toLine: line,
    leftFloat: input.leftFloat,
    pieces: JSON.stringify(pieces),
    note: input.note?.trim() || null,
  })
  await insertMany(
    cx,
    'till_count',
    counts.map((c) => ({ ...c, shiftId: shift.shiftId, hid })),
  )
  if (next)
    await insert(cx, 'till_shift', {
      ...next,
      hid,
      follows: shift.shiftId,
      fromLine: line,
      floatBefore: input.leftFloat,
      openingFloat: input.leftFloat,
      enteredBy: cx.who.ctid,
      openedAt: cx.now,
    })
  return shiftOf(cx, shift.shiftId)
}

/** Compares the count with the ledger: cash and every way that moved must be counted, and each difference needs a reason. */
function countsOf(cx: Closing, { counts }: TillHandOver, ways: readonly WayTaken[]) {
  const countOfWay = new Map(counts.map((c) => [c.payWay, c]))
  return ways.flatMap((w) => {
    const c = countOfWay.get(w.payWay)
    if (!c) {
      if (w.payWay === PayWay.cash || w.received || w.refunded) cx.refuse('count_way', { way: cashWays[w.payWay], field: 'counts' })
      return []
    }
    const by = c.counted - w.expected
    const reason = by === 0 ? null : (wordsOfReason(c.reason) ?? null)
    if (by !== 0 && !reason) cx.refuse('count_reason', { way: cashWays[w.payWay], by: yuan(by), field: 'counts' })
    return [{ ...w, counted: c.counted, reason }]
  })
}
/** The person who takes over the till, with the signature drawn on this screen. */
async function takerOver(cx: Closing, { receiver, signature }: TillHandOver): Promise<{ openedBy: number; signature: string } | undefined> {
  if (!receiver) return undefined
  if (receiver === cx.who.ctid) cx.refuse('own_receiver', { field: 'receiver' })
  if (!signature) return cx.refuse('receiver_signature', { field: 'signature' })
  return { openedBy: (await staffOf(cx, receiver)).ctid, signature }
}

const ROW = sql`s.shift_id, s.opened_at, o.name opened_by_name, s.opening_float, h.at, h.left_float, b.name by_name, r.name receiver_name`
const FROM = sql`
  till_shift s
  left join till_handover h using (oid, shift_id)
  left join till_shift n on n.oid = s.oid and n.hid = s.hid and n.follows = s.shift_id
  left join contact o on o.oid = s.oid and o.ctid_ = s.opened_by
  left join contact b on b.oid = s.oid and b.ctid_ = h.ctid_
  left join contact r on r.oid = s.oid and r.ctid_ = n.opened_by
`
const SUMS = sql`
  (
    select sum(c.received - c.refunded)::bigint
    from till_count c
    where c.oid = s.oid and c.shift_id = s.shift_id
  ) taken,
  (
    select sum(c.difference)::bigint
    from till_count c
    where c.oid = s.oid and c.shift_id = s.shift_id
  ) difference
`

/** Shifts of a store, newest first. */
export const shiftsOf = (cx: Cx, query: z.output<typeof ShiftQuery>): Promise<Page<ShiftRow>> =>
  pageOf(
    cx,
    {
      of: ShiftRow,
      select: sql`${ROW}, ${SUMS}`,
      from: FROM,
      where: [
        sql`s.hid = ${ownStore(cx, query.hid)}`,
        query.startTime ? sql`s.opened_at >= ${dayStart(query.startTime)}` : undefined,
        query.endTime ? sql`s.opened_at < ${dayEnd(query.endTime)}` : undefined,
      ],
      order: sql`s.shift_id desc`,
      key: sql`s.shift_id`,
    },
    query,
  )

const Head = Shift.omit({ ways: true, counts: true }).extend({ fromLine: Shift.shape.shiftId, toLine: Shift.shape.shiftId.nullable() })
/** A shift with its takings and, once handed over, its count. */
export async function shiftOf(cx: Cx, shiftId: number): Promise<Shift> {
  const row = await cx.db.one(
    Head,
    sql`
      select ${ROW}, s.hid, t.name store_name, s.float_before, s.float_reason, s.signature, s.from_line, h.to_line,
        coalesce(h.pieces, '[]') pieces, h.note, n.signature receiver_signature
      from ${FROM}
      join store t on t.oid = s.oid and t.hid = s.hid
      where s.shift_id = ${shiftId}
    `,
  )
  if (!row) return cx.refuse('not_found', { what: '当班' })
  const { fromLine, toLine, ...head } = row
  const counts = await cx.db.rows(
    WayCounted,
    sql`
      select ${columnsOf(WayCounted, 'c')}
      from till_count c
      where c.shift_id = ${shiftId}
      order by c.pay_way
    `,
  )
  return { ...head, ways: await takings(cx, head.hid, fromLine, toLine ?? (await newestLine(cx, head.hid)), head.openingFloat), counts }
}

/** The till now: the open shift, or the cash expected in the drawer for the next one. */
export async function tillNow(cx: Cx, requestedHid: number): Promise<TillNow> {
  const hid = ownStore(cx, requestedHid)
  const last = await lastShift(cx, hid)
  if (!last) return { shift: null, drawer: null }
  const previous = endOf(last)
  if (!previous) return { shift: await shiftOf(cx, last.shiftId), drawer: null }
  return { shift: null, drawer: await drawerOf(cx, hid, previous, await newestLine(cx, hid)) }
}

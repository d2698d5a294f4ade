/**
 * Coupons. The worth of a coupon is in the ledger, account `coupon:<id>`, floor 0: fen in the book cards for a gift card, one piece in
 * the book coupons for every other type. The state follows the ledger, so that reversing an entry restores a coupon.
 */
import { randomBytes } from 'node:crypto'
import {
  begin,
  find,
  insert,
  insertMany,
  lockAccounts,
  move,
  post,
  sql,
  update,
  lit,
  type Cx,
  type LedgerLine,
  type Row,
  locked,
  wholeRow,
  idIn,
} from '#kernel/server/index.ts'
import { inUse, wordOf, type StateIn } from '#kernel/contract/index.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import { coupon as machine, couponByHand } from '../contract/states.ts'

const { is } = machine
export const GIFT_CARD = 4
/** A coupon with the values of its kind. */
const OfKind = wholeRow('receive_record', {
  name: 'string',
  couponType: 'number',
  value: 'number',
  discount: 'number | null',
  fromPrice: 'number',
  scopeHid: 'number[] | null',
})
export type Coupon = (typeof OfKind)['row'] & { left: number }

const bookOf = (couponType: number): 'cards' | 'coupons' => (couponType === GIFT_CARD ? 'cards' : 'coupons')
const line = (book: 'cards' | 'coupons', id: number, amount: number, other: string): LedgerLine[] =>
  amount
    ? [
        { book, key: `coupon:${id}`, amount, floor: 0 },
        { book, key: other, amount: -amount },
      ]
    : []

/** A random number of eleven characters without lookalikes. */
const newCode = (): string => `Q${Array.from(randomBytes(10), (b) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[b & 31]).join('')}`
const dayAfter = (cx: Cx, days: number): Promise<string> =>
  cx.db.one({ day: 'string' }, sql`select (${cx.today}::date + ${days}::int) as day`).then((r) => r!.day)

type Issuing = Cx<'coupon_stopped' | 'coupon_total' | 'coupon_per_member'>
interface Issue {
  readonly pids: readonly number[]
  readonly kindId: number
  readonly quantity: number
}
/** Refuses to issue coupons of a stopped kind, or beyond the limits in total or per member. */
export async function mayIssue(cx: Issuing, { pids, kindId, quantity }: Issue): Promise<void> {
  // Locks the row, so that two tills cannot issue the last coupon twice.
  const kind = await locked(cx, 'coupon_kind', { id: kindId })
  if (kind.status !== inUse.is.on || (kind.validUntil && kind.validUntil < cx.today))
    cx.refuse('coupon_stopped', { name: kind.name, field: 'kindId' })
  const owned = await cx.db.rows(
    { pid: 'number', name: 'string', n: 'number' },
    sql`
      select p.pid, p.name, count(r.id) n
      from patient p
      left join receive_record r on r.oid = p.oid and r.pid = p.pid and r.kind_id = ${kindId} and r.status in ${lit(machine.in.given)}
      where p.pid = any(${pids}) and p.status = ${lit(patientStates.is.present)}
      group by p.pid, p.name
    `,
  )
  if (owned.length < new Set(pids).size) cx.refuse('not_found', { what: '会员' })
  const full = kind.perMember && owned.find((h) => h.n + quantity > kind.perMember!)
  if (full) cx.refuse('coupon_per_member', { member: full.name, had: full.n, most: kind.perMember!, field: 'pids' })
  const total = owned.length * quantity
  if (kind.total) {
    const issued = (
      await cx.db.the(
        { n: 'number' },
        sql`
          select count(*) n
          from receive_record
          where kind_id = ${kindId} and status in ${lit(machine.in.given)}
        `,
      )
    ).n
    if (issued + total > kind.total)
      cx.refuse('coupon_total', { name: kind.name, left: Math.max(0, kind.total - issued), field: 'quantity' })
  }
}
export interface Giving {
  type: 1 | 2 | 3 | 4
  note?: string | undefined
  /** The top-up they come with. */
  cbid?: number
}
/** Issues coupons that were promised, without checking limits. */
export async function giveCoupons(cx: Cx, { pids, kindId, quantity }: Issue, { note, ...columns }: Giving): Promise<number[]> {
  const kind = await kindOf(cx, kindId)
  const expiresOn = kind.validityType === 1 ? await dayAfter(cx, kind.validityDays!) : kind.validityType === 2 ? kind.validUntil : null
  return write(
    cx,
    kind,
    [...new Set(pids)].flatMap((pid) => Array.from({ length: quantity }, () => pid)),
    { ...columns, note: note ?? null, expiresOn },
  )
}
/** Issues coupons of a kind to members within its limits. */
export async function issueCoupons(cx: Issuing, issue: Issue, giving: Giving): Promise<number[]> {
  await mayIssue(cx, issue)
  return giveCoupons(cx, issue, giving)
}
async function write(
  cx: Cx,
  kind: Row<'coupon_kind'>,
  pids: readonly number[],
  columns: { type: Giving['type']; note: string | null; expiresOn: string | null; cbid?: number },
): Promise<number[]> {
  const ids = await cx.db.rows(
    { id: 'number' },
    sql`
      select nextval(pg_get_serial_sequence('receive_record', 'id')) id
      from generate_series(1, ${pids.length}::int)
    `,
  )
  const book = bookOf(kind.couponType)
  const worth = book === 'cards' ? kind.value : 1
  const entryId = await post(cx, {
    reason: '发放卡券',
    ref: `coupon_kind:${kind.id}`,
    note: kind.name,
    lines: ids.flatMap(({ id }) => line(book, id, worth, 'issued')),
  })
  await insertMany(
    cx,
    'receive_record',
    pids.map((pid, i) => ({ id: ids[i]!.id, hid: cx.who.hid, pid, kindId: kind.id, code: newCode(), entryId, ...columns })),
  )
  for (const { id } of ids) await begin(cx, machine, id, is.unused)
  return ids.map(({ id }) => id)
}

/** A coupon with its kind and remaining worth; locks its account. */
async function lockCoupon(cx: Cx, id: number): Promise<Coupon> {
  const row = await cx.db.one(
    OfKind,
    sql`
      select r.*, k.name, k.coupon_type, k.value, k.discount, k.from_price, k.scope_hid
      from receive_record r
      join coupon_kind k on k.oid = r.oid and k.id = r.kind_id
      where r.id = ${id}
      for update of r
    `,
  )
  if (!row) return cx.refuse('not_found', { what: '卡券' })
  const key = `coupon:${id}`
  const balance = (await lockAccounts(cx, [{ book: bookOf(row.couponType), key, floor: 0 }])).get(`${bookOf(row.couponType)} ${key}`) ?? 0
  return { ...row, left: row.couponType === GIFT_CARD ? balance : row.status === is.unused ? row.value : 0 }
}

/** Why a coupon cannot be used now, in words; undefined if it can. `ref` is the bill that may have reserved it. */
function whyNot(
  cx: Pick<Cx, 'today' | 'who'>,
  c: Pick<Coupon, 'status' | 'expiresOn' | 'scopeHid' | 'lockedRef'>,
  ref?: string,
): string | undefined {
  if (c.status !== is.unused) return `卡券${wordOf(machine, c.status)}`
  if (c.expiresOn && c.expiresOn < cx.today) return `已于 ${c.expiresOn} 到期`
  if (c.scopeHid?.length && !c.scopeHid.includes(cx.who.hid)) return '不在本店使用'
  if (c.lockedRef && c.lockedRef !== ref) return '已被另一张收费单占用'
  return undefined
}
/** Loads and locks a member's coupon for a bill. Refuses another member's or an unusable one. */
export async function couponFor(
  cx: Cx<'coupon_unusable'>,
  id: number,
  { pid, ref, types, field }: { pid: number; ref: string | undefined; types: readonly number[]; field: string },
): Promise<Coupon> {
  const c = await lockCoupon(cx, id)
  if (c.pid !== pid || !types.includes(c.couponType))
    return cx.refuse('coupon_unusable', { why: c.pid === pid ? '这种卡券不能这样使用' : '不是该会员的卡券', field })
  const why = whyNot(cx, c, ref)
  return why ? cx.refuse('coupon_unusable', { why, field }) : c
}

/** Reserves a coupon for an unpaid bill and releases the bill's previous ones. */
export async function keepCoupon(cx: Cx, ref: string, id: number | null): Promise<void> {
  await cx.db.run(sql`
    update receive_record
    set locked_ref = null
    where locked_ref = ${ref} and id is distinct from ${id}::bigint
  `)
  if (id !== null) await update(cx, 'receive_record', { id }, { lockedRef: ref })
}

/** Ledger lines that use a coupon: an amount in fen of a gift card, any other type as a whole. */
export const couponSpendingLines = (hid: number, c: Pick<Coupon, 'id' | 'couponType'>, fen: number): LedgerLine[] =>
  line(bookOf(c.couponType), c.id, c.couponType === GIFT_CARD ? -fen : -1, `used:${hid}`)
/** Ledger lines that return a coupon: the amount taken from a gift card, any other type only when its whole use is undone. */
export const couponReturningLines = (hid: number, c: Pick<Coupon, 'id' | 'couponType'>, fen: number, whole: boolean): LedgerLine[] =>
  line(bookOf(c.couponType), c.id, c.couponType === GIFT_CARD ? fen : whole ? 1 : 0, `used:${hid}`)

/** Columns of a use, here and now; and of an unused coupon. */
const usedFor = (cx: Cx, ref: string | null) => ({ usedRef: ref, usedAt: cx.now, usedHid: cx.who.hid, usedBy: cx.who.ctid || null })
const unused = { usedRef: null, usedAt: null, usedHid: null, usedBy: null }

/** Updates the states of the coupons an entry touched from their ledger balance: used at zero, else unused. */
export async function followCoupons(cx: Cx, entryId: number, ref: string | null): Promise<void> {
  const touched = await cx.db.rows(
    { id: 'number', status: 'number', balance: 'number' },
    sql`
      select r.id, r.status, a.balance
      from ledger_line l
      join ledger_account a using (oid, account_id)
      join receive_record r on r.oid = a.oid and r.id = ${idIn(sql`a.key`, 'coupon')}
      where l.entry_id = ${entryId} and a.book in ('coupons', 'cards')
      order by r.id
    `,
  )
  for (const { id, status, balance } of touched) {
    const used = { ...usedFor(cx, ref), lockedRef: null }
    if (status === is.unused && balance === 0) await move(cx, machine, id, 'redeem', { automatic: true, note: ref, set: used })
    else if (status === is.unused && ref !== null) await update(cx, 'receive_record', { id }, { ...used })
    else if (status === is.redeemed && balance > 0)
      await move(cx, machine, id, 'unredeem', { automatic: true, note: ref ?? '退回', set: unused })
  }
}

/** Coupon of a payment or bill that is returned. */
export async function couponRow(cx: Cx, id: number): Promise<Pick<Coupon, 'id' | 'couponType' | 'name' | 'expiresOn'>> {
  return await cx.db.the(
    { id: 'number', couponType: 'number', name: 'string', expiresOn: 'string | null' },
    sql`
      select r.id, k.coupon_type, k.name, r.expires_on
      from receive_record r
      join coupon_kind k on k.oid = r.oid and k.id = r.kind_id
      where r.id = ${id}
    `,
  )
}

/** Manual actions at the counter: redeem, undo, cancel, take back. */
export async function setCouponStatus(
  cx: Cx<'coupon_unusable' | 'coupon_by_bill'>,
  id: number,
  status: StateIn<typeof machine, 'byHand'>,
  note: string | undefined,
): Promise<void> {
  const c = await lockCoupon(cx, id)
  if (status === is.unused) {
    if (c.status === is.redeemed && c.usedRef !== `coupon:${id}`) cx.refuse('coupon_by_bill')
    await move(cx, machine, id, 'unredeem', { note: note ?? null, set: unused })
    await post(cx, { reason: '撤销核销', ref: `coupon:${id}`, note, lines: couponReturningLines(cx.who.hid, c, c.value, true) })
    return
  }
  const step = couponByHand[status]
  if (status === is.redeemed) {
    const why = whyNot(cx, c)
    if (why) cx.refuse('coupon_unusable', { why })
  } else if (c.lockedRef) cx.refuse('locked', { what: '收费单占用的卡券' })
  const other = { [is.redeemed]: `used:${cx.who.hid}`, [is.voided]: 'cancelled', [is.handedBack]: 'returned' }[status]
  await move(cx, machine, id, step, { note: note ?? null, ...(status === is.redeemed ? { set: usedFor(cx, `coupon:${id}`) } : {}) })
  await post(cx, { reason: machine.moves[step].label + '卡券', ref: `coupon:${id}`, note, lines: wholeOf(c, other) })
}
const wholeOf = (c: Coupon, other: string): LedgerLine[] =>
  line(bookOf(c.couponType), c.id, c.couponType === GIFT_CARD ? -c.left : -1, other)

/** Takes back coupons that came with top-ups. */
export async function takeBack(cx: Cx, ids: readonly number[], note: string): Promise<void> {
  for (const id of ids) {
    const c = await lockCoupon(cx, id)
    if (c.status !== is.unused || c.lockedRef) cx.refuse('locked', { what: '收费单占用的卡券' })
    await move(cx, machine, id, 'cancel', { automatic: true, note })
    await post(cx, { reason: '收回卡券', ref: `coupon:${id}`, note, lines: wholeOf(c, 'cancelled') })
  }
}

/** Expires coupons. Those reserved by an unpaid bill wait for it. */
export async function expireCoupons(cx: Cx): Promise<void> {
  const over = await cx.db.rows(
    { id: 'number' },
    sql`
      select id
      from receive_record
      where status = ${lit(is.unused)} and expires_on < ${cx.today}::date and locked_ref is null
      order by id
    `,
  )
  for (const { id } of over) {
    const c = await lockCoupon(cx, id)
    // Used or reserved since the query; an expired coupon is not taken from a bill.
    if (c.status !== is.unused || c.lockedRef) continue
    await move(cx, machine, id, 'expire', { automatic: true })
    await post(cx, { reason: '卡券到期', ref: `coupon:${id}`, lines: wholeOf(c, 'expired') })
  }
}

/** Loads a coupon kind. */
export async function kindOf(cx: Cx, id: number): Promise<Row<'coupon_kind'>> {
  return (await find(cx, 'coupon_kind', { id })) ?? cx.refuse('not_found', { what: '卡券' })
}
type Kind = Pick<Row<'coupon_kind'>, 'couponType' | 'value' | 'discount' | 'fromPrice'>
/** Saves a kind. Once issued, the worth of its coupons cannot change. */
export async function saveKind(
  cx: Cx<'coupon_worth' | 'coupon_given'>,
  id: number | undefined,
  kind: Partial<Row<'coupon_kind'>> & Kind,
): Promise<number> {
  if (kind.couponType === 2 ? kind.discount === null : kind.couponType !== 5 && kind.value <= 0)
    cx.refuse('coupon_worth', kind.couponType === 2 ? { what: '折扣', field: 'discount' } : { what: '面值', field: 'value' })
  if (kind.validityType === 1 && !kind.validityDays) cx.refuse('coupon_worth', { what: '有效天数', field: 'validityDays' })
  if (kind.validityType === 2 && !kind.validUntil) cx.refuse('coupon_worth', { what: '截止日期', field: 'validUntil' })
  if (id === undefined) return (await insert(cx, 'coupon_kind', kind)).id
  const existing = await kindOf(cx, id)
  const isIssued = await cx.db.any(sql`select 1 from receive_record where kind_id = ${id} limit 1`)
  const fixed = (
    [
      ['couponType', '券类型'],
      ['value', '面值'],
      ['discount', '折扣'],
      ['fromPrice', '使用门槛'],
    ] as const
  ).find(([key]) => existing[key] !== kind[key])
  if (isIssued && fixed) cx.refuse('coupon_given', { what: fixed[1], field: fixed[0] })
  await update(cx, 'coupon_kind', { id }, kind)
  return id
}

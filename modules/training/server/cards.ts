/**
 * Movements of a card. Days and times are lines of the ledger book `train`, account `train_card:<user>`, floor 0; `train_card_line` is the
 * document of each. Every writer locks the user's row first, then the balance of the store, then the card's account: two renewals and a
 * refund at once come one after the other.
 */
import { addDays, inUse, z } from '#kernel/contract/index.ts'
import { balance, change, dayStart, find, lit, insert, locked, may, post, sql, update, type Cx, type Row } from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { lockBill } from '#modules/billing/server/door.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { balanceOf, spendBalance } from '#modules/institution/server/door.ts'
import { brand as brandField, cardUnits, unit, type TrainBrand } from '../contract/brands.ts'
import { cardFamilies, line, type CardAnswer, type CardFamily, type Delay, type Renew, type Upgrade } from '../contract/cards.ts'
import { combinationUnits } from '../contract/course.ts'
import { cardLow } from '../contract/events.ts'
import { trainSession } from '../contract/states.ts'
import { brandOf } from './brands.ts'
import { leftByLine, valueOf } from './lines.ts'
import { memberOfUser } from './members.ts'

type User = Row<'train_user'>
type Line = Row<'train_card_line'>
export const BOOK = 'train'
export const cardKey = (userId: number): string => `train_card:${userId}`
const MOST_DELAYED = 90

/** The user of a card, locked. One of another family is refused; the permission is asked in the user's own store. */
export async function lockUser(cx: Cx<'user_other_kind'>, family: CardFamily, sdxUid: number, code: string): Promise<User> {
  const user = await locked(cx, 'train_user', { id: sdxUid })
  if (!may(cx, code, user.hid)) cx.refuse('no_access', { what: '训练卡', code })
  const { purpose } = cardFamilies[family]
  if (purpose !== undefined && user.purpose !== purpose) cx.refuse('user_other_kind', { name: user.name, field: 'sdxUid' })
  return user
}
export const leftOn = (cx: Cx, userId: number): Promise<number> => balance(cx, BOOK, cardKey(userId))

interface Movement {
  readonly kind: Line['kind']
  readonly brand: Line['brand']
  readonly units?: number
  readonly against?: string
  readonly why: string
  readonly more?: Partial<Row<'train_card_line'>>
}
/** Writes a movement: its ledger entry where units move, and its document. */
export async function cardMoved(
  cx: Cx,
  user: User,
  { kind, brand, units = 0, against = '', why, more = {} }: Movement,
): Promise<Row<'train_card_line'>> {
  const entryId = units
    ? await post(cx, {
        hid: user.hid,
        reason: why,
        ref: cardKey(user.id),
        lines: [
          { book: BOOK, key: cardKey(user.id), amount: units, floor: 0 },
          { book: BOOK, key: `${against}:${user.hid}`, amount: -units },
        ],
      })
    : null
  return insert(cx, 'train_card_line', { hid: user.hid, userId: user.id, kind, brand, units, entryId, ...more })
}
export const answered = async (cx: Cx, user: User, brand: TrainBrand, amount: number): Promise<CardAnswer> => {
  const row = await find(cx, 'train_user', { id: user.id })
  cx.touch('training', user.hid)
  cx.touch('payments', user.hid)
  return {
    sdxUid: user.id,
    brand: brand.brand,
    unit: brand.unit,
    left: await leftOn(cx, user.id),
    endsOn: row?.endsOn ?? null,
    amount,
    balance: await balanceOf(cx, user.hid),
  }
}

/** How many units were asked for, whichever way they were said. */
function unitsAsked(
  cx: Cx<'units_once' | 'units_kind'>,
  brand: TrainBrand,
  { days, times, combinationId }: { days?: number | undefined; times?: number | undefined; combinationId?: number | undefined },
): number | undefined {
  const stated = [days, times, combinationId].filter((v) => v !== undefined)
  if (stated.length > 1) cx.refuse('units_once', { field: days === undefined ? 'times' : 'days' })
  const wrong = brand.unit === unit.days ? times : days
  if (wrong !== undefined) cx.refuse('units_kind', { unit: cardUnits[brand.unit], field: brand.unit === unit.days ? 'days' : 'times' })
  return days ?? times
}
async function combinationAsked(cx: Cx<'combination_stopped' | 'combination_empty'>, hid: number, id: number): Promise<number> {
  const row = await find(cx, 'train_combination', { id, hid })
  if (!row) return cx.refuse('not_found', { what: '训练组合', field: 'combinationId' })
  if (row.status !== inUse.is.on) cx.refuse('combination_stopped', { name: row.name, field: 'combinationId' })
  return combinationUnits(row.trainPrograms) || cx.refuse('combination_empty', { name: row.name, field: 'combinationId' })
}
/** The bill a card is opened by is paid, the member's own, and opened no other. */
async function mustBePaid(cx: Cx<'bill_unpaid' | 'bill_other' | 'bill_unmapped'>, user: User, bill: Row<'fee_bill'>): Promise<void> {
  const pid = (await memberOfUser(cx, user.id)) ?? cx.refuse('bill_unmapped', { field: 'fbid' })
  if (bill.hid !== user.hid || bill.pid !== pid) cx.refuse('bill_other', { bill: bill.billNo, field: 'fbid' })
  if (bill.status !== feeBill.is.paid) cx.refuse('bill_unpaid', { bill: bill.billNo, field: 'fbid' })
}
async function usableBrand(cx: Cx<'brand_stopped'>, hid: number, code: User['brand']): Promise<TrainBrand> {
  const brand = await brandOf(cx, hid, code)
  if (brand.status !== inUse.is.on) cx.refuse('brand_stopped', { brand: brand.label, field: 'brand' })
  return brand
}
export const laterOf = (a: string, b: string): string => (a > b ? a : b)
const pay = async (cx: Cx, user: User, amount: number, why: string): Promise<number | null> =>
  amount ? spendBalance(cx, { hid: user.hid, amount, ref: cardKey(user.id), reason: why }) : null

type RenewFail =
  | 'user_other_kind'
  | 'brand_stopped'
  | 'units_needed'
  | 'units_once'
  | 'units_kind'
  | 'combination_stopped'
  | 'combination_empty'
  | 'bill_unpaid'
  | 'bill_other'
  | 'bill_used'
  | 'bill_unmapped'
export async function renew(cx: Cx<RenewFail>, family: CardFamily, input: z.output<typeof Renew>): Promise<CardAnswer> {
  // The bill before the user, as its refund does: a bill that is being refunded opens nothing.
  const bill = input.fbid === undefined ? undefined : await lockBill(cx, input.fbid)
  const user = await lockUser(cx, family, input.sdxUid, 'train:card')
  const brand = await usableBrand(cx, user.hid, user.brand)
  const stated = unitsAsked(cx, brand, input)
  if (stated === undefined && input.combinationId === undefined)
    cx.refuse('units_needed', { field: brand.unit === unit.days ? 'days' : 'times' })
  const units = stated ?? (await combinationAsked(cx, user.hid, input.combinationId ?? 0))
  if (bill) await mustBePaid(cx, user, bill)
  const amount = units * brand.price
  const moneyEntry = await pay(cx, user, amount, `${brand.label} 训练卡`)
  const endsAfter = addDays(laterOf(user.endsOn ?? cx.today, cx.today), units * brand.validDays)
  await cardMoved(cx, user, {
    kind: line.opened,
    brand: brand.brand,
    units,
    against: 'sold',
    why: '训练卡开卡续费',
    more: {
      unitPrice: brand.price,
      amount,
      moneyEntry,
      fbid: input.fbid ?? null,
      combinationId: input.combinationId ?? null,
      endsBefore: user.endsOn,
      endsAfter,
    },
  })
  await update(cx, 'train_user', { id: user.id }, { endsOn: endsAfter })
  await renewed(cx, user)
  return answered(cx, user, brand, amount)
}

type UpgradeFail =
  | 'user_other_kind'
  | 'brand_stopped'
  | 'upgrade_same'
  | 'upgrade_less'
  | 'units_once'
  | 'units_kind'
  | 'card_none'
  | 'returned_more'
  | 'user_exists'
const yuan = (fen: number): string => (fen / 100).toFixed(2)
export async function upgrade(cx: Cx<UpgradeFail>, family: CardFamily, input: z.output<typeof Upgrade>): Promise<CardAnswer> {
  const user = await lockUser(cx, family, input.sdxUid, 'train:card')
  if (user.endsOn === null) cx.refuse('card_none', { name: user.name })
  if (input.brand === user.brand) cx.refuse('upgrade_same', { field: 'brand' })
  const brand = await usableBrand(cx, user.hid, input.brand)
  const left = await leftOn(cx, user.id)
  const lines = await leftByLine(cx, user.id, left)
  const value = valueOf(lines)
  const units = unitsAsked(cx, brand, input) ?? left
  if (!units) cx.refuse('card_none', { name: user.name })
  const price = units * brand.price
  if (price < value) cx.refuse('upgrade_less', { value: yuan(value), price: yuan(price), field: 'brand' })
  const moneyEntry = await pay(cx, user, price - value, `升级为${brand.label}`)
  const endsAfter = laterOf(user.endsOn ?? cx.today, addDays(cx.today, units * brand.validDays))
  const more = { reason: input.reason ?? null, endsBefore: user.endsOn, endsAfter }
  for (const l of lines)
    await cardMoved(cx, user, {
      kind: line.carriedOut,
      brand: l.brand,
      units: -l.left,
      against: 'carried',
      why: '训练卡升级',
      more: { ...more, unitPrice: l.unitPrice, ofLine: l.id },
    })
  await cardMoved(cx, user, {
    kind: line.carriedIn,
    brand: brand.brand,
    units,
    against: 'carried',
    why: '训练卡升级',
    more: { ...more, unitPrice: brand.price, amount: price - value, moneyEntry },
  })
  await change(cx, 'train_user', { id: user.id }, {}, { brand: brand.brand, endsOn: endsAfter })
  await renewed(cx, user)
  return answered(cx, user, brand, price - value)
}

type DelayFail = 'user_other_kind' | 'card_none' | 'delay_year' | 'approval_self' | 'approver_elsewhere'
export async function delay(cx: Cx<DelayFail>, family: CardFamily, input: z.output<typeof Delay>): Promise<CardAnswer> {
  const user = await lockUser(cx, family, input.sdxUid, 'train:card')
  if (user.endsOn === null) return cx.refuse('card_none', { name: user.name })
  const approver = await staffOf(cx, input.approver)
  if (approver.ctid === cx.who.ctid) cx.refuse('approval_self', { field: 'approver' })
  if (approver.hid !== user.hid) cx.refuse('approver_elsewhere', { field: 'approver' })
  const year = `${cx.today.slice(0, 4)}-01-01`
  const { used } = await cx.db.the(
    { used: 'number' },
    sql`
      select coalesce(sum(days), 0)::int used
      from train_card_line
      where user_id = ${user.id} and kind = ${line.delayed} and at >= ${dayStart(year)}
    `,
  )
  if (used + input.days > MOST_DELAYED) cx.refuse('delay_year', { used, field: 'days' })
  const brand = await brandOf(cx, user.hid, user.brand)
  const endsAfter = addDays(user.endsOn, input.days)
  await cardMoved(cx, user, {
    kind: line.delayed,
    brand: brand.brand,
    why: '训练卡延期',
    more: { days: input.days, approver: approver.ctid, reason: input.reason, endsBefore: user.endsOn, endsAfter },
  })
  await update(cx, 'train_user', { id: user.id }, { endsOn: endsAfter })
  await renewed(cx, user)
  return answered(cx, user, brand, 0)
}

/** A card that was renewed runs out no more: what the desk was told is over. */
async function renewed(cx: Cx, { id, hid, toldAt }: Row<'train_user'>): Promise<void> {
  if (toldAt === null) return
  await update(cx, 'train_user', { id }, { toldAt: null })
  const pid = await memberOfUser(cx, id)
  if (pid !== undefined) await cx.announce(cardLow, { pid, hid })
}

interface Use {
  readonly sessionId: number
  readonly day: string
  readonly atHome: boolean
}
/**
 * Takes what a session uses: a time each in the clinic, a day once however often it was trained. A user whose card was never opened trains
 * without one.
 */
export async function spendOnCard(cx: Cx<'card_empty' | 'card_ended'>, userId: number, { sessionId, day, atHome }: Use): Promise<void> {
  const user = await locked(cx, 'train_user', { id: userId })
  if (user.endsOn === null) return
  const { unit: counts } = await brandOf(cx, user.hid, user.brand)
  if (counts === unit.times && atHome) return
  if (counts === unit.days && (await usesOn(cx, userId, day)).length) return
  if (day > user.endsOn) cx.refuse('card_ended', { name: user.name, day: user.endsOn })
  if ((await leftOn(cx, userId)) < 1) cx.refuse('card_empty', { name: user.name })
  await cardMoved(cx, user, {
    kind: line.used,
    brand: user.brand,
    units: -1,
    against: 'used',
    why: '训练',
    more: { sessionId, usedOn: day },
  })
}
const Used = z.object({ id: z.int(), sessionId: z.int().nullable(), brand: brandField })
const usesOn = (cx: Cx, userId: number, day: string) =>
  cx.db.rows(
    Used,
    sql`
      select u.id, u.session_id, u.brand
      from train_card_line u
      where u.user_id = ${userId}
        and u.used_on = ${day}
        and u.kind = ${line.used}
        and not exists (
          select
          from train_card_line b
          where b.oid = u.oid and b.of_line = u.id and b.kind = ${line.useTakenBack}
        )
    `,
  )
/** Gives back what a session used. A day stays used while another session of it was trained. */
export async function returnToCard(cx: Cx, userId: number, { sessionId, day }: Omit<Use, 'atHome'>): Promise<void> {
  const user = await locked(cx, 'train_user', { id: userId })
  const uses = await usesOn(cx, userId, day)
  const { unit: counts } = await brandOf(cx, user.hid, user.brand)
  const others =
    counts === unit.days &&
    (await cx.db.any(sql`
      select 1
      from train_session
      where user_id = ${userId} and done_on = ${day} and status in ${lit(trainSession.in.trained)} and id <> ${sessionId}
    `))
  const use = counts === unit.days ? uses[0] : uses.find((u) => u.sessionId === sessionId)
  if (!use || others) return
  await cardMoved(cx, user, {
    kind: line.useTakenBack,
    brand: use.brand,
    units: 1,
    against: 'used',
    why: '撤销训练',
    more: { ofLine: use.id, sessionId, usedOn: day },
  })
}

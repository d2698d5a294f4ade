/** Top-ups, corrections and transfers of stored value. Amounts in fen. */
import type { z } from '#kernel/contract/index.ts'
import { insert, number, post, sql, type Cx, type LedgerLine, type Out, type Row, wholeRow } from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { patientOf, raiseLevel } from '#modules/patients/server/door.ts'
import type { PaymentPaid } from '#modules/payments/contract/events.ts'
import type { PayCode } from '#modules/payments/contract/shapes.ts'
import { markBooked, newOrder, showCode } from '#modules/payments/server/door.ts'
import { comboGiven, comboWanted } from '../contract/events.ts'
import type { Amend } from '../contract/shapes.stored.ts'
import type { ChargeBillInfo, TopUp, TopUpFails, TransferStored, MemberWallet } from '../contract/shapes.ts'
import { kind as kinds } from '../contract/fields.ts'
import { giveCoupons, mayIssue } from './coupons.ts'
import { grantLevel, grantWithTopUp, lockCeiling, type GrantFail } from './grants/grants.ts'
import { lockWallet } from './holdings.ts'
import { conditionsOf, noteShares, partsFor, principalLots, takeConditions } from './lots.ts'
import { checkGift, checkMaxHeld, checkOnce, checkPaidAt, limitsOf } from './limits.ts'
import { chargeOf } from './queries.ts'
import { couponsOfScheme, schemeFor } from './schemes.ts'
import { tellStored } from './tell.ts'

export const billNo = (cx: Cx): Promise<string> => number(cx, 'CZyyyymmdd-####')
export const yuan = (fen: number): string => (fen / 100).toFixed(2)

/** Ledger lines of outside money into a wallet (negative: out of it), with gift money on top. */
export function walletLines({
  pid,
  hid,
  payWay,
  money,
  gift,
}: {
  pid: number
  hid: number
  payWay: number
  money: number
  gift: number
}): LedgerLine[] {
  const key = `member:${pid}`
  return [
    { book: 'stored', key, amount: money, floor: 0 },
    { book: 'stored', key: 'issued', amount: -money },
    { book: 'gift', key, amount: gift, floor: 0 },
    { book: 'gift', key: 'issued', amount: -gift },
    { book: 'cash', key: `till:${hid}:${payWay}`, amount: money },
    { book: 'cash', key: `prepaid:${hid}`, amount: -money },
  ]
}

/** Checks of a top-up before money is taken. */
async function checked(cx: Cx<TopUpFails>, input: TopUp): Promise<Row<'storage_scheme'> | undefined> {
  ownStore(cx, input.hid)
  if (input.moneyGift && !input.storageSchemeId) await lockCeiling(cx)
  await patientOf(cx, input.pid)
  if (input.chargeConsultantId) await staffOf(cx, input.chargeConsultantId)
  const [wallet, limits, scheme] = await Promise.all([lockWallet(cx, input.pid), limitsOf(cx, input.hid), schemeFor(cx, input)])
  checkPaidAt(cx, input.payTime)
  if (!scheme) checkGift(cx, limits, input)
  checkOnce(cx, limits, input.money)
  checkMaxHeld(cx, limits, wallet.money + input.money, 'money')
  const fgid = scheme?.fgid ?? input.fgid
  if (fgid) await cx.announce(comboWanted, { hid: input.hid, pid: input.pid, fgid })
  if (scheme) for (const coupon of await couponsOfScheme(cx, scheme.storageSchemeId)) await mayIssue(cx, { pids: [input.pid], ...coupon })
  return scheme
}

/**
 * Posts principal and gift money into the wallet, and the principal into the till. A scheme also raises the member's level and issues its
 * coupons.
 */
export async function topUp(cx: Cx<TopUpFails>, input: TopUp): Promise<ChargeBillInfo> {
  const scheme = await checked(cx, input)
  await grantBeside(cx, scheme, input)
  return booked(cx, { ...input, ...brought(scheme, input) })
}
/** Gift money and a level that no scheme promises are given by hand. */
async function grantBeside(cx: Cx<TopUpFails>, scheme: Row<'storage_scheme'> | undefined, input: TopUp): Promise<void> {
  if (!scheme) await grantWithTopUp(cx, input)
  if (scheme?.levelId || !input.level) return
  const { levelId: formerLevelId } = await patientOf(cx, input.pid)
  await grantLevel(cx, { levelId: input.level, members: [{ pid: input.pid, formerLevelId }], reason: input.note })
}
/** Combo and level of a top-up; those of a scheme take precedence over the request. */
const brought = (scheme: Row<'storage_scheme'> | undefined, { fgid, level }: TopUp): Pick<TopUp, 'fgid' | 'level'> => ({
  fgid: scheme?.fgid ?? fgid,
  level: scheme?.levelId ?? level,
})

async function booked(cx: Cx, input: TopUp, orderNo: string | null = null): Promise<ChargeBillInfo> {
  const no = await billNo(cx)
  const ref = `charge_bill:${no}`
  const { hid, pid, payWay, money, moneyGift, fgid, level } = input
  const { levelId: formerLevelId } = await patientOf(cx, pid)
  const entryId = await post(cx, {
    hid,
    reason: '储值',
    ref,
    lines: walletLines({ pid, hid, payWay, money, gift: moneyGift }),
  })
  const { cbid } = await insert(cx, 'charge_bill', {
    hid,
    pid,
    billNo: no,
    kind: 1,
    money,
    moneyGift,
    payWay,
    // The business day is the day of posting: a payment entered later changes no day that is over.
    payTime: cx.now,
    paidAt: input.payTime ?? null,
    referrer: input.referrer ?? null,
    chargeConsultantId: input.chargeConsultantId ?? null,
    note: input.note ?? null,
    entryId,
    fgid: fgid ?? null,
    storageSchemeId: input.storageSchemeId ?? null,
    levelId: level ?? null,
    formerLevelId: level ? formerLevelId : null,
    orderNo,
  })
  await tellStored(cx, { pid, hid, change: money + moneyGift, why: '充值' })
  if (level) await raiseLevel(cx, pid, level)
  if (fgid) await cx.announce(comboGiven, { hid, pid, fgid, ref })
  if (input.storageSchemeId)
    for (const coupon of await couponsOfScheme(cx, input.storageSchemeId))
      await giveCoupons(cx, { pids: [pid], ...coupon }, { type: 3, note: no, cbid })
  return chargeOf(cx, cbid)
}

/** Opens a payment for a top-up. It is checked now and books itself when paid. */
export async function scanTopUp(out: Out<TopUpFails>, input: TopUp & { payWay: 2 | 3 }): Promise<PayCode> {
  const order = await out.tx(async (cx) => {
    const scheme = await checked(cx, input)
    await grantBeside(cx, scheme, input)
    const { name } = await patientOf(cx, input.pid)
    return newOrder(cx, {
      hid: input.hid,
      payWay: input.payWay,
      amount: input.money,
      prefix: `CZ${cx.today}`,
      purpose: 'topup',
      ref: `member:${input.pid}`,
      subject: `会员储值 ${name}`,
      payload: { ...input, ...brought(scheme, input) },
    })
  })
  return showCode(out, order)
}
/** Books the top-up of a paid code. The money has arrived, so limits, checked when the code was shown, no longer block it. */
export async function bookTopUp(cx: Cx, { orderNo, payload }: PaymentPaid): Promise<void> {
  // This module wrote the payload.
  await booked(cx, { ...(payload as TopUp), payTime: cx.now }, orderNo)
  await markBooked(cx, orderNo)
}

/**
 * Turns code payments that cannot be booked as intended into principal of the member. Limits do not apply, because the money has arrived.
 */
export async function keepStored(
  cx: Cx,
  { orderNo, ...paid }: Pick<TopUp, 'hid' | 'pid' | 'money' | 'payWay' | 'note'> & { orderNo: string },
): Promise<void> {
  await booked(cx, { ...paid, moneyGift: 0, payTime: cx.now }, orderNo)
  await markBooked(cx, orderNo)
}

/** Corrects a top-up: posts the difference to its current amounts on a document of its own, with the reason. */
export async function amend(
  cx: Cx<'amend_kind' | 'amend_same' | 'amend_scanned' | 'topup_limit' | 'topup_least' | 'topup_most' | 'gift_over' | GrantFail>,
  input: z.output<typeof Amend>,
): Promise<ChargeBillInfo> {
  const bill =
    (await cx.db.one(wholeRow('charge_bill'), sql`select * from charge_bill where cbid = ${input.cbid}`)) ??
    cx.refuse('not_found', { what: '储值单' })
  ownStore(cx, bill.hid)
  if (bill.kind !== 1) cx.refuse('amend_kind', { kind: kinds.meta()?.options?.[bill.kind] ?? '' })
  if (input.moneyGift > bill.moneyGift) await lockCeiling(cx)
  const [wallet, limits] = await Promise.all([lockWallet(cx, bill.pid), limitsOf(cx, bill.hid)])
  // Read under the wallet's lock, so that concurrent corrections see each other.
  const sum = await cx.db.the(
    { money: 'number', gift: 'number' },
    sql`
      select coalesce(sum(money), 0)::bigint money, coalesce(sum(money_gift), 0)::bigint gift
      from charge_bill
      where amends = ${bill.cbid}
    `,
  )
  const money = input.money - bill.money - sum.money
  const gift = input.moneyGift - bill.moneyGift - sum.gift
  if (!money && !gift) cx.refuse('amend_same', { field: 'money' })
  if (money && bill.orderNo) cx.refuse('amend_scanned', { field: 'money' })
  if (money) checkOnce(cx, limits, input.money)
  if (gift > 0) checkGift(cx, limits, input)
  if (gift > 0) await grantWithTopUp(cx, { pid: bill.pid, moneyGift: gift, note: input.note })
  if (money > 0) checkMaxHeld(cx, limits, wallet.money + money, 'money')
  if (wallet.money + money < 0 || wallet.moneyGift + gift < 0)
    cx.refuse('insufficient', { what: '会员余额已使用，储值余额', field: 'money' })
  const { hid, pid } = bill
  const payWay = bill.payWay!
  const no = await billNo(cx)
  if (money < 0) await takeAmended(cx, bill, { wallet: wallet.money, less: -money, note: `储值更正 ${no}` })
  const entryId = await post(cx, {
    hid,
    reason: '储值更正',
    ref: `charge_bill:${bill.billNo}`,
    note: input.note,
    lines: walletLines({ pid, hid, payWay, money, gift }),
  })
  const { cbid } = await insert(cx, 'charge_bill', {
    hid,
    pid,
    billNo: no,
    kind: 5,
    money,
    moneyGift: gift,
    payWay,
    payTime: cx.now,
    note: input.note,
    entryId,
    storageSchemeId: bill.storageSchemeId,
    amends: bill.cbid,
  })
  await tellStored(cx, { pid, hid, change: money + gift, why: '更正' })
  return chargeOf(cx, cbid)
}

/** Takes back what came with a top-up, as far as its correction lowers it. */
async function takeAmended(
  cx: Cx,
  { cbid, pid }: Row<'charge_bill'>,
  { wallet, less, note }: { wallet: number; less: number; note: string },
): Promise<void> {
  const standing = await principalLots(cx, pid, wallet)
  const lots = standing.filter(({ lot }) => lot.cbid === cbid)
  await takeConditions(cx, pid, await conditionsOf(cx, pid, standing, partsFor(lots, less)), note)
}

/** Transfers principal to another member; its share of gift money goes along, other gifts of its top-ups are forfeited in proportion. */
export async function transfer(
  cx: Cx<'confirm_money' | 'same_member' | 'topup_limit'>,
  input: z.output<typeof TransferStored>,
): Promise<ChargeBillInfo> {
  if (input.confirmMoney !== input.transferAmount) cx.refuse('confirm_money', { field: 'confirmMoney' })
  if (input.pid === input.transferPid) cx.refuse('same_member', { field: 'transferPid' })
  await Promise.all([patientOf(cx, input.pid), patientOf(cx, input.transferPid)])
  // Locks the smaller id first, so that opposite transfers cannot deadlock.
  const wallets = new Map<number, MemberWallet>()
  for (const pid of [input.pid, input.transferPid].sort((a, b) => a - b)) wallets.set(pid, await lockWallet(cx, pid))
  const { money, moneyGift } = wallets.get(input.pid)!
  if (money < input.transferAmount) cx.refuse('insufficient', { what: '余额', field: 'transferAmount' })
  checkMaxHeld(cx, await limitsOf(cx, cx.who.hid), wallets.get(input.transferPid)!.money + input.transferAmount, 'transferAmount')
  const no = await billNo(cx)
  const { hid } = cx.who
  const amount = input.transferAmount
  const gift = Math.floor((moneyGift * amount) / money)
  const standing = await principalLots(cx, input.pid, money)
  const parts = partsFor(standing, amount)
  await takeConditions(cx, input.pid, await conditionsOf(cx, input.pid, standing, parts), `储值转账 ${no}`)
  const entryId = await post(cx, {
    reason: '储值转账',
    ref: `charge_bill:${no}`,
    lines: [
      { book: 'stored', key: `member:${input.pid}`, amount: -amount, floor: 0 },
      { book: 'stored', key: `member:${input.transferPid}`, amount, floor: 0 },
      { book: 'gift', key: `member:${input.pid}`, amount: -gift, floor: 0 },
      { book: 'gift', key: `member:${input.transferPid}`, amount: gift, floor: 0 },
    ],
  })
  const common = { hid, payTime: cx.now, note: input.note ?? null, entryId }
  const { cbid } = await insert(cx, 'charge_bill', {
    ...common,
    pid: input.pid,
    otherPid: input.transferPid,
    billNo: no,
    kind: 3,
    money: -amount,
    moneyGift: -gift,
  })
  const { cbid: arrived } = await insert(cx, 'charge_bill', {
    ...common,
    pid: input.transferPid,
    otherPid: input.pid,
    billNo: await billNo(cx),
    kind: 4,
    money: amount,
    moneyGift: gift,
  })
  await noteShares(cx, input.pid, parts, { cbid, sign: -1 })
  await noteShares(cx, input.transferPid, parts, { cbid: arrived, sign: 1 })
  await tellStored(cx, { pid: input.pid, hid, change: -amount - gift, why: '转出' })
  await tellStored(cx, { pid: input.transferPid, hid, change: amount + gift, why: '转入' })
  return chargeOf(cx, cbid)
}

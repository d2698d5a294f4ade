import { insert, post, sql, type Cx } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import type { z } from '#kernel/contract/index.ts'
import type { ChargeBillInfo, TopUp, TransferStored, Withdraw } from '../contract/shapes.ts'
import { lockWallet } from './door.ts'
import { chargeOf, ruleSet } from './queries.ts'


/** CZ20261121-0007. */
async function billNo(cx: Cx): Promise<string> {
  const day = cx.today.replaceAll('-', '')
  const next = await cx.db.one<{ n: number }>(sql`select next_number(${`charge:${day}`}) n`)
  return `CZ${day}-${String(next!.n).padStart(4, '0')}`
}
const yuan = (fen: number): string => (fen / 100).toFixed(2)

/** Principal and gift money into the wallet, the principal into the till. */
export async function topUp(cx: Cx<'topup_limit'>, input: z.output<typeof TopUp>): Promise<ChargeBillInfo> {
  ownStore(cx, input.hid)
  await patientOf(cx, input.pid)
  if (input.chargeConsultantId) await staffOf(cx, input.chargeConsultantId)
  const [wallet, rules] = await Promise.all([lockWallet(cx, input.pid), ruleSet(cx)])
  if (rules.stored_limit && wallet.money + input.money > rules.stored_limit * 100) cx.refuse('topup_limit', { limit: rules.stored_limit, field: 'money' })
  const no = await billNo(cx)
  const entryId = await post(cx, {
    reason: '储值', ref: `charge_bill:${no}`,
    lines: [
      { book: 'stored', key: `member:${input.pid}`, amount: input.money, floor: 0 }, { book: 'stored', key: 'issued', amount: -input.money },
      { book: 'gift', key: `member:${input.pid}`, amount: input.moneyGift, floor: 0 }, { book: 'gift', key: 'issued', amount: -input.moneyGift },
      { book: 'cash', key: `till:${input.hid}:${input.payWay}`, amount: input.money }, { book: 'cash', key: `prepaid:${input.hid}`, amount: -input.money },
    ],
  })
  const { cbid } = await insert(cx, 'charge_bill', {
    hid: input.hid, pid: input.pid, billNo: no, kind: 1, money: input.money, moneyGift: input.moneyGift, payWay: input.payWay, payTime: input.payTime ?? cx.now, referrer: input.referrer ?? null,
    chargeConsultantId: input.chargeConsultantId ?? null, note: input.note ?? null, entryId,
  })
  return chargeOf(cx, cbid)
}

/** Principal out of the till and the wallet; the gift money that came with it is forfeited in the same proportion, never paid out. */
export async function withdraw(cx: Cx<'principal_short'>, input: z.output<typeof Withdraw>): Promise<ChargeBillInfo> {
  await patientOf(cx, input.pid)
  const wallet = await lockWallet(cx, input.pid)
  if (wallet.money < input.money) cx.refuse('principal_short', { money: yuan(wallet.money), field: 'money' })
  const forfeited = Math.floor((wallet.moneyGift * input.money) / wallet.money)
  const no = await billNo(cx)
  const { hid } = cx.who
  const entryId = await post(cx, {
    reason: '退储值', ref: `charge_bill:${no}`, note: forfeited ? `收回赠金 ${yuan(forfeited)} 元` : undefined,
    lines: [
      { book: 'stored', key: `member:${input.pid}`, amount: -input.money, floor: 0 }, { book: 'stored', key: 'issued', amount: input.money },
      { book: 'gift', key: `member:${input.pid}`, amount: -forfeited, floor: 0 }, { book: 'gift', key: 'issued', amount: forfeited },
      { book: 'cash', key: `till:${hid}:${input.payWay}`, amount: -input.money }, { book: 'cash', key: `prepaid:${hid}`, amount: input.money },
    ],
  })
  const note = forfeited ? `${input.note}（收回赠金 ${yuan(forfeited)} 元）` : input.note
  const { cbid } = await insert(cx, 'charge_bill', { hid, pid: input.pid, billNo: no, kind: 2, money: -input.money, moneyGift: 0, payWay: input.payWay, payTime: cx.now, note, entryId })
  return chargeOf(cx, cbid)
}

/** Principal from one member to another; gift money stays where it was given. */
export async function transfer(cx: Cx<'confirm_money' | 'same_member'>, input: z.output<typeof TransferStored>): Promise<ChargeBillInfo> {
  if (input.confirmMoney !== input.transferAmount) cx.refuse('confirm_money', { field: 'confirmMoney' })
  if (input.pid === input.transferPid) cx.refuse('same_member', { field: 'transferPid' })
  await Promise.all([patientOf(cx, input.pid), patientOf(cx, input.transferPid)])
  // Smaller id first, so that two transfers in opposite directions never wait for each other.
  for (const pid of [input.pid, input.transferPid].sort((a, b) => a - b)) await lockWallet(cx, pid)
  const no = await billNo(cx)
  const { hid } = cx.who
  const amount = input.transferAmount
  const entryId = await post(cx, {
    reason: '储值转账', ref: `charge_bill:${no}`,
    lines: [{ book: 'stored', key: `member:${input.pid}`, amount: -amount, floor: 0 }, { book: 'stored', key: `member:${input.transferPid}`, amount, floor: 0 }],
  })
  const common = { hid, payTime: cx.now, note: input.note ?? null, entryId, moneyGift: 0 }
  const { cbid } = await insert(cx, 'charge_bill', { ...common, pid: input.pid, otherPid: input.transferPid, billNo: no, kind: 3, money: -amount })
  await insert(cx, 'charge_bill', { ...common, pid: input.transferPid, otherPid: input.pid, billNo: await billNo(cx), kind: 4, money: amount })
  return chargeOf(cx, cbid)
}

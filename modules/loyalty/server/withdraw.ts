/**
 * Withdrawals of principal. Gift money that came with it is forfeited in proportion and never paid out. Money goes to an account in the
 * member's own name; cash only where at most 100 yuan are held (单用途商业预付卡管理办法（试行）, 2012, art. 21).
 */
import type { z } from '#kernel/contract/index.ts'
import { insert, post, type Cx } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import type { ChargeBillInfo, MemberWallet, Withdraw } from '../contract/shapes.ts'
import type { WithdrawalPlan } from '../contract/shapes.stored.ts'
import { lockWallet, walletOf } from './holdings.ts'
import { limitsOf } from './limits.ts'
import {
  conditionsOf,
  lostWords,
  namesOf,
  noteShares,
  partsFor,
  principalLots,
  takeConditions,
  type Conditions,
  type LotPart,
} from './lots.ts'
import { chargeOf } from './queries.ts'
import { tellStored } from './tell.ts'
import { billNo, walletLines, yuan } from './wallet.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'

/** Maximum principal that can be paid out in cash, fen. */
const CASH_LIMIT = 10_000

interface Circumstances {
  limited: boolean
  standing: LotPart[]
}
/** Plan of a withdrawal. The forecast and the posting use this one object. */
async function planOf(
  cx: Cx<'principal_short' | 'payer_short'>,
  wallet: MemberWallet,
  { money, refundName }: { money?: number | undefined; refundName?: string | undefined },
  { limited, standing }: Circumstances,
): Promise<{ plan: WithdrawalPlan; parts: LotPart[]; conditions: Conditions }> {
  // Money of the member's own first; somebody else's goes back only in the name of who paid.
  const own = standing.filter(({ lot }) => lot.payerPid === wallet.pid)
  const named = refundName === undefined ? [] : standing.filter(({ lot }) => namesOf(lot).includes(refundName))
  const isOwn = !named.length || named.some(({ lot }) => lot.payerPid === wallet.pid)
  const sources = isOwn ? own : named
  const most = sumOf(sources)
  if ((money ?? 0) > wallet.money) cx.refuse('principal_short', { money: yuan(wallet.money), field: 'money' })
  const amount = money ?? most
  if (amount > most) cx.refuse('payer_short', { money: yuan(most), others: othersOf(standing, wallet.pid), field: 'money' })
  const parts = partsFor(sources, amount)
  const conditions = await conditionsOf(cx, wallet.pid, standing, parts)
  const forfeited = wallet.money ? Math.floor((wallet.moneyGift * amount) / wallet.money) : 0
  const cashAllowed = isOwn && (!limited || wallet.money <= CASH_LIMIT)
  const foreign = wallet.money - sumOf(own)
  const plan = {
    pid: wallet.pid,
    money: amount,
    forfeited,
    moneyAfter: wallet.money - amount,
    moneyGiftAfter: wallet.moneyGift - forfeited,
    cashAllowed,
    names: [...new Set((isOwn && own.length ? own : sources).flatMap(({ lot }) => namesOf(lot)))],
    coupons: conditions.coupons,
    packages: conditions.packages,
    levels: conditions.levels.map((l) => l.name),
    why: [
      ...lostWords(conditions),
      ...(wallet.moneyGift ? [forfeited ? `赠金不退现：按退还本金的比例收回 ${yuan(forfeited)} 元` : '赠金不退现'] : []),
      ...(foreign ? [`其中 ${yuan(foreign)} 元由他人支付，只能退给付款人：${othersOf(standing, wallet.pid)}`] : []),
      ...(cashAllowed || !isOwn ? [] : ['本金余额超过 100 元，应退回同名账户，不能付现金（单用途商业预付卡管理办法第二十一条）']),
      ...(wallet.points ? [`积分 ${wallet.points} 分不折现，保留在账户中`] : []),
    ],
  }
  return { plan, parts, conditions }
}
const sumOf = (parts: readonly LotPart[]): number => parts.reduce((sum, p) => sum + p.money, 0)
/** Who else paid principal that the member holds. */
const othersOf = (standing: readonly LotPart[], pid: number): string =>
  [...new Set(standing.filter((s) => s.lot.payerPid !== pid && s.money > 0).map((s) => s.lot.payer))].join('、')

async function circumstances(cx: Cx<'not_refundable'>, { pid, money }: MemberWallet): Promise<Circumstances> {
  await patientOf(cx, pid)
  const { rules, nonRefundable } = await limitsOf(cx, cx.who.hid)
  if (nonRefundable) cx.refuse('not_refundable', { name: nonRefundable })
  return { limited: rules.stored_limit > 0, standing: await principalLots(cx, pid, money) }
}

/** Plan of a withdrawal, by default of all principal that the payee paid. */
export async function withdrawalPlan(
  cx: Cx<'principal_short' | 'not_refundable' | 'payer_short'>,
  { pid, ...request }: { pid: number; money?: number | undefined; refundName?: string | undefined },
): Promise<WithdrawalPlan> {
  const wallet = await walletOf(cx, pid)
  return (await planOf(cx, wallet, request, await circumstances(cx, wallet))).plan
}

/** Pays principal out of the till and the wallet. */
export async function withdraw(
  cx: Cx<'principal_short' | 'payer_short' | 'refund_to_account' | 'same_name' | 'not_refundable'>,
  input: z.output<typeof Withdraw>,
): Promise<ChargeBillInfo> {
  const wallet = await lockWallet(cx, input.pid)
  // Read under the wallet's lock, so that the plan is what is posted.
  const { plan, parts, conditions } = await planOf(cx, wallet, input, await circumstances(cx, wallet))
  if (!plan.cashAllowed) {
    if (input.payWay === PayWay.cash || !input.refundName || !input.refundAccount)
      cx.refuse('refund_to_account', { field: input.payWay === PayWay.cash ? 'payWay' : input.refundName ? 'refundAccount' : 'refundName' })
    if (!plan.names.includes(input.refundName)) cx.refuse('same_name', { member: plan.names.join('、'), field: 'refundName' })
  }
  const no = await billNo(cx)
  const { hid } = cx.who
  const { forfeited } = plan
  // Locks coupons before the tills, in the same order as a bill paid with both.
  await takeConditions(cx, input.pid, conditions, `退储值 ${no}`)
  const entryId = await post(cx, {
    reason: '退储值',
    ref: `charge_bill:${no}`,
    ...(forfeited ? { note: `收回赠金 ${yuan(forfeited)} 元` } : {}),
    lines: walletLines({ pid: input.pid, hid, payWay: input.payWay, money: -input.money, gift: -forfeited }),
  })
  const note = forfeited ? `${input.note}（收回赠金 ${yuan(forfeited)} 元）` : input.note
  const { cbid } = await insert(cx, 'charge_bill', {
    hid,
    pid: input.pid,
    billNo: no,
    kind: 2,
    money: -input.money,
    moneyGift: 0,
    payWay: input.payWay,
    payTime: cx.now,
    note,
    entryId,
    refundName: input.refundName ?? null,
    refundAccount: input.refundAccount ?? null,
  })
  await noteShares(cx, input.pid, parts, { cbid, sign: -1 })
  await tellStored(cx, { pid: input.pid, hid, change: -input.money - forfeited, why: '退出' })
  return chargeOf(cx, cbid)
}

/**
 * Principal back to the member. Gift money that came with it is forfeited in the same proportion and never paid out. Money goes back to
 * an account of the member's own name; cash only where at most 100 yuan are held (单用途商业预付卡管理办法（试行）, 2012, art. 21).
 */
import type { z } from '#kernel/contract/index.ts'
import { insert, post, type Cx } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import type { ChargeBillInfo, Wallet, Withdraw } from '../contract/shapes.ts'
import type { WithdrawalPlan } from '../contract/shapes.stored.ts'
import { lockWallet, walletOf } from './door.ts'
import { chargeOf, ruleSet } from './queries.ts'
import { billNo, walletLines, yuan } from './wallet.ts'

/** Most principal, in fen, that may be paid out in cash. */
export const CASH_LIMIT = 10_000

/** What a withdrawal does, from the wallet as it is: the plan shown beforehand and the posting are this one object. */
export function planOf(wallet: Wallet, money: number, names: string[], limited: boolean): WithdrawalPlan {
  const forfeited = wallet.money ? Math.floor((wallet.moneyGift * money) / wallet.money) : 0
  const cashAllowed = !limited || wallet.money <= CASH_LIMIT
  return {
    pid: wallet.pid, money, forfeited, moneyAfter: wallet.money - money, moneyGiftAfter: wallet.moneyGift - forfeited, cashAllowed, names,
    why: [
      ...(wallet.moneyGift ? [forfeited ? `赠金不退现：按退还本金的比例收回 ${yuan(forfeited)} 元` : '赠金不退现'] : []),
      ...(cashAllowed ? [] : ['本金余额超过 100 元，应退回同名账户，不能付现金（单用途商业预付卡管理办法第二十一条）']),
      ...(wallet.points ? [`积分 ${wallet.points} 分不折现，保留在账户中`] : []),
    ],
  }
}
async function circumstances(cx: Cx, pid: number): Promise<{ names: string[]; limited: boolean }> {
  const [patient, rules] = await Promise.all([patientOf(cx, pid), ruleSet(cx)])
  return { names: [patient.name, patient.guardian].filter((n): n is string => Boolean(n)), limited: rules.stored_limit > 0 }
}

/** What a withdrawal would do; everything that is held when no amount is asked for. */
export async function withdrawalPlan(cx: Cx<'principal_short'>, { pid, money }: { pid: number; money?: number | undefined }): Promise<WithdrawalPlan> {
  const { names, limited } = await circumstances(cx, pid)
  const wallet = await walletOf(cx, pid)
  if ((money ?? 0) > wallet.money) cx.refuse('principal_short', { money: yuan(wallet.money), field: 'money' })
  return planOf(wallet, money ?? wallet.money, names, limited)
}

/** Principal out of the till and the wallet. */
export async function withdraw(cx: Cx<'principal_short' | 'refund_to_account' | 'same_name'>, input: z.output<typeof Withdraw>): Promise<ChargeBillInfo> {
  const { names, limited } = await circumstances(cx, input.pid)
  const wallet = await lockWallet(cx, input.pid)
  if (wallet.money < input.money) cx.refuse('principal_short', { money: yuan(wallet.money), field: 'money' })
  const plan = planOf(wallet, input.money, names, limited)
  if (!plan.cashAllowed) {
    if (input.payWay === 1 || !input.refundName || !input.refundAccount) cx.refuse('refund_to_account', { field: input.payWay === 1 ? 'payWay' : input.refundName ? 'refundAccount' : 'refundName' })
    if (!names.includes(input.refundName)) cx.refuse('same_name', { names: names.join('、'), field: 'refundName' })
  }
  const no = await billNo(cx)
  const { hid } = cx.who
  const { forfeited } = plan
  const entryId = await post(cx, {
    reason: '退储值', ref: `charge_bill:${no}`, ...(forfeited ? { note: `收回赠金 ${yuan(forfeited)} 元` } : {}),
    lines: walletLines({ pid: input.pid, hid, payWay: input.payWay, money: -input.money, gift: -forfeited }),
  })
  const note = forfeited ? `${input.note}（收回赠金 ${yuan(forfeited)} 元）` : input.note
  const { cbid } = await insert(cx, 'charge_bill', {
    hid, pid: input.pid, billNo: no, kind: 2, money: -input.money, moneyGift: 0, payWay: input.payWay, payTime: cx.now, note, entryId, refundName: input.refundName ?? null, refundAccount: input.refundAccount ?? null,
  })
  return chargeOf(cx, cbid)
}

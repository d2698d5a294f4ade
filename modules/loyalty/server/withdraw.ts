/**
 * Withdrawals of principal. Gift money that came with it is forfeited in proportion and never paid out. Money goes to an account in the
 * member's own name; cash only where at most 100 yuan are held (单用途商业预付卡管理办法（试行）, 2012, art. 21).
 */
import type { z } from '#kernel/contract/index.ts'
import { insert, post, type Cx } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import type { ChargeBillInfo, MemberWallet, Withdraw } from '../contract/shapes.ts'
import type { WithdrawalPlan } from '../contract/shapes.stored.ts'
import { cameWithTopUps, takeBack } from './coupons.ts'
import { lockWallet, walletOf } from './holdings.ts'
import { limitsOf } from './limits.ts'
import { chargeOf } from './queries.ts'
import { packagesOfTopUps, takePackagesBack } from './packages.ts'
import { billNo, walletLines, yuan } from './wallet.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'

/** Maximum principal that can be paid out in cash, fen. */
const CASH_LIMIT = 10_000

/** Plan of a withdrawal. The forecast and the posting use this one object. */
function planOf(wallet: MemberWallet, money: number, { names, limited, coupons, packages }: Circumstances): WithdrawalPlan {
  const forfeited = wallet.money ? Math.floor((wallet.moneyGift * money) / wallet.money) : 0
  const cashAllowed = !limited || wallet.money <= CASH_LIMIT
  const all = money === wallet.money
  return {
    pid: wallet.pid,
    money,
    forfeited,
    moneyAfter: wallet.money - money,
    moneyGiftAfter: wallet.moneyGift - forfeited,
    cashAllowed,
    names,
    coupons: all ? coupons : [],
    packages: all ? packages : [],
    why: [
      ...(coupons.length
        ? [
            all
              ? `本金全部退还：收回随储值赠送而未使用的卡券 ${coupons.length} 张`
              : `随储值赠送的卡券 ${coupons.length} 张保留，本金退完时收回`,
          ]
        : []),
      ...(packages.length
        ? [
            all
              ? `本金全部退还：收回随储值赠送的套餐（${namesOf(packages)}）中未使用的部分`
              : `随储值赠送的套餐（${namesOf(packages)}）保留，本金退完时收回`,
          ]
        : []),
      ...(wallet.moneyGift ? [forfeited ? `赠金不退现：按退还本金的比例收回 ${yuan(forfeited)} 元` : '赠金不退现'] : []),
      ...(cashAllowed ? [] : ['本金余额超过 100 元，应退回同名账户，不能付现金（单用途商业预付卡管理办法第二十一条）']),
      ...(wallet.points ? [`积分 ${wallet.points} 分不折现，保留在账户中`] : []),
    ],
  }
}
const namesOf = (packages: WithdrawalPlan['packages']): string => packages.map((p) => p.name).join('、')
interface Circumstances {
  names: string[]
  limited: boolean
  /** Unused coupons of top-ups. */
  coupons: WithdrawalPlan['coupons']
  /** Combos of top-ups that the member holds. */
  packages: WithdrawalPlan['packages']
}
async function circumstances(cx: Cx<'not_refundable'>, pid: number): Promise<Circumstances> {
  const [patient, { rules, nonRefundable }, coupons, packages] = await Promise.all([
    patientOf(cx, pid),
    limitsOf(cx, cx.who.hid),
    cameWithTopUps(cx, pid),
    packagesOfTopUps(cx, pid),
  ])
  if (nonRefundable) cx.refuse('not_refundable', { name: nonRefundable })
  return {
    names: [patient.name, patient.guardian].filter((n): n is string => Boolean(n)),
    limited: rules.stored_limit > 0,
    coupons,
    packages,
  }
}

/** Plan of a withdrawal, by default of the whole principal. */
export async function withdrawalPlan(
  cx: Cx<'principal_short' | 'not_refundable'>,
  { pid, money }: { pid: number; money?: number | undefined },
): Promise<WithdrawalPlan> {
  const around = await circumstances(cx, pid)
  const wallet = await walletOf(cx, pid)
  if ((money ?? 0) > wallet.money) cx.refuse('principal_short', { money: yuan(wallet.money), field: 'money' })
  return planOf(wallet, money ?? wallet.money, around)
}

/** Pays principal out of the till and the wallet. */
export async function withdraw(
  cx: Cx<'principal_short' | 'refund_to_account' | 'same_name' | 'not_refundable'>,
  input: z.output<typeof Withdraw>,
): Promise<ChargeBillInfo> {
  const wallet = await lockWallet(cx, input.pid)
  // Read under the wallet's lock, so that the plan is what is posted.
  const around = await circumstances(cx, input.pid)
  if (wallet.money < input.money) cx.refuse('principal_short', { money: yuan(wallet.money), field: 'money' })
  const plan = planOf(wallet, input.money, around)
  if (!plan.cashAllowed) {
    if (input.payWay === PayWay.cash || !input.refundName || !input.refundAccount)
      cx.refuse('refund_to_account', { field: input.payWay === PayWay.cash ? 'payWay' : input.refundName ? 'refundAccount' : 'refundName' })
    if (!plan.names.includes(input.refundName)) cx.refuse('same_name', { member: plan.names.join('、'), field: 'refundName' })
  }
  const no = await billNo(cx)
  const { hid } = cx.who
  const { forfeited } = plan
  // Locks coupons before the tills, in the same order as a bill paid with both.
  await takeBack(
    cx,
    plan.coupons.map((c) => c.id),
    `退储值 ${no}`,
  )
  await takePackagesBack(
    cx,
    plan.packages.map((p) => p.packageId),
    `退储值 ${no}`,
  )
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
  return chargeOf(cx, cbid)
}

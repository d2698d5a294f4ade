/** Tells a member of every movement of their stored value, in the way the store chose. */
import type { Cx } from '#kernel/server/index.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import { postMessage, sendSms } from '#modules/messages/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { settingOf } from '#modules/settings/server/door.ts'
import { walletOf } from './holdings.ts'

const yuan = (fen: number): string => (fen / 100).toFixed(2)
/** Principal and gift money together, fen: + into the wallet, − out of it. Posted in the same transaction, before. */
export async function tellStored(
  cx: Cx,
  { pid, hid, change, why }: { pid: number; hid: number; change: number; why: string },
): Promise<void> {
  if (change === 0) return
  const way = await settingOf(cx, hid, 'storedNotice')
  if (way === 'none') return
  const { name, mobile, wechatOpenId: openId } = await patientOf(cx, pid)
  if (!openId && !(way === 'sms' && mobile)) return
  const [{ shortName }, { money, moneyGift }] = await Promise.all([storeOf(cx, hid), walletOf(cx, pid)])
  const params = {
    name,
    time: cx.now.slice(5, 16),
    amount: `${change > 0 ? '+' : '-'}${yuan(Math.abs(change))}`,
    balance: yuan(money + moneyGift),
  }
  if (openId)
    await postMessage(cx, {
      pid,
      openId,
      hid,
      text: `${name}您好，您在${shortName}的储值于${params.time}${why}${params.amount}元，余额${params.balance}元。`,
      notice: { template: 'balance', params, mobile: way === 'sms' ? mobile : null },
    })
  else if (mobile) await sendSms(cx, { hid, pid, mobile, template: 'balance', params })
}

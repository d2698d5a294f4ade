/** The way into a room (R099–R102): a member, the balance unless this consultation's fee is set aside, one dialog with one button. */
import { call, confirm, t, toast, useGo, useWho } from '#kernel/web/index.ts'
import { CallFailed } from '#kernel/web/calls/catalogue.ts'
import { payments } from '#modules/payments/contract/endpoints.ts'
import { LEAST_BALANCE, modeOf } from '../contract/room.ts'
import type { CaseRow } from '../contract/shapes.ts'
import { remoteCase } from '../contract/states.ts'

const { is, in: cases } = remoteCase
/** Whether the store holds enough; told in the words of the seeds when it does not. */
async function holdsEnough(hid: number): Promise<boolean> {
  const asked = call(payments['sdx-account.hospital-balance'], { hid, money: LEAST_BALANCE }, { quiet: true })
  const failed = await asked.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failed === undefined) return true
  if (failed instanceof CallFailed) toast(t`账户余额小于100，无法进入远程诊疗`, 'warn')
  return false
}

/** Asks what has to be asked and goes into the room. Without a case there is no member. */
export function useEntry(): (of: CaseRow | undefined) => Promise<void> {
  const go = useGo()
  const { ctid } = useWho()
  return async (of) => {
    if (!of) return toast(t`请先选择会员`, 'warn')
    const mode = modeOf(ctid, of.ctid)
    const stands = cases.enterable.includes(of.status)
    if (mode !== 'host' && !stands && !(await holdsEnough(of.hid))) return
    if (of.status === is.accepted) return toast(t`请先冻结费用`, 'warn')
    const entered = await confirm({
      message: t`专家：${of.expertName}，房间号：${of.roomId}，会员：${of.patientName}`,
      ok: t`进入房间`,
      cancel: null,
    })
    if (entered === false) return
    go('/remote', { pid: of.pid, roomId: of.roomId, doctorName: of.expertName, reserveId: of.id, mode: mode ?? undefined })
  }
}

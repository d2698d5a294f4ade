/** The way into a room (R099–R102): a member, the balance unless this consultation's fee is set aside, one dialog with one button. */
import { call, confirm, t, toast, useGo, useWho } from '#kernel/web/index.ts'
import { CallFailed } from '#kernel/web/calls/catalogue.ts'
import { payments } from '#modules/payments/contract/endpoints.ts'
import { LEAST_BALANCE, modeOf } from '../contract/room.ts'
import type { ConsultationRow } from '../contract/shapes.ts'
import { remoteCase } from '../contract/states.ts'

const { is, in: cases } = remoteCase
/** Whether the store holds enough; told in the words of the seeds when it does not. */
async function holdsEnough(hid: number): Promise<boolean> {
  const balance = call(payments['sdx-account.hospital-balance'], { hid, money: LEAST_BALANCE }, { quiet: true })
  const failed = await balance.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failed === undefined) return true
  if (failed instanceof CallFailed) toast(t`账户余额小于100，无法进入远程诊疗`, 'warn')
  return false
}

/** Asks what has to be asked and goes into the room. Without a case there is no member. */
export function useEntry(): (of: ConsultationRow | undefined) => Promise<void> {
  const go = useGo()
  const { ctid } = useWho()
  return async (consultation) => {
    if (!consultation) return toast(t`请先选择会员`, 'warn')
    const mode = modeOf(ctid, consultation.ctid)
    const stands = cases.enterable.includes(consultation.status)
    if (mode !== 'host' && !stands && !(await holdsEnough(consultation.hid))) return
    if (consultation.status === is.accepted) return toast(t`请先冻结费用`, 'warn')
    const entered = await confirm({
      message: t`专家：${consultation.expertName}，房间号：${consultation.roomId}，会员：${consultation.patientName}`,
      ok: t`进入房间`,
      cancel: null,
    })
    if (entered === false) return
    go('/remote', {
      pid: consultation.pid,
      roomId: consultation.roomId,
      doctorName: consultation.expertName,
      reserveId: consultation.id,
      mode: mode ?? undefined,
    })
  }
}

/** What can be done with a consultation: its steps as buttons, and the way into its room once it is time. */
import { clinicNow, type StateOf } from '#kernel/contract/index.ts'
import { Act, t, useSend, useWho } from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { remote } from '../contract/endpoints.ts'
import { doorOf, modeOf } from '../contract/room.ts'
import type { ConsultationRow, MoveCase } from '../contract/shapes.ts'
import { remoteCase } from '../contract/states.ts'
import { useEntry } from './entry.tsx'

const WRITTEN = 1
type Step = MoveCase['move']
const STORE: readonly Step[] = ['hold', 'wait', 'cancel', 'breakOff']
const EXPERT: readonly Step[] = ['accept', 'start', 'cancel', 'breakOff']
/** Why the room of a consultation cannot be entered now; false when it can. */
function closed(consultation: ConsultationRow): string | false {
  const door = doorOf(consultation, clinicNow())
  if (consultation.mode === WRITTEN) return t`书面会诊没有房间`
  const why: Readonly<Record<Exclude<typeof door, 'open'>, string>> = {
    early: t`会诊开始前 30 分钟可进入`,
    late: t`会诊结束已超过 24 小时`,
    closed: t`接受并冻结费用后可进入`,
  }
  return door === 'open' ? false : why[door]
}

export function CaseMoves({ of: consultation, size = 'small' }: { of: ConsultationRow; size?: 'small' | 'middle' }) {
  const { ctid } = useWho()
  const enter = useEntry()
  const send = useSend(remote['telemedicine-subscribes.move'], {
    invalidates: [remote['telemedicine-subscribes.list'], remote['specialist.consulting-list']],
  })
  const host = modeOf(ctid, consultation.ctid) === 'host'
  // A talk begins by coming in; only a written case is begun by hand.
  const only = (host ? EXPERT : STORE).filter((step) => consultation.mode === WRITTEN || (step !== 'start' && step !== 'wait'))
  const open: ReadonlyArray<StateOf<typeof remoteCase>> = remoteCase.in.open
  return (
    <span className="remote-moves">
      {consultation.mode !== WRITTEN && open.some((s) => s === consultation.status) && (
        <Act size={size} type="primary" unless={closed(consultation)} onClick={() => void enter(consultation)}>{t`进入`}</Act>
      )}
      <Moves
        of={remoteCase}
        status={consultation.status}
        only={only}
        size={size}
        busy={send.isPending}
        onMove={(move, reason) => send.mutate({ id: consultation.id, move: stepFor(move), ...(reason ? { reason } : {}) })}
      />
    </span>
  )
}
/** Steps a person asks for; the others happen. */
const stepFor = (move: keyof typeof remoteCase.moves): Step => (move === 'drop' || move === 'lapse' || move === 'sign' ? 'rejoin' : move)

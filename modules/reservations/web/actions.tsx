/** What can be done with a visit in its state: one list for the queue, the lists, the drawer and the member's page. */
import { Button } from 'antd'
import { confirm, t, today, tr, useHolds, useSend, type RowOf } from '#kernel/web/index.ts'
import { reservations } from '../contract/endpoints.ts'
import { reservationStates } from '../contract/states.ts'

export type Visit = RowOf<(typeof reservations)['reservations.list']>

export interface VisitAction {
  key: string
  label: string
  can: string
  main?: boolean
  danger?: boolean
  run: () => void
}

const ended: readonly number[] = [20, 30, 31, 32]

/** The actions of a visit. `room` is the consulting room calls are made from; without one a number is called from the room it waits for. */
function useVisitActions(room?: number): { of: (visit: Visit) => VisitAction[]; busy: boolean } {
  const number = useSend(reservations['reservations.numbers'])
  const status = useSend(reservations['reservations.status'])
  const cancel = useSend(reservations['reservations.legacy.cancel'])
  const take = (visit: Visit, to?: 0 | 1 | 2 | 3) =>
    number.mutate({ resid: visit.resid, ...(to === undefined ? {} : { status: to }), ...(to === 1 && room ? { consulting_id: room } : {}) })
  const go = (visit: Visit, to: Visit['status']) => status.mutate({ id: visit.resid, status: to })
  const drop = async (visit: Visit) => {
    const reason = await confirm({
      message: t`取消 ${visit.patientName} ${visit.visitAt.slice(5, 16)} 的预约？`,
      reason: { label: t`取消原因`, required: true },
      danger: true,
    })
    if (typeof reason === 'string') cancel.mutate({ id: visit.resid, reason, version: visit.version })
  }
  const noShow = async (visit: Visit) => {
    if (await confirm({ message: t`${visit.patientName} 没有来，记为爽约？`, danger: true })) go(visit, 31)
  }
  const of = (visit: Visit): VisitAction[] => {
    const { status: at, ticketStatus: line } = visit
    const day = visit.visitAt.slice(0, 10)
    const all: Array<VisitAction | false> = [
      at === 1 && { key: 'confirm', label: tr(reservationStates.moves.confirm.label), can: 'reservation:edit', run: () => go(visit, 2) },
      at <= 2 &&
        day === today() && {
          key: 'take',
          label: tr(reservationStates.moves.take.label),
          can: 'queue:run',
          main: true,
          run: () => take(visit),
        },
      (at === 3 || at === 4) && line !== 1 && { key: 'call', label: t`叫号`, can: 'queue:run', main: true, run: () => take(visit, 1) },
      (at === 3 || at === 4) && { key: 'see', label: t`接诊`, can: 'queue:run', main: line === 1, run: () => take(visit, 2) },
      at === 4 && line === 1 && { key: 'recall', label: t`重叫`, can: 'queue:run', run: () => take(visit, 1) },
      at === 4 && line === 1 && { key: 'pass', label: t`过号`, can: 'queue:run', run: () => take(visit, 3) },
      at === 4 && line === 3 && { key: 'requeue', label: t`重新候诊`, can: 'queue:run', run: () => take(visit, 0) },
      at === 5 && { key: 'examine', label: t`去检查`, can: 'queue:run', run: () => go(visit, 10) },
      at === 10 && { key: 'checked', label: t`检查完成`, can: 'queue:run', main: true, run: () => go(visit, 15) },
      at === 15 && { key: 'back', label: t`回诊`, can: 'queue:run', run: () => go(visit, 5) },
      (at === 5 || at === 15) && { key: 'complete', label: t`完成`, can: 'queue:run', main: true, run: () => go(visit, 20) },
      (at === 4 || (at <= 2 && day <= today())) && {
        key: 'noShow',
        label: t`爽约`,
        can: 'reservation:edit',
        danger: true,
        run: () => void noShow(visit),
      },
      at <= 3 && { key: 'cancel', label: t`取消`, can: 'reservation:cancel', danger: true, run: () => void drop(visit) },
    ]
    return ended.includes(at) ? [] : all.filter((a): a is VisitAction => a !== false)
  }
  return { of, busy: number.isPending || status.isPending || cancel.isPending }
}

// A list of filled buttons shouts: in a row the main one is only outlined.
const MAIN = { type: 'primary' } as const
const ROW_MAIN = { color: 'primary', variant: 'outlined' } as const

/** Buttons of a visit; `only` names those wanted, in their order. */
export function VisitButtons({
  visit,
  room,
  only,
  size = 'small',
}: {
  visit: Visit
  room?: number | undefined
  only?: readonly string[]
  size?: 'small' | 'middle'
}) {
  const holds = useHolds()
  const { of, busy } = useVisitActions(room)
  const actions = of(visit).filter((a) => holds(a.can) && (!only || only.includes(a.key)))
  return (
    <span className={size === 'small' ? 'moves in-row' : 'moves'} onClick={(e) => e.stopPropagation()}>
      {actions.map((a) => (
        <Button
          key={a.key}
          size={size}
          {...(a.main ? (size === 'small' ? ROW_MAIN : MAIN) : {})}
          danger={a.danger ?? false}
          disabled={busy}
          onClick={a.run}
        >
          {a.label}
        </Button>
      ))}
    </span>
  )
}

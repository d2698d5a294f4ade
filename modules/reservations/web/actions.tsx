/** Actions of a visit by state: one list for the queue, lists, drawer and member's page. */
import { Button } from 'antd'
import { call, confirm, t, today, tr, useGo, useHolds, useSend, type ListRowOf } from '#kernel/web/index.ts'
import type { StateOf } from '#kernel/contract/index.ts'
import { reservations } from '../contract/endpoints.ts'
import { FORMS } from '../contract/fields.ts'
import { examReservationStates, queueStates, reservationStates } from '../contract/states.ts'

export type ActionVisit = ListRowOf<(typeof reservations)['reservations.list']>

const { is, in: visits, moves } = reservationStates
const { is: line, moves: steps } = queueStates

/** An action: a step of the visit or its number, or one with a question first. */
interface Deeds {
  go: (visit: ActionVisit, to: ActionVisit['status']) => void
  take: (visit: ActionVisit, to?: StateOf<typeof queueStates>) => void
  /** Admits the member and opens the visit. */
  see: (visit: ActionVisit) => void
  /** Opens the visit. */
  open: (visit: ActionVisit) => void
  noShow: (visit: ActionVisit) => void
  drop: (visit: ActionVisit) => void
}
interface VisitAction {
  key: string
  label: string
  can: string
  when: (visit: ActionVisit) => boolean
  main?: boolean | ((visit: ActionVisit) => boolean)
  danger?: boolean
  run: (visit: ActionVisit, deeds: Deeds) => void
}

const isToday = (v: ActionVisit) => v.visitAt.slice(0, 10) === today()
const isCalled = (v: ActionVisit) => v.status === is.waiting && v.ticketStatus === line.called
const ACTIONS: readonly VisitAction[] = [
  { key: 'confirm', ...moves.confirm, when: (v) => v.status === is.booked, run: (v, d) => d.go(v, is.confirmed) },
  { key: 'take', ...moves.take, main: true, when: (v) => visits.ahead.includes(v.status) && isToday(v), run: (v, d) => d.take(v) },
  {
    key: 'call',
    ...steps.call,
    main: true,
    when: (v) => visits.inLine.includes(v.status) && v.ticketStatus !== line.called,
    run: (v, d) => d.take(v, line.called),
  },
  {
    key: 'see',
    ...moves.see,
    main: (v) => v.ticketStatus === line.called,
    when: (v) => visits.inLine.includes(v.status),
    run: (v, d) => d.see(v),
  },
  { key: 'recall', label: '重叫', can: steps.call.can, when: isCalled, run: (v, d) => d.take(v, line.called) },
  { key: 'pass', ...steps.pass, when: isCalled, run: (v, d) => d.take(v, line.passed) },
  {
    key: 'requeue',
    ...steps.requeue,
    when: (v) => v.status === is.waiting && v.ticketStatus === line.passed,
    run: (v, d) => d.take(v, line.waiting),
  },
  { key: 'open', label: '打开就诊', can: 'exam:view', when: (v) => visits.seeing.includes(v.status), run: (v, d) => d.open(v) },
  { key: 'examine', ...moves.examine, when: (v) => v.status === is.consulting, run: (v, d) => d.go(v, is.examining) },
  { key: 'checked', ...moves.checked, main: true, when: (v) => v.status === is.examining, run: (v, d) => d.go(v, is.examined) },
  { key: 'back', ...moves.back, when: (v) => v.status === is.examined, run: (v, d) => d.go(v, is.consulting) },
  {
    key: 'complete',
    ...moves.complete,
    main: true,
    when: (v) => v.status === is.consulting || v.status === is.examined,
    run: (v, d) => d.go(v, is.completed),
  },
  {
    key: 'noShow',
    ...moves.noShow,
    danger: true,
    when: (v) => v.status === is.waiting || (visits.ahead.includes(v.status) && v.visitAt.slice(0, 10) <= today()),
    run: (v, d) => d.noShow(v),
  },
  {
    key: 'cancel',
    label: '取消',
    can: moves.cancel.can,
    danger: true,
    when: (v) => moves.cancel.from.some((from) => from === v.status),
    run: (v, d) => d.drop(v),
  },
]

/** Opens the visit page at the first open examination, if the account may see examinations. */
export function useOpenVisit(): (visit: Pick<ActionVisit, 'pid' | 'resid'>) => Promise<void> {
  const go = useGo()
  const holds = useHolds()
  return async ({ pid, resid }) => {
    if (!holds('exam:view')) return
    const requested = await call(reservations['reservations.exam.by-resid'], { id: resid }).catch(() => [])
    const first = requested.find((e) => examReservationStates.in.open.includes(e.status) && FORMS[e.item])
    go(`/patients/detail/${pid}/examine/${(first && FORMS[first.item]) ?? 'sight'}`, { resid })
  }
}

/** Runs actions. `room` is the caller's consulting room; without one a number is called from the room it waits for. */
function useDeeds(room: number | undefined): Deeds & { busy: boolean } {
  const open = useOpenVisit()
  const number = useSend(reservations['reservations.numbers'])
  const seen = useSend(reservations['reservations.numbers'], { onSuccess: (visit) => void open(visit) })
  const status = useSend(reservations['reservations.status'])
  const cancel = useSend(reservations['reservations.legacy.cancel'])
  const go = (visit: ActionVisit, to: ActionVisit['status']) => status.mutate({ id: visit.resid, status: to })
  const drop = async (visit: ActionVisit) => {
    const reason = await confirm({
      message: t`取消 ${visit.patientName} ${visit.visitAt.slice(5, 16)} 的预约？`,
      reason: { label: t`取消原因`, required: true },
      danger: true,
    })
    if (typeof reason === 'string') cancel.mutate({ id: visit.resid, reason, version: visit.version })
  }
  const noShow = async (visit: ActionVisit) => {
    if (await confirm({ message: t`${visit.patientName} 没有来，记为爽约？`, danger: true })) go(visit, is.noShow)
  }
  return {
    go,
    take: (visit, to) =>
      number.mutate({
        resid: visit.resid,
        ...(to === undefined ? {} : { status: to }),
        ...(to === line.called && room ? { consulting_id: room } : {}),
      }),
    see: (visit) => seen.mutate({ resid: visit.resid, status: line.seen, ...(room ? { consulting_id: room } : {}) }),
    open: (visit) => void open(visit),
    drop: (visit) => void drop(visit),
    noShow: (visit) => void noShow(visit),
    busy: number.isPending || seen.isPending || status.isPending || cancel.isPending,
  }
}

// In a row the main button is only outlined, because a column of filled buttons is too loud.
const MAIN = { type: 'primary' } as const
const ROW_MAIN = { color: 'primary', variant: 'outlined' } as const

/** Buttons of a visit; `only` selects and orders them. */
export function VisitButtons({
  visit,
  room,
  only,
  size = 'small',
}: {
  visit: ActionVisit
  room?: number | undefined
  only?: readonly string[]
  size?: 'small' | 'middle'
}) {
  const holds = useHolds()
  const deeds = useDeeds(room)
  const actions = ACTIONS.filter((a) => a.when(visit) && holds(a.can) && (!only || only.includes(a.key)))
  const isMain = ({ main }: VisitAction) => (typeof main === 'function' ? main(visit) : main)
  return (
    <span className={size === 'small' ? 'moves in-row' : 'moves'} onClick={(e) => e.stopPropagation()}>
      {actions.map((a) => (
        <Button
          key={a.key}
          size={size}
          {...(isMain(a) ? (size === 'small' ? ROW_MAIN : MAIN) : {})}
          danger={a.danger ?? false}
          disabled={deeds.busy}
          onClick={() => a.run(visit, deeds)}
        >
          {tr(a.label)}
        </Button>
      ))}
    </span>
  )
}

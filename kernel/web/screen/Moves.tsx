/** The moves a machine offers for a row, as buttons: only those open in its state and held by the account. */
import { Button, Dropdown } from 'antd'
import { Ellipsis } from 'lucide-react'
import { openMoves, type Machine } from '#kernel/contract/index.ts'
import { useHolds } from '../access.tsx'
import { t, tr } from '../i18n.ts'
import { confirm } from '../notice.ts'

export interface MovesProps<M extends string> {
  of: Machine<M>
  status: number
  /** Makes the move; the reason is there when the move asks for one. */
  onMove: (move: M, reason: string | undefined) => void
  /** Offers only these, in this order. */
  only?: readonly M[]
  size?: 'small' | 'middle'
  /** A send is under way. */
  busy?: boolean
  /** What else destroys, such as deleting a draft: it stands with the moves that do. */
  behind?: readonly Destructive[]
}
interface Destructive {
  key: string
  label: string
  run: () => void
}

/** A move that takes something back for good: it asks for a reason, or ends in a bad state. */
function destroys<M extends string>(machine: Machine<M>, move: M): boolean {
  const { reason, to } = machine.moves[move]
  return reason === true || (typeof to === 'number' && machine.states[to]?.tone === 'bad')
}

/**
 * Buttons for what goes on; what destroys stands in the list behind them, always last and in red. So the place of a button that was just
 * pressed is never taken by one that undoes or voids: the hand that signs twice signs once.
 */
export function Moves<M extends string>({ of: machine, status, onMove, only, size = 'small', busy, behind = [] }: MovesProps<M>) {
  const holds = useHolds()
  const open = openMoves(machine, status).filter((m) => holds(machine.moves[m].can))
  const offered = only ? only.filter((m) => open.includes(m)) : open
  const run = async (move: M) => {
    const { label, reason } = machine.moves[move]
    if (!destroys(machine, move)) return onMove(move, undefined)
    const answer = await confirm({
      message: t`${tr(machine.noun)}：${tr(label)}？`,
      ...(reason ? { reason: { label: t`原因`, required: true } } : {}),
      danger: true,
    })
    if (answer !== false) onMove(move, typeof answer === 'string' ? answer : undefined)
  }
  const items = [
    ...behind,
    ...offered
      .filter((move) => destroys(machine, move))
      .map((move) => ({ key: move, label: tr(machine.moves[move].label), run: () => void run(move) })),
  ]
  return (
    <span className="moves" onClick={(e) => e.stopPropagation()}>
      {offered
        .filter((move) => !destroys(machine, move))
        .map((move) => (
          <Button key={move} size={size} disabled={busy ?? false} onClick={() => void run(move)}>
            {tr(machine.moves[move].label)}
          </Button>
        ))}
      <Behind items={items} size={size} busy={busy ?? false} />
    </span>
  )
}

interface BehindProps {
  items: readonly Destructive[]
  size?: 'small' | 'middle'
  busy?: boolean
}
/** The list of what destroys, behind the buttons of a row or a paper (decision 0128); nothing where there is nothing to destroy. */
export const Behind = ({ items, size = 'small', busy = false }: BehindProps) =>
  items.length > 0 && (
    <Dropdown trigger={['click']} menu={{ items: items.map(({ key, label, run }) => ({ key, label, danger: true, onClick: run })) }}>
      <Button size={size} disabled={busy} aria-label={t`更多操作`} icon={<Ellipsis size={14} />} />
    </Dropdown>
  )

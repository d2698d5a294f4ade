/** The moves a machine offers for a row, as buttons: only those open in its state and held by the account. */
import { Button } from 'antd'
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
}

export function Moves<M extends string>({ of, status, onMove, only, size = 'small', busy }: MovesProps<M>) {
  const holds = useHolds()
  const open = openMoves(of, status).filter((m) => holds(of.moves[m].can))
  const offered = only ? only.filter((m) => open.includes(m)) : open
  const run = async (move: M) => {
    const { label, reason, to } = of.moves[move]
    const bad = typeof to === 'number' && of.states[to]?.tone === 'bad'
    if (!reason && !bad) return onMove(move, undefined)
    const answer = await confirm({
      message: t`${tr(of.noun)}：${tr(label)}？`,
      ...(reason ? { reason: { label: t`原因`, required: true } } : {}),
      danger: bad,
    })
    if (answer !== false) onMove(move, typeof answer === 'string' ? answer : undefined)
  }
  return (
    <span className="moves" onClick={(e) => e.stopPropagation()}>
      {offered.map((move) => (
        <Button key={move} size={size} disabled={busy ?? false} onClick={() => void run(move)}>
          {tr(of.moves[move].label)}
        </Button>
      ))}
    </span>
  )
}

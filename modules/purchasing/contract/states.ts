import { machine, states } from '#kernel/contract/index.ts'

const draft = { name: 'draft', label: '草稿', tone: 'neutral' } as const
const active = { name: 'active', label: '生效', tone: 'ok' } as const
const terminated = { name: 'terminated', label: '已终止', tone: 'bad' } as const

/** A contract as it is kept; what its last day makes of it is derived (`contractStates`). */
export const contract = machine({
  name: 'contract',
  table: 'contract',
  key: 'contract_id',
  noun: '合同',
  start: [0],
  states: { 0: draft, 1: active, 4: terminated },
  moves: {
    activate: { label: '生效', from: [0], to: 1, can: 'contract:edit' },
    terminate: { label: '终止', from: [1], to: 4, can: 'contract:edit', reason: true },
  },
})
/** A contract as it is told on a day: ending within its last 60 days, ended after them. */
export const contractStates = states(
  {
    0: draft,
    1: active,
    2: { name: 'ending', label: '将到期', tone: 'warn' },
    3: { name: 'ended', label: '已到期', tone: 'neutral' },
    4: terminated,
  },
  { inForce: [1, 2], past: [3, 4], alone: [0] },
)
/** Days before a contract ends in which it is shown as ending. */
export const SOON = 60

export default [contract]

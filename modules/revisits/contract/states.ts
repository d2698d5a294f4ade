// Not the whole contract: what counts the tasks of today, in the menu, is in the login bundle and reads these states.
import { machine } from '#kernel/contract/machine.ts'

/**
 * A follow-up task. That it is overdue is derived; postponing changes its time and leaves a line. 3 is nobody's: the seeds leave it out.
 */
export const revisitMachine = machine({
  name: 'revisit',
  table: 'revisit',
  key: 'rvid',
  noun: '回访',
  start: [0],
  states: {
    0: { name: 'waiting', label: '待回访', tone: 'info' },
    1: { name: 'done', label: '已回访', tone: 'ok' },
    2: { name: 'unreached', label: '未接通', tone: 'warn' },
    4: { name: 'cancelled', label: '已取消', tone: 'neutral' },
  },
  sets: {
    /** Still to be worked on. */
    open: [0, 2],
    over: [1, 4],
    /** Somebody picked up the phone for it. */
    tried: [1, 2],
  },
  moves: {
    done: { label: '完成回访', from: [0, 2], to: 1, can: 'revisit:edit' },
    unreachable: { label: '未接通', from: [0, 2], to: 2, can: 'revisit:edit' },
    again: { label: '再次回访', from: [2], to: 0, can: 'revisit:edit' },
    cancel: { label: '取消回访', from: [0, 2], to: 4, can: 'revisit:edit', reason: true },
    undo: { label: '撤销', from: [1, 2], to: 'former', can: 'revisit:edit' },
    /** A message that did not arrive, a booking that was called off, a stop that was taken back. */
    reopen: { label: '重新打开', from: [1, 4], to: 0, can: 'revisit:edit', automatic: true },
  },
})
export default [revisitMachine]

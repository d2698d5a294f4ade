import { machine, states, type Machine } from '#kernel/contract/index.ts'
import { byKind, everyKind, type ExamKind } from './kinds/index.ts'

const numbered = {
  0: { name: 'draft', label: '草稿', tone: 'neutral' },
  1: { name: 'submitted', label: '已提交', tone: 'info' },
  2: { name: 'signed', label: '已审核', tone: 'ok' },
  9: { name: 'voided', label: '已作废', tone: 'bad' },
} as const
const sets = {
  /** Still written on by who made it. */
  open: [0, 1],
  /** Changed by an amendment only, or never again. */
  closed: [2, 9],
  /** Not a draft any more, not taken back. */
  valid: [1, 2],
  /** Somebody answered for it once, void or not. */
  submitted: [1, 2, 9],
  kept: [0, 1, 2],
} as const
/** The states that examinations of every kind have. */
export const examStates = states(numbered, sets)

/** How far an eye could be measured. */
export const eyeStates = states({
  0: { name: 'measured', label: '已测' },
  1: { name: 'notDone', label: '未查' },
  2: { name: 'unable', label: '不配合' },
  3: { name: 'absent', label: '眼球缺如' },
})

const machineOf = ({ table, noun }: { readonly table: string; readonly noun: string }) =>
  machine({
    name: table.replaceAll('_', '-'),
    table,
    noun,
    key: 'id',
    start: [0, 1],
    states: numbered,
    sets,
    moves: {
      submit: { label: '提交', from: [0], to: 1, can: 'exam:edit' },
      sign: { label: '审核', from: [1], to: 2, can: 'exam:sign' },
      amend: { label: '更正', from: [2], to: 2, can: 'exam:sign', reason: true },
      void: { label: '作废', from: [0, 1], to: 9, can: 'exam:edit', reason: true },
      voidSigned: { label: '作废', from: [2], to: 9, can: 'exam:sign', reason: true },
    },
  })

/** The machine of each kind, by the word used in paths and in code. */
export const examMachines = byKind(machineOf)
export type { ExamKind }
export type ExamMachine = Machine<'submit' | 'sign' | 'amend' | 'void' | 'voidSigned'>

export default everyKind.map(({ kind }) => examMachines[kind])

import { machine, states, type Machine } from '#kernel/contract/index.ts'

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

const exam = (name: string, table: string, noun: string) =>
  machine({
    name,
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

export const visualMachine = exam('exam-visual', 'exam_visual', '视力检查')
const refractionMachine = exam('exam-refraction', 'exam_refraction', '屈光检查')
const pdMachine = exam('exam-pd', 'exam_pd', '瞳距检查')
const bioMeterMachine = exam('exam-bio-meter', 'exam_bio_meter', '生物测量')
const iopMachine = exam('exam-iop', 'exam_iop', '眼压检查')
const heightWeightMachine = exam('exam-height-weight', 'exam_height_weight', '身高体重')

/** Kinds of examinations by the word used in paths and in code. */
export const examMachines = {
  visual: visualMachine,
  refraction: refractionMachine,
  pd: pdMachine,
  bioMeter: bioMeterMachine,
  iop: iopMachine,
  heightWeight: heightWeightMachine,
} as const
export type ExamKind = keyof typeof examMachines
export type ExamMachine = Machine<'submit' | 'sign' | 'amend' | 'void' | 'voidSigned'>

export default Object.values(examMachines)

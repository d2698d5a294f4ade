/** The examinations of a day as blocks of a paper, right eye first; an eye that was not measured says so. */
import {
  eyeOf,
  metaOf,
  show,
  showDioptre,
  showNumber,
  sphericalEquivalent,
  type BlockOf,
  type Power,
  type PaperWords,
} from '#kernel/contract/index.ts'
import { writtenBy, type TemplateLine } from './aids/template.ts'
import { SIDES, wordOfEye } from './eyes.ts'
import { refractionFields, refractionKinds, visualFields } from './fields.ts'
import { IOP_SOURCE, iopEstimates, type DayOfEye } from './iop.estimate.ts'
import { everyKind, type AnyExam, type ExamKind } from './kinds/index.ts'
import type { Computed, PrintedGroup } from './kinds/kind.ts'
import type { ExamRefraction, Report } from './shapes.ts'

type Values = Readonly<Record<string, unknown>>
type Cells = Readonly<Record<string, string>>
/** What the tables of examinations are made of. */
export type ExamBlock = BlockOf<'heading' | 'facts' | 'eyes'>

const grade = (n: number | null) => (n === null ? '' : n.toFixed(1))
const mm = (n: number | null, decimals = 2) => (n === null ? '' : showNumber(n, decimals))
const se = (power: Power | null) => (power ? showDioptre(sphericalEquivalent(power), 3) : '')
const aside = (parts: ReadonlyArray<string | null | undefined>): string => parts.filter(Boolean).join(' · ')
const timeOf = (moment: unknown): string => String(moment).slice(11, 16)

/** Everything examined on a day, or one kind alone. */
export const examBlocks = (report: Report, words: PaperWords, only?: ExamKind): ExamBlock[] => [
  ...(report.visual && (only ?? 'visual') === 'visual' ? visual(report.visual, words) : []),
  ...((only ?? 'refraction') === 'refraction' ? report.refractions.flatMap((r) => refraction(r, words)) : []),
  ...everyKind.flatMap((kind) => {
    if (kind.kind === 'visual' || kind.kind === 'refraction' || (only ?? kind.kind) !== kind.kind) return []
    const row = report[kind.kind]
    const blocks = row ? kindBlocks(kind, { ...row }, words) : []
    return kind.kind === 'iop' && row ? [...blocks, estimate({ ...report, iop: { ...row } }, words)] : blocks
  }),
]

/** The tables a kind declares, of one row; what is empty in both eyes takes no column. */
export function kindBlocks(exam: AnyExam, row: Values, words: PaperWords): ExamBlock[] {
  const written = writtenBy(row)
  const device = row['device']
  return [
    { is: 'heading', text: exam.title, note: aside([typeof device === 'string' ? device : null, timeOf(row['examTime'])]) },
    ...exam.print.flatMap((table, i) => {
      const last = i === exam.print.length - 1
      return i > 0 && isBare(exam, table, row) && (!last || !isComputed(exam, row)) ? [] : tableOf({ of: exam, table, row, last, words })
    }),
    ...(written.length > 0 ? [{ is: 'facts', items: written.map((one) => [withUnit(one, words), sidesOf(one)] as const) } as const] : []),
  ]
}
/** Nothing of a table was measured. The first one says of an eye why it was not, the last one has what is computed. */
const isBare = ({ fields }: AnyExam, { eyes = [], items = [] }: PrintedGroup, row: Values): boolean =>
  [...items, ...eyes.flatMap((base) => SIDES.map(([side]) => base + side))].every(
    (name) => !fields[name] || row[name] === null || row[name] === undefined,
  )
const isComputed = ({ computed = [] }: AnyExam, row: Values): boolean =>
  computed.some((one) => SIDES.some(([side]) => one.of(row, side) !== null))
/** A value of a template's item: of each eye, right first, or of none. */
const sidesOf = ({ od, os, ou }: TemplateLine): string =>
  ou ?? [od !== null && `R ${od}`, os !== null && `L ${os}`].filter(Boolean).join(' / ')
/** A label and its unit, each in the language of the page: no dictionary has them together. */
const withUnit = ({ label, unit }: { label: string; unit?: string | null | undefined }, { tr }: PaperWords): string =>
  [tr(label), unit && tr(unit)].filter(Boolean).join(' ')
const titleOf = ({ label = '', unit }: { label?: string; unit?: string }, words: PaperWords): string =>
  withUnit({ label: label.replace(/^(右眼|左眼)/, ''), unit }, words)
const followed = (one: Computed, row: Values, eye: 'Od' | 'Os'): string => {
  const value = one.of(row, eye)
  return value === null ? '' : showNumber(value, one.decimals)
}
interface Table {
  of: AnyExam
  table: PrintedGroup
  row: Values
  last: boolean
  words: PaperWords
}
/** One table under its title, where that is not the examination's own. */
const tableOf = (table: Table): ExamBlock[] => [
  ...(table.table.title && table.table.title !== table.of.title ? [{ is: 'heading', text: table.table.title, low: true } as const] : []),
  table.table.items ? itemsOf(table, table.table.items) : eyesOf(table),
]
const shownIn =
  ({ of: exam, row, words }: Table) =>
  (name: string): string => {
    const field = exam.fields[name]
    return field && row[name] !== null && row[name] !== undefined ? words.tr(show(field, row[name])) : ''
  }
const computedOf = ({ of, last }: Table, ofEyes: boolean) => (last ? (of.computed ?? []) : []).filter((one) => Boolean(one.eye) === ofEyes)
const itemsOf = (table: Table, items: readonly string[]): ExamBlock => ({
  is: 'facts',
  items: [
    ...items.flatMap((name) => {
      const field = table.of.fields[name]
      return field ? [[titleOf(metaOf(field), table.words), shownIn(table)(name)] as const] : []
    }),
    ...computedOf(table, false).map((one) => [one.label, followed(one, table.row, 'Od')] as const),
  ],
})
function eyesOf(printed: Table): ExamBlock {
  const { of: exam, table, row, words } = printed
  const shown = shownIn(printed)
  const eyes = (table.eyes ?? []).filter((base) => SIDES.some(([side]) => shown(base + side) !== ''))
  const ofEyes = computedOf(printed, true)
  const rowOf = (side: 'Od' | 'Os') => {
    const cells = [...eyes.map((base) => [base, shown(base + side)]), ...ofEyes.map((one) => [one.name, followed(one, row, side)])]
    return withWord(Object.fromEntries(cells), { first: eyes[0] ?? 'said', row, side, words })
  }
  return {
    is: 'eyes',
    columns: [
      ...(eyes.length === 0 ? [['said', '检查情况'] as const] : []),
      ...eyes.flatMap((base) => {
        const field = exam.fields[`${base}Od`]
        return field ? [[base, titleOf(metaOf(field), words)] as const] : []
      }),
      ...ofEyes.map((one) => [one.name, withUnit(one, words)] as const),
    ],
    od: rowOf('Od'),
    os: rowOf('Os'),
  }
}
interface OfEye {
  /** The cell that says of an eye that it was not measured, and why. */
  first: string
  row: Values
  side: 'Od' | 'Os'
  words: PaperWords
}
function withWord(cells: Cells, { first, row, side, words }: OfEye): Cells {
  const word = wordOfEye(row, side)
  return word === undefined ? cells : { ...cells, [first]: `${words.tr(word)} ${String(row[`eyeReason${side}`] ?? '')}`.trim() }
}

/** The pressure for the thickness of the cornea, named as an estimate with its source, or why there is none. */
function estimate(day: DayOfEye, words: PaperWords): ExamBlock {
  const { tr } = words
  const sides = iopEstimates(day).map(({ eye, value, thicknessUm, why }) => {
    const side = eye === 'Od' ? 'R' : 'L'
    return value === null ? `${side} ${tr('未换算')}（${tr(why ?? '')}）` : `${side} ${showNumber(value, 1)} mmHg（${thicknessUm} µm）`
  })
  return {
    is: 'facts',
    items: [
      ['按角膜厚度估算的眼压（仅供参考）', sides.join(' / ')],
      ['估算依据', IOP_SOURCE],
    ],
  }
}

function visual(acuity: NonNullable<Report['visual']>, words: PaperWords): ExamBlock[] {
  const code = (eye: 'Od' | 'Os') =>
    acuity[`ucvaCode${eye}`] ? words.tr(show(visualFields[`ucvaCode${eye}`], acuity[`ucvaCode${eye}`])) : ''
  const acuities = (side: 'Od' | 'Os') =>
    withWord(
      {
        ucva: grade(acuity[`ucva${side}`]) || code(side),
        cva: grade(acuity[`cva${side}`]),
        bcva: grade(acuity[`bcva${side}`]),
        near: grade(acuity[`near${side}`]),
      },
      { first: 'ucva', row: { ...acuity }, side, words },
    )
  const both = acuity.ucvaOu ?? acuity.cvaOu ?? acuity.bcvaOu
  return [
    { is: 'heading', text: '视力（五分记录）' },
    {
      is: 'eyes',
      columns: [
        ['ucva', '裸眼'],
        ['cva', '戴镜'],
        ['bcva', '矫正'],
        ['near', '近视力'],
      ],
      od: acuities('Od'),
      os: acuities('Os'),
      ...(both ? { ou: { ucva: grade(acuity.ucvaOu), cva: grade(acuity.cvaOu), bcva: grade(acuity.bcvaOu) } } : {}),
    },
  ]
}
const refraction = (measured: ExamRefraction, words: PaperWords): ExamBlock[] => [
  {
    is: 'heading',
    text: refractionKinds[measured.kind],
    note: aside([
      measured.device,
      measured.cycloplegia === null ? '' : words.tr(show(refractionFields.cycloplegia, measured.cycloplegia)),
      timeOf(measured.examTime),
    ]),
  },
  {
    is: 'eyes',
    columns: [
      ['ds', '球镜 S'],
      ['dc', '柱镜 C'],
      ['ax', '轴位 A'],
      ['se', '等效球镜'],
      ['add', '下加 ADD'],
      ['va', '视力'],
      ['pd', '瞳距 mm'],
    ],
    od: powersOf(measured, 'Od', words),
    os: powersOf(measured, 'Os', words),
  },
  ...(measured.cycloplegiaWhy ? [{ is: 'facts', items: [['没有散瞳记录的原因', measured.cycloplegiaWhy]] } as const] : []),
]
const powersOf = (measured: ExamRefraction, side: 'Od' | 'Os', words: PaperWords): Cells => {
  const dioptres = (n: number | null) => (n === null ? '' : showDioptre(n))
  const cells = {
    ds: dioptres(measured[`ds${side}`]),
    dc: dioptres(measured[`dc${side}`]),
    ax: String(measured[`ax${side}`] ?? ''),
    se: se(eyeOf(measured, side)),
    add: dioptres(measured[`add${side}`]),
    va: grade(measured[`va${side}`]),
    pd: mm(measured[`pd${side}`], 1),
  }
  return withWord(cells, { first: 'ds', row: { ...measured }, side, words })
}

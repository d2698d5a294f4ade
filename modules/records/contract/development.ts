/**
 * The development of refraction as a table with what was done against it: its columns on the screen and on paper, its lines in Excel. Pure.
 */
import { date, measure, metaOf, showDioptre, showNumber, text, z } from '#kernel/contract/index.ts'
import { developmentOf, type DevelopmentRow, type Pair } from '#modules/exams/contract/growth/table.ts'
import { assess } from '#modules/exams/contract/kinds/assess.ts'
import { visualFields } from '#modules/exams/contract/fields.ts'
import type { Percentile, Reference } from '#modules/exams/contract/references/index.ts'
import type { Curve } from '#modules/exams/contract/shapes.ts'
import { Treatment } from './treatment.ts'

type Kept = Pick<Treatment, 'kind' | 'start' | 'end'>
export interface Developed extends DevelopmentRow {
  /** What was done against the growth on the day, by its names; without any the glasses worn. */
  readonly control: readonly string[]
}
/** The names of what stands on a day; the last day counts. */
function controlOn(day: string, worn: number | null, treatments: readonly Kept[]): string[] {
  const words = metaOf(Treatment.shape.kind).options ?? {}
  const standing = treatments.filter(({ start, end }) => start <= day && (end === null || day <= end))
  const names = [...new Set(standing.map(({ kind }) => words[kind] ?? ''))]
  const glasses = worn === null ? undefined : metaOf(visualFields.glassesType).options?.[worn]
  return names.length > 0 || glasses === undefined ? names : [glasses]
}
export const developed = (curve: Curve, reference: Reference, treatments: readonly Kept[]): Developed[] =>
  developmentOf(curve, reference).map((row) => ({ ...row, control: controlOn(row.day, row.worn, treatments) }))

export interface DevelopmentColumn {
  readonly title: string
  readonly unit?: string
  readonly formula?: string
  /** What changed since, and what is known of why: below what was measured on paper. */
  readonly change?: true
  readonly cell: (row: Developed, tr: (key: string) => string) => string
}
const grade = (n: number) => n.toFixed(1)
const dioptres = (n: number) => showDioptre(n, 2)
const decimals = (places: number) => (n: number) => showNumber(n, places)
const placeWord = (place: Percentile) => (typeof place === 'number' ? `P${showNumber(place, 0)}` : place.replace(/(\d)/, 'P$1'))
/** Right eye first; what was not measured is a dash. */
const sides = <V>(pair: Pair<V>, show: (value: V) => string): string =>
  pair.od === null && pair.os === null ? '—' : [pair.od, pair.os].map((v) => (v === null ? '—' : show(v))).join(' / ')
const single = (value: number | null, places: number): string => (value === null ? '—' : showNumber(value, places))
const stateOf = ({ cycloplegic, se }: DevelopmentRow): string | null =>
  cycloplegic === null || (se.od === null && se.os === null) ? null : cycloplegic ? '散瞳' : '小瞳'
const parentsOf = ({ parents }: DevelopmentRow): string | null =>
  parents === null ? null : (metaOf(assess.fields.parents).options?.[parents] ?? null)

export const developmentColumns: readonly DevelopmentColumn[] = [
  { title: '裸眼视力', cell: (row) => sides(row.ucva, grade) },
  {
    title: '等效球镜',
    unit: 'D',
    cell: (row, tr) => [sides(row.se, dioptres), tr(stateOf(row) ?? '')].filter(Boolean).join(' '),
  },
  { title: '眼轴', unit: 'mm', cell: (row) => sides(row.al, decimals(2)) },
  { title: '平均K', unit: 'D', cell: (row) => sides(row.k, decimals(2)) },
  { title: 'AL/CR', formula: '眼轴 ÷（337.5 ÷ 平均K）', cell: (row) => sides(row.ratio, decimals(2)) },
  { title: '百分位', cell: (row) => sides(row.place, placeWord) },
  { title: '远用瞳距', unit: 'mm', cell: (row) => single(row.pd, 1) },
  { title: '身高', unit: 'cm', cell: (row) => single(row.height, 1) },
  {
    title: '眼轴年增长',
    unit: 'mm/年',
    formula: '（后 − 前）÷ 天数 × 365.25；相隔不足 60 天不计',
    change: true,
    cell: (row) => sides(row.alYear, dioptres),
  },
  {
    title: '等效球镜年变化',
    unit: 'D/年',
    formula: '等效球镜 = 球镜 + 柱镜 ÷ 2；年变化 =（后 − 前）÷ 天数 × 365.25；相隔不足 60 天不计，散瞳与小瞳不相减',
    change: true,
    cell: (row) => sides(row.seYear, dioptres),
  },
  { title: '父母近视', change: true, cell: (row, tr) => tr(parentsOf(row) ?? '—') },
  { title: '每天户外', unit: 'h', change: true, cell: (row) => single(row.outdoorHours, 1) },
  { title: '控制方式', change: true, cell: (row, tr) => row.control.map(tr).join('、') || '—' },
]

const measureOf = (label: string, unit: string, decimals: number) =>
  measure(label, { block: [-1000, 1000], unit, step: 0.01, decimals }).nullable()
/** A line of the Excel file: a column for each eye, numbers as numbers. */
export const DevelopmentLine = z.object({
  day: date('日期'),
  age: measureOf('年龄', '岁', 1),
  ucvaOd: measureOf('右眼裸眼视力', '', 1),
  ucvaOs: measureOf('左眼裸眼视力', '', 1),
  seOd: measureOf('右眼等效球镜', 'D', 3),
  seOs: measureOf('左眼等效球镜', 'D', 3),
  state: text('散瞳').nullable(),
  alOd: measureOf('右眼眼轴', 'mm', 2),
  alOs: measureOf('左眼眼轴', 'mm', 2),
  kOd: measureOf('右眼平均K', 'D', 2),
  kOs: measureOf('左眼平均K', 'D', 2),
  ratioOd: measureOf('右眼 AL/CR', '', 3),
  ratioOs: measureOf('左眼 AL/CR', '', 3),
  placeOd: text('右眼百分位').nullable(),
  placeOs: text('左眼百分位').nullable(),
  pd: measureOf('远用瞳距', 'mm', 1),
  height: measureOf('身高', 'cm', 1),
  alYearOd: measureOf('右眼眼轴年增长', 'mm/年', 2),
  alYearOs: measureOf('左眼眼轴年增长', 'mm/年', 2),
  seYearOd: measureOf('右眼等效球镜年变化', 'D/年', 2),
  seYearOs: measureOf('左眼等效球镜年变化', 'D/年', 2),
  parents: text('父母近视').nullable(),
  outdoorHours: measureOf('每天户外', 'h', 1),
  control: text('控制方式').nullable(),
})
/** The place of each eye in words. */
const placed = ({ od, os }: Pair<Percentile>) => ({
  placeOd: od === null ? null : placeWord(od),
  placeOs: os === null ? null : placeWord(os),
})
export const developmentLine = (row: Developed): z.output<typeof DevelopmentLine> => ({
  day: row.day,
  age: row.age,
  ucvaOd: row.ucva.od,
  ucvaOs: row.ucva.os,
  seOd: row.se.od,
  seOs: row.se.os,
  state: stateOf(row),
  alOd: row.al.od,
  alOs: row.al.os,
  kOd: row.k.od,
  kOs: row.k.os,
  ratioOd: row.ratio.od,
  ratioOs: row.ratio.os,
  ...placed(row.place),
  pd: row.pd,
  height: row.height,
  alYearOd: row.alYear.od,
  alYearOs: row.alYear.os,
  seYearOd: row.seYear.od,
  seYearOs: row.seYear.os,
  parents: parentsOf(row),
  outdoorHours: row.outdoorHours,
  control: row.control.join('、') || null,
})

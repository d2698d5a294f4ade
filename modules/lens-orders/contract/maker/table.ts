/** A job as rows of a table, a row a piece, in the columns its maker wants. */
import { lineParameters } from '../fields.ts'
import { metaOf } from '#kernel/contract/index.ts'
import { nameAt, type Job, type JobEye, type MakerProfile } from './job.ts'

type Row = Readonly<Record<string, string | number | null>>
/** Fields a column may show, by their Chinese names; parameters of a line are called as everywhere. */
const OWN: Readonly<Record<string, string>> = {
  orderNo: '订单号',
  eye: '眼别',
  product: '商品',
  number: '数量',
  options: '加工要求',
  account: '客户编号',
}
const fieldNames: readonly string[] = [...Object.keys(OWN), ...Object.keys(lineParameters)]
const headingOf = (field: string): string =>
  OWN[field] ??
  Object.entries(lineParameters).flatMap(([name, parameter]) => (name === field ? (metaOf(parameter).label ?? []) : []))[0] ??
  field

/** What a column of a table may show, with its usual heading. */
export const makerFields = fieldNames.map((field) => ({ field, heading: headingOf(field) }))

const EYES = { od: '右眼 R', os: '左眼 L' } as const
function rowOf(job: Job, profile: MakerProfile, eye: 'od' | 'os' | null, piece: JobEye): Row {
  const { product, number, ...parameters } = piece
  return {
    orderNo: job.orderNo,
    account: profile.account,
    eye: eye ? EYES[eye] : '',
    product: nameAt(profile, product),
    number,
    options: job.options.join('、'),
    ...parameters,
  }
}
export interface MakerTable {
  readonly headings: readonly string[]
  readonly rows: ReadonlyArray<ReadonlyArray<string | number>>
}
/** Right before left, then pieces of no eye. Without columns of the maker: ours, and of those only what some piece says. */
export function tableOf(job: Job, profile: MakerProfile): MakerTable {
  const rows = [
    ...(['od', 'os'] as const).flatMap((eye) => (job[eye] ? [rowOf(job, profile, eye, job[eye])] : [])),
    ...job.pieces.map((piece) => rowOf(job, profile, null, piece)),
  ]
  const says = (field: string) => rows.some((row) => row[field] !== null && row[field] !== undefined && row[field] !== '')
  const columns = profile.columns.length ? profile.columns : fieldNames.filter(says).map((field) => ({ field, heading: headingOf(field) }))
  return { headings: columns.map((c) => c.heading), rows: rows.map((row) => columns.map((c) => row[c.field] ?? '')) }
}
/** Cells that a spreadsheet would take for a formula are texts. */
const cell = (value: string | number): string => {
  const text = typeof value === 'number' ? String(value) : value.replace(/^[=+\-@\t\r]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
/** The table as CSV that a spreadsheet opens in Chinese: with a byte order mark, CRLF. */
export const csvOf = ({ headings, rows }: MakerTable): string =>
  `\uFEFF${[headings, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

/** Columns: a field name is enough, its label, unit, format, alignment and width come from the contract. */
import type { ReactNode } from 'react'
import { isNumeric, metaOf, show, type z } from '#kernel/contract/internal.ts'
import { t, tr } from '../i18n.ts'
import { Status } from '../screen/pieces.tsx'

/** Where a column stands on the card a row is on a phone; `rest` waits behind the arrow. */
export type CardPlace = 'title' | 'state' | 'figure' | 'line' | 'rest'
export interface CustomColumn<Row> {
  key: string
  title?: string
  unit?: string
  render?: (row: Row) => ReactNode
  width?: number
  align?: 'left' | 'right' | 'center'
  /** Head that sorts; on by default where all rows are here or the call takes `sort`. */
  sort?: boolean
  /** Its place on the card; found by what it shows where nothing is said (`Cards.tsx`). */
  card?: CardPlace
}
export type TableColumn<Row> = (keyof Row & string) | CustomColumn<Row>

/** A column ready to be shown. */
export interface ReadyColumn<Row> {
  key: string
  title: string
  unit?: string
  eye?: string
  width?: number
  align: 'left' | 'right' | 'center'
  sort: boolean
  /** A state with its colour. */
  isState: boolean
  /** The name of a person. */
  isName: boolean
  card?: CardPlace
  render: (row: Row) => ReactNode
}

export function columnsOf<Row extends object>(
  columns: ReadonlyArray<TableColumn<Row>>,
  fields: Readonly<Record<string, z.ZodType>>,
): ReadyColumn<Row>[] {
  return columns.map((column) => {
    const own: CustomColumn<Row> = typeof column === 'string' ? { key: column } : column
    const field = fields[own.key]
    const meta = field ? metaOf(field) : {}
    return {
      key: own.key,
      title: tr(own.title ?? meta.label ?? own.key),
      align: own.align ?? (field && meta.format !== 'id' && isNumeric(field) ? 'right' : 'left'),
      sort: own.sort ?? Boolean(field),
      isState: meta.format === 'choice' && meta.tones !== undefined,
      isName: meta.personal?.as === 'name',
      ...(own.card ? { card: own.card } : {}),
      render: own.render ?? ((row) => cell(field, (row as Record<string, unknown>)[own.key])),
      ...((own.unit ?? (meta.format === 'money' || meta.format === 'discount' ? undefined : meta.unit))
        ? { unit: own.unit ?? meta.unit! }
        : {}),
      // A column with a title of its own may show both eyes.
      ...(meta.eye && !own.title ? { eye: meta.eye } : {}),
      ...((own.width ?? meta.width) ? { width: own.width ?? meta.width! } : {}),
    }
  })
}

/** A value as its field shows it. */
function cell(field: z.ZodType | undefined, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return '—'
  if (!field) return typeof value === 'object' ? JSON.stringify(value) : String(value)
  const meta = metaOf(field)
  if (meta.format === 'choice') return meta.tones ? <Status of={meta} value={value as string | number} /> : tr(show(field, value))
  if (meta.format === 'flag') return tr(show(field, value))
  if (meta.format === 'discount') return Number(value) === 10 ? t`无折扣` : t`${Number(value)} 折`
  return show(field, value)
}

/**
 * Columns of codes in files people import: 1 and 2, 0 and 1. The same code means one thing in the standard and another in a former system,
 * so who imports says which convention the column follows; nothing is guessed from the codes alone.
 */
import { bareOf, fieldsOf, metaOf, z, type CodeConvention, type ImportCodes, type ImportError } from '#kernel/contract/internal.ts'
import type { ReadSheet } from './parse/parse.ts'

const isCode = (text: string): boolean => /^\d{1,4}(?:\.0+)?$/.test(text.trim())
const codeIn = (text: string): string => text.trim().replace(/\.0+$/, '')
/** Names shown for each code, so that who imports sees whom it makes what. */
const SAMPLES = 3

/** Conventions a field may follow: those it declares, or our own codes alone. */
function conventionsOf(field: z.ZodType): Readonly<Record<string, CodeConvention>> | undefined {
  const { conventions, options } = metaOf(field)
  return options && bareOf(field) instanceof z.ZodLiteral ? conventions : undefined
}
/** A chosen convention by its field: the key of one that is declared. */
export type ChosenCodes = Readonly<Record<string, string>>
/** The codes of a field under the convention somebody chose; undefined where none was. */
export function codesOf(field: string, schema: z.ZodType, chosen: ChosenCodes): Readonly<Record<string, number | null>> | undefined {
  const key = chosen[field]
  const conventions = conventionsOf(schema)
  return conventions && key !== undefined && Object.hasOwn(conventions, key) ? conventions[key]?.codes : undefined
}
/** What a cell of codes says by the convention chosen; a cell that is no code, or a code the convention does not have, stays as it is. */
export function decoded(text: string, codes: Readonly<Record<string, number | null>> | undefined): string {
  if (!codes || !isCode(text)) return text
  const code = codeIn(text)
  return Object.hasOwn(codes, code) ? String(codes[code] ?? '') : text
}

/**
 * The columns of a file that hold codes of more than one convention, each with the conventions that can be meant and whose codes they are.
 */
export function codedColumns(
  shape: z.ZodObject,
  read: ReadSheet,
  mapping: Readonly<Record<number, string>>,
  chosen: ChosenCodes,
): ImportCodes {
  const fields = fieldsOf(shape)
  const nameColumn = Number(Object.entries(mapping).find(([, field]) => field === 'name')?.[0] ?? 0)
  return Object.entries(mapping).flatMap(([index, field]): ImportCodes => {
    const schema = fields[field]
    const conventions = schema && conventionsOf(schema)
    if (!schema || !conventions) return []
    const column = Number(index)
    const rows = read.rows.filter((row) => isCode(row[column] ?? ''))
    const values = [...new Set(rows.map((row) => codeIn(row[column] ?? '')))].sort((a, b) => Number(a) - Number(b)).slice(0, 20)
    if (!values.length) return []
    const labels = metaOf(schema).options ?? {}
    const meant = (key: string, code: string) => {
      const value = conventions[key]?.codes[code]
      return value === undefined ? null : value === null ? '' : (labels[String(value)] ?? '')
    }
    const named = (code: string) =>
      rows
        .filter((row) => codeIn(row[column] ?? '') === code)
        .slice(0, SAMPLES)
        .map((row) => (row[nameColumn] ?? '').slice(0, 50))
    return [
      {
        field,
        label: metaOf(schema).label ?? field,
        chosen: codesOf(field, schema, chosen) ? (chosen[field] ?? null) : null,
        conventions: Object.entries(conventions).map(([key, { label }]) => ({
          key,
          label,
          fits: values.every((code) => meant(key, code) !== null),
        })),
        codes: values.map((code) => ({
          code,
          names: named(code),
          means: Object.keys(conventions).map((key) => ({ key, word: meant(key, code) })),
        })),
      },
    ]
  })
}
/** Nobody said what the codes of these columns mean: no row is read by a guess. */
export const unchosen = (columns: ImportCodes): ImportError[] =>
  columns
    .filter((c) => c.chosen === null)
    .map(({ field, label, codes }) => ({
      row: 1,
      column: label,
      field,
      given: codes
        .map((c) => c.code)
        .join('、')
        .slice(0, 200),
      sentence: '这一列是代码，请选择代码的含义',
    }))

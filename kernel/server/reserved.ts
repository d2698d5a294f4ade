/**
 * Facts of an answer that only holders of a permission may read: null for everybody else. The fields are marked in the contract
 * (`reserved`).
 */
import { bareOf, fieldsOf, metaOf, z, type FileAnswer, type FileRows } from '#kernel/contract/internal.ts'
import { isRow } from './personal.ts'
import { elementOf } from './wire.ts'

/** Copies what is withheld from somebody who holds these permissions. */
export type Withholding = (value: unknown, can: ReadonlySet<string>) => unknown

/** The reserved fields of a shape, however deep; undefined where everybody may read all of it. */
export function withholdingOf(shape: z.ZodType): Withholding | undefined {
  const bare = bareOf(shape)
  if (bare instanceof z.ZodArray) {
    const each = withholdingOf(elementOf(bare))
    return each && ((value, can) => (Array.isArray(value) ? value.map((v) => each(v, can)) : value))
  }
  const parts = Object.entries(fieldsOf(bare)).flatMap(([name, field]): Array<[string, Withholding]> => {
    const code = metaOf(field).reserved
    const within: Withholding | undefined = code ? (value, can) => (can.has(code) ? value : null) : withholdingOf(field)
    return within ? [[name, within]] : []
  })
  if (!parts.length) return undefined
  return (value, can) => {
    if (!isRow(value)) return value
    const copy = { ...value }
    for (const [name, within] of parts) if (name in copy) copy[name] = within(copy[name], can)
    return copy
  }
}

/** A file whose rows leave without what is withheld, beside what else is masked of them. */
export function withholdingRows(file: FileAnswer, can: ReadonlySet<string>): FileAnswer {
  const { rows } = file
  if (!rows) return file
  const also = rows.mask
  rows.mask = async function* (shape, all) {
    const within = withholdingOf(shape)
    for await (const row of also ? also(shape, all) : all) {
      const kept = within ? within(row, can) : row
      if (isRow(kept)) yield kept
    }
  } satisfies NonNullable<FileRows['mask']>
  return file
}

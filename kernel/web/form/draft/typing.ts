/**
 * What stands in a form: the record it began with, what was typed over it field by field, and what of a draft no longer fits the record.
 * Pure: the same for the hook and for its property test.
 */
import type { FormValues } from '../check.ts'

/** A field somebody typed in, with the value it replaced. */
export interface DraftEntry {
  readonly field: string
  readonly before: unknown
  readonly typed: unknown
}
/** A field that somebody else has changed since it was typed in: a person chooses between both values. */
export interface DraftClash extends DraftEntry {
  /** What the record, or a draft of another tab, says now. */
  readonly present: unknown
}
export interface Typing {
  readonly start: FormValues
  readonly values: FormValues
  readonly clashes: readonly DraftClash[]
}

const plain = (value: unknown): string => JSON.stringify(value === '' || value === undefined ? null : value)
/** Whether two values of a field are one: nothing, null and an empty text are. */
export const sameValue = (one: unknown, other: unknown): boolean => one === other || plain(one) === plain(other)

/** The record with what drafts hold, oldest first: what replaced the present value stands again, anything else waits for a choice. */
export function restoredOver(start: FormValues, drafts: ReadonlyArray<readonly DraftEntry[]>): Typing {
  let values = { ...start }
  const clashes: DraftClash[] = []
  for (const { field, before, typed } of drafts.flat()) {
    const present = values[field]
    if (sameValue(present, typed)) continue
    if (sameValue(present, before)) values = { ...values, [field]: typed }
    else if (!clashes.some((clash) => clash.field === field && sameValue(clash.typed, typed)))
      clashes.push({ field, before, typed, present })
  }
  return { start, values, clashes }
}
/** Fields that say something else than the record. */
const typedFields = ({ start, values }: Typing): string[] =>
  [...new Set([...Object.keys(start), ...Object.keys(values)])].filter((field) => !sameValue(start[field], values[field]))
/** What a draft keeps: what stands typed first, then what waits for a choice. */
export const entriesOf = (typing: Typing): DraftEntry[] => [
  ...typedFields(typing).map((field) => ({ field, before: typing.start[field], typed: typing.values[field] })),
  ...typing.clashes.map(({ field, before, typed }) => ({ field, before, typed })),
]
/** The same over the record as it is read anew. */
export const rebased = (typing: Typing, start: FormValues): Typing => restoredOver(start, [entriesOf(typing)])
/** A person chose between what was typed and what the record says. */
export const chosen = (typing: Typing, clash: DraftClash, takesTyped: boolean): Typing => ({
  ...typing,
  values: takesTyped ? { ...typing.values, [clash.field]: clash.typed } : typing.values,
  clashes: typing.clashes.filter((other) => other !== clash),
})

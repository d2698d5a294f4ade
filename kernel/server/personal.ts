/**
 * What an answer tells of members: masked where somebody may not see it, counted where its reading is kept. The fields that tell are marked
 * in the contract.
 */
import { bareOf, fieldsOf, masked, metaOf, z, type FileRows, type PersonalMeta } from '#kernel/contract/internal.ts'
import { elementOf } from './wire.ts'

/** Whose a fact is: a member, nobody, or somebody the row does not name. */
export type Owner = number | null | undefined
/** Copies what changes; `around`: whose the facts are where the row itself names nobody. */
export type Telling = (value: unknown, around: Owner, hidden: (owner: Owner) => boolean) => unknown

type Row = Record<string, unknown>
export const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
/** The telling fields of a shape, however deep; undefined where it tells of nobody. */
export function tellingOf(shape: z.ZodType): Telling | undefined {
  const bare = bareOf(shape)
  if (bare instanceof z.ZodArray) {
    const each = tellingOf(elementOf(bare))
    return each && ((value, around, hidden) => (Array.isArray(value) ? value.map((v) => each(v, around, hidden)) : value))
  }
  const fields = Object.entries(fieldsOf(bare))
  const own = fields.flatMap(([name, field]): Array<[string, PersonalMeta]> => {
    const { personal } = metaOf(field)
    return personal ? [[name, personal]] : []
  })
  const deep = fields.flatMap(([name, field]): Array<[string, Telling]> => {
    const telling = metaOf(field).personal ? undefined : tellingOf(field)
    return telling ? [[name, telling]] : []
  })
  if (!own.length && !deep.length) return undefined
  return (value, around, hidden) => {
    if (!isRow(value)) return value
    const copy: Row = { ...value }
    const here = ownerIn(copy, 'pid', around)
    for (const [name, { as, of: owner }] of own)
      if (
        copy[name] !== null &&
        copy[name] !== undefined &&
        hidden(owner === 'pid' ? here : ownerIn(copy, owner, owner in copy ? here : undefined))
      )
        copy[name] = masked[as](copy[name])
    for (const [name, telling] of deep) if (name in copy) copy[name] = telling(copy[name], here, hidden)
    return copy
  }
}
/** A row that says that it is nobody's is nobody's; one that says nothing is of whom the rows around it are. */
function ownerIn(row: Row, name: string, around: Owner): Owner {
  const owner = row[name]
  if (typeof owner === 'number') return owner
  return owner === null ? (around ?? null) : around
}

/** Which of these members are under a view password that somebody has not given, with the store whose it is. */
export type LockedAmong = (pids: readonly number[]) => Promise<ReadonlyMap<number, number>>

/** The value with the facts of locked members masked; whoever is not named counts as locked. */
export async function maskedOf(telling: Telling, value: unknown, around: Owner, lockedAmong: LockedAmong): Promise<unknown> {
  const pids = new Set<number>()
  telling(value, around, (owner) => (typeof owner === 'number' && pids.add(owner), false))
  const locked = pids.size ? await lockedAmong([...pids]) : new Map<number, number>()
  return telling(value, around, (owner) => owner !== null && (owner === undefined || locked.has(owner)))
}

const AT_ONCE = 500
/** Masks the rows of a file while they are written, some hundred at a time. */
export function maskedRows(around: Owner, lockedAmong: LockedAmong): NonNullable<FileRows['mask']> {
  return async function* (shape, rows) {
    const telling = tellingOf(z.array(shape))
    if (!telling) return yield* rows
    const mask = async (batch: readonly object[]) => (rowsIn(await maskedOf(telling, batch, around, lockedAmong)) ?? []).filter(isRow)
    let batch: object[] = []
    for await (const row of rows) {
      if (batch.push(row) < AT_ONCE) continue
      yield* await mask(batch)
      batch = []
    }
    yield* await mask(batch)
  }
}

/** The rows of an answer that is a list. */
function rowsIn(answer: unknown): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer
  return isRow(answer) && Array.isArray(answer.list) ? answer.list : undefined
}
/** The members a value names in fields of these names: itself, or by the first of its rows. */
export function membersIn(value: unknown, names: readonly string[]): number[] {
  if (!isRow(value)) return []
  const found = names.map((name) => value[name]).filter((pid) => typeof pid === 'number')
  return found.length ? found : membersIn(rowsIn(value)?.[0], names)
}
/** How many rows an answer has. */
export function countOf(answer: unknown): number {
  if (answer === null || answer === undefined) return 0
  return rowsIn(answer)?.length ?? 1
}
const KEPT_AS_ASKED = new Set(['date', 'moment', 'clock', 'choice'])
/** What was asked for. Words typed to find somebody stand masked: no key of theirs could make the audit forget them. */
export function filterOf(shape: z.ZodType, input: unknown): Row {
  const fields = fieldsOf(shape)
  return Object.fromEntries(
    Object.entries(isRow(input) ? input : {})
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [
        name,
        typeof value === 'string' && fields[name] && !KEPT_AS_ASKED.has(metaOf(fields[name]).format ?? '') ? typed(value) : value,
      ]),
  )
}
const typed = (words: string): unknown => masked[/^[\d -]{7,}$/.test(words) ? 'number' : 'name'](words)

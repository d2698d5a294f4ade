/** Heads of a file's columns and the fields they stand for: what people chose, what they chose before, what labels and names say. */
import { fieldsOf, metaOf, z } from '#kernel/contract/index.ts'
import type { Cx } from './cx.ts'
import { sql } from './database/sql.ts'
import type { ReadSheet } from './parse/parse.ts'

/** Characters of a head that are looked at. */
export const LONGEST_HEAD = 200
/** Head as it is compared: without marks, units and case. */
const bare = (head: string): string =>
  head
    .slice(0, LONGEST_HEAD)
    .toLowerCase()
    .replace(/[(（[【].*?[)）\]】]/g, '')
    .replace(/[\s*＊:：_\-/.]/g, '')

const Remembered = z.object({ mapping: z.record(z.string(), z.string().nullable()).nullable() })
/** What a head of somebody's own files is remembered by. */
const within = (whose: string | undefined): string => (whose === undefined ? '' : `${whose}|`)
/** How people mapped heads in former imports of the kind, of one's own files where `whose` says so; the newest word first. */
export async function rememberedFor(cx: Cx, kind: string, whose?: string): Promise<ReadonlyMap<string, string | null>> {
  const former = await cx.db.rows(
    Remembered,
    sql`
      select mapping
      from import_batch
      where kind = ${kind} and mapping is not null
      order by import_id desc
      limit 20
    `,
  )
  const own = within(whose)
  const all = former.reverse().flatMap(({ mapping }) => Object.entries(mapping ?? {}))
  return new Map(all.flatMap(([head, field]) => (head.startsWith(own) ? [[head.slice(own.length), field] as const] : [])))
}
/** What somebody chose for the heads of this file, to be remembered; undefined when nobody chose. */
export const chosenHeads = (
  read: ReadSheet,
  chosen: Readonly<Record<string, string>> | undefined,
  whose?: string,
): Record<string, string | null> | undefined =>
  chosen &&
  Object.fromEntries(read.head.flatMap((head, column) => (bare(head) ? [[within(whose) + bare(head), chosen[column] ?? null]] : [])))

/**
 * Which column becomes which field: what the user chose, else what was chosen for such a head before, else by labels, field names and
 * aliases; each field once.
 */
export function mappingOf<S extends z.ZodObject>(
  spec: { readonly shape: S; readonly aliases?: { readonly [K in keyof z.output<S>]?: readonly string[] } },
  read: ReadSheet,
  chosen: Readonly<Record<string, string>> | undefined,
  former: ReadonlyMap<string, string | null>,
): { mapping: Record<number, string>; remembered: number } {
  const fields = fieldsOf(spec.shape)
  if (chosen)
    return {
      mapping: Object.fromEntries(
        Object.entries(chosen).flatMap(([column, field]) =>
          Object.hasOwn(fields, field) && Number(column) < read.head.length ? [[Number(column), field]] : [],
        ),
      ),
      remembered: 0,
    }
  const headings = new Map<string, string>()
  for (const [field, f] of Object.entries(fields))
    for (const word of [metaOf(f).label ?? field, field, ...(spec.aliases?.[field] ?? [])])
      if (!headings.has(bare(word))) headings.set(bare(word), field)
  const taken = new Set<string>()
  let remembered = 0
  const mapping = Object.fromEntries(
    read.head.flatMap((head, column) => {
      const usual = headings.get(bare(head))
      const field = former.has(bare(head)) ? (former.get(bare(head)) ?? undefined) : usual
      if (field !== usual) remembered++
      if (!field || !Object.hasOwn(fields, field) || taken.has(field)) return []
      taken.add(field)
      return [[column, field]]
    }),
  )
  return { mapping, remembered }
}

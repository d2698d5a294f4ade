/** The calls of a kind that is known at run time only, and its fields as a form has them. */
import { bareOf, metaOf, z } from '#kernel/contract/index.ts'
import type { Callable, FormItem } from '#kernel/web/index.ts'
import { kindCalls } from '../../contract/kinds/calls.ts'
import { recordKinds } from '../../contract/kinds/index.ts'
import type { RecordKind, RecordKindName } from '../../contract/kinds/kind.ts'

interface Sent {
  [field: string]: unknown
}
/** A record as the screens treat it: what every kind has, and its fields by name. */
export interface AnyRecord extends Sent {
  id: number
  pid: number
  hid: number
  status: number
  version: number
  recordAt: string
  recorderName: string | null
  signerName: string | null
}
type Call = Callable & { readonly input: z.ZodType<Sent, Sent>; readonly output: z.ZodType<AnyRecord> }
type Verb = 'create' | 'update' | 'get'
/** A call of a kind, whatever its own types. */
export function callOf(kind: RecordKindName, verb: Verb): Call
export function callOf(kind: RecordKindName, verb: Verb): object {
  return kindCalls[`${kind}.${verb}`]
}
const kinds: Readonly<Record<RecordKindName, RecordKind>> = recordKinds
export const kindOf = (kind: RecordKindName): RecordKind => kinds[kind]

/** Rows of other screens: chosen where the screen gives choices, else left to what links the record. */
const isLink = (field: z.ZodType): boolean => metaOf(field).format === 'id'
/** Numbers and words of two eyes stand in a grid; texts and days side by side. */
const inGrid = (field: z.ZodType): boolean => bareOf(field) instanceof z.ZodNumber || bareOf(field) instanceof z.ZodLiteral
/** The fields of a kind as items of its form, in their order; `own` are the screen's for some of them. */
export function itemsOf(kind: RecordKindName, own: Readonly<Record<string, FormItem<string>>>): Array<FormItem<string>> {
  const items: Array<FormItem<string>> = []
  let grid: string[] | undefined
  for (const [key, field] of Object.entries(kinds[kind].fields)) {
    const { pair } = metaOf(field)
    const mine = own[key]
    if (pair && inGrid(field) && !isLink(field) && !mine) {
      if (!grid) items.push({ eyes: (grid = []) })
      if (!grid.includes(pair)) grid.push(pair)
      continue
    }
    grid = undefined
    if (mine) items.push(mine)
    else if (!isLink(field)) items.push(key)
  }
  return items
}

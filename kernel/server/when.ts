/**
 * When things happened or are planned: what a call may say of time before its handler runs, and what the database answers when a moment
 * cannot be.
 */
import { BACKDATE, bareOf, fieldsOf, metaOf, wordsOfReason, writes, z, type Endpoint, type When } from '#kernel/contract/internal.ts'
import { may } from './acting.ts'
import type { Who } from './cx.ts'
import { MOMENTS, Refused } from './refuse.ts'
import { elementOf } from './wire.ts'

/** Clocks at a counter are not exact. */
const TOLERANCE_MS = 10 * 60_000
const DAY_MS = 86_400_000
const YEAR_MS = 366 * DAY_MS
/** Clinic time as a number to compare with. */
const instantOf = (moment: string): number => Date.parse(`${moment.slice(0, 10)}T${moment.slice(11) || '00:00'}Z`)

/** A field of an input that tells of time, by the names that lead to it; `[]` stands for each member of a list. */
export interface MomentField {
  readonly path: readonly string[]
  readonly label: string
  readonly format: 'date' | 'moment'
  readonly when: When | undefined
}
/** Every day and moment of a shape, however deep. */
export function momentsOf(shape: z.ZodType, path: readonly string[] = []): MomentField[] {
  const bare = bareOf(shape)
  const { format, label, when } = { ...metaOf(bare), ...metaOf(shape) }
  if (format === 'date' || format === 'moment') return [{ path, label: label ?? path.at(-1) ?? '', format, when }]
  if (bare instanceof z.ZodArray) return momentsOf(elementOf(bare), [...path, '[]'])
  if (bare instanceof z.ZodUnion) return bare.options.flatMap((option) => (option instanceof z.ZodType ? momentsOf(option, path) : []))
  return Object.entries(fieldsOf(bare)).flatMap(([name, field]) => momentsOf(field, [...path, name]))
}
/** What stands at a path, with the name of each place as a refusal gives it (`items.0.producedOn`). */
function valuesAt(
  input: unknown,
  [name, ...rest]: readonly string[],
  place: readonly string[] = [],
): Array<{ field: string; value: unknown }> {
  if (name === undefined) return [{ field: place.join('.'), value: input }]
  if (input === null || typeof input !== 'object') return []
  if (name === '[]') return Array.isArray(input) ? input.flatMap((member, i) => valuesAt(member, rest, [...place, String(i)])) : []
  return valuesAt(Reflect.get(input, name), rest, [...place, name])
}

/** What a call asks of the moments in its input. */
export interface Times {
  /** Refuses what is later than it can be; a call that only reads asks about any day. */
  readonly check: (input: unknown, now: string) => void
  /** The database's refusal of a moment, in the words and with the field of this call. */
  readonly explain: (refused: Refused, who: Who | undefined) => Refused
}
/** What a moment is called by the calls that take it, by its name: said of one that another call writes too. */
const labels = new Map<string, string>()
export function timesOf(endpoint: Endpoint): Times {
  const fields = writes(endpoint) ? momentsOf(endpoint.input).filter(({ when }) => when !== undefined) : []
  for (const { path, label, when } of fields) {
    const name = path.at(-1) ?? ''
    if (when === 'happened' && !labels.has(name)) labels.set(name, label)
  }
  return {
    check: (input, now) => {
      for (const { path, label, when } of fields) {
        for (const { field, value } of valuesAt(input, path)) {
          if (typeof value !== 'string') continue
          const ahead = instantOf(value) - instantOf(now)
          if ((when === 'happened' || when === 'birth') && ahead > TOLERANCE_MS) throw new Refused('not_yet', { what: label }, field)
          if (when === 'planned' && ahead > 2 * YEAR_MS) throw new Refused('bad_input', { what: `${label}最多提前两年` }, field)
        }
      }
    },
    explain: (refused, who) => {
      const happened = fields.filter((field) => field.when === 'happened')
      const named = happened.find(({ path }) => path.at(-1) === refused.field) ?? (happened.length === 1 ? happened[0] : undefined)
      const what = named?.label ?? labels.get(refused.field ?? '')
      const params: Refused['params'] = what === undefined ? refused.params : { ...refused.params, what }
      const field = named ? named.path.join('.') : refused.field
      if (refused.key !== 'too_long_ago') return new Refused(refused.key, params, field)
      if (!who || !may({ who }, BACKDATE, who.hid))
        return new Refused('no_access', { what: `补录 ${params.limit} 天以前的记录`, code: BACKDATE }, field)
      return new Refused('bad_input', { what: `${params.what}是 ${params.ago} 天前：请填写补录原因` }, 'backdateReason')
    },
  }
}

/** True for what `check_moments` answers. */
export const isOfMoment = ({ key }: Refused): boolean => MOMENTS.has(key)

/** A late entry: its reason, and the stores in which its writer may make one. */
export interface LateEntry {
  readonly reason: string
  readonly hids: readonly number[]
}
/** Takes the reason of a late entry out of an input: the transaction carries it to the triggers and the audit. */
export function lateEntry(input: unknown, who: Who | undefined): { input: unknown; late: LateEntry | undefined } {
  if (input === null || typeof input !== 'object' || !('backdateReason' in input)) return { input, late: undefined }
  const { backdateReason, ...rest } = input
  const reason = typeof backdateReason === 'string' ? (wordsOfReason(backdateReason) ?? '') : ''
  const hids = who && reason ? who.hids.filter((hid) => may({ who }, BACKDATE, hid)) : []
  return { input: rest, late: hids.length ? { reason, hids } : undefined }
}

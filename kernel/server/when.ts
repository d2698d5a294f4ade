/** When things happened or are planned: what a call may say of time, before its handler runs. */
import { bareOf, fieldsOf, metaOf, writes, type Endpoint } from '#kernel/contract/index.ts'
import { Refused } from './refuse.ts'

/** Clocks at a counter are not exact. */
const TOLERANCE = 10 * 60_000
const DAY = 86_400_000
const YEAR = 366 * DAY
/** Clinic time as a number to compare with. */
const at = (moment: string): number => Date.parse(`${moment.slice(0, 10)}T${moment.slice(11) || '00:00'}Z`)

/** Reads the fields of an input that tell of time; a call that only reads asks about any day. */
export function timesOf(endpoint: Endpoint): (input: unknown, now: string) => void {
  const fields = writes(endpoint)
    ? Object.entries(fieldsOf(endpoint.input)).flatMap(([name, field]) => {
        const meta = { ...metaOf(bareOf(field)), ...metaOf(field) }
        return meta.when ? [{ name, label: meta.label ?? name, when: meta.when }] : []
      })
    : []
  return (input, now) => {
    for (const { name, label, when } of fields) {
      const given: unknown = Reflect.get(Object(input), name)
      if (typeof given !== 'string') continue
      const off = at(given) - at(now)
      if (when === 'happened' && off > TOLERANCE) throw new Refused('bad_input', { what: `${label}不能晚于现在` }, name)
      if (when === 'planned' && off > 2 * YEAR) throw new Refused('bad_input', { what: `${label}最多提前两年` }, name)
    }
  }
}

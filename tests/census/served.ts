/** The calls a census asks. */
import type { Endpoint, Endpoints } from '#kernel/contract/internal.ts'
import { modules } from '../../apps/server/modules.gen.ts'

const only = process.env['CENSUS']?.split(',')
type ServedCall = readonly [string, Endpoint]
const every: readonly ServedCall[] = modules
  .filter((m) => !only || only.includes(m.name))
  .flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints))
/**
 * Every call of the house with its id; with `CENSUS=billing,stock`, as `npm test -- --changed` sets it, those of the modules named. Calls
 * of members' own sessions are walked by members.test.ts.
 */
export const served: readonly ServedCall[] = every.filter(([, { can }]) => can !== 'member')
/** Calls of members' own sessions. */
export const servedToMembers: readonly ServedCall[] = every.filter(([, { can }]) => can === 'member')
/** How much of the product that is: what a census plays at random is played as much less. */
export const share: number = served.length / modules.reduce((n, m) => n + Object.keys(m.endpoints ?? {}).length, 0)

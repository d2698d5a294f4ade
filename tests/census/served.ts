/** The calls a census asks. */
import type { Endpoint, Endpoints } from '#kernel/contract/internal.ts'
import { modules } from '../../apps/server/modules.gen.ts'

const only = process.env['CENSUS']?.split(',')
/** Every call with its id; with `CENSUS=billing,stock`, as `npm test -- --changed` sets it, those of the modules named. */
export const served: ReadonlyArray<readonly [string, Endpoint]> = modules
  .filter((m) => !only || only.includes(m.name))
  .flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints))
/** How much of the product that is: what a census plays at random is played as much less. */
export const share: number = served.length / modules.reduce((n, m) => n + Object.keys(m.endpoints ?? {}).length, 0)

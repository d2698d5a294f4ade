/**
 * Live topics: who hears that something of an area changed in a store. Follows from the permissions of the reading calls whose screens show
 * it.
 */
import { isEntitled } from './acting.ts'
import type { Who } from './cx.ts'
import { endpointsOf, type ServerModule } from './registry.ts'

/**
 * Permissions by topic: of a module's own name and those it declares, those of its guarded reading calls and of the modules that follow it.
 */
export function topicsOf(modules: readonly ServerModule[]): ReadonlyMap<string, ReadonlySet<string>> {
  const topics = new Map<string, Set<string>>()
  const open = (topic: string, codes: Iterable<string>) => {
    const listeners = topics.get(topic) ?? new Set()
    for (const code of codes) listeners.add(code)
    topics.set(topic, listeners)
  }
  for (const module of modules) {
    const codes = guardsOf(module)
    open(module.name, codes)
    for (const [topic, more] of Object.entries(module.channels?.topics ?? {}))
      open(topic, more === 'session' ? ['session'] : [...codes, ...more])
  }
  for (const module of modules)
    for (const topic of module.channels?.follows ?? []) {
      if (!topics.has(topic)) throw new Error(`${module.name} follows the topic ${topic}, which nobody declares`)
      open(topic, guardsOf(module))
    }
  return topics
}
/** Permissions of a module's reading calls, those that ask only for a session aside. */
const guardsOf = (module: ServerModule): string[] =>
  Object.values(endpointsOf(module)).flatMap(({ method, can }) =>
    method === 'GET' && !['session', 'public', 'member'].includes(can) ? [can] : [],
  )

/** Whether an account hears of a topic in a store. */
export const hears = (topics: ReturnType<typeof topicsOf>, who: Who, topic: string, hid: number): boolean =>
  who.hids.includes(hid) && [...(topics.get(topic) ?? [])].some((can) => isEntitled(who, { id: 'live', can }, hid))

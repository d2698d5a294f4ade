/**
 * Doors: every route of the server. One that is no declared call says at its own route what it asks for, or the server does not start: a
 * way in beside the calls cannot be added by adding a route.
 */
import type { FastifyInstance } from 'fastify'
import type { Proof } from '#kernel/contract/internal.ts'

/** What a route that is no call says of itself. */
export interface Door {
  readonly name: string
  readonly proof: Proof
  /** Permission asked behind it: a code, `session`, or `public`. */
  readonly can: string
  /** What it is for, and why it is no call. */
  readonly why: string
}
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the call the route serves. */
    call?: string
    door?: Door
  }
}

/**
 * Watches the routes of a server; answers the doors so far. It does not get ready while a route is neither a call's nor a declared door.
 */
export function watchDoors(app: FastifyInstance): () => Door[] {
  const routes: Array<{ url: string; method: string | string[]; config?: { call?: string; door?: Door } }> = []
  // What a plugin says of its routes is set after this hook: they are looked at when all are there.
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', (done) => {
    const undeclared = routes.filter(({ config }) => !config?.call && !config?.door)
    done(
      undeclared.length
        ? new Error(`no call and no declared door: ${undeclared.map(({ method, url }) => `${String(method)} ${url}`).join(', ')}`)
        : undefined,
    )
  })
  return () => [...new Map(routes.flatMap(({ config }) => (config?.door ? [[config.door.name, config.door] as const] : []))).values()]
}

/** Doors of the kernel itself. */
export const doors = {
  live: {
    name: 'live',
    proof: 'secret',
    can: 'session',
    why: 'a socket: its first message shows the token; topics and rooms ask for more',
  },
  health: { name: 'health', proof: 'nothing', can: 'public', why: 'asked by whatever watches the process, before there is a session' },
  openapi: { name: 'openapi', proof: 'secret', can: 'session', why: 'describes the calls; open outside of production' },
  docs: { name: 'docs', proof: 'secret', can: 'jobs:view', why: 'a page about the calls; open outside of production' },
  metrics: {
    name: 'metrics',
    proof: 'secret',
    can: 'jobs:view',
    why: 'read by a monitor, from this machine or with its token; open outside of production',
  },
} as const satisfies Readonly<Record<string, Door>>

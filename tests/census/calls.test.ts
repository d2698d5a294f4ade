/** The seeds' calls: each is served exactly once, at its own method and path; what is ours says so. */
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Endpoints } from '#kernel/contract/internal.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { hasShared, sharedText } from '../shared.ts'

const served = new Map(modules.flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints)))
interface SeedCall {
  id: string
  method: string
  path: string
  area: string
  maps_to?: string
  params?: string[]
}
const seed = hasShared ? (JSON.parse(sharedText('spec/calls.json')) as SeedCall[]) : []
const byId = new Map(seed.map((c) => [c.id, c]))
/** Areas of calls.json that are finished: every call of them is served. */
const FINISHED: readonly string[] = [
  'account',
  'billing',
  'clinical-records',
  'contracts',
  'duties',
  'exams',
  'frame-orders',
  'general-orders',
  'large-screens',
  'lens-orders',
  'packages',
  'patients',
  'points',
  'reservations',
  'revisits',
  'roles',
  'screening',
  'settings',
  'specialist-remote',
  'staff',
  'statistics',
  'stock',
  'stock-in',
  'stock-out',
  'stored-value',
  'suppliers-products',
]

/** Calls the browser makes of a helper on its own machine, not of this server: where. */
const OF_THE_MACHINE: Readonly<Record<string, string>> = {
  'device.video-grab': 'modules/exams/web/images/helper.ts',
  'device.video-close': 'modules/exams/web/images/helper.ts',
}

describe.skipIf(!hasShared)('calls of the seeds', () => {
  it("every served id of the seeds has the seeds' method and path, letter for letter", () => {
    const wrong = [...served].flatMap(([id, e]) => {
      const c = byId.get(id)
      return c && (c.method !== e.method || c.path !== e.path) ? [`${id}: ${e.method} ${e.path} instead of ${c.method} ${c.path}`] : []
    })
    expect(wrong).toEqual([])
  })
  it('what the seeds do not name says in its summary that it is ours', () => {
    expect([...served].filter(([id, e]) => !byId.has(id) && !/\b[Oo]urs\b/.test(e.summary ?? '')).map(([id]) => id)).toEqual([])
  })
  it('fields the seeds name for a call are taken under the same names', () => {
    const missing = [...served].flatMap(([id, e]) => {
      const c = byId.get(id)
      const names = new Set(Object.keys((e.input as unknown as { shape?: object }).shape ?? {}))
      return (c?.params ?? []).filter((p) => /^\w+$/.test(p) && !names.has(p)).map((p) => `${id}.${p}`)
    })
    const ignored = [...served].flatMap(([id, e]) => Object.keys(e.ignores ?? {}).map((name) => `${id}.${name}`))
    // An exception that is none any more is taken out.
    expect(missing.sort()).toEqual(ignored.sort())
  })
  it.each(FINISHED)('every call of the finished area %s is served', (area) => {
    expect(seed.filter((c) => c.area === area && !c.maps_to && !served.has(c.id) && !OF_THE_MACHINE[c.id]).map((c) => c.id)).toEqual([])
  })
  it.each(Object.entries(OF_THE_MACHINE))('%s is asked of the machine itself, at its own path', (id, file) => {
    expect(fs.readFileSync(file, 'utf8')).toContain(`'${byId.get(id)?.path}'`)
  })
})

/** Facts about what the modules declare: labels, sentences, permissions, states, registries. */
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  bareOf,
  legalSteps,
  metaOf,
  roleHolds,
  roles,
  universal,
  z,
  type Endpoint,
  type Endpoints,
  type Machine,
  type Move,
  type Role,
} from '#kernel/contract/internal.ts'
import { modules } from '../../apps/server/modules.gen.ts'

const endpoints = modules.flatMap((m) =>
  Object.entries((m.endpoints ?? {}) as Endpoints).map(([id, endpoint]) => ({ module: m.name, id, endpoint })),
)
const permissions = modules.flatMap((m) => Object.entries(m.permissions ?? {}).map(([code, p]) => ({ module: m.name, code, ...p })))
const machines = modules.flatMap((m) => m.machines ?? [])

/** Fields without a label below a shape: names of computed objects need none, facts do. */
function unlabelled(shape: z.ZodType, path: string): string[] {
  const bare = bareOf(shape)
  if (bare instanceof z.ZodObject)
    return Object.entries(bare.shape as Record<string, z.ZodType>).flatMap(([name, field]) => unlabelled(field, `${path}.${name}`))
  if (bare instanceof z.ZodArray)
    return bareOf(bare.element as z.ZodType) instanceof z.ZodObject ? unlabelled(bare.element as z.ZodType, `${path}[]`) : []
  return metaOf(shape).label || metaOf(bare).label ? [] : [path]
}

describe('declarations', () => {
  it('every field a call takes has a label', () => {
    expect(endpoints.flatMap(({ id, endpoint }) => unlabelled(endpoint.input, id))).toEqual([])
  })
  it('a field without a label would be seen', () => {
    expect(
      unlabelled(z.object({ a: z.string(), b: z.number().meta({ label: 'B' }), c: z.array(z.object({ d: z.boolean() })) }), 'x'),
    ).toEqual(['x.a', 'x.c[].d'])
  })
  it('every refusal has a sentence and every declared one is known', () => {
    const codes = new Set([...Object.keys(universal), ...modules.flatMap((m) => Object.keys(m.refusals ?? {}))])
    expect(endpoints.flatMap(({ id, endpoint }) => endpoint.fails.filter((f) => !codes.has(f)).map((f) => `${id}: ${f}`))).toEqual([])
    expect(
      modules.flatMap((m) =>
        Object.entries(m.refusals ?? {})
          .filter(([, r]) => !/[\u4e00-\u9fff]|\{\w+\}/.test(r.sentence))
          .map(([key]) => key),
      ),
    ).toEqual([])
  })
  it('every permission asked for is declared, and every declared one is asked for somewhere', () => {
    const declared = new Set(permissions.map((p) => p.code))
    const requested = new Set([
      ...endpoints.map((e) => e.endpoint.can),
      ...modules.flatMap((m) => Object.values(m.screens ?? {}).map((s) => s.can)),
      ...machines.flatMap((m) => Object.values<Move>(m.moves).map((mv) => mv.can)),
    ])
    expect([...requested].filter((code) => !['public', 'session', 'member'].includes(code) && !declared.has(code))).toEqual([])
    const inCode = [...modules.map((m) => `modules/${m.name}`), 'kernel/contract']
      .map((folder) =>
        filesBelow(folder)
          .map((f) => fs.readFileSync(f, 'utf8'))
          .join('\n'),
      )
      .join('\n')
    expect([...declared].filter((code) => !requested.has(code) && inCode.split(`'${code}'`).length < 3)).toEqual([])
  })
  it('an action of the command palette asks for a permission that is declared, and leads to a screen', () => {
    const thrown = modules.flatMap((m) => [
      ...(fs.existsSync(`modules/${m.name}/web/shell.ts`) ? fs.readFileSync(`modules/${m.name}/web/shell.ts`, 'utf8') : '').matchAll(
        /provideAction\(\{ title: '([^']+)', can: '([^']+)', path: '([^'?]+)/g,
      ),
    ])
    expect(thrown.length).toBeGreaterThan(3)
    const declared = new Set(permissions.map((p) => p.code))
    const paths = new Set(modules.flatMap((m) => Object.keys(m.screens ?? {})))
    expect(thrown.filter(([, , can, path]) => !declared.has(can!) || !paths.has(path!)).map(([, title]) => title)).toEqual([])
  })
  it('every permission is held by somebody beside the administrators of the chain, or says why not', () => {
    expect(permissions.filter((p) => !(Object.keys(roles) as Role[]).some((r) => roleHolds(r, p))).map((p) => p.code)).toEqual([])
  })
  it('every state of every machine can be reached, and every move starts and ends in a state', () => {
    for (const m of machines as Machine[]) expect(unreachable(m), m.name).toEqual([])
    expect(
      unreachable({
        is: {},
        in: {},
        name: 'x',
        table: 't',
        key: 'id',
        noun: 'x',
        start: [1],
        states: { 1: { name: 'a', label: 'a', tone: 'ok' }, 2: { name: 'b', label: 'b', tone: 'ok' } },
        moves: {},
      }),
    ).toEqual([2])
    for (const m of machines as Machine[])
      for (const { from, to } of legalSteps(m)) expect([m.states[from], m.states[to]].every(Boolean), `${m.name} ${from}→${to}`).toBe(true)
  })
  it('a state has a name of its own in its machine', () => {
    for (const m of machines) {
      const names = Object.values(m.states).map((s) => s.name)
      expect(
        names.filter((name, i) => !/^[a-z][A-Za-z]+$/.test(name) || names.indexOf(name) !== i),
        m.name,
      ).toEqual([])
    }
  })
  it('modules = ORDER = registry', () => {
    const order = JSON.parse(fs.readFileSync('modules/order.json', 'utf8')) as string[]
    const folders = fs
      .readdirSync('modules', { withFileTypes: true })
      .filter((d) => d.isDirectory())
      .map((d) => d.name)
    expect(folders.filter((f) => !order.includes(f))).toEqual([])
    expect(modules.map((m) => m.name)).toEqual(order.filter((m) => modules.some((x) => x.name === m)))
    for (const f of folders) if (fs.existsSync(`modules/${f}/contract/endpoints.ts`)) expect(modules.map((m) => m.name)).toContain(f)
  })
  it('a path belongs to one screen: the router does not start with two', () => {
    const paths = modules.flatMap((m) => Object.keys(m.screens ?? {}))
    expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([])
  })
  it('no path is the screen of two modules: the router would not start', () => {
    const paths = modules.flatMap((m) => Object.keys(m.screens ?? {}))
    expect(paths.filter((p, i) => paths.indexOf(p) !== i)).toEqual([])
  })
  it('ids of calls are unique, and so are method and path', () => {
    const ids = endpoints.map((e) => e.id)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    const routes = endpoints.map(({ endpoint: e }) => `${(e as Endpoint).method} ${e.path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '')}`)
    expect(routes.filter((r, i) => routes.indexOf(r) !== i && !r.includes('{product}'))).toEqual([])
  })
})

function unreachable(m: Machine): number[] {
  const reached = new Set<number>(m.start)
  for (let grew = true; grew;) {
    grew = false
    for (const { from, to } of legalSteps(m)) if (reached.has(from) && !reached.has(to)) grew = Boolean(reached.add(to))
  }
  return Object.keys(m.states)
    .map(Number)
    .filter((s) => !reached.has(s))
}
function filesBelow(dir: string): string[] {
  return fs
    .readdirSync(dir, { withFileTypes: true })
    .flatMap((e) =>
      e.isDirectory() ? filesBelow(`${dir}/${e.name}`) : /\.tsx?$/.test(e.name) && !/test/.test(e.name) ? [`${dir}/${e.name}`] : [],
    )
}

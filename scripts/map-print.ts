/** The map of the product as tables: who may do what, which call is where, which states lead where. */
import { legalSteps, roleHolds, roles, type Endpoint, type Machine, type Paper, type Role } from '#kernel/contract/internal.ts'
import { modules } from '../apps/server/modules.gen.ts'

const ROLES = Object.keys(roles) as Role[]

/** Width on a screen: a Chinese character takes two columns. */
const widthOf = (text: string): number => [...text].reduce((w, c) => w + (/[\u2e80-\uffef]/.test(c) ? 2 : 1), 0)

/** Rows under their heads, in columns. */
export function table(heads: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const widths = heads.map((head, i) => Math.max(widthOf(head), ...rows.map((row) => widthOf(row[i] ?? ''))))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell + ' '.repeat(widths[i]! - widthOf(cell)))
      .join('  ')
      .trimEnd()
  return [line(heads), line(widths.map((w) => '─'.repeat(w))), ...rows.map(line)].join('\n')
}

const permissions = (): string =>
  table(
    ['permission', 'label', ...ROLES],
    modules.flatMap((m) =>
      Object.entries(m.permissions ?? {}).map(([code, p]) => [code, p.label, ...ROLES.map((role) => (roleHolds(role, p) ? '●' : ''))]),
    ),
  )

const endpoints = (): string =>
  table(
    ['id', 'method', 'path', 'permission', 'kind', 'refusals'],
    modules.flatMap((m) =>
      Object.entries((m.endpoints ?? {}) as Record<string, Endpoint>).map(([id, e]) => [
        id,
        e.method,
        e.path,
        e.can,
        e.kind,
        e.fails.join(' '),
      ]),
    ),
  )

const OTHERS =
  'A sister store without authorisation and every store of another organisation are not found, whatever the role; ' +
  'a store that was not granted a permission answers 20405.'
/** Every call × every default role: what the access matrix of the census proves against the running server. */
const access = (): string => {
  const held = modules.flatMap((m) => Object.entries(m.permissions ?? {}))
  const may = (role: Role, can: string): boolean =>
    can === 'public' || can === 'session' || held.some(([code, p]) => code === can && roleHolds(role, p))
  const markOf = (role: Role, can: string): string => (can === 'public' ? '○' : role === 'chain' ? '◉' : '●')
  const rows = modules.flatMap((m) =>
    Object.entries((m.endpoints ?? {}) as Record<string, Endpoint>).map(([id, e]) => [
      id,
      e.can,
      ...ROLES.map((role) => (may(role, e.can) ? markOf(role, e.can) : '')),
    ]),
  )
  return `${table(['call', 'permission', ...ROLES], rows)}

● in the own store and in sister stores the account is authorised for   ◉ in every store of the chain   ○ without a login   blank: 20405
${OTHERS}
${ROLES.map((role) => `${role} ${rows.filter((r) => r[2 + ROLES.indexOf(role)]).length}`).join('   ')}   of ${rows.length} calls`
}

const screens = (): string =>
  table(
    ['path', 'title', 'permission', 'menu', 'layout'],
    modules.flatMap((m) =>
      Object.entries(m.screens ?? {}).map(([path, s]) => [
        path,
        s.title,
        s.can,
        s.menu ?? '',
        s.redirect ? `→ ${s.redirect}` : (s.layout ?? 'main'),
      ]),
    ),
  )

const machines = (): string =>
  modules
    .flatMap((m) => m.machines ?? [])
    .map(
      (m) =>
        `${m.name} (${m.noun}), starts as ${m.start.map((s) => stateOf(m, s)).join(' or ')}\n${table(
          ['move', 'from', 'to', 'permission', ''],
          legalSteps(m).map((step) => stepOf(m, step)),
        )}`,
    )
    .join('\n\n')
const stateOf = (m: Machine, status: number): string => `${status} ${m.states[status]?.label ?? '?'}`
const stepOf = (m: Machine, { move, from, to }: ReturnType<typeof legalSteps>[number]): string[] => {
  const made = m.moves[move]!
  return [
    `${move} ${made.label}`,
    stateOf(m, from),
    stateOf(m, to),
    made.can,
    [made.reason && 'with a reason', made.automatic && 'by itself'].filter(Boolean).join(', '),
  ]
}

const events = (): string =>
  table(
    ['reaction', 'of', 'by'],
    modules.flatMap((m) =>
      (m.reactions ?? []).map((r) => [
        r.kind,
        r.kind === 'event' ? r.event : r.kind === 'nightly' ? `${r.name} (${r.cron})` : r.name,
        m.name,
      ]),
    ),
  )

/** Every declared paper: the calls it is made of, its title, the sizes it is printed on. The journeys print each in all of them. */
const papers = (): string => {
  const ids = new Map(modules.flatMap((m) => Object.entries((m.endpoints ?? {}) as Record<string, Endpoint>).map(([id, e]) => [e, id])))
  const callsOf = ({ calls }: Paper) => [...new Set(Object.values(calls).map((c) => ids.get(c.of) ?? c.of.path))]
  return table(
    ['page', 'title', 'calls', 'sizes'],
    modules.flatMap((m) =>
      Object.entries(m.papers ?? {}).map(([path, paper]) => [path, paper.title, callsOf(paper).join(' '), paper.sizes.join(', ')]),
    ),
  )
}

const parts = { permissions, endpoints, access, screens, machines, events, papers }

/** The parts asked for, or all. */
export const map = (wanted: readonly string[]): string =>
  Object.entries(parts)
    .filter(([name]) => !wanted.length || wanted.includes(name))
    .map(([name, print]) => `## ${name}\n\n${print()}`)
    .join('\n\n')

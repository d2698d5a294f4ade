/**
 * What the modules declared, for the pieces that speak about all of them: the menu, the map, the simulator, the audit. Filled by `serve`.
 */
import type { Endpoint, Machine, Move, Paper, Permissions, ScreenEntry } from '#kernel/contract/internal.ts'
import { roleHolds, roles, type Role } from '#kernel/contract/internal.ts'
import kernelTables, { type Table } from '#kernel/contract/tables.ts'
import { endpointsOf, type ServerModule } from './registry.ts'

let modules: readonly ServerModule[] = []
let tables: ReadonlyMap<string, DeclaredTable> | undefined
export const declare = (all: readonly ServerModule[]): void => {
  modules = all
  tables = undefined
  codes.clear()
}
/** Every screen with its path and module, in ORDER. */
export const declaredScreens = (): Array<ScreenEntry & { path: string; module: string }> =>
  modules.flatMap((m) => Object.entries(m.screens ?? {}).map(([path, entry]) => ({ ...entry, path, module: m.name })))
/** Every declared paper by the path of its screen, in ORDER. */
export const declaredPapers = (): Array<{ path: string; paper: Paper; module: string }> =>
  modules.flatMap((m) => Object.entries(m.papers ?? {}).map(([path, paper]) => ({ path, paper, module: m.name })))
/** Every permission with its module. */
export const declaredPermissions = (): Array<{ code: string; module: string } & Permissions[string]> =>
  modules.flatMap((m) => Object.entries(m.permissions ?? {}).map(([code, p]) => ({ code, module: m.name, ...p })))

/** Every call with its id and module. */
export const declaredCalls = (): Array<{ id: string; module: string; endpoint: Endpoint }> =>
  modules.flatMap((m) => Object.entries(endpointsOf(m)).map(([id, endpoint]) => ({ id, endpoint, module: m.name })))
/** Every move of every machine with its module. */
export const declaredMoves = (): Array<{ machine: Machine; name: string; move: Move; module: string }> =>
  modules.flatMap((m) =>
    (m.machines ?? []).flatMap((machine) =>
      Object.entries<Move>(machine.moves).map(([name, move]) => ({ machine, name, move, module: m.name })),
    ),
  )

export interface DeclaredTable extends Table {
  readonly name: string
  /** The module that owns it, or `kernel`. */
  readonly module: string
}
/** Every table by its name: the kernel's, then those of the modules in ORDER. */
export const declaredTables = (): ReadonlyMap<string, DeclaredTable> => (tables ??= tablesIn(modules))
export const tablesIn = (all: readonly ServerModule[]): ReadonlyMap<string, DeclaredTable> =>
  new Map(
    [{ name: 'kernel', tables: kernelTables }, ...all].flatMap((m) =>
      Object.entries<Table>(m.tables ?? {}).map(([name, table]) => [name, { ...table, name, module: m.name }] as const),
    ),
  )
/** What a row of a table is called; a table nobody declared (of a newer version, in an old audit) by its own name. */
export const wordOf = (table: string): string => declaredTables().get(table)?.word ?? table

const codes = new Map<string, ReadonlySet<string>>()
/** Permission codes a default role holds. */
export function codesOf(role: string): ReadonlySet<string> {
  let set = codes.get(role)
  if (!set) {
    set = new Set(
      role in roles
        ? declaredPermissions()
            .filter((p) => roleHolds(role as Role, p))
            .map((p) => p.code)
        : [],
    )
    codes.set(role, set)
  }
  return set
}

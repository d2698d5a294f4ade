/** What the modules declared, for the pieces that speak about all of them: the menu, the map, the simulator. Filled by `serve`. */
import type { Endpoint, Endpoints, Machine, Move, Permissions, ScreenEntry } from '#kernel/contract/index.ts'
import { roleHolds, roles, type Role } from '#kernel/contract/index.ts'
import type { ServerModule } from './registry.ts'

let modules: readonly ServerModule[] = []
export const declare = (all: readonly ServerModule[]): void => {
  modules = all
  codes.clear()
}
/** Every screen with its path and module, in ORDER. */
export const declaredScreens = (): Array<ScreenEntry & { path: string; module: string }> =>
  modules.flatMap((m) => Object.entries(m.screens ?? {}).map(([path, entry]) => ({ ...entry, path, module: m.name })))
/** Every permission with its module. */
export const declaredPermissions = (): Array<{ code: string; module: string } & Permissions[string]> =>
  modules.flatMap((m) => Object.entries(m.permissions ?? {}).map(([code, p]) => ({ code, module: m.name, ...p })))

/** Every call with its id and module. */
export const declaredCalls = (): Array<{ id: string; module: string; endpoint: Endpoint }> =>
  modules.flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints).map(([id, endpoint]) => ({ id, endpoint, module: m.name })))
/** Every move of every machine with its module. */
export const declaredMoves = (): Array<{ machine: Machine; name: string; move: Move; module: string }> =>
  modules.flatMap((m) =>
    (m.machines ?? []).flatMap((machine) =>
      Object.entries<Move>(machine.moves).map(([name, move]) => ({ machine, name, move, module: m.name })),
    ),
  )

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

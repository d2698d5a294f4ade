/** What the modules declare about a route, by its legacy pattern. */
import type { ScreenEntry } from '#kernel/contract/declare.ts'
import { modules } from './screens.gen.ts'

const entries = new Map<string, ScreenEntry>(modules.flatMap((m) => Object.entries(m.entries)))
/** The declared screen of a pattern such as `/patients/detail/{patientId}/home`. */
export const entryOf = (pattern: string): ScreenEntry | undefined => entries.get(pattern)
/** `/patients/detail/$patientId` → `/patients/detail/{patientId}`. */
export const patternOf = (routePath: string): string => routePath.replace(/\$(\w+)/g, '{$1}')

/** Where we are, from the matched routes: home first, each level above the screen, the screen itself (R024). */
import { sections } from '#kernel/contract/declare.ts'
import type { ScreenEntry } from '#kernel/contract/declare.ts'
import type { MenuEntry } from '#kernel/web/access.tsx'

export interface Crumb {
  /** Chinese key of the title. */
  readonly title: string
  /** Absent for the last one, and for a level that is no page of its own. */
  readonly to?: string
}
interface Place {
  /** Pattern of the matched screen, such as `/patients/detail/{patientId}/home`. */
  readonly pattern: string
  readonly params: Readonly<Record<string, string>>
  readonly menu: readonly MenuEntry[]
  /** Declared screen of a pattern. */
  readonly entryOf: (pattern: string) => ScreenEntry | undefined
  readonly home: string
}

export function crumbsOf({ pattern, params, menu, entryOf, home }: Place): readonly Crumb[] {
  if (pattern === home) return [{ title: '首页' }]
  const parts = pattern.split('/').slice(1)
  const levels = parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`)
  const found = levels.flatMap((level): Crumb[] => {
    const entry = entryOf(level)
    const path = level.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    if (entry) return [{ title: entry.title, to: path }]
    const section = menu.find((s) => s.path === level)?.title ?? (sections as Readonly<Record<string, string>>)[level.slice(1)]
    return section ? [{ title: section }] : []
  })
  // A form or a detail hangs below the list of its own section when no level of its path names one.
  const only = found.length === 1 ? menu.find((s) => s.children?.some((e) => e.path === pattern && !e.hidden)) : undefined
  const all: Crumb[] = [{ title: '首页', to: home }, ...(only && only.path !== home ? [{ title: only.title }] : []), ...found]
  // A level and its only screen may have one name.
  const distinct = all.filter((crumb, i) => crumb.title !== all[i + 1]?.title)
  return distinct.map((crumb, i) => (i === distinct.length - 1 ? { title: crumb.title } : crumb))
}

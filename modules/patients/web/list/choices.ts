import { useCall } from '#kernel/web/index.ts'
import { account } from '#modules/account/contract/endpoints.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { patients } from '../../contract/endpoints.ts'
import type { Patient } from '../../contract/shapes.ts'

type Choices = Array<{ value: number; label: string }>
const named = (rows: ReadonlyArray<{ id: number; name: string }> | undefined): Choices =>
  (rows ?? []).map((r) => ({ value: r.id, label: r.name }))

/** Tags of a store as choices. */
export function useTags(hid: number): Choices {
  return named(useCall(settings['settings.tag.list'], { hid, pageSize: 0 }, { stale: 60_000 }).data?.list)
}
/** What a member brought along from another store, or somebody who left: it still stands there by its name, never as a number. */
export const withHeld = (own: Choices, value: number | null | undefined, label: string | null | undefined): Choices =>
  value && label && !own.some((c) => c.value === value) ? [...own, { value, label }] : own

type Held = Partial<Pick<Patient, 'levelId' | 'levelName' | 'sourceId' | 'sourceName' | 'staffCtid' | 'staffName'>>
/** Levels, sources and staff of a store as choices; with them those a member has. */
export function useChoices(hid: number, held: Held = {}): { levels: Choices; sources: Choices; staff: Choices } {
  const levels = useCall(settings['settings.level.list'], { hid }, { stale: 60_000 })
  const sources = useCall(patients['patients.source.list'], { hid, pageSize: 0 }, { stale: 60_000 })
  const staff = useCall(account['staff.list'], { hid, type: 0 }, { stale: 60_000 })
  return {
    levels: withHeld(named(levels.data?.list), held.levelId, held.levelName),
    sources: withHeld(named(sources.data?.list), held.sourceId, held.sourceName),
    staff: withHeld(
      (staff.data?.list ?? []).map((s) => ({ value: s.ctid, label: s.name })),
      held.staffCtid,
      held.staffName,
    ),
  }
}

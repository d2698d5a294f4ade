import { useCall } from '#kernel/web/index.ts'
import { account } from '#modules/account/contract/endpoints.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { patients } from '../../contract/endpoints.ts'

type Choices = Array<{ value: number; label: string }>
const named = (rows: ReadonlyArray<{ id: number; name: string }> | undefined): Choices =>
  (rows ?? []).map((r) => ({ value: r.id, label: r.name }))

/** Tags of a store as choices. */
export function useTags(hid: number): Choices {
  return named(useCall(settings['settings.tag.list'], { hid, pageSize: 0 }, { stale: 60_000 }).data?.list)
}
/** Levels, sources and staff of a store as choices. */
export function useChoices(hid: number): { levels: Choices; sources: Choices; staff: Choices } {
  const levels = useCall(settings['settings.level.list'], { hid }, { stale: 60_000 })
  const sources = useCall(patients['patients.source.list'], { hid, pageSize: 0 }, { stale: 60_000 })
  const staff = useCall(account['staff.list'], { hid, type: 0 }, { stale: 60_000 })
  return {
    levels: named(levels.data?.list),
    sources: named(sources.data?.list),
    staff: (staff.data?.list ?? []).map((s) => ({ value: s.ctid, label: s.name })),
  }
}

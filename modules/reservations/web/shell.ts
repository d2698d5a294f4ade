import { call } from '#kernel/web/calls/api.ts'
import { provideAction, provideBadge, provideSearch } from '#kernel/web/registry.ts'
import { t } from '#kernel/web/i18n.ts'

// Declared here so that the shell does not load the contracts of the whole module.
const visitOf = { method: 'GET', path: '/{product}/reservations/{id}' } as const
const counts = { method: 'GET', path: '/v1/{product}/statistic-today' } as const

/** The code on a reservation slip opens the member's reservations, where the desk checks in. */
provideSearch(async (text, signal) => {
  const id = /^RES(\d{1,15})$/i.exec(text.trim())?.[1]
  if (!id) return []
  const visit = (await call(visitOf, { id }, { signal, quiet: true })) as { pid: number; patientName: string; visitAt: string }
  return [{ group: t`预约`, title: visit.patientName, note: visit.visitAt.slice(0, 16), path: `/patients/detail/${visit.pid}/reserve` }]
})

/** Number of waiting visits. */
provideBadge({
  path: '/current-work/reservations',
  topics: ['reservations'],
  count: async (signal) => ((await call(counts, {}, { signal, quiet: true })) as { waiting: number }).waiting,
})

provideAction({ title: '新增预约', can: 'reservation:edit', path: '/medical/reserve?view=list&new=1' })

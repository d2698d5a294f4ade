import { call } from '#kernel/web/api.ts'
import { provideSearch } from '#kernel/web/registry.ts'
import { t } from '#kernel/web/i18n.ts'

/** The code on a reservation slip opens the member's reservations, where the desk checks in. The call is written by hand so that the shell need not load the contracts. */
provideSearch(async (text, signal) => {
  const id = /^RES(\d{1,15})$/i.exec(text.trim())?.[1]
  if (!id) return []
  const visit = (await call({ method: 'GET', path: '/{product}/reservations/{id}' }, { id }, { signal, quiet: true })) as { pid: number; patientName: string; visitAt: string }
  return [{ group: t`预约`, title: visit.patientName, note: visit.visitAt.slice(0, 16), path: `/patients/detail/${visit.pid}/reserve` }]
})

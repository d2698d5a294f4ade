import { prescriptionMachine } from '../contract/states.ts'
import { call } from '#kernel/web/calls/api.ts'
import { t } from '#kernel/web/i18n.ts'
import { provideBadge, provideIn, provideSearch } from '#kernel/web/registry.ts'
import { belowGrowth, developmentTable, underCurve } from '#modules/exams/contract/slots.ts'

// Written by hand, so that the shell does not load the contracts of the whole module.
const find = { method: 'GET', path: '/prescription' } as const
const cases = { method: 'GET', path: '/ecase/waiting/{hid}' } as const
interface Found {
  list: Array<{ id: number; rxNo: string; pid: number; patientName: string; orderDate: string }>
  total: number
}
const found = async (query: Record<string, unknown>, signal: AbortSignal, of: typeof find | typeof cases = find) =>
  (await call(of, query, { signal, quiet: true })) as Found

/** How many prescriptions and case records wait for a signature, told to whoever may sign as they come: as many as the page lists. */
provideBadge({
  path: '/current-work/signing',
  topics: ['records'],
  count: async (signal, { hid, permissions }) => {
    const [drafts, ecases] = await Promise.all([
      found({ status: [prescriptionMachine.is.draft], per_page: 1 }, signal),
      permissions.includes('ecase:sign') ? found({ hid, per_page: 1 }, signal, cases) : { total: 0 },
    ])
    return drafts.total + ecases.total
  },
})
provideSearch(async (text, signal) => {
  if (!/^rx\d{4,}$/i.test(text.trim())) return []
  const { list } = await found({ rxNo: text.trim().toUpperCase(), per_page: 5 }, signal)
  return list.map((r) => ({
    group: t`处方`,
    title: r.rxNo,
    note: `${r.patientName}  ${r.orderDate}`,
    path: `/patients/detail/${r.pid}/prescription`,
  }))
})

provideIn(underCurve, () => import('./ribbons/Ribbons.tsx'))
provideIn(belowGrowth, () => import('./Treatments.tsx'))
provideIn(developmentTable, () => import('./development/DevelopmentTable.tsx'))

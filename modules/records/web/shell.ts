import { call } from '#kernel/web/calls/api.ts'
import { t } from '#kernel/web/i18n.ts'
import { provideSearch } from '#kernel/web/registry.ts'

// Written by hand, so that the shell does not load the contracts of the whole module.
const find = { method: 'GET', path: '/prescription' } as const
provideSearch(async (text, signal) => {
  if (!/^rx\d{4,}$/i.test(text.trim())) return []
  const { list } = (await call(find, { rxNo: text.trim().toUpperCase(), per_page: 5 }, { signal, quiet: true })) as {
    list: Array<{ id: number; rxNo: string; pid: number; patientName: string; orderDate: string }>
  }
  return list.map((r) => ({
    group: t`处方`,
    title: r.rxNo,
    note: `${r.patientName}  ${r.orderDate}`,
    path: `/patients/detail/${r.pid}/prescription`,
  }))
})

import { call } from '#kernel/web/calls/api.ts'
import { t } from '#kernel/web/i18n.ts'
import { provideAction, provideBadge, provideSearch } from '#kernel/web/registry.ts'

// Calls are written by hand, so that the shell does not load the contracts of the whole module.
const low = { method: 'GET', path: '/stock/list/lowStock' } as const

for (const path of ['/inventory/warning', '/today/inventory-warning']) {
  provideBadge({
    path,
    topics: ['stock', 'products'],
    count: async (signal) => ((await call(low, { per_page: 1 }, { signal, quiet: true })) as { total: number }).total,
  })
}

provideAction({ title: '新增入库单', can: 'stockin:edit', path: '/inventory/import?new=1' })
provideAction({ title: '新增出库单', can: 'stockout:edit', path: '/inventory/export?new=1' })

const papers = {
  RK: { path: '/stockin/list', screen: '/inventory/import', number: 'stockinNo' },
  CK: { path: '/stockout/list', screen: '/inventory/export', number: 'stockoutNo' },
} as const
/** The number of a stock paper finds it in its list. */
provideSearch(async (text, signal) => {
  const typed = text.trim().toUpperCase()
  const kind = /^(RK|CK)\d{6}/.exec(typed)?.[1] as keyof typeof papers | undefined
  if (!kind) return []
  const { path, screen, number } = papers[kind]
  const { list } = (await call({ method: 'GET', path }, { text: typed, per_page: 5 }, { signal, quiet: true })) as {
    list: Array<Readonly<Record<string, string>>>
  }
  return list.map((p) => ({
    group: kind === 'RK' ? t`入库单` : t`出库单`,
    title: p[number] ?? typed,
    note: p.warehouseName ?? '',
    path: `${screen}?text=${p[number]}`,
  }))
})

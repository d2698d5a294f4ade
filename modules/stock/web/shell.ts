import { call } from '#kernel/web/api.ts'
import { provideBadge } from '#kernel/web/registry.ts'

// Written by hand, so that the shell does not load the contracts of the whole module.
const low = { method: 'GET', path: '/stock/list/lowStock' } as const

for (const path of ['/inventory/warning', '/today/inventory-warning']) {
  provideBadge({ path, topics: ['stock', 'products'], count: async (signal) => ((await call(low, { per_page: 1 }, { signal, quiet: true })) as { total: number }).total })
}

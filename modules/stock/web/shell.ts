import { call, type Callable } from '#kernel/web/calls/api.ts'
import { t, tr } from '#kernel/web/i18n.ts'
import { provideAction, provideBadge, provideSearch } from '#kernel/web/registry.ts'

// Declared here so that the shell does not load the contracts of the whole module.
/** Calls an endpoint and trusts its contract for the response type. */
const request = async <T>(endpoint: Callable, input: object, signal: AbortSignal): Promise<T> =>
  (await call(endpoint, { ...input }, { signal, quiet: true })) as T
const low = { method: 'GET', path: '/stock/list/lowStock' } as const

for (const path of ['/inventory/warning', '/today/inventory-warning']) {
  provideBadge({
    path,
    topics: ['stock', 'products'],
    count: async (signal) => (await request<{ total: number }>(low, { per_page: 1 }, signal)).total,
  })
}

provideAction({ title: '新增入库单', can: 'stockin:edit', path: '/inventory/import?new=1' })
provideAction({ title: '新增出库单', can: 'stockout:edit', path: '/inventory/export?new=1' })

const coded = { method: 'GET', path: '/product/batch-code' } as const
interface Paper {
  what: string
  number: string
  stateName: string
  whose: string | null
  next: string | null
  why: string | null
  at: string | null
}
interface Batch {
  productName: string
  batchNo: string | null
}
/** Matches codes, not names: a digit with a letter or bracket, or eight digits in a row. */
const CODE = /^(?=.*\d)(?=.*[A-Za-z([\]]|.*\d{8})[\x1d\x21-\x7e]{4,200}$/
/** Finds a code typed or scanned anywhere: documents and lenses with owner and next action, and goods. */
provideSearch(async (text, signal) => {
  const code = text.trim()
  if (!CODE.test(code)) return []
  const read = await request<{ list: Batch[]; papers: Paper[] }>(coded, { code }, signal)
  const papers = read.papers.map(({ what: kind, number, stateName, whose: owner, next, why: reason, at: path }) => ({
    group: tr(kind),
    title: number,
    note: [owner, tr(stateName), next ? t`下一步：${tr(next)}` : reason && tr(reason)].filter(Boolean).join('  '),
    path: path ?? `/inventory/list?code=${encodeURIComponent(code)}`,
  }))
  const [first] = read.list
  if (!first) return papers
  const goods = {
    group: t`库存`,
    title: first.productName,
    note: read.list.length > 1 ? t`${read.list.length} 个批次` : (first.batchNo ?? ''),
    path: `/inventory/list?code=${encodeURIComponent(code)}`,
  }
  return [...papers, goods]
})

const numbered = {
  RK: { path: '/stockin/list', screen: '/inventory/import', number: 'stockinNo' },
  CK: { path: '/stockout/list', screen: '/inventory/export', number: 'stockoutNo' },
} as const
/** Finds stock documents by the beginning of their number. */
provideSearch(async (text, signal) => {
  const typed = text.trim().toUpperCase()
  const kind = /^(RK|CK)\d{6}/.exec(typed)?.[1] as keyof typeof numbered | undefined
  if (!kind) return []
  const { path, screen, number } = numbered[kind]
  const { list } = await request<{ list: Array<Readonly<Record<string, string>>> }>(
    { method: 'GET', path },
    { text: typed, per_page: 5 },
    signal,
  )
  return list.map((p) => ({
    group: kind === 'RK' ? t`入库单` : t`出库单`,
    title: p[number] ?? typed,
    note: p.warehouseName ?? '',
    path: `${screen}?text=${p[number]}`,
  }))
})

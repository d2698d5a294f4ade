import { call, type Callable } from '#kernel/web/calls/api.ts'
import { t, tr } from '#kernel/web/i18n.ts'
import { provideAction, provideBadge, provideSearch } from '#kernel/web/registry.ts'

// Calls are written by hand, so that the shell does not load the contracts of the whole module.
/** What the server answers, by its contract, which is not loaded here. */
const asked = async <T>(of: Callable, input: object, signal: AbortSignal): Promise<T> =>
  (await call(of, { ...input }, { signal, quiet: true })) as T
const low = { method: 'GET', path: '/stock/list/lowStock' } as const

for (const path of ['/inventory/warning', '/today/inventory-warning']) {
  provideBadge({
    path,
    topics: ['stock', 'products'],
    count: async (signal) => (await asked<{ total: number }>(low, { per_page: 1 }, signal)).total,
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
/** Codes, not names: a digit with a letter or a bracket, or eight digits in a row. */
const CODE = /^(?=.*\d)(?=.*[A-Za-z([\]]|.*\d{8})[\x1d\x21-\x7e]{4,200}$/
/** A code typed or scanned anywhere: papers and lenses of it with whose they are and what is to be done now, and its goods. */
provideSearch(async (text, signal) => {
  const code = text.trim()
  if (!CODE.test(code)) return []
  const read = await asked<{ list: Batch[]; papers: Paper[] }>(coded, { code }, signal)
  const papers = read.papers.map(({ what, number, stateName, whose, next, why, at }) => ({
    group: tr(what),
    title: number,
    note: [whose, tr(stateName), next ? t`下一步：${tr(next)}` : why && tr(why)].filter(Boolean).join('  '),
    path: at ?? `/inventory/list?code=${encodeURIComponent(code)}`,
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
/** The beginning of a stock paper's number finds it in its list. */
provideSearch(async (text, signal) => {
  const typed = text.trim().toUpperCase()
  const kind = /^(RK|CK)\d{6}/.exec(typed)?.[1] as keyof typeof numbered | undefined
  if (!kind) return []
  const { path, screen, number } = numbered[kind]
  const { list } = await asked<{ list: Array<Readonly<Record<string, string>>> }>(
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

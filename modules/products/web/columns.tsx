import { showDioptre, wordOf } from '#kernel/contract/index.ts'
import { Money, tr, type TableColumn } from '#kernel/web/index.ts'
import type { Product } from '../contract/shapes.ts'
import { making } from '../contract/states.ts'

/** Formats the range of a lens: −8.00 … 0.00 / −2.00. */
const range = (p: Product): string =>
  p.sphMin === null ? '—' : `${showDioptre(p.sphMin)} … ${showDioptre(p.sphMax)}${p.cylMin ? ` / ${showDioptre(p.cylMin)}` : ''}`

/** Catalogue columns; costs only with the permission. */
export const columnsFor = (costs: boolean): ReadonlyArray<TableColumn<Product>> => [
  { key: 'category', sort: false, width: 96 },
  { key: 'name', sort: false, render: (p: Product) => <strong>{p.name}</strong> },
  { key: 'brand', sort: false },
  { key: 'version', sort: false },
  { key: 'spec', sort: false, render: (p: Product) => [p.spec, p.colour].filter(Boolean).join(' ') || '—' },
  { key: 'range', title: '光度范围', unit: 'D', sort: false, render: (p: Product) => <span className="num">{range(p)}</span> },
  { key: 'index', sort: false, render: (p: Product) => p.index?.toFixed(2) ?? '—' },
  { key: 'classifyStatus', sort: false, render: (p: Product) => (p.sphMin === null ? '—' : tr(wordOf(making, p.classifyStatus))) },
  { key: 'barCode', sort: false },
  { key: 'price', sort: false, render: (p: Product) => <Money of={p.price} /> },
  ...(costs ? [{ key: 'cost', sort: false, align: 'right' as const, render: (p: Product) => <Money of={p.cost} /> }] : []),
  {
    key: 'minStock',
    title: '上下限',
    align: 'right',
    sort: false,
    render: (p: Product) => (p.minStock === null && p.maxStock === null ? '—' : `${p.minStock ?? 0}–${p.maxStock ?? '∞'}`),
  },
  { key: 'status', sort: false },
]

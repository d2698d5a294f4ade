import { pinyin } from 'pinyin-pro'
import { all, sql, type Sql } from '#kernel/server/index.ts'

interface Named {
  name?: unknown
  brand?: unknown
  series?: unknown
  version?: unknown
  spec?: unknown
  colour?: unknown
  barCode?: unknown
}
const has = (v: unknown): v is string => typeof v === 'string' && v !== ''

/** Search text of a product: its words and codes, and pinyin initials. */
export function searchText(product: Named): string {
  const words = [product.name, product.brand, product.series, product.version, product.spec, product.colour, product.barCode].filter(has)
  const initials = words
    .filter((w) => /\p{Script=Han}/u.test(w))
    .map((w) => pinyin(w, { pattern: 'first', toneType: 'none', type: 'array' }).join(''))
  return [...words, ...initials].join(' ').toLowerCase().slice(0, 1000)
}

/** Every word must occur in the product's search column. Catalogues have thousands of rows, so a scan suffices. */
export const wordsIn = (text: string | undefined, column: Sql = sql`search`): Sql =>
  all(
    (text ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
      .slice(0, 6)
      .map((word) => sql`${column} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`),
  )

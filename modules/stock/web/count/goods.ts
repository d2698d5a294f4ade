/** How a count shows goods: a line for the name, a line for what distinguishes them. */
import { powerOf, showPower } from '#kernel/contract/index.ts'
import { goodsName } from '#modules/products/contract/range.ts'
import type { CountedGoods } from '../../contract/counts.ts'

type Named = Parameters<typeof goodsName>[0] & { readonly sph: number | null; readonly cyl: number | null; readonly axis: number | null }
export const nameOf = (goods: Named): string => [goodsName({ ...goods, spec: null }), showPower(powerOf(goods))].filter(Boolean).join(' ')
export const detailOf = (goods: Pick<CountedGoods, 'spec' | 'barCode'>): string => [goods.spec, goods.barCode].filter(Boolean).join('　')

/** How goods are told in a count: one line of name, one of what tells them apart. */
import { powerOf, showPower } from '#kernel/contract/index.ts'
import { goodsName } from '#modules/products/contract/range.ts'
import type { Noted } from '../../contract/counts.ts'

type Named = Parameters<typeof goodsName>[0] & { readonly sph: number | null; readonly cyl: number | null; readonly axis: number | null }
export const nameOf = (of: Named): string => [goodsName({ ...of, spec: null }), showPower(powerOf(of))].filter(Boolean).join(' ')
export const detailOf = (of: Pick<Noted, 'spec' | 'barCode'>): string => [of.spec, of.barCode].filter(Boolean).join('　')

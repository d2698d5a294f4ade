/** Price ranges of a contract. Overlapping ranges would make a price ambiguous. */
interface Band {
  readonly productId?: number | null | undefined
  readonly brand?: string | null | undefined
  readonly sphFrom?: number | null | undefined
  readonly sphTo?: number | null | undefined
  readonly cylFrom?: number | null | undefined
  readonly cylTo?: number | null | undefined
  readonly quantityFrom?: number | null | undefined
  readonly quantityTo?: number | null | undefined
}
type End = number | null | undefined
const meet = (from: End, to: End, otherFrom: End, otherTo: End): boolean =>
  (from ?? -Infinity) <= (otherTo ?? Infinity) && (otherFrom ?? -Infinity) <= (to ?? Infinity)
const goods = ({ productId, brand }: Band): string => (productId ? `p${productId}` : `b${(brand ?? '').trim().toLowerCase()}`)

const overlap = (a: Band, b: Band): boolean =>
  goods(a) === goods(b) &&
  meet(a.sphFrom, a.sphTo, b.sphFrom, b.sphTo) &&
  meet(a.cylFrom, a.cylTo, b.cylFrom, b.cylTo) &&
  meet(a.quantityFrom, a.quantityTo, b.quantityFrom, b.quantityTo)

/** The first two lines that apply to the same piece, by index, the later one first; undefined if every piece has one price. */
export function overlapping(lines: readonly Band[]): { line: number; other: number } | undefined {
  const byGoods = new Map<string, Array<[number, Band]>>()
  for (const [line, band] of lines.entries()) {
    const same = byGoods.get(goods(band)) ?? []
    const clash = same.find(([, former]) => overlap(former, band))
    if (clash) return { line, other: clash[0] }
    byGoods.set(goods(band), [...same, [line, band]])
  }
  return undefined
}

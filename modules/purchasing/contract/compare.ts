/**
 * A supplier's statement against what came and went: which of its rows are ours, and in what they differ. Pure, so that it is tried with thousands of
 * statements. Quantities are pieces, negative for what went back; prices are fen a piece.
 */
interface Goods {
  readonly productId: number | null
  readonly sph: number | null
  readonly cyl: number | null
  readonly quantity: number
  readonly price: number
  readonly day: string | null
}
/** A row of the supplier's file. */
export interface Theirs extends Goods {
  readonly rowId: number
  readonly deliveryNo: string | null
  readonly orderNo: string | null
  /** What they call it. */
  readonly goods: string
}
/** Goods of a paper of ours; `refs`: the numbers it may be known by. */
export interface Ours extends Goods {
  readonly line: string
  readonly refs: ReadonlyArray<string | null>
}
/** What a line of the comparison found. */
export type Finding = 'same' | 'quantity' | 'price' | 'unordered' | 'missing' | 'twice' | 'wrong' | 'unlisted' | 'unreturned'
export interface Pair<T extends Theirs = Theirs, O extends Ours = Ours> {
  readonly finding: Finding
  readonly theirs: readonly T[]
  readonly ours: readonly O[]
}

const word = (text: string | null): string => (text ?? '').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
const goodsOf = ({ productId, sph, cyl }: Goods): string => `${productId} ${sph ?? ''} ${sph === null ? '' : (cyl ?? 0)}`
const powerOf = ({ sph, cyl }: Goods): string => `${sph ?? ''} ${sph === null ? '' : (cyl ?? 0)}`
const pieces = (all: readonly Goods[]): number => all.reduce((n, { quantity }) => n + quantity, 0)
/** What goods come to, fen. */
export const worth = (all: readonly Goods[]): number => all.reduce((n, { quantity, price }) => n + quantity * price, 0)

/** Rows that are one kind of goods of one paper at one price. */
interface Group<G extends Goods> {
  readonly all: readonly G[]
  readonly refs: readonly string[]
  readonly goods: string
  readonly power: string
  readonly known: boolean
  readonly price: number
  readonly quantity: number
  readonly day: string
}
function grouped<G extends Goods>(rows: readonly G[], refsOf: (row: G) => readonly string[]): Array<Group<G>> {
  const groups = new Map<string, G[]>()
  for (const row of rows) {
    const name = 'goods' in row && row.productId === null ? word(String(row.goods)) : ''
    const key = [refsOf(row).join(), goodsOf(row), name, row.price, row.quantity < 0].join('|')
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const { price, productId, day } = first
    return [
      {
        all,
        refs: refsOf(first),
        goods: goodsOf(first),
        power: powerOf(first),
        known: productId !== null,
        price,
        quantity: pieces(all),
        day: day ?? '',
      },
    ]
  })
}

/** How a group of theirs may be one of ours, the surest first. Each is tried on all of what is left before the next. */
type Same = (t: Group<Theirs>, o: Group<Ours>) => boolean
const paper: Same = (t, o) => t.refs.some((ref) => o.refs.includes(ref))
/** Neither names the other's paper, and nothing else does. */
const unsaid =
  (papers: ReadonlySet<string>): Same =>
  (t, o) =>
    !t.refs.some((ref) => papers.has(ref)) && (!t.refs.length || o.refs.length < 2)
const goods: Same = (t, o) => t.known && t.goods === o.goods && t.quantity < 0 === o.quantity < 0
const count: Same = (t, o) => t.quantity === o.quantity
const price: Same = (t, o) => t.price === o.price
const both =
  (...rules: readonly Same[]): Same =>
  (t, o) =>
    rules.every((rule) => rule(t, o))
const looksAlike: Same = (t, o) => !t.known && t.power === o.power && count(t, o) && price(t, o)

const found = (t: Group<Theirs>, o: Group<Ours>): Finding => {
  if (t.known && t.goods !== o.goods) return 'wrong'
  if (t.quantity !== o.quantity) return 'quantity'
  return t.price === o.price ? 'same' : 'price'
}
/** Of rows that repeat each other, those that come to the pieces of ours; undefined where no repetition explains the rest. */
function withoutRepeats<T extends Theirs>(rows: readonly T[], wanted: number): { kept: T[]; twice: T[] } | undefined {
  const kept: T[] = []
  const twice: T[] = []
  for (const row of rows)
    (kept.some((k) => k.quantity === row.quantity) && Math.abs(pieces(kept)) >= Math.abs(wanted) ? twice : kept).push(row)
  return twice.length && pieces(kept) === wanted ? { kept, twice } : undefined
}

/**
 * Pairs the rows of a statement with what is ours. Every row of either side stands in exactly one pair. `ordered`: what is on order or waits to be taken in,
 * so that goods that did not come yet are told from goods nobody asked for.
 */
export function compare<T extends Theirs, O extends Ours>(
  theirs: readonly T[],
  ours: readonly O[],
  ordered: readonly Goods[] = [],
): Array<Pair<T, O>> {
  let left = grouped(theirs, (t) => [word(t.deliveryNo), word(t.orderNo)].filter(Boolean))
  let open = grouped(ours, (o) => o.refs.map(word).filter(Boolean))
  const papers = new Set(open.flatMap((o) => o.refs))
  const pairs: Array<Pair<T, O>> = []
  const listed = new Set<string>()
  const keyOf = (t: Group<T>) => [t.refs.join(), t.goods, t.known ? '' : word(t.all[0]?.goods ?? '')].join('|')
  const take = (rule: Same) => {
    left = left.filter((t) => {
      const fitting = open
        .filter((o) => rule(t, o))
        .sort((a, b) => Math.abs(Date.parse(a.day) - Date.parse(t.day)) - Math.abs(Date.parse(b.day) - Date.parse(t.day)))
      const [o] = fitting
      if (!o) return true
      open = open.filter((each) => each !== o)
      listed.add(keyOf(t))
      const repeats = t.price === o.price ? withoutRepeats(t.all, o.quantity) : undefined
      pairs.push({ finding: repeats ? 'same' : found(t, o), theirs: repeats?.kept ?? t.all, ours: o.all })
      if (repeats) pairs.push({ finding: 'twice', theirs: repeats.twice, ours: [] })
      return false
    })
  }
  const alone = unsaid(papers)
  for (const rule of [
    both(paper, goods, count, price),
    both(paper, looksAlike),
    both(paper, goods, price),
    both(paper, goods, count),
    both(paper, goods),
    both(alone, goods, count, price),
    both(alone, goods, count),
    both(alone, goods, price),
  ])
    take(rule)
  // The same paper and goods once more is a repetition, before it is taken for something else of the paper.
  const repeated = left.filter((t) => t.refs.length && listed.has(keyOf(t)))
  left = left.filter((t) => !repeated.includes(t))
  pairs.push(...repeated.map((t) => ({ finding: 'twice' as const, theirs: t.all, ours: [] })))
  take(both(paper, count, (t, o) => t.quantity < 0 === o.quantity < 0))
  const awaited = new Set(ordered.map(goodsOf))
  for (const t of left) pairs.push({ finding: t.known && awaited.has(t.goods) ? 'missing' : 'unordered', theirs: t.all, ours: [] })
  for (const o of open) pairs.push({ finding: o.quantity < 0 ? 'unreturned' : 'unlisted', theirs: [], ours: o.all })
  return pairs
}

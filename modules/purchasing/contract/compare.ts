/**
 * Reconciles a supplier's statement with our movements: which rows match, and how they differ. Pure, so that it is tested with thousands
 * of statements. Quantities are pieces, negative for returns; prices are fen per piece.
 */
import { compareFacts } from '#kernel/contract/index.ts'

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
  /** The supplier's name for the goods. */
  readonly goods: string
}
/** Goods of one of our documents. `refs` are the numbers it may be known by, `orderNo` is its order. */
export interface Ours extends Goods {
  readonly line: string
  readonly refs: ReadonlyArray<string | null>
  readonly orderNo?: string | null
}
/** Goods that were ordered, or recorded and not received; what was received of them is in `Ours`. */
export interface OrderedGoodsStatus extends Goods {
  readonly orderNo?: string | null
  /** Pieces that did not arrive or were rejected. */
  readonly lacking: number
  readonly cancelled?: boolean
}
/** Finding of a line; `unknown` without a statement to compare with. */
export type ComparisonFinding =
  | 'same'
  | 'unknown'
  | 'quantity'
  | 'price'
  | 'unordered'
  | 'missing'
  | 'twice'
  | 'wrong'
  | 'unlisted'
  | 'unreturned'
export interface ComparisonPair<T extends Theirs = Theirs, O extends Ours = Ours> {
  readonly finding: ComparisonFinding
  readonly theirs: readonly T[]
  readonly ours: readonly O[]
}

const word = (text: string | null): string => (text ?? '').toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
const goodsOf = ({ productId, sph, cyl }: Goods): string => `${productId} ${sph ?? ''} ${sph === null ? '' : (cyl ?? 0)}`
const powerOf = ({ sph, cyl }: Goods): string => `${sph ?? ''} ${sph === null ? '' : (cyl ?? 0)}`
const pieces = (all: readonly Goods[]): number => all.reduce((n, { quantity }) => n + quantity, 0)
/** Value of goods, fen. */
export const worth = (all: readonly Goods[]): number => all.reduce((n, { quantity, price }) => n + quantity * price, 0)

/** Rows of the same goods, document and price. */
interface Group<G extends Goods> {
  readonly all: readonly G[]
  readonly refs: readonly string[]
  readonly order: string
  readonly goods: string
  readonly power: string
  readonly known: boolean
  readonly price: number
  readonly quantity: number
  readonly day: string
}
function grouped<G extends Goods & { readonly orderNo?: string | null }>(
  rows: readonly G[],
  papersOf: (row: G) => ReadonlyArray<string | null>,
): Array<Group<G>> {
  const refsOf = (row: G) => [...papersOf(row), row.orderNo ?? null].map(word).filter(Boolean)
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
        order: word(first.orderNo ?? null),
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

/** Ways to match a group of theirs with one of ours, most reliable first. Each is applied to everything left before the next. */
type Same = (t: Group<Theirs>, o: Group<Ours>) => boolean
const paper: Same = (t, o) => t.refs.some((ref) => o.refs.includes(ref))
/** Without any document number on either side. A file that names our orders means another order by another number. */
const unsaid =
  (papers: ReadonlySet<string>, orders: boolean): Same =>
  (t, o) =>
    !t.refs.some((ref) => papers.has(ref)) &&
    (!t.refs.length || o.refs.filter((ref) => ref !== o.order).length < 2) &&
    !(orders && compareFacts(t.order, o.order) === 'different')
/** A row without a delivery note, which names none of our papers: its goods, pieces and price say whether it is ours. */
const unnoted =
  (papers: ReadonlySet<string>, orders: boolean): Same =>
  (t, o) =>
    !t.all.some((row) => word(row.deliveryNo)) &&
    !t.refs.some((ref) => papers.has(ref)) &&
    !(orders && compareFacts(t.order, o.order) === 'different')
const goods: Same = (t, o) => t.known && t.goods === o.goods && t.quantity < 0 === o.quantity < 0
const count: Same = (t, o) => t.quantity === o.quantity
const price: Same = (t, o) => t.price === o.price
const both =
  (...rules: readonly Same[]): Same =>
  (t, o) =>
    rules.every((rule) => rule(t, o))
const looksAlike: Same = (t, o) => !t.known && t.power === o.power && count(t, o) && price(t, o)

const findingOf = (t: Group<Theirs>, o: Group<Ours>): ComparisonFinding => {
  if (t.known && t.goods !== o.goods) return 'wrong'
  if (t.quantity !== o.quantity) return 'quantity'
  return t.price === o.price ? 'same' : 'price'
}
/** Among repeated rows, those that sum to our pieces; undefined if no repetition explains the rest. */
function withoutRepeats<T extends Theirs>(rows: readonly T[], wanted: number): { kept: T[]; twice: T[] } | undefined {
  const remaining: T[] = []
  const twice: T[] = []
  for (const row of rows)
    (remaining.some((k) => k.quantity === row.quantity) && Math.abs(pieces(remaining)) >= Math.abs(wanted) ? twice : remaining).push(row)
  return twice.length && pieces(remaining) === wanted ? { kept: remaining, twice } : undefined
}

/** Order of a row: the one it names, else one of the same goods with missing pieces. */
export function orderFor<O extends OrderedGoodsStatus>(
  row: Goods & { readonly orderNo?: string | null },
  ordered: readonly O[],
): O | undefined {
  const orderNo = word(row.orderNo ?? null)
  const same = (o: O): boolean => row.productId !== null && goodsOf(o) === goodsOf(row)
  const byNumber = orderNo ? ordered.filter((o) => word(o.orderNo ?? null) === orderNo) : []
  return byNumber.find(same) ?? byNumber[0] ?? ordered.find((o) => o.lacking > 0 && same(o))
}
/** Rows without a match: not delivered when their order has missing pieces, listed twice when it has none, else never ordered. */
function withoutOurs({ all: [row] }: Group<Theirs>, ordered: readonly OrderedGoodsStatus[]): ComparisonFinding {
  const order = row && row.quantity > 0 ? orderFor(row, ordered) : undefined
  if (!order || order.cancelled) return 'unordered'
  return order.lacking > 0 ? 'missing' : 'twice'
}

/**
 * Pairs the rows of a statement with our movements. Every row of either side is in exactly one pair. `ordered` are goods on order or not
 * received yet, which separates undelivered goods from unknown ones.
 */
export function compare<T extends Theirs, O extends Ours>(
  theirs: readonly T[],
  ours: readonly O[],
  ordered: readonly OrderedGoodsStatus[] = [],
): Array<ComparisonPair<T, O>> {
  let left = grouped(theirs, (t) => [t.deliveryNo])
  let open = grouped(ours, (o) => o.refs)
  const orders = new Set([...ours, ...ordered].map((o) => word(o.orderNo ?? null)).filter(Boolean))
  const papers = new Set(open.flatMap((o) => o.refs))
  const pairs: Array<ComparisonPair<T, O>> = []
  const listed = new Set<string>()
  const keyOf = (t: Group<T>) => [t.refs.join(), t.goods, t.known ? '' : word(t.all[0]?.goods ?? '')].join('|')
  const nearest =
    (rule: Same) =>
    (t: Group<T>): Array<Group<O>> =>
      open
        .filter((o) => rule(t, o))
        .sort((a, b) => Math.abs(Date.parse(a.day) - Date.parse(t.day)) - Math.abs(Date.parse(b.day) - Date.parse(t.day)))
        .slice(0, 1)
  /** Received in parts and listed as one. */
  const inParts = (t: Group<T>): Array<Group<O>> => {
    const parts = open.filter((o) => both(paper, goods, price)(t, o))
    return pieces(parts.flatMap((o) => o.all)) === t.quantity ? parts : []
  }
  const take = (choose: (t: Group<T>) => Array<Group<O>>) => {
    left = left.filter((t) => {
      const [o, ...more] = choose(t)
      if (!o) return true
      open = open.filter((each) => each !== o && !more.includes(each))
      listed.add(keyOf(t))
      const repeats = t.price === o.price && !more.length ? withoutRepeats(t.all, o.quantity) : undefined
      const finding = repeats || more.length ? 'same' : findingOf(t, o)
      pairs.push({ finding, theirs: repeats?.kept ?? t.all, ours: [o, ...more].flatMap((each) => each.all) })
      if (repeats) pairs.push({ finding: 'twice', theirs: repeats.twice, ours: [] })
      return false
    })
  }
  const speaksOurs = theirs.some((t) => orders.has(word(t.orderNo)))
  take(nearest(both(paper, goods, count, price)))
  take(inParts)
  for (const rule of [
    both(paper, looksAlike),
    both(paper, goods, price),
    both(paper, goods, count),
    both(paper, goods),
    both(unsaid(papers, speaksOurs), goods, count, price),
    both(unsaid(papers, speaksOurs), goods, count),
    both(unsaid(papers, speaksOurs), goods, price),
    both(unnoted(papers, speaksOurs), goods, count, price),
  ])
    take(nearest(rule))
  // The same document and goods again is a repetition; checked before matching other goods of the document.
  const repeated = left.filter((t) => t.refs.length && listed.has(keyOf(t)))
  left = left.filter((t) => !repeated.includes(t))
  pairs.push(...repeated.map((t) => ({ finding: 'twice' as const, theirs: t.all, ours: [] })))
  take(nearest(both(paper, count, (t, o) => t.quantity < 0 === o.quantity < 0)))
  for (const t of left) pairs.push({ finding: withoutOurs(t, ordered), theirs: t.all, ours: [] })
  for (const o of open) pairs.push({ finding: o.quantity < 0 ? 'unreturned' : 'unlisted', theirs: [], ours: o.all })
  return pairs
}
/** Our lines while there is no statement: none of them was compared. */
export const uncompared = <O extends Ours>(ours: readonly O[]): Array<ComparisonPair<Theirs, O>> =>
  ours.map((o) => ({ finding: 'unknown', theirs: [], ours: [o] }))

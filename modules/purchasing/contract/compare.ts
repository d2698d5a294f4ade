/**
 * A supplier's statement against what came and went: which of its rows are ours, and in what they differ. Pure, so that it is tried with thousands of
 * statements. Quantities are pieces, negative for what went back; prices are fen a piece.
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
  /** What they call it. */
  readonly goods: string
}
/** Goods of a paper of ours; `refs`: the numbers it may be known by, `orderNo`: the order it came by. */
export interface Ours extends Goods {
  readonly line: string
  readonly refs: ReadonlyArray<string | null>
  readonly orderNo?: string | null
}
/** Goods that were ordered, or written down and not taken in: what came of them stands in `Ours`. */
export interface Ordered extends Goods {
  readonly orderNo?: string | null
  /** Pieces that did not come, or were sent away at the door. */
  readonly lacking: number
  readonly cancelled?: boolean
}
/** What a line of the comparison found; `unknown` where there is no statement to compare with. */
export type Finding = 'same' | 'unknown' | 'quantity' | 'price' | 'unordered' | 'missing' | 'twice' | 'wrong' | 'unlisted' | 'unreturned'
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

/** How a group of theirs may be one of ours, the surest first. Each is tried on all of what is left before the next. */
type Same = (t: Group<Theirs>, o: Group<Ours>) => boolean
const paper: Same = (t, o) => t.refs.some((ref) => o.refs.includes(ref))
/** Neither names the other's paper, and nothing else does. A file that speaks of our orders means another one by another number. */
const unsaid =
  (papers: ReadonlySet<string>, orders: boolean): Same =>
  (t, o) =>
    !t.refs.some((ref) => papers.has(ref)) &&
    (!t.refs.length || o.refs.filter((ref) => ref !== o.order).length < 2) &&
    !(orders && compareFacts(t.order, o.order) === 'different')
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

/** The order a row is of: the one it names, else one of the same goods that lacks pieces. */
export function orderFor<O extends Ordered>(row: Goods & { readonly orderNo?: string | null }, ordered: readonly O[]): O | undefined {
  const named = word(row.orderNo ?? null)
  const same = (o: O): boolean => row.productId !== null && goodsOf(o) === goodsOf(row)
  const byNumber = named ? ordered.filter((o) => word(o.orderNo ?? null) === named) : []
  return byNumber.find(same) ?? byNumber[0] ?? ordered.find((o) => o.lacking > 0 && same(o))
}
/** Rows nothing of ours answers: of an order that lacks pieces they did not come, of one that has all of them they are listed again; else nobody ordered them. */
function withoutOurs({ all: [row] }: Group<Theirs>, ordered: readonly Ordered[]): Finding {
  const order = row && row.quantity > 0 ? orderFor(row, ordered) : undefined
  if (!order || order.cancelled) return 'unordered'
  return order.lacking > 0 ? 'missing' : 'twice'
}

/**
 * Pairs the rows of a statement with what is ours. Every row of either side stands in exactly one pair. `ordered`: what is on order or waits to be taken in,
 * so that goods that did not come yet are told from goods nobody asked for.
 */
export function compare<T extends Theirs, O extends Ours>(
  theirs: readonly T[],
  ours: readonly O[],
  ordered: readonly Ordered[] = [],
): Array<Pair<T, O>> {
  let left = grouped(theirs, (t) => [t.deliveryNo])
  let open = grouped(ours, (o) => o.refs)
  const orders = new Set([...ours, ...ordered].map((o) => word(o.orderNo ?? null)).filter(Boolean))
  const papers = new Set(open.flatMap((o) => o.refs))
  const pairs: Array<Pair<T, O>> = []
  const listed = new Set<string>()
  const keyOf = (t: Group<T>) => [t.refs.join(), t.goods, t.known ? '' : word(t.all[0]?.goods ?? '')].join('|')
  const nearest =
    (rule: Same) =>
    (t: Group<T>): Array<Group<O>> =>
      open
        .filter((o) => rule(t, o))
        .sort((a, b) => Math.abs(Date.parse(a.day) - Date.parse(t.day)) - Math.abs(Date.parse(b.day) - Date.parse(t.day)))
        .slice(0, 1)
  /** What came in parts and is listed as one. */
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
      const finding = repeats || more.length ? 'same' : found(t, o)
      pairs.push({ finding, theirs: repeats?.kept ?? t.all, ours: [o, ...more].flatMap((each) => each.all) })
      if (repeats) pairs.push({ finding: 'twice', theirs: repeats.twice, ours: [] })
      return false
    })
  }
  const speaksOurs = theirs.some((t) => orders.has(word(t.orderNo)))
  const alone = unsaid(papers, speaksOurs)
  take(nearest(both(paper, goods, count, price)))
  take(inParts)
  for (const rule of [
    both(paper, looksAlike),
    both(paper, goods, price),
    both(paper, goods, count),
    both(paper, goods),
    both(alone, goods, count, price),
    both(alone, goods, count),
    both(alone, goods, price),
  ])
    take(nearest(rule))
  // The same paper and goods once more is a repetition, before it is taken for something else of the paper.
  const repeated = left.filter((t) => t.refs.length && listed.has(keyOf(t)))
  left = left.filter((t) => !repeated.includes(t))
  pairs.push(...repeated.map((t) => ({ finding: 'twice' as const, theirs: t.all, ours: [] })))
  take(nearest(both(paper, count, (t, o) => t.quantity < 0 === o.quantity < 0)))
  for (const t of left) pairs.push({ finding: withoutOurs(t, ordered), theirs: t.all, ours: [] })
  for (const o of open) pairs.push({ finding: o.quantity < 0 ? 'unreturned' : 'unlisted', theirs: [], ours: o.all })
  return pairs
}
/** What is ours while no statement came: nothing of it was compared. */
export const uncompared = <O extends Ours>(ours: readonly O[]): Array<Pair<Theirs, O>> =>
  ours.map((o) => ({ finding: 'unknown', theirs: [], ours: [o] }))

/** From a draft and its source to the lines of an order: products of the kind, parameters by link, price and cost. */
import { sentenceOf, z } from '#kernel/contract/index.ts'
import type { Cx, Row } from '#kernel/server/index.ts'
import { productsOf, type ProductRow } from '#modules/products/server/door.ts'
import { eyeName } from '../contract/check/check.ts'
import { lineParameterNames, lineParameters } from '../contract/fields.ts'
import type { OrderKind } from '../contract/kinds/kind.ts'
import type { SaveLine } from '../contract/shapes.ts'
import { costOf, usualCost, type Costed, type GivenCost } from './money/cost.ts'
import type { Draft, EyeDraft } from './draft.ts'
import { fieldOfPair, parametersIn } from './draft.ts'
import type { Source, SourceEye } from './check/source.ts'

export type NewOrderLine = Omit<Partial<Row<'supply_order_line'>>, 'productId'> & { productId: number; ordered: number }
type Writing = Cx<'wrong_product' | 'cost_reason'>
const Parameters = z.object(lineParameters)
export interface WantedLine extends Omit<SaveLine, 'eye'> {
  readonly eye: 'od' | 'os' | null
}

/** An eye as it is to be ordered: what the source has, with what was sent over it; nothing where no lens is wanted for it. */
function eyeWanted(eye: 'od' | 'os', draft: EyeDraft, source: SourceEye | undefined, costReason: string | null | undefined): WantedLine[] {
  const parameters = { ...parametersIn(source?.parameters ?? {}), ...parametersIn(draft.parameters) }
  const productId = draft.productId ?? source?.productId
  const number = draft.number ?? source?.number ?? 1
  const named = Object.values(parameters).some((v) => v !== null) || draft.productId
  if (!productId || number === 0 || !named) return []
  return [{ eye, productId, number, cost: draft.cost, costReason, ...parameters }]
}
/** The lines a draft asks for; undefined where it says nothing of them. */
export function wantedLines({ items, eyes }: Draft, source: Source | undefined): WantedLine[] | undefined {
  if (items) return items.map((item) => ({ ...item, eye: item.eye ?? null }))
  if (!eyes) return undefined
  return [...eyeWanted('od', eyes.od, source?.od, eyes.costReason), ...eyeWanted('os', eyes.os, source?.os, eyes.costReason)]
}

/** Parameters of a line that the kind is told by; held to their limits wherever they came from. */
function parametersOf(cx: Cx, kind: OrderKind, wanted: WantedLine, index: number): z.output<typeof Parameters> {
  const values: Readonly<Record<string, unknown>> = { ...wanted }
  const own = Object.fromEntries(lineParameterNames.map((n) => [n, kind.parameters.includes(n) ? (values[n] ?? null) : null]))
  const read = Parameters.safeParse(own)
  if (read.success) return whole(cx, { ...read.data, axis: read.data.cyl ? read.data.axis : null }, wanted.eye)
  const { sentence, field } = sentenceOf(read.error, Parameters, own)
  return cx.refuse('bad_input', { what: sentence, field: `items.${index}.${field}` })
}
/** What means nothing alone is not even drafted for an eye: a cylinder without its axis, a prism without its base. */
function whole(cx: Cx, line: z.output<typeof Parameters>, eye: 'od' | 'os' | null): z.output<typeof Parameters> {
  if (!eye) return line
  const side = eyeName(eye)
  if (line.cyl && !line.axis) return cx.refuse('bad_input', { what: `${side}：有柱镜时必须填写轴位`, field: fieldOfPair('axis', eye) })
  if (line.prism && !line.base) return cx.refuse('bad_input', { what: `${side}：有棱镜时必须填写底向`, field: fieldOfPair('base', eye) })
  return line
}
/** A product that was read with others by their ids. */
export function productIn(products: ReadonlyMap<number, ProductRow>, productId: number): ProductRow {
  const product = products.get(productId)
  if (!product) throw new Error(`product ${productId} was not read`)
  return product
}
export interface Pricing {
  readonly hid: number
  readonly free: boolean
  /** What a contract says each line costs, fen; null where none does. */
  readonly agreed: readonly (number | null)[]
  /** What was given for each line before; undefined where nothing was. */
  readonly former: readonly (GivenCost | undefined)[]
}
type Stood = GivenCost & Pick<NewOrderLine, 'productId' | 'eye' | 'sph' | 'cyl' | 'axis'>
const POWER = ['sph', 'cyl', 'axis'] as const
/** Finds for each line the cost given before for the same goods and eye: of the same power first, each once. */
export function formerOf(wanted: readonly WantedLine[], stood: readonly Stood[]): Array<GivenCost | undefined> {
  const left = [...stood]
  const lineMatching = (w: WantedLine, exact: boolean): GivenCost | undefined => {
    const index = left.findIndex(
      (s) => s.productId === w.productId && s.eye === w.eye && (!exact || POWER.every((name) => (s[name] ?? null) === (w[name] ?? null))),
    )
    return index < 0 ? undefined : left.splice(index, 1)[0]
  }
  const same = wanted.map((w) => lineMatching(w, true))
  return wanted.map((w, index) => same[index] ?? lineMatching(w, false))
}
function lineOf(
  cx: Writing,
  kind: OrderKind,
  wanted: WantedLine,
  product: ProductRow,
  index: number,
  { hid, free, agreed, former }: Pricing,
): NewOrderLine {
  if (!kind.categories.includes(product.category))
    return cx.refuse('wrong_product', { product: product.name, kind: kind.label, field: `items.${index}.productId` })
  const cost = costOf(cx, {
    product,
    given: wanted.cost,
    reason: wanted.costReason,
    agreed: agreed[index] ?? null,
    former: former[index],
    hid,
    field: `items.${index}.costReason`,
  })
  return lineWith(cx, kind, wanted, product, index, { price: free ? 0 : product.price, ...cost })
}
type Money = Costed & { readonly price: number }
const lineWith = (cx: Cx, kind: OrderKind, wanted: WantedLine, product: ProductRow, index: number, money: Money): NewOrderLine => ({
  lineNo: index + 1,
  eye: wanted.eye,
  productId: product.productId,
  name: product.name,
  unit: wanted.unit ?? product.unit,
  ...parametersOf(cx, kind, wanted, index),
  note: wanted.note ?? null,
  ordered: wanted.number,
  ...money,
})
/** Lines nobody priced by hand: each at its own price and at what a contract, or its product, says it costs. */
export async function usualLines(
  cx: Cx,
  kind: OrderKind,
  wanted: readonly WantedLine[],
  agreed: Pricing['agreed'],
): Promise<NewOrderLine[]> {
  const products = await productsOf(
    cx,
    wanted.map((w) => w.productId),
  )
  return wanted.map((w, index) => {
    const product = productIn(products, w.productId)
    return lineWith(cx, kind, w, product, index, { price: product.price, ...usualCost(product, agreed[index] ?? null) })
  })
}
export async function pricedLines(cx: Writing, kind: OrderKind, wanted: readonly WantedLine[], pricing: Pricing): Promise<NewOrderLine[]> {
  const products = await productsOf(
    cx,
    wanted.map((w) => w.productId),
  )
  return wanted.map((w, index) => lineOf(cx, kind, w, productIn(products, w.productId), index, pricing))
}

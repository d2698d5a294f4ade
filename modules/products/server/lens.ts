/** Lenses with prices by power: reads and writes the list of a day. `contract/lens-price.ts` calculates prices. */
import { z, type Power } from '#kernel/contract/index.ts'
import { columnsOf, insert, insertMany, may, remove, sql, type Cx } from '#kernel/server/index.ts'
import { bandOf, bandsOverlap, lensPrice, type LensPriced, type LensWanted, type PriceList } from '../contract/lens-price.ts'
import { gridAxes } from '../contract/range.ts'
import type { Product } from '../contract/shapes.ts'
import {
  Adders,
  ListBand,
  type EditLens,
  type Lens,
  type LensPriceQuery,
  type NewLens,
  type PriceMatrix,
  type PriceMatrixQuery,
} from '../contract/shapes.lens.ts'
import { productShown } from './queries.ts'
import { saveProduct } from './save.ts'

/** Category of spectacle lenses. */
const LENS = 3
type SaveFail = 'bar_code_taken' | 'range_order' | 'stock_limits' | 'price_no_right'
type ListFail = 'price_no_right' | 'band_order' | 'lens_bands_overlap' | 'lens_list_begun' | 'not_a_lens'
type WrittenList = Adders & { fromDay: string; bands: ListBand[] }
const Kept = z.object({ productId: z.int(), fromDay: z.string(), ...Adders.shape })
const KeptBand = z.object({ productId: z.int(), fromDay: z.string(), ...ListBand.shape })
const NO_ADDERS: Adders = {
  prismPrice: null,
  prismCost: null,
  tintPrice: null,
  tintCost: null,
  thinningPrice: null,
  thinningCost: null,
  rushPrice: null,
  rushCost: null,
}

/** Lists in force on a day, by product; lenses without one are absent. */
export async function listsOn(cx: Cx, productIds: readonly number[], day: string): Promise<Map<number, WrittenList>> {
  const ids = [...new Set(productIds)]
  if (!ids.length) return new Map()
  const heads = await cx.db.rows(
    Kept,
    sql`
      select distinct on (l.product_id) ${columnsOf(Kept, 'l')}
      from lens_price_list l
      where l.product_id = any(${ids}) and l.from_day <= ${day}::date
      order by l.product_id, l.from_day desc
    `,
  )
  if (!heads.length) return new Map()
  const bands = await cx.db.rows(
    KeptBand,
    sql`
      select ${columnsOf(KeptBand, 'b')}
      from lens_price_band b
      where (b.product_id, b.from_day) in (
        select *
        from unnest(${heads.map((h) => h.productId)}::bigint[], ${heads.map((h) => h.fromDay)}::date[])
      )
      order by b.sph_from, b.cyl_to desc, b.band_id
    `,
  )
  return new Map(
    heads.map(({ productId, ...head }) => [
      productId,
      { ...head, bands: bands.filter((b) => b.productId === productId).map(({ productId: _, fromDay: _day, ...band }) => band) },
    ]),
  )
}

const lensShown = async (cx: Cx<'not_a_lens'>, productId: number): Promise<Product> => {
  const product = await productShown(cx, productId)
  return product.category === LENS ? product : cx.refuse('not_a_lens', { name: product.name })
}
const withList = (product: Product, list: WrittenList | undefined): Lens => ({
  ...product,
  ...(list ?? { fromDay: null, ...NO_ADDERS, bands: [] }),
})

function checkBands(cx: Cx<ListFail>, bands: readonly ListBand[]): void {
  const crossed = (a: number | null, b: number | null) => a !== null && b !== null && a > b
  const row = bands.findIndex(
    (b) =>
      crossed(b.sphFrom, b.sphTo) ||
      crossed(b.cylFrom, b.cylTo) ||
      crossed(b.combinedFrom, b.combinedTo) ||
      crossed(b.addFrom, b.addTo) ||
      crossed(b.diameterFrom, b.diameterTo),
  )
  if (row >= 0) cx.refuse('band_order', { row: row + 1, field: `bands.${row}.sphTo` })
  const clash = bandsOverlap(bands)
  if (clash) cx.refuse('lens_bands_overlap', { row: clash.row + 1, other: clash.other + 1, field: `bands.${clash.row}.sphFrom` })
}

const addersOf = (list: WrittenList | undefined): Partial<Adders> => {
  const { fromDay: _, bands: _bands, ...adders } = list ?? { fromDay: '', bands: [] }
  return adders
}
/** Input of an account that may not see costs: every power keeps its cost. */
function costsKept(
  { prismCost: _0, tintCost: _1, thinningCost: _2, rushCost: _3, ...sent }: Partial<WrittenList>,
  existing: WrittenList | undefined,
  product: Product,
): Partial<WrittenList> {
  const costAt = ({ sphFrom: sph, cylTo: cyl, addFrom: add, diameterFrom: diameter }: ListBand) =>
    bandOf(existing?.bands ?? [], { sph, cyl, axis: null, add, diameter }, product.diameter)?.cost ?? product.cost ?? 0
  return sent.bands ? { ...sent, bands: sent.bands.map((band) => ({ ...band, cost: costAt(band) })) } : sent
}
/** Writes the complete list of a day; omitted parts are taken from the previous list. Past days stay unchanged. */
async function writeList(cx: Cx<ListFail>, product: Product, sent: Partial<WrittenList>): Promise<WrittenList | undefined> {
  const { productId } = product
  const fromDay = sent.fromDay ?? cx.today
  const existing = (await listsOn(cx, [productId], fromDay)).get(productId)
  const costs = may(cx, 'product:cost') ? sent : costsKept(sent, existing, product)
  if (fromDay < cx.today) cx.refuse('lens_list_begun', { day: fromDay, field: 'fromDay' })
  const { bands = existing?.bands ?? [], fromDay: _, ...rest } = costs
  const adders: Adders = { ...NO_ADDERS, ...addersOf(existing), ...rest }
  checkBands(cx, bands)
  await remove(cx, 'lens_price_list', { productId, fromDay })
  if (!bands.length) return (await listsOn(cx, [productId], cx.today)).get(productId)
  await insert(cx, 'lens_price_list', { productId, fromDay, ...adders })
  await insertMany(
    cx,
    'lens_price_band',
    bands.map((b) => ({ ...b, productId, fromDay })),
  )
  return { fromDay, ...adders, bands }
}

/** The list part of the input; undefined if none was sent. */
function listIn(input: NewLens | EditLens): Partial<WrittenList> | undefined {
  const list = Object.fromEntries(
    ['fromDay', 'bands', ...Object.keys(NO_ADDERS)].flatMap((key) => {
      const value: unknown = Reflect.get(input, key)
      return value === undefined ? [] : [[key, value]]
    }),
  )
  return Object.keys(list).length ? list : undefined
}
/** The product part of the input. */
function lensIn<I extends NewLens | EditLens>(input: I) {
  const {
    fromDay: _0,
    bands: _1,
    prismPrice: _2,
    prismCost: _3,
    tintPrice: _4,
    tintCost: _5,
    thinningPrice: _6,
    thinningCost: _7,
    rushPrice: _8,
    rushCost: _9,
    ...lens
  } = input
  return lens
}

export async function createLens(cx: Cx<SaveFail | ListFail>, input: NewLens): Promise<Lens> {
  const list = listIn(input)
  const product = await saveProduct(cx, { ...lensIn(input), category: LENS })
  return withList(product, list && (await writeList(cx, product, list)))
}
export async function updateLens(cx: Cx<SaveFail | ListFail>, input: EditLens): Promise<Lens> {
  const { supplierName: _, versionNo: _was, ...existing } = await lensShown(cx, input.productId)
  const list = listIn(input)
  if (list && !may(cx, 'product:price')) cx.refuse('price_no_right', { field: 'bands' })
  // Omitted fields keep their values.
  const product = await saveProduct(cx, { ...Object.assign(existing, lensIn(input)), category: LENS, versionNo: input.versionNo })
  return withList(
    product,
    list ? await writeList(cx, product, list) : (await listsOn(cx, [product.productId], cx.today)).get(product.productId),
  )
}

/** Powers of a matrix: those the lens is made in and those of its bands, in minus cylinders. */
function powersOf(product: Product, bands: readonly ListBand[]): Array<Pick<Power, 'sph' | 'cyl'>> {
  const ends = (bound: (b: ListBand) => number, most: typeof Math.min) => (bands.length ? most(...bands.map(bound)) : null)
  const axes = gridAxes({
    sphMin: ends((b) => b.sphFrom, Math.min) ?? product.sphMin,
    sphMax: ends((b) => b.sphTo, Math.max) ?? product.sphMax,
    cylMin: ends((b) => b.cylFrom, Math.min) ?? product.cylMin,
    cylMax: bands.length ? 0 : product.cylMax,
    combinedMax: null,
  })
  return axes ? axes.sph.flatMap((sph) => axes.cyl.map((cyl) => ({ sph, cyl }))) : []
}

/** Prices of a lens by power on a day. */
export async function lensMatrix(
  cx: Cx<'not_a_lens'>,
  { productId, day = cx.today, add, diameter }: PriceMatrixQuery,
): Promise<PriceMatrix> {
  const product = await lensShown(cx, productId)
  const list = (await listsOn(cx, [productId], day)).get(productId)
  const days = await cx.db.rows(
    { fromDay: 'string' },
    sql`
      select from_day
      from lens_price_list
      where product_id = ${productId}
      order by from_day desc
    `,
  )
  const cells = powersOf(product, list?.bands ?? []).flatMap(({ sph, cyl }) => {
    const { price, cost } = { price: null, cost: null, ...lensPrice(product, list, { sph, cyl, axis: null, add, diameter }) }
    return price === null || cost === null ? [] : [{ sph, cyl, price, cost }]
  })
  return {
    productId,
    name: product.name,
    price: product.price,
    cost: product.cost,
    diameter: product.diameter,
    days: days.map((d) => d.fromDay),
    ...(list ?? { fromDay: null, ...NO_ADDERS, bands: [] }),
    cells,
  }
}

/** Price of a lens; refuses, naming what has no price. */
export function priced(
  cx: Cx<'price_unknown'>,
  product: Pick<Product, 'name' | 'price' | 'cost' | 'diameter'>,
  list: PriceList | undefined,
  ordered: LensWanted,
  field?: string,
): LensPriced {
  const result = lensPrice(product, list, ordered)
  return result.gap === undefined
    ? result
    : cx.refuse('price_unknown', { name: product.name, what: result.gap, ...(field ? { field } : {}) })
}

/** GET /product/lens-price. */
export async function lensPriced(cx: Cx<'not_a_lens' | 'price_unknown'>, { productId, day = cx.today, ...ordered }: LensPriceQuery) {
  const product = await lensShown(cx, productId)
  const list = (await listsOn(cx, [productId], day)).get(productId)
  const { price, cost, trace } = priced(cx, product, list, { ...ordered, axis: ordered.axis ?? null })
  return { productId, price, cost, fromDay: list?.fromDay ?? null, trace: [...trace] }
}

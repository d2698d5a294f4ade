/** A lens with prices by power: bands of a list in force from a day on. */
import { axis, clinical, date, file, flag, money, text, word, z, type ClinicalName, term, span } from '#kernel/contract/index.ts'
import { bought, productFields as f, productId } from './fields.ts'
import { Product, SaveProduct } from './shapes.ts'

const end = (measure: ClinicalName, label: string, block?: readonly [number, number]) =>
  clinical(measure, { label, warn: null, reason: 'the end of a price range is no power of an eye', ...(block ? { block } : {}) })
const diameter = (label: string) => end('blankDiameter', label).nullable()
/** A price and the lenses it applies to; ranges include their ends, null leaves a side open. Minus cylinders. */
export const ListBand = z.object({
  sphFrom: end('sphere', '球镜从'),
  sphTo: end('sphere', '球镜到'),
  cylFrom: end('cylinder', '柱镜从', [-25, 0]),
  cylTo: end('cylinder', '柱镜到', [-25, 0]),
  combinedFrom: clinical('combined', { label: '联合光度从' }).nullable().default(null),
  combinedTo: clinical('combined', { label: '联合光度到' }).nullable().default(null),
  addFrom: end('addition', '下加光从').nullable().default(null),
  addTo: end('addition', '下加光到').nullable().default(null),
  diameterFrom: diameter('直径从').default(null),
  diameterTo: diameter('直径到').default(null),
  price: f.price,
  cost: f.cost.default(0),
})
export type ListBand = z.output<typeof ListBand>

const extra = (label: string) => money(label).nullable()
/** Surcharges for prism (per Δ), tint, thinning and rush; null where not offered. */
const adderFields = {
  prismPrice: extra('棱镜每 Δ'),
  prismCost: extra('棱镜每 Δ 进价'),
  tintPrice: extra('染色'),
  tintCost: extra('染色进价'),
  thinningPrice: extra('美薄'),
  thinningCost: extra('美薄进价'),
  rushPrice: extra('加急'),
  rushCost: extra('加急进价'),
}
export const Adders = z.object(adderFields)
export type Adders = z.output<typeof Adders>
const fromDay = term(date('生效日期'))
const bands = z.array(ListBand).max(2000).meta({ label: '光度价格' })
/** Surcharges in responses; costs are restricted. */
const surchargeFields = {
  ...adderFields,
  prismCost: bought(adderFields.prismCost),
  tintCost: bought(adderFields.tintCost),
  thinningCost: bought(adderFields.thinningCost),
  rushCost: bought(adderFields.rushCost),
  bands: z.array(ListBand.extend({ cost: bought(ListBand.shape.cost) })).meta({ label: '光度价格' }),
}

/** A list as sent. Omitted parts are taken from the previous list. A list without bands withdraws one that is not in force yet. */
const listGiven = { fromDay: fromDay.optional(), ...Adders.partial().shape, bands: bands.optional() }
const LensGiven = SaveProduct.omit({ category: true, productId: true, versionNo: true, unit: true })
/** POST /product/lens: a lens, with its first price list if bands are sent. */
export const NewLens = LensGiven.extend({ unit: f.unit.default('片'), ...listGiven })
export type NewLens = z.output<typeof NewLens>
/** PUT /product/lens: fields of a lens, and a price list from a day on. */
export const EditLens = LensGiven.partial().extend({
  productId,
  versionNo: z.int().optional().meta({ label: '版本' }),
  unit: f.unit.optional(),
  ...listGiven,
})
export type EditLens = z.output<typeof EditLens>
/** A lens with the price list just written, or in force. */
export const Lens = Product.extend({ fromDay: fromDay.nullable(), ...surchargeFields })
export type Lens = z.output<typeof Lens>

const on = span(date('日期')).optional()
const add = clinical('addition').optional()
const blank = clinical('blankDiameter').optional()
export const PriceMatrixQuery = z.object({ productId, day: on, add, diameter: blank })
export type PriceMatrixQuery = z.output<typeof PriceMatrixQuery>
const sph = clinical('sphere')
const cyl = clinical('cylinder')
/** Price matrix of a lens on a day; a power without a cell has no price. */
export const PriceMatrix = z.object({
  productId,
  name: f.name,
  price: f.price,
  cost: bought(f.cost),
  diameter: f.diameter,
  fromDay: fromDay.nullable(),
  days: z.array(fromDay).meta({ label: '价格表' }),
  ...surchargeFields,
  cells: z.array(z.object({ sph, cyl, price: f.price, cost: bought(f.cost) })).meta({ label: '价格' }),
})
export type PriceMatrix = z.output<typeof PriceMatrix>

/** GET /product/lens-price: one lens, in either notation. */
export const LensPriceQuery = z.object({
  productId,
  sph,
  cyl: cyl.default(0),
  axis: axis().optional(),
  add,
  diameter: blank,
  prism: clinical('prism').optional(),
  tint: flag('染色').default(false),
  thinning: flag('美薄').default(false),
  rush: flag('加急').default(false),
  day: on,
})
export type LensPriceQuery = z.output<typeof LensPriceQuery>
const steps = { list: '统一价', band: '光度', prism: '棱镜', tint: '染色', thinning: '美薄', rush: '加急' }
export const LensPriceShown = z.object({
  productId,
  price: f.price,
  cost: bought(f.cost),
  fromDay: fromDay.nullable(),
  trace: z
    .array(z.object({ step: word('步骤', steps), label: text('说明'), price: f.price, cost: bought(f.cost) }))
    .meta({ label: '价格构成' }),
})

export const GridFile = z.object({ id: productId, day: on, add, diameter: blank })
/** A matrix as a file: spheres down, minus cylinders across, yuan in the cells; an empty cell has no price. */
export const ReadGrid = z.object({ productId, file: file('文件'), day: on, add, diameter: blank })
export type ReadGrid = z.output<typeof ReadGrid>
export const GridRead = z.object({ bands, cells: z.int().meta({ label: '光度数', format: 'count' }) })

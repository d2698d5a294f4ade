/** What people send, in the shape of each family of calls, as one draft: the head of an order and its lines. */
import { z } from '#kernel/contract/index.ts'
import { headFields, lineParameterNames, PAIRS } from '../contract/fields.ts'
import type { EditOrder, NewOrder, LensOverride, SaveGoods, SaveLens, SaveLine } from '../contract/shapes.ts'

type Values = Readonly<Record<string, unknown>>
const Heads = z.object(headFields).partial()
/** Fields of the head that were sent. */
export type Head = z.output<typeof Heads>
/** What is said of one eye: undefined where nothing is, quantity 0 where no lens is wanted. */
export interface EyeDraft {
  readonly productId?: number | null | undefined
  readonly number?: number | null | undefined
  readonly cost?: number | null | undefined
  /** Under the names of a line; only what was sent. */
  readonly parameters: Values
}
/** What the parts of the legacy wrapper held beyond the fields kept. */
export const Extra = z.partialRecord(z.literal(['order', 'orderOpt', 'orderLen']), z.record(z.string(), z.unknown()))
export interface Draft {
  readonly hid?: number | undefined
  readonly head: Head
  readonly originalId?: number | null | undefined
  readonly cause?: 'lost' | 'broken' | 'adjust' | 'quality' | null | undefined
  readonly orderOptions?: string | null | undefined
  /** Lines as a list; undefined keeps those there are. */
  readonly items?: readonly SaveLine[] | undefined
  readonly eyes?: { readonly od: EyeDraft; readonly os: EyeDraft; readonly costReason?: string | null | undefined } | undefined
  readonly brand?: string | null | undefined
  /** Parts of the legacy wrapper that are kept as they are. */
  readonly extra?: z.output<typeof Extra> | undefined
  readonly overrides: readonly LensOverride[]
}

const picked = (from: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((n) => (from[n] === undefined ? [] : [[n, from[n]]])))
const HEAD = Object.keys(headFields)
const number = (value: unknown): number | null | undefined => (typeof value === 'number' || value === null ? value : undefined)

/** The parameters of one eye of a row that spells a pair, under the names of a line. */
export const ofPair = (from: Values, side: 'Od' | 'Os'): Values =>
  Object.fromEntries(
    Object.entries(PAIRS).flatMap(([base, name]) => (from[`${base}${side}`] === undefined ? [] : [[name, from[`${base}${side}`]]])),
  )
/** The same the other way: a line's parameters as fields of its eye. */
export const toPair = (line: Values, side: 'Od' | 'Os'): Values =>
  Object.fromEntries(Object.entries(PAIRS).map(([base, name]) => [`${base}${side}`, line[name] ?? null]))

/** How a parameter of an eye is spelled on the wire: `axis` of the right eye is `axOd`; what is no parameter keeps its name. */
export function fieldOfPair(name: string, eye: 'od' | 'os'): string {
  const base = Object.entries(PAIRS).find(([, n]) => n === name)?.[0]
  return base ? `${base}${eye === 'od' ? 'Od' : 'Os'}` : name
}

const eyeOf = (from: Values, side: 'Od' | 'Os', quantity: string): EyeDraft => ({
  productId: number(from[`product${side}`]) ?? number(from.productId),
  number: number(from[`${quantity}${side}`]),
  cost: number(from[`cost${side}`]),
  parameters: ofPair(from, side),
})
const isDrafted = ({ number: n, parameters }: EyeDraft): boolean => n !== undefined || Object.keys(parameters).length > 0

export const ofGoods = (input: SaveGoods): Draft => ({
  hid: input.hid,
  head: Heads.parse(input),
  originalId: input.originalId,
  cause: input.cause,
  orderOptions: input.orderOptions,
  items:
    input.items ??
    (input.productId
      ? [{ productId: input.productId, number: input.number ?? 1, ...(input.unit ? { unit: input.unit } : {}) }]
      : undefined),
  overrides: input.overrides ?? [],
})
export function ofLens(input: SaveLens): Draft {
  const { addR, addL, ...rest } = input
  const flat: Values = { ...rest, ...(addR === undefined ? {} : { addOd: addR }), ...(addL === undefined ? {} : { addOs: addL }) }
  const eyes = { od: eyeOf(flat, 'Od', 'eyeGlass'), os: eyeOf(flat, 'Os', 'eyeGlass') }
  const linked = input.recordFrameId || input.prescriptionId || input.originalId
  return {
    hid: input.hid,
    head: Heads.parse(flat),
    originalId: input.originalId,
    cause: input.cause,
    orderOptions: input.orderOptions,
    brand: input.brand,
    items: input.items,
    eyes: !input.items && (linked || isDrafted(eyes.od) || isDrafted(eyes.os) || input.productId) ? eyes : undefined,
    overrides: input.overrides ?? [],
  }
}
const LENS_KEYS: ReadonlySet<string> = new Set([
  ...Object.keys(PAIRS).flatMap((base) => [`${base}Od`, `${base}Os`]),
  'productId',
  'productOd',
  'productOs',
  'numberOd',
  'numberOs',
  'costOd',
  'costOs',
  'costReason',
])
const HEAD_KEYS: ReadonlySet<string> = new Set([...HEAD, 'originalId', 'cause', 'version', 'orderId'])
const beyond = (part: Values | undefined, own: ReadonlySet<string>): Values =>
  Object.fromEntries(Object.entries(part ?? {}).filter(([key]) => !own.has(key)))

export function ofWrapped(input: NewOrder | EditOrder): Draft {
  const { order, orderOpt, orderLen } = input
  const lens: Values = orderLen ?? {}
  const eyes = { od: eyeOf(lens, 'Od', 'number'), os: eyeOf(lens, 'Os', 'number'), costReason: orderLen?.costReason }
  return {
    hid: input.hid,
    head: Heads.parse(order),
    originalId: order.originalId,
    cause: order.cause,
    orderOptions: orderOpt?.orderOptions,
    eyes: orderLen ? eyes : undefined,
    extra: {
      order: beyond(order, HEAD_KEYS),
      ...(orderOpt ? { orderOpt: beyond(orderOpt, new Set(['orderOptions'])) } : {}),
      ...(orderLen ? { orderLen: beyond(orderLen, LENS_KEYS) } : {}),
    },
    overrides: input.overrides ?? [],
  }
}
/** Whether nothing but confirmations was sent: that writes nothing of the order. */
export const onlyConfirms = ({ hid: _, overrides, extra, head, ...rest }: Draft): boolean =>
  overrides.length > 0 &&
  Object.values(rest).every((part) => part === undefined) &&
  Object.values(head).every((value) => value === undefined) &&
  Object.values(extra ?? {}).every((part) => Object.keys(part ?? {}).length === 0)
/** The parameters of a line that were written at all. */
export const parametersIn = (line: Values): Values => picked(line, lineParameterNames)

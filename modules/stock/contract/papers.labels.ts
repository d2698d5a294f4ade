/** Goods labels: name, power, lot, expiry, and the batch's own bar code, which tills and shelves scan. */
import {
  askSoftly,
  paper,
  powerOf,
  showMoney,
  showPower,
  type Block,
  type PaperPlace,
  type PaperSizeName,
  z,
} from '#kernel/contract/index.ts'
import { goodsName } from '#modules/products/contract/range.ts'
import { labelOf, type CodedBatch } from './codes.ts'
import { stock } from './endpoints.ts'

/** Maximum labels of one batch per print: the capacity of a box. */
const LABELS_MAX = 500
/** Parses `12x5,13`: five labels of batch 12, one of batch 13. */
function each(place: PaperPlace): PaperPlace[] {
  const requested = (place.params.batches ?? '').split(',').flatMap((one) => {
    const [, batch, count = '1'] = /^(\d{1,15})(?:x(\d{1,4}))?$/.exec(one.trim()) ?? []
    return batch === undefined ? [] : [{ batch, count: String(Math.min(Number(count), LABELS_MAX)) }]
  })
  return requested.map((params) => ({ ...place, params }))
}

type Batch = z.output<typeof CodedBatch>
const strong = (text: string): Block => ({ is: 'text', weight: 'strong', text })
const line = (text: string): Block => ({ is: 'text', text })
const priceOf = (b: Batch): Block => ({ is: 'text', weight: 'strong', price: true, text: showMoney(b.price) })
/** Bar height that the label has room for, mm. */
const HIGH: Readonly<Partial<Record<PaperSizeName, number>>> = { 'label 40×30': 8, 'label 30×20': 7, tag: 6 }
/** Content by label size: a frame tag has price and code; a small label omits lot and maker. */
function blocksOf(b: Batch, size: PaperSizeName): Block[] {
  const code: Block = { is: 'code', as: 'bar', of: labelOf(b.batchId ?? 0), high: HIGH[size] ?? 10 }
  const power = showPower(powerOf(b))
  const name = strong([b.productName, power].filter(Boolean).join(' '))
  if (size === 'tag') return [code, priceOf(b)]
  if (size === 'label 30×20') return [name, code]
  const lot = [b.batchNo, b.expiry].filter(Boolean).join('  ')
  const rest = [...(lot ? [line(lot)] : []), priceOf(b), code]
  return size === 'label' ? [strong(goodsName(b)), ...(power ? [line(power)] : []), ...rest] : [name, ...rest]
}

export const goodsLabels = paper({
  title: '货品标签',
  sizes: ['label', 'label 40×30', 'label 30×20', 'tag'],
  prices: true,
  params: { batches: z.string().regex(/^ *\d{1,15}(x\d{1,4})?( *, *\d{1,15}(x\d{1,4})?)* *$/) },
  each,
  calls: {
    read: askSoftly(stock['product.batch-code'], ({ params, hid }) => ({ code: labelOf(Number(params.batch)), hid })),
  },
  sheet: ({ read }, { t }, { params, size }) => {
    const batch = read?.list.find((row) => String(row.batchId) === params.batch)
    if (!batch) return { blocks: [line(t`没有这个批次`)] }
    return Array.from({ length: Number(params.count) }, () => ({ blocks: blocksOf(batch, size) }))
  },
})

/** Codes on goods and documents: the meaning of a scan, batch labels, RFID tags. */
import { binary, count, date, get, id, name, outside, personal, scannedCode, text, word, z } from '#kernel/contract/index.ts'
import { gtinOf } from '#kernel/contract/gs1/gs1.ts'
import { StockRow } from './shapes.ts'

/** The clinic's own batch label: `B` and the batch number. */
export const labelOf = (batchId: number): string => `B${String(batchId).padStart(8, '0')}`
/** Parses an own label; undefined for any other code. */
export function batchOfLabel(code: string): number | undefined {
  const [, digits] = /^B(\d{8,15})$/i.exec(code) ?? []
  return digits === undefined ? undefined : Number(digits)
}
/** GS1 code printed next to a label: GTIN, expiry, lot. Null for goods without a GTIN. */
export function elementsOf({ barCode, expiry, batchNo }: Pick<StockRow, 'barCode' | 'expiry' | 'batchNo'>): string | null {
  const gtin = gtinOf(barCode)
  if (gtin === undefined) return null
  return [`(01)${gtin}`, expiry && `(17)${expiry.slice(2, 10).replaceAll('-', '')}`, batchNo && `(10)${batchNo}`].filter(Boolean).join('')
}

export const codeKinds = { label: '批次标签', udi: 'UDI', goods: '商品条码', lot: '批号', paper: '单号', none: '不认识的码' } as const
export const CodeQuery = z.object({
  code: scannedCode('条码').optional(),
  productId: id('商品').optional(),
  hid: id('门店').optional(),
})
export type CodeQuery = z.output<typeof CodeQuery>
/** The one action possible for a batch now, or why there is none. */
export const acts = {
  take: '可以出库',
  first: '近效期，先出',
  held: '已留给订单，只能交给该订单',
  locked: '已锁定，不能出库',
  expired: '已过期，请报损',
  empty: '没有库存',
} as const
export const CodedBatch = StockRow.extend({
  label: text('批次标签').nullable(),
  elements: text('GS1 码').nullable(),
  act: word('可做的事', acts),
})
/** A document or lens that carries the code: kind, owner, next action or why there is none, and its page. */
export const CodedPaper = z.object({
  what: text('单据'),
  number: text('单号'),
  stateName: text('状态'),
  pid: id('会员').nullable(),
  whose: personal(name('会员'), 'name').nullable(),
  next: text('可做的事').nullable(),
  why: text('为何无事可做').nullable(),
  at: text('页面').nullable(),
})
export type CodedPaper = z.output<typeof CodedPaper>
/** Meaning of a code: the elements of a GS1 code, the matching goods per batch, the documents with that number. */
export const CodeRead = z.object({
  code: scannedCode('条码').nullable(),
  kind: word('种类', codeKinds),
  fault: text('不合规之处').nullable(),
  gtin: text('GTIN').nullable(),
  serial: text('序列号').nullable(),
  batchNo: text('批号').nullable(),
  expiry: date('有效期至').nullable(),
  list: z.array(CodedBatch).meta({ label: '批次' }),
  papers: z.array(CodedPaper).meta({ label: '单据' }),
})
export type CodeRead = z.output<typeof CodeRead>

export const EpcQuery = z.object({ id: id('商品'), hid: id('门店').optional() })
/** A row of the tag file. */
export const EpcTag = z.object({
  epc: text('EPC（十六进制）'),
  uri: text('EPC URI'),
  gtin: text('GTIN'),
  serial: count('标签序列号', { max: 2 ** 38 }),
  productName: text('商品'),
  batchNo: text('批号').nullable(),
  expiry: date('有效期至').nullable(),
  price: StockRow.shape.price,
})

/** Codes on goods: reading and printing. */
export const codes = {
  'product.batch-code': get('/product/batch-code', {
    can: 'stock:view',
    summary:
      'What a scanned code means (UDI, bar code, lot, own label, number of a paper), with the batches and what can be done with them; ' +
      'of a product: the label codes of its batches',
    input: CodeQuery,
    reads: 'many',
    output: CodeRead,
  }),
  'product.export-epc': outside.get('/product/export-epc/{id}', {
    can: 'product:export',
    summary: 'RFID tags (SGTIN-96) of the pieces on hand as a CSV file; a piece without a tag is given one',
    input: EpcQuery,
    reads: 'nobody',
    output: binary(),
    binary: true,
    pure: false,
    timeout: 60,
    fails: ['epc_no_gtin', 'epc_no_prefix', 'epc_none'],
  }),
}

import { binary, get, outside } from '#kernel/contract/index.ts'
import { CodeQuery, CodeRead, EpcQuery } from './codes.ts'

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

import { binary, get, outside, post, put } from '#kernel/contract/index.ts'
import {
  EditLens,
  GridFile,
  GridRead,
  Lens,
  LensPriceQuery,
  LensPriceShown,
  NewLens,
  PriceMatrix,
  PriceMatrixQuery,
  ReadGrid,
} from './shapes.lens.ts'

const saveFails = [
  'bar_code_taken',
  'range_order',
  'stock_limits',
  'price_no_right',
  'band_order',
  'lens_bands_overlap',
  'lens_list_begun',
  'not_a_lens',
] as const

/** Lenses with prices by power. */
export const lenses = {
  'product.lens.create': post('/product/lens', {
    can: 'product:edit',
    summary: 'Creates a lens with its prices by power',
    input: NewLens,
    output: Lens,
    fails: saveFails,
  }),
  'product.lens.update': put('/product/lens', {
    changes: 'productId',
    can: 'product:edit',
    summary: 'Changes a lens, or its prices from a day on',
    input: EditLens,
    output: Lens,
    fails: saveFails,
  }),
  'product.lens.prices': get('/product/lens/prices', {
    can: 'product:view',
    summary: 'What a lens costs by power on a day',
    input: PriceMatrixQuery,
    output: PriceMatrix,
    fails: ['not_a_lens'],
  }),
  'product.lens-price': get('/product/lens-price', {
    can: 'product:view',
    summary: 'What one lens costs, step by step; a power without a price is refused',
    input: LensPriceQuery,
    output: LensPriceShown,
    fails: ['not_a_lens', 'price_unknown'],
  }),
  'product.lens.grid': outside.get('/product/lens/grid/{id}', {
    can: 'product:view',
    summary: 'Ours: the price matrix as an Excel file',
    input: GridFile,
    output: binary(),
    binary: true,
    reads: 'nobody',
    fails: ['not_a_lens'],
  }),
  'product.lens.grid-read': outside.post('/product/lens/grid', {
    can: 'product:price',
    summary: 'Ours: reads a price matrix from a file as bands, and writes nothing',
    input: ReadGrid,
    output: GridRead,
    multipart: true,
    fails: ['not_a_lens', 'grid_cell'],
  }),
}

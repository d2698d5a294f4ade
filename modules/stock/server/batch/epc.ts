/** RFID tags of the pieces on hand: a serial for each untagged piece, and the file for the tag printer. */
import type { FileAnswer, z } from '#kernel/contract/index.ts'
import { gtinOf } from '#kernel/contract/gs1/gs1.ts'
import { csv, insertMany, sheet, sql, type Cx, type Out } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { productOf, type ProductRow } from '#modules/products/server/door.ts'
import { EpcTag, type EpcQuery } from '../../contract/codes.ts'
import { epcOf, epcUri } from '../../contract/epc.ts'
import { levelOf } from './levels.ts'

const columns = sheet('RFID 标签', EpcTag, ['epc', 'uri', 'gtin', 'serial', 'productName', 'batchNo', 'expiry', 'price'])
type Fails = 'epc_no_gtin' | 'epc_no_prefix' | 'epc_none'

/**
 * GET /product/export-epc/{id}: tags of every piece on hand. It is unknown which pieces of a batch left, so the file lists all tags of a
 * non-empty batch.
 */
export async function exportTags(out: Out<Fails>, { id, hid: requestedHid }: z.output<typeof EpcQuery>): Promise<FileAnswer> {
  const hid = ownStore(out, requestedHid ?? out.who.hid)
  const { product, tags } = await out.tx(async (cx) => {
    const product = await productOf(cx, id)
    await tagPieces(cx, hid, product)
    return { product, tags: await tagsOf(cx, hid, id) }
  })
  const rows = tags.map((piece) => ({ ...piece, productName: product.name, price: product.price, epc: epcOf(piece), uri: epcUri(piece) }))
  return csv(columns, rows, `RFID-${product.name}-${out.today}.csv`)
}

/** Gives every untagged piece on hand a serial. */
async function tagPieces(cx: Cx<Fails>, hid: number, { productId, name: product, barCode, prefixLength }: ProductRow): Promise<void> {
  const gtin = gtinOf(barCode)
  if (gtin === undefined) return cx.refuse('epc_no_gtin', { product, field: 'id' })
  if (prefixLength === null) return cx.refuse('epc_no_prefix', { product, field: 'id' })
  // Concurrent tagging of the same goods waits: a piece has one tag.
  await cx.db.run(sql`select 1 from product where product_id = ${productId} for no key update`)
  const batches = await cx.db.rows(
    { batchId: 'number', pieces: 'number', tagged: 'number' },
    sql`
      select b.batch_id, v.on_hand pieces, (select count(*) from epc_tag e where e.oid = b.oid and e.batch_id = b.batch_id)::int tagged
      from batch b ${levelOf}
      where b.hid = ${hid} and b.product_id = ${productId} and v.on_hand > 0
      order by b.batch_id
    `,
  )
  if (batches.length === 0) return cx.refuse('epc_none', { product, field: 'id' })
  const bare = batches.flatMap(({ batchId, pieces, tagged }) =>
    Array.from({ length: Math.max(0, pieces - tagged) }, () => ({ hid, batchId, gtin, prefixLength })),
  )
  if (bare.length) await insertMany(cx, 'epc_tag', bare)
}
const tagsOf = (cx: Cx, hid: number, productId: number) =>
  cx.db.rows(
    { serial: 'number', gtin: 'string', prefixLength: 'number', batchNo: 'string | null', expiry: 'string | null' },
    sql`
      select e.serial, e.gtin, e.prefix_length, b.batch_no, b.expiry
      from epc_tag e
      join batch b on b.oid = e.oid and b.batch_id = e.batch_id ${levelOf}
      where e.hid = ${hid} and b.product_id = ${productId} and v.on_hand > 0
      order by e.serial
    `,
  )

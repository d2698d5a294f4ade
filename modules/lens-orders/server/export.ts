/** Orders of a kind as a file, streamed. */
import type { FileAnswer } from '#kernel/contract/index.ts'
import { everyRow, excel, sheet, type Out } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { kindOf } from '../contract/kinds/index.ts'
import { OrderRow } from '../contract/shapes.ts'
import type { ExportOrders } from '../contract/shapes.supplement.ts'
import type { z } from '#kernel/contract/index.ts'
import { orderListing } from './queries.ts'

const SHOWN = [
  'orderNo',
  'statusName',
  'orderDate',
  'patientName',
  'mobile',
  'memberNo',
  'supplierName',
  'brand',
  'productName',
  'pieces',
  'received',
  'rejected',
  'dsOd',
  'dcOd',
  'axOd',
  'bcOd',
  'targetOd',
  'dsOs',
  'dcOs',
  'axOs',
  'bcOs',
  'targetOs',
  'total',
  'costTotal',
  'paid',
  'promisedOn',
  'late',
  'lateDays',
  'lastEmsNumber',
  'optristName',
  'cause',
  'orderNote',
] as const
export async function exported(out: Out, query: z.output<typeof ExportOrders>, kinds: readonly string[]): Promise<FileAnswer> {
  const hid = ownStore(out, query.hid ?? out.who.hid)
  const listing = await out.tx((cx) => orderListing(cx, { ...query, hid, kinds }))
  const label = kinds.length === 1 && kinds[0] !== undefined ? kindOf(kinds[0]).label : '订单'
  return excel(sheet(label, OrderRow, [...SHOWN]), out.stream(OrderRow, everyRow(listing)), `${label}-${out.today}.xlsx`)
}

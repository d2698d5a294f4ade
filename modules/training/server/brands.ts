/** Brands of a store: what was set, else the declared default. */
import { columnsOf, find, insert, locked, change, sql, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { brandCodes, TrainBrand, unsetBrand, type BrandCode, type SaveTrainBrand } from '../contract/brands.ts'
import type { z } from '#kernel/contract/index.ts'

/** The six brands of a store in the order of the menu. */
export async function brandsOf(cx: Cx, store: number): Promise<TrainBrand[]> {
  const hid = ownStore(cx, store)
  const rows = await cx.db.rows(TrainBrand, sql`select ${columnsOf(TrainBrand, 'b')} from train_brand b where b.hid = ${hid}`)
  return brandCodes.map((code) => rows.find((r) => r.brand === code) ?? unsetBrand(hid, code))
}
/** One brand of a store. */
export async function brandOf(cx: Cx, hid: number, code: BrandCode): Promise<TrainBrand> {
  const row = await cx.db.one(
    TrainBrand,
    sql`
      select ${columnsOf(TrainBrand, 'b')}
      from train_brand b
      where b.hid = ${hid} and b.brand = ${code}
    `,
  )
  return row ?? unsetBrand(hid, code)
}

export async function saveBrand(cx: Cx, { hid: store, brand, version, ...values }: z.output<typeof SaveTrainBrand>): Promise<TrainBrand> {
  const hid = ownStore(cx, store)
  const row = await find(cx, 'train_brand', { hid, brand })
  if (row) {
    await locked(cx, 'train_brand', { id: row.id })
    await change(cx, 'train_brand', { id: row.id }, { version: version ?? null }, values)
  } else {
    const { version: _none, ...unset } = unsetBrand(hid, brand)
    await insert(cx, 'train_brand', { ...unset, ...Object.fromEntries(Object.entries(values).filter(([, v]) => v !== undefined)) })
  }
  cx.touch('training', hid)
  return brandOf(cx, hid, brand)
}

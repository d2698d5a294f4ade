import { find, insertMany, sql, update, type Cx, type Row } from '#kernel/server/index.ts'

/** Loads a store. Those of other organisations are not found. */
export async function storeOf(cx: Cx, hid: number): Promise<Row<'store'>> {
  return (await find(cx, 'store', { hid })) ?? cx.refuse('not_found', { what: '门店' })
}
/** The requested store, if the account may work in it; otherwise not found. */
export function ownStore(cx: Pick<Cx, 'who' | 'refuse'>, hid: number): number {
  return cx.who.hids.includes(hid) ? hid : cx.refuse('not_found', { what: '门店' })
}
/** The organisation of the account. */
export const organisationOf = async (cx: Cx): Promise<Row<'organisation'>> => (await find(cx, 'organisation', { oid: cx.who.oid }))!
/** Stores of the account, in order. */
export const storesOf = (cx: Cx): Promise<Array<{ hid: number; name: string; shortName: string }>> =>
  cx.db.rows(
    { hid: 'number', name: 'string', shortName: 'string' },
    sql`select hid, name, short_name from store where hid = any(${cx.who.hids}) order by sort, hid`,
  )
/**
 * Renews a store by whole years from its end, or from today if that is past or unset; returns the new end. A store demoted to the free
 * edition becomes a hospital again.
 */
export async function extendStore(cx: Cx, hid: number, years: number): Promise<string> {
  const row = await cx.db.one(
    { expireDate: 'string' },
    sql`
      update store
      set expire_date = (greatest(expire_date, ${cx.today}::date) + make_interval(years => ${years}))::date,
        edition = case when edition = 'free' then 'hospital' else edition
        end
      where hid = ${hid}
      returning expire_date
    `,
  )
  return row?.expireDate ?? cx.refuse('not_found', { what: '门店' })
}
/** Opens stores of a new organisation; returns their ids in the same order. */
export async function openStores(cx: Cx, stores: ReadonlyArray<Partial<Row<'store'>>>): Promise<number[]> {
  const rows = await insertMany(
    cx,
    'store',
    stores.map((store, sort) => ({ ...store, sort })),
  )
  const hids = rows.map((store) => store.hid)
  // Whoever opens a store works in it for the rest of the transaction: its lists are written with it.
  await cx.db.run(sql`select set_config('app.hids', (current_setting('app.hids')::bigint[] || ${hids}::bigint[])::text, true)`)
  return hids
}
/** Changes the edition of a store. */
export const setEdition = async (cx: Cx, hid: number, edition: Row<'store'>['edition']): Promise<void> =>
  void (await update(cx, 'store', { hid }, { edition }))
export {
  balanceOf,
  holdBalance,
  moveBalance,
  rechargeBalance,
  returnBalance,
  returnPart,
  rewardBalance,
  settleHold,
  spendBalance,
} from './balance.ts'
export { paperSettingsOf } from './print.ts'

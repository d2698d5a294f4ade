/** Recomputes stock levels by batch and by power from the ledger lines. For `npm run verify`. */
import { sql, type Sql } from '#kernel/server/index.ts'
import { differencesOf, type Check } from '#kernel/server/verify.ts'

const ofBatches = sql`
  select
    b.oid,
    b.batch_id,
    b.hid,
    b.warehouse_id,
    b.product_id,
    b.supplier_id,
    b.sph,
    b.cyl,
    b.axis,
    lower(b.batch_no) lot,
    b.expiry,
    b.cost,
    b.held_for is not null held,
    b.locked,
    coalesce(l.pieces, 0) on_hand
  from
    batch b
    left join ledger_account a on a.oid = b.oid
    and a.book = 'stock'
    and a.key = 'batch:' || b.batch_id
    left join (
      select
        oid,
        account_id,
        sum(amount) pieces
      from
        ledger_line
      where
        book = 'stock'
      group by
        1,
        2
    ) l on l.oid = a.oid
    and l.account_id = a.account_id
`
const ofPowers = sql`
  select oid, hid, product_id, sph, cyl, count(*) batches, sum(on_hand) on_hand,
    coalesce(sum(on_hand) filter (where held and not locked), 0) held, coalesce(sum(on_hand) filter (where locked), 0) locked,
    sum(on_hand * cost) value
  from (${ofBatches}) b
  group by 1, 2, 3, 4, 5
`

/** A row of levels by power: a full join asks for an equality of values that are there. */
const keyOf = (row: Sql): Sql => sql`(${row}.oid, ${row}.hid, ${row}.product_id, coalesce(${row}.sph, 999), coalesce(${row}.cyl, 999))`
/** Each query returns levels that differ from the ledger. */
const levelDifferences: readonly Sql[] = [
  sql`
    select oid, format('batch %s: kept %s, its lines and the batch say %s', batch_id, k.said, f.said) what
    from (
      select oid, batch_id,
        row(hid, warehouse_id, product_id, supplier_id, sph, cyl, axis, lot, expiry, cost, held, locked, on_hand)::text said
      from stock_level
    ) k
    full join (
      select
        oid, batch_id, row(hid, warehouse_id, product_id, supplier_id, sph, cyl, axis, lot, expiry, cost, held, locked, on_hand)::text said
      from (${ofBatches}) b
    ) f using (oid, batch_id)
    where k.said is distinct from f.said
  `,
  sql`
    select coalesce(k.oid, f.oid) oid,
      format(
        'product %s of store %s, %s/%s: kept %s, its batches say %s', coalesce(k.product_id, f.product_id), coalesce(k.hid, f.hid),
        coalesce(k.sph, f.sph), coalesce(k.cyl, f.cyl), k.said, f.said
      ) what
    from (
      select oid, hid, product_id, sph, cyl, row(batches, on_hand, held, locked, value)::text said
      from sku_level
    ) k
    full join (
      select oid, hid, product_id, sph, cyl, row(batches, on_hand, held, locked, value)::text said
      from (${ofPowers}) x
    ) f on ${keyOf(sql`f`)} = ${keyOf(sql`k`)}
    where k.said is distinct from f.said
  `,
]
export const stockLevels: Check = {
  name: 'stock levels',
  parts: [{ name: 'stock levels', differences: levelDifferences, build: [sql`select stock_levels_anew()`] }],
  run: async (db) => {
    const { batches, powers } = await db.the(
      { batches: 'number', powers: 'number' },
      sql`select (select count(*) from stock_level) batches, (select count(*) from sku_level) powers`,
    )
    return {
      seen: `${batches} batches, ${powers} sums by store, product and power`,
      differences: await differencesOf(db, levelDifferences),
    }
  },
}

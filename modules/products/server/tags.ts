/** Tags of goods. */
import type { z } from '#kernel/contract/index.ts'
import { find, lit, sql, type Cx, type Sql } from '#kernel/server/index.ts'
import { inUse } from '#kernel/contract/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { categories } from '../contract/fields.ts'
import { CountedTag, type tags } from '../contract/tags.ts'
import { productsOf } from './door.ts'

type Counted = z.output<typeof CountedTag>
const counted = (where: Sql, goods: Sql): Sql =>
  sql`
    select t.id, t.name, t.category,
      (
        select count(*)
        from product_tagged x
        join product p on p.oid = x.oid and p.product_id = x.product_id
        where x.oid = t.oid and x.tag_id = t.id and ${goods}
      )::int products
    from product_tag t
    where ${where}
    order by t.sort, t.id
  `

export async function tagsOfCategory(
  cx: Cx,
  { id, hid }: { id: number; hid?: number | undefined },
): Promise<{ list: Counted[]; total: number }> {
  if (!Object.hasOwn(categories, id)) cx.refuse('not_found', { what: '商品类别', field: 'id' })
  const store = ownStore(cx, hid ?? cx.who.hid)
  const list = await cx.db.rows(
    CountedTag,
    counted(
      sql`
        t.hid = ${store}
        and t.status = ${lit(inUse.is.on)}
        and (t.category is null or t.category = ${id})
      `,
      sql`p.category = ${id}`,
    ),
  )
  return { list, total: list.length }
}

/** Refuses goods of a kind the tag does not apply to. */
export async function tagProducts(
  cx: Cx<'tag_category'>,
  { id, add, remove }: z.output<(typeof tags)['product-tag.products']['input']>,
): Promise<Counted> {
  const tag = (await find(cx, 'product_tag', { id })) ?? cx.refuse('not_found', { what: '标签', field: 'id' })
  ownStore(cx, tag.hid)
  const goods = await productsOf(cx, add)
  const other = [...goods.values()].find((p) => tag.category !== null && p.category !== tag.category)
  if (other) cx.refuse('tag_category', { product: other.name, tag: tag.name, field: 'add' })
  await cx.db.run(
    sql`
      insert into product_tagged (oid, hid, tag_id, product_id)
      select ${tag.oid}, ${tag.hid}, ${id}, unnest(${add}::bigint[])
      on conflict do nothing
    `,
  )
  await cx.db.run(sql`delete from product_tagged where tag_id = ${id} and product_id = any(${remove})`)
  return cx.db.the(CountedTag, counted(sql`t.id = ${id}`, sql`true`))
}

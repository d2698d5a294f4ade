import { implement, sql } from '#kernel/server/index.ts'
import { z } from '#kernel/contract/index.ts'
import { site } from '../contract/endpoints.ts'
import { type Mall, MallProduct, MallStore } from '../contract/shapes.ts'

const Counted = MallProduct.extend({ total: z.int() })
export default implement(site, {
  'mall.products': async (cx, { hid, category, text, per_page, page }): Promise<Mall> => {
    const stores = await cx.db.rows(MallStore, sql`select * from mall_stores()`)
    const selected = hid ?? stores[0]?.hid
    if (selected === undefined || !stores.some((s) => s.hid === selected)) return { hid: null, stores, list: [], total: 0 }
    const size = per_page || 20
    const rows = await cx.db.rows(
      Counted,
      sql`
        select *
        from mall_products(${selected}, ${category ?? null}, ${text?.trim() || null}, ${size}, ${(page - 1) * size})
      `,
    )
    return { hid: selected, stores, list: rows, total: rows[0]?.total ?? 0 }
  },
  'mall.state': async (cx) => ({ open: await cx.db.any(sql`select 1 from mall_store where hid = ${cx.who.hid}`) }),
  'mall.open': async (cx, { open }) => {
    await cx.db.run(
      open
        ? sql`insert into mall_store (hid) values (${cx.who.hid}) on conflict do nothing`
        : sql`delete from mall_store where hid = ${cx.who.hid}`,
    )
    return { open }
  },
})

import { columnsOf, implement, insert, pageOf, remove, sql, update } from '#kernel/server/index.ts'
import { suppliers } from '../contract/endpoints.ts'
import { Supplier } from '../contract/shapes.ts'
import { licenceState, supplierOf } from './door.ts'

export default implement(suppliers, {
  'supplier.by-hospital': (cx, query) => {
    const words = `%${(query.text ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    return pageOf(
      cx,
      {
        of: Supplier,
        select: sql`${columnsOf(Supplier, 's', 'licenceState')}, ${licenceState(cx)} licence_state`,
        from: sql`supplier s`,
        where: [
          Boolean(query.text) &&
            sql`(lower(s.name) like ${words} or lower(coalesce(s.contact_name, '')) like ${words} or coalesce(s.phone, '') like ${words})`,
          query.category !== undefined && sql`${query.category} = any(s.categories)`,
          query.status !== undefined && sql`s.status = ${query.status}`,
          query.licenceState !== undefined && sql`${licenceState(cx)} = ${query.licenceState}`,
        ],
        order: sql`s.status, s.name, s.supplier_id`,
      },
      query,
    )
  },
  'supplier.info': (cx, { id }) => supplierOf(cx, id),
  'supplier.save': async (cx, { supplierId, ...values }) => {
    if (!supplierId) return supplierOf(cx, (await insert(cx, 'supplier', { ...values, hid: cx.who.hid })).supplierId)
    const row = await update(cx, 'supplier', { supplierId }, values)
    return row ? supplierOf(cx, supplierId) : cx.refuse('not_found', { what: '供应商' })
  },
  'supplier.status': async (cx, { id, status }) => {
    await supplierOf(cx, id)
    await update(cx, 'supplier', { supplierId: id }, { status })
    return supplierOf(cx, id)
  },
  'supplier.delete': async (cx, { id }) => {
    await supplierOf(cx, id)
    // Products, batches and documents reference suppliers by foreign key, so the database reports use.
    await remove(cx, 'supplier', { supplierId: id })
    return null
  },
})

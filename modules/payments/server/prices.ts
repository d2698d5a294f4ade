import { sql, type Cx } from '#kernel/server/index.ts'
import { services, type ServiceCode, type ServiceId } from '../contract/prices.ts'
import type { Service } from '../contract/shapes.ts'

/** Prices in force, fen: set by head office, else the defaults. */
export async function prices(cx: Cx): Promise<Service[]> {
  const rows = await cx.db.rows({ servicePriceId: 'number', price: 'number' }, sql`select service_price_id, price from service_price`)
  const set = new Map(rows.map((r) => [r.servicePriceId, r.price]))
  return Object.entries(services).map(([id, s]) => ({
    servicePriceId: Number(id),
    code: s.code,
    name: s.label,
    unit: s.unit,
    price: set.get(Number(id)) ?? Math.round(s.price * 100),
  }))
}
/** Price of a service, fen. */
export const priceOf = async (cx: Cx, code: ServiceCode): Promise<number> => (await prices(cx)).find((s) => s.code === code)!.price

export async function setPrice(cx: Cx, id: number, price: number): Promise<Service[]> {
  if (!(id in services)) cx.refuse('not_found', { what: '服务' })
  // SMS is sold in packages, by the price list of messages.
  if (services[id as ServiceId].code === 'sms') cx.refuse('locked', { what: '短信按套餐计价，单价' })
  await cx.db.run(
    sql`
      insert into service_price (service_price_id, price)
      values (${id}, ${price})
      on conflict (oid, service_price_id) do update
      set price = excluded.price
    `,
  )
  return prices(cx)
}

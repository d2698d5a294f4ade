/**
 * What the finance desk has before it: contracts, one of them ending, a statement with a disputed line, a payment that waits for approval.
 */
import { contract, findings, lineStates } from '#modules/purchasing/contract/states.ts'
import type { Shop } from './clinic.ts'
import { shiftDay } from './random.ts'

/** `suppliers`: the maker of lenses with a contract that ends, the one whose statement is compared, and the one to be paid. */
export async function buildPurchasing(shop: Shop, suppliers: readonly [number, number, number], now: string): Promise<void> {
  const day = now.slice(0, 10)
  const [ending, compared, paid] = suppliers
  await sign(shop, ending, '依视路 2025 年度协议', [shiftDay(day, -340), shiftDay(day, 25)], '依视路')
  await sign(shop, compared, '蔡司框架协议', [shiftDay(day, -90), shiftDay(day, 275)], '蔡司')
  const finance = shop.as('finance', now)
  const { list } = await finance('payment-order.supplier', { id: paid })
  if (list.length) await finance('payment-order.create', { supplierId: paid, payableIds: list.map((l) => l.payableId), note: '月结' })
  await compare(shop, compared, now)
}

async function sign(shop: Shop, supplierId: number, name: string, [startsOn, endsOn]: [string, string], brand: string): Promise<void> {
  const finance = shop.as('finance', `${startsOn} 10:00:00`)
  const lines = [
    { brand, quantityTo: 9, cost: 70 },
    { brand, quantityFrom: 10, cost: 66 },
  ]
  const terms = { paymentDays: 30, creditLimit: 50_000, warrantyDays: 365, returnDays: 30 }
  const { contractId } = await finance('contracts.create', { name, supplierId, startsOn, endsOn, ...terms, lines })
  await shop.as('manager', `${startsOn} 11:00:00`)('contracts.status', { id: contractId, status: contract.is.active })
}

/** The supplier's file says what came, but for a price, a quantity, a row left out and one nobody ordered. */
async function compare(shop: Shop, supplierId: number, now: string): Promise<void> {
  const day = now.slice(0, 10)
  const finance = shop.as('finance', now)
  const [from_on, to_on] = [shiftDay(day, -30), day]
  const came = await finance('supplier.reconciliation', { supplierId, start_date: from_on, end_data: to_on })
  const rows = came.list.map((l) => ({ no: l.docNo, goods: l.goods, sph: l.sph, quantity: l.ours.quantity ?? 0, price: l.ours.price ?? 0 }))
  const [dear, more, , ...rest] = rows
  if (!dear || !more) return
  const unordered = { ...dear, no: 'SH-0000', goods: '防蓝光平镜', sph: 0, quantity: 6, price: 64 }
  const listed = [{ ...dear, price: dear.price + 3 }, { ...more, quantity: more.quantity + 1 }, unordered, ...rest]
  const text = ['送货单号,品名,球镜,数量,单价', ...listed.map((r) => [r.no, r.goods, r.sph, r.quantity, r.price].join())].join('\n')
  const file = { filename: '蔡司对账单.csv', mimetype: 'text/csv', bytes: new Uint8Array(Buffer.from(text)) }
  await finance('supplier-statement.import', { hid: shop.hid, supplierId, from_on, to_on, file })
  const { statement, list } = await finance('supplier.reconciliation', { supplierId })
  const line = list.find((l) => l.finding === findings.is.price)
  if (!statement || !line) return
  const note = '合同价 70.00，请按合同更正'
  const decided = { id: statement.statementId, line: line.line, difference: line.difference, state: lineStates.is.disputed, note }
  await finance('supplier-statement.decide', decided)
}

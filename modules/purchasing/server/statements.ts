import { showMoney, type Page } from '#kernel/contract/index.ts'
import { columnsOf, find, insert, lit, pageOf, remove, sql, update, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { supplierOf } from '#modules/suppliers/server/door.ts'
import { compare, uncompared, worth, type ComparisonPair, type Theirs } from '../contract/compare.ts'
import type { Payment } from '../contract/shapes.payments.ts'
import {
  StatementRow,
  type Decide,
  type Reconciliation,
  type ReconciliationQuery,
  type SupplierStatement,
  type SupplierStatementLine,
  type StatementQuery,
} from '../contract/shapes.statements.ts'
import { findings, lineStates, payableKinds, supplierPayment } from '../contract/states.ts'
import { agreedCosts } from './agreed.ts'
import { awaitedOf, basisOf, orderOf, ordersOf, shownOrder, type OrderedLine } from './ordered.ts'
import { owe } from './payables.ts'
import { oursOf, underOrders, type Own, type ReconciliationScope } from './statements.ours.ts'
import { paymentOf, writePayment } from './payments.ts'

const parts = {
  of: StatementRow,
  select: sql`
    ${columnsOf(StatementRow, 'd', 'supplierName', 'rows', 'staffName')}, s.name supplier_name,
    (
      select count(*)
      from statement_row r
      where r.oid = d.oid and r.statement_id = d.statement_id
    ) as rows,
    c.name staff_name
  `,
  from: sql`
    supplier_statement d
    join supplier s on s.oid = d.oid and s.supplier_id = d.supplier_id
    left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
  `,
}
export const statementPage = (cx: Cx, query: StatementQuery): Promise<Page<SupplierStatement>> =>
  pageOf(
    cx,
    {
      ...parts,
      where: [
        sql`d.hid = ${ownStore(cx, query.hid ?? cx.who.hid)}`,
        query.supplierId !== undefined && sql`d.supplier_id = ${query.supplierId}`,
      ],
      order: sql`d.statement_id desc`,
    },
    query,
  )

async function about(cx: Cx, query: ReconciliationQuery): Promise<ReconciliationScope> {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  const { statementId, supplierId } = query
  if (statementId === undefined && supplierId === undefined) return cx.refuse('bad_input', { what: '请选择供应商', field: 'supplierId' })
  const which = statementId === undefined ? sql`d.supplier_id = ${supplierId} and d.hid = ${hid}` : sql`d.statement_id = ${statementId}`
  const statement = await cx.db.one(
    StatementRow,
    sql`
      select ${parts.select}
      from ${parts.from}
      where ${which}
      order by d.statement_id desc
      limit 1
    `,
  )
  const [from, to] = [query.start_date, query.end_data]
  if (statement && (statementId !== undefined || (!from && !to))) return { ...statement, statement }
  if (statementId !== undefined || supplierId === undefined) return cx.refuse('not_found', { what: '对账单' })
  return { statement: null, supplierId, hid, fromOn: from ?? `${cx.today.slice(0, 8)}01`, toOn: to ?? cx.today }
}

const TheirRow = {
  rowId: 'number',
  day: 'string | null',
  deliveryNo: 'string | null',
  orderNo: 'string | null',
  goods: 'string',
  productId: 'number | null',
  sph: 'number | null',
  cyl: 'number | null',
  quantity: 'number',
  price: 'number',
} as const
type Decision = Row<'statement_decision'>
const lineOf = ({ theirs, ours }: ComparisonPair): string => (theirs[0] ? `t:${theirs[0].rowId}` : (ours[0]?.line ?? ''))
const idsOf = (ours: readonly Own[], which: 'payableIds' | 'unpaidIds'): number[] => ours.flatMap((o) => o[which])
interface Compared {
  readonly pair: ComparisonPair<Theirs, Own>
  readonly line: SupplierStatementLine
  readonly decision: Decision | undefined
}
const side = (goods: ReadonlyArray<Theirs | Own>): SupplierStatementLine['theirs'] => {
  const [first] = goods
  if (!first) return { quantity: null, price: null, amount: null }
  return { quantity: goods.reduce((n, g) => n + g.quantity, 0), price: first.price, amount: worth(goods) }
}
function lineShown(
  pair: ComparisonPair<Theirs, Own>,
  decision: Decision | undefined,
  names: ReadonlyMap<number, string>,
  { basis, order }: { basis: string | null; order: OrderedLine | undefined },
): SupplierStatementLine {
  const [theirs, ours] = [pair.theirs[0], pair.ours[0]]
  // Without a statement there is nothing it could differ from.
  const difference = pair.finding === 'unknown' ? 0 : worth(pair.theirs) - worth(pair.ours)
  const finding = findings.is[pair.finding]
  // A decision applies to the difference seen at that time.
  const stands = decision?.finding === finding && decision.difference === difference ? decision : undefined
  const paid = pair.ours.length > 0 && !idsOf(pair.ours, 'unpaidIds').length
  const decided = stands?.decision === lineStates.is.accepted ? lineStates.is.accepted : lineStates.is.disputed
  // A payment settles what agrees; a difference is settled by its decision alone, however much of the line is in an order.
  const settled = stands?.payableId || (paid && ['same', 'unknown'].includes(pair.finding))
  const state = settled ? lineStates.is.settled : stands ? decided : lineStates.is.open
  return {
    line: lineOf(pair),
    finding,
    state: pair.finding === 'same' && !paid ? lineStates.is.accepted : state,
    day: theirs?.day ?? ours?.day ?? null,
    docNo: ours?.docNo ?? theirs?.deliveryNo ?? theirs?.orderNo ?? null,
    order: shownOrder(order),
    delivery: ours?.deliveryNo || ours?.expected ? { deliveryNo: ours.deliveryNo, quantity: ours.expected } : null,
    goods: ours?.productName ?? (theirs?.productId ? names.get(theirs.productId) : undefined) ?? theirs?.goods ?? '',
    sph: theirs?.sph ?? ours?.sph ?? null,
    cyl: theirs?.cyl ?? ours?.cyl ?? null,
    theirs: side(pair.theirs),
    ours: side(pair.ours),
    difference,
    basis,
    note: stands?.note ?? null,
    staffName: null,
  }
}

async function compareScope(cx: Cx, scope: ReconciliationScope): Promise<Compared[]> {
  const [theirs, posted, awaited, decisions] = await Promise.all([
    cx.db.rows(
      TheirRow,
      sql`
        select ${columnsOf(TheirRow, 'r')}
        from statement_row r
        where r.statement_id = ${scope.statement?.statementId ?? 0}
        order by r.row_no, r.row_id
      `,
    ),
    oursOf(cx, scope),
    awaitedOf(cx, scope),
    decisionsOf(cx, scope.statement?.statementId ?? 0),
  ])
  const orders = await ordersOf(
    cx,
    scope,
    theirs.flatMap((t) => t.orderNo?.trim().toUpperCase() || []),
  )
  const ours = underOrders(posted, orders)
  const pairs: Array<ComparisonPair<Theirs, Own>> = scope.statement ? compare(theirs, ours, [...orders, ...awaited]) : uncompared(ours)
  const dear = pairs.filter((p) => p.finding === 'price')
  const contracts = await agreedCosts(
    cx,
    dear.flatMap(({ ours: [o] }) => (o?.productId ? [{ ...o, supplierId: scope.supplierId, productId: o.productId }] : [])),
    scope.hid,
  )
  const agreedFor = new Map(dear.map((p, n) => [p, contracts[n]]))
  const names = await namesOf(cx, theirs)
  return pairs.map((pair) => {
    const decision = decisions.get(lineOf(pair))
    const by = agreedFor.get(pair)
    const agreed = by && `合同 ${by.contractNo} 价 ${showMoney(by.cost / 100)}`
    const order = orderOf(pair, orders)
    const basis = pair.finding === 'same' ? null : basisOf(pair, { order, awaited, agreed })
    return { pair, decision, line: lineShown(pair, decision, names, { basis, order }) }
  })
}
async function decisionsOf(cx: Cx, statementId: number): Promise<Map<string, Decision>> {
  const rows = await cx.db.rows(wholeRow('statement_decision'), sql`select * from statement_decision where statement_id = ${statementId}`)
  return new Map(rows.map((d) => [d.line, d]))
}
async function namesOf(cx: Cx, rows: readonly Theirs[]): Promise<Map<number, string>> {
  const ids = rows.flatMap((r) => r.productId ?? [])
  const products = await cx.db.rows(
    { productId: 'number', name: 'string' },
    sql`select product_id, name from product where product_id = any(${ids}::bigint[])`,
  )
  return new Map(products.map((p) => [p.productId, p.name]))
}

const { is } = lineStates
/** Differences first: open, disputed, accepted, settled; agreeing lines last. */
const ORDER = [is.open, is.disputed, is.accepted, is.settled] as const
const rank = ({ finding, state }: SupplierStatementLine): number => (finding === findings.is.same ? ORDER.length : ORDER.indexOf(state))
const total = (lines: readonly SupplierStatementLine[], amountOf: (line: SupplierStatementLine) => number = (l) => l.difference) => ({
  rows: lines.length,
  amount: lines.reduce((n, line) => n + amountOf(line), 0),
})
const Sums = { opening: 'number', movements: 'number', paidBefore: 'number', paid: 'number' } as const

export async function reconciliation(cx: Cx, query: ReconciliationQuery): Promise<Reconciliation> {
  const scope = await about(cx, query)
  return reconciliationOf(cx, scope, await compareScope(cx, scope))
}
/** Sum of agreeing and accepted lines that are in no payment. */
const payableNow = (all: readonly Compared[]): number =>
  all.filter(toPay).reduce((n, { line, pair }) => {
    const isPaid = pair.ours.length > 0 && !idsOf(pair.ours, 'unpaidIds').length
    return n + (isPaid ? line.difference : pair.theirs.length ? (line.theirs.amount ?? 0) : (line.ours.amount ?? 0))
  }, 0)
const toPay = ({ line, pair }: Compared): boolean =>
  line.state === is.accepted && (pair.theirs.length > 0 || line.finding === findings.is.same)

async function reconciliationOf(cx: Cx, scope: ReconciliationScope, all: readonly Compared[]): Promise<Reconciliation> {
  const { name } = await supplierOf(cx, scope.supplierId)
  const sums = await cx.db.the(
    Sums,
    sql`
      select (
        select coalesce(sum(amount), 0)
        from payable
        where supplier_id = ${scope.supplierId} and hid = ${scope.hid} and day < ${scope.fromOn}::date
      )::bigint opening,
        (
          select coalesce(sum(amount), 0)
          from payable
          where supplier_id = ${scope.supplierId} and hid = ${scope.hid} and day between ${scope.fromOn}::date and ${scope.toOn}::date
        )::bigint movements,
        coalesce(sum(total) filter (where paid_on < ${scope.fromOn}::date), 0)::bigint paid_before,
        coalesce(sum(total) filter (where paid_on between ${scope.fromOn}::date and ${scope.toOn}::date), 0)::bigint paid
      from supplier_payment
      where supplier_id = ${scope.supplierId} and hid = ${scope.hid} and status = ${lit(supplierPayment.is.paid)}
    `,
  )
  const opening = sums.opening - sums.paidBefore
  const lines = all.map((c) => c.line)
  const different = lines.filter((l) => l.finding !== findings.is.same)
  const ours = lines.reduce((n, l) => n + (l.ours.amount ?? 0), 0)
  return {
    statement: scope.statement,
    supplierId: scope.supplierId,
    supplierName: name,
    fromOn: scope.fromOn,
    toOn: scope.toOn,
    opening,
    movements: sums.movements,
    paid: sums.paid,
    closing: opening + sums.movements - sums.paid,
    theirs: lines.reduce((n, l) => n + (l.theirs.amount ?? 0), 0),
    ours,
    same: total(
      lines.filter((l) => l.finding === findings.is.same),
      (l) => l.ours.amount ?? 0,
    ),
    accepted: total(different.filter((l) => lineStates.in.paying.includes(l.state))),
    disputed: total(different.filter((l) => l.state === is.disputed)),
    open: total(different.filter((l) => l.state === is.open)),
    payableNow: payableNow(all),
    list: lines.toSorted((a, b) => rank(a) - rank(b)),
    total: lines.length,
  }
}

/** Accepts or disputes a line as it was seen. Returns the whole reconciliation, because all sums change. */
export async function decide(cx: Cx<'line_gone'>, { id, line, state, difference, note }: Decide): Promise<Reconciliation> {
  const statement = (await find(cx, 'supplier_statement', { statementId: id })) ?? cx.refuse('not_found', { what: '对账单' })
  const scope = await about(cx, { statementId: id, hid: statement.hid })
  const it = (await compareScope(cx, scope)).find((c) => c.line.line === line)
  if (!it || it.line.difference !== difference || it.line.finding === findings.is.same || it.line.state === is.settled)
    return cx.refuse('line_gone', { field: 'line' })
  if (state === is.accepted && findings.in.theirsAlone.includes(it.line.finding) && !note?.trim())
    cx.refuse('bad_input', { what: '接受没有收货的行：请填写原因', field: 'note' })
  await remove(cx, 'statement_decision', { statementId: id, line })
  if (state !== is.open) {
    const seen = { line, finding: it.line.finding, difference, decision: state, note: note || null }
    await insert(cx, 'statement_decision', { hid: scope.hid, statementId: id, ...seen, payableIds: idsOf(it.pair.ours, 'payableIds') })
  }
  return reconciliation(cx, { statementId: id, hid: scope.hid })
}

/** Creates a payment order of agreeing and accepted lines; the difference of an accepted line becomes a payable of its own. */
export async function settle(
  cx: Cx<'payable_taken' | 'payable_disputed' | 'payment_nothing'>,
  { id, planOn }: { id: number; planOn?: string | null | undefined },
): Promise<Payment> {
  const { hid, supplierId, statementNo } =
    (await find(cx, 'supplier_statement', { statementId: id })) ?? cx.refuse('not_found', { what: '对账单' })
  await cx.db.run(sql`select 1 from supplier_statement where statement_id = ${id} for no key update`)
  const paying = (await compareScope(cx, await about(cx, { statementId: id, hid }))).filter(toPay)
  const payableIds = paying.flatMap(({ pair }) => idsOf(pair.ours, 'unpaidIds'))
  for (const { pair, line, decision } of paying.filter((c) => c.line.difference !== 0 && c.decision)) {
    const totals = {
      kind: payableKinds.is.accepted,
      docNo: statementNo,
      deliveryNo: line.docNo,
      day: cx.today,
      dueOn: cx.today,
      note: decision?.note ?? null,
    }
    const goods = {
      productId: pair.ours[0]?.productId ?? pair.theirs[0]?.productId ?? null,
      sph: line.sph,
      cyl: line.cyl,
      quantity: 1,
      price: line.difference,
    }
    const [posted] = await owe(cx, { hid, supplierId, reason: '对账差额', ref: `supplier-statement:${id}` }, [{ ...totals, ...goods }])
    if (!posted || !decision) continue
    payableIds.push(posted.payableId)
    await update(cx, 'statement_decision', { decisionId: decision.decisionId }, { payableId: posted.payableId })
  }
  if (!payableIds.length) return cx.refuse('payment_nothing')
  return paymentOf(cx, await writePayment(cx, { hid, supplierId, payableIds, planOn: planOn ?? null, note: statementNo }))
}

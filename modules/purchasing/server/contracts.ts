import { type Page } from '#kernel/contract/index.ts'
import {
  all,
  begin,
  change,
  columnsOf,
  completed,
  insert,
  insertMany,
  isAuthor,
  lit,
  locked,
  move,
  number,
  pageOf,
  remove,
  sql,
  type Cx,
  type Row,
  type Sql,
} from '#kernel/server/index.ts'
import { productsOf } from '#modules/products/server/door.ts'
import { supplierOf } from '#modules/suppliers/server/door.ts'
import { overlapping } from '../contract/bands.ts'
import {
  type Contract,
  ContractLine,
  type ContractQuery,
  ContractRow,
  EditContract,
  type NewContract,
  type NewLine,
} from '../contract/shapes.ts'
import { contract, contractStates, SOON } from '../contract/states.ts'

const CONTRACT_NO = 'HTyymmdd-###'
const { is } = contractStates
type WriteFail = 'bands_overlap_at' | 'contract_stores' | 'contract_goods' | 'contract_band'

/** Derived state of contract `c` today. */
const stateOf = (cx: Pick<Cx, 'today'>): Sql =>
  sql`
    case when c.status <> ${lit(contract.is.active)} then c.status
      when c.ends_on < ${cx.today}::date then ${lit(is.ended)}
      when c.ends_on < ${cx.today}::date + ${SOON}::int then ${lit(is.ending)}
      else ${lit(is.active)}
    end
  `
/** Contracts that apply to a store of the account, or were signed in one. */
const visible = (cx: Pick<Cx, 'who'>): Sql =>
  sql`(c.apply_stores is null or c.apply_stores && ${cx.who.hids}::bigint[] or c.hid = any(${cx.who.hids}::bigint[]))`

const parts = (cx: Pick<Cx, 'today'>) => ({
  of: ContractRow,
  select: sql`
    ${columnsOf(ContractRow, 'c', 'hospitalName', 'supplierName', 'fileName', 'status', 'daysLeft', 'priceLines', 'staffName')},
    h.name hospital_name, s.name supplier_name, f.name file_name, ${stateOf(cx)} status, (c.ends_on - ${cx.today}::date)::int days_left,
    (
      select count(*)
      from contract_line l
      where l.oid = c.oid and l.contract_id = c.contract_id
    ) price_lines,
    p.name staff_name
  `,
  from: sql`
    contract c
    join store h on h.oid = c.oid and h.hid = c.hid
    join supplier s on s.oid = c.oid and s.supplier_id = c.supplier_id
    left join contract_file f on f.oid = c.oid and f.file_id = c.file_id
    left join contact p on p.oid = c.oid and p.ctid_ = c.ctid_
  `,
})

export function contractPage(cx: Cx, query: ContractQuery): Promise<Page<ContractRow>> {
  const words = `%${(query.text ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  return pageOf(
    cx,
    {
      ...parts(cx),
      where: [
        visible(cx),
        query.supplierId !== undefined && sql`c.supplier_id = ${query.supplierId}`,
        query.status !== undefined && sql`${stateOf(cx)} = ${query.status}`,
        Boolean(query.text?.trim()) &&
          sql`(lower(c.contract_no) like ${words} or lower(c.name) like ${words} or lower(s.name) like ${words})`,
      ],
      order: sql`
        c.ends_on < ${cx.today}::date
        or c.status = ${lit(contract.is.terminated)},
        c.ends_on,
        c.contract_id
      `,
    },
    query,
  )
}

/** A contract with its prices. Contracts of inaccessible stores are not found. */
export async function contractOf(cx: Cx, contractId: number): Promise<Contract> {
  const { select, from } = parts(cx)
  const row = await cx.db.one(
    ContractRow,
    sql`
      select ${select}
      from ${from}
      where ${all([sql`c.contract_id = ${contractId}`, visible(cx)])}
    `,
  )
  if (!row) return cx.refuse('not_found', { what: '合同' })
  const lines = await cx.db.rows(
    ContractLine,
    sql`
      select ${columnsOf(ContractLine, 'l', 'productName')}, p.name product_name
      from contract_line l
      left join product p on p.oid = l.oid and p.product_id = l.product_id
      where l.contract_id = ${contractId}
      order by l.line_id
    `,
  )
  return { ...row, lines }
}

/** Stores a contract may name: those the author can enter; the whole organisation (null) only by accounts that can enter all. */
async function checkStores(cx: Cx<'contract_stores'>, stores: readonly number[] | null): Promise<void> {
  const outside = stores
    ? stores.some((hid) => !cx.who.hids.includes(hid))
    : await cx.db.any(sql`select 1 from store where not hid = any(${cx.who.hids}::bigint[]) limit 1`)
  if (outside) cx.refuse('contract_stores', { field: 'applyStores' })
}

async function writeLines(cx: Cx<WriteFail>, contractId: number, lines: readonly NewLine[]): Promise<void> {
  for (const [n, { productId, brand }] of lines.entries())
    if (Boolean(productId) === Boolean(brand)) cx.refuse('contract_goods', { field: `lines.${n}.productId` })
  const clash = overlapping(lines)
  if (clash) cx.refuse('bands_overlap_at', { row: clash.line + 1, other: clash.other + 1, field: `lines.${clash.line}.cost` })
  await productsOf(
    cx,
    lines.flatMap(({ productId }) => productId ?? []),
  )
  await insertMany(
    cx,
    'contract_line',
    lines.map((line) => ({ ...line, productId: line.productId ?? null, brand: line.brand || null, contractId })),
  )
}

export async function createContract(cx: Cx<WriteFail>, { lines, contractNo, ...head }: NewContract): Promise<Contract> {
  const supplier = await supplierOf(cx, head.supplierId)
  const applyStores = head.applyStores === undefined ? [cx.who.hid] : head.applyStores
  await checkStores(cx, applyStores)
  const { contractId } = await insert(cx, 'contract', {
    ...head,
    applyStores,
    hid: cx.who.hid,
    contractNo: contractNo || (await number(cx, CONTRACT_NO)),
    paymentDays: head.paymentDays ?? supplier.paymentDays,
  })
  await begin(cx, contract, contractId, contract.is.draft)
  await writeLines(cx, contractId, lines)
  return contractOf(cx, contractId)
}

export async function updateContract(
  cx: Cx<WriteFail | 'contract_fixed'>,
  { contractId, version, lines, ...changes }: EditContract,
): Promise<Contract> {
  const existing = await contractOf(cx, contractId)
  await locked(cx, 'contract', { contractId }, { version: version ?? null })
  if (lines && existing.status !== is.draft) cx.refuse('contract_fixed', { field: 'lines' })
  const head = completed(EditContract, existing, changes)
  await supplierOf(cx, head.supplierId)
  if (changes.applyStores !== undefined) await checkStores(cx, changes.applyStores)
  const { contractNo, name, supplierId, startsOn, endsOn, applyStores, paymentDays, creditLimit, warrantyDays, returnDays, note } = head
  await dropApproval(cx, contractId, { endsOn, applyStores, paymentDays, creditLimit, warrantyDays, returnDays })
  const set = { name, supplierId, startsOn, endsOn, applyStores, paymentDays, creditLimit, warrantyDays, returnDays, note }
  await change(cx, 'contract', { contractId }, {}, { ...set, contractNo })
  if (lines) {
    await remove(cx, 'contract_line', { contractId })
    await writeLines(cx, contractId, lines)
  }
  return contractOf(cx, contractId)
}

type Terms = Pick<Row<'contract'>, (typeof TERMS)[number]>
const TERMS = ['endsOn', 'applyStores', 'paymentDays', 'creditLimit', 'warrantyDays', 'returnDays'] as const
/** Changing a term of a contract in force drops its approval: it waits for another person again. */
async function dropApproval(cx: Cx, contractId: number, changed: { readonly [K in keyof Terms]?: Terms[K] | undefined }): Promise<void> {
  const row = await locked(cx, 'contract', { contractId })
  const before: Terms = row
  const same = TERMS.every((name) => changed[name] === undefined || JSON.stringify(changed[name]) === JSON.stringify(before[name]))
  if (row.status === contract.is.active && !same)
    await move(cx, contract, contractId, 'amend', { automatic: true, set: { approvedBy: null, approvedAt: null } })
}
/** Puts a draft into force, or ends a contract early as of today. */
export async function setContractStatus(
  cx: Cx<'contract_empty' | 'contract_own'>,
  { id, status, version, reason }: { id: number; status: number; version?: number | undefined; reason?: string | undefined },
): Promise<Contract> {
  const existing = await contractOf(cx, id)
  const starts = status === contract.is.active
  if (starts && !existing.lines.length) cx.refuse('contract_empty', { field: 'lines' })
  if (starts && (await isAuthor(cx, 'contract', id))) cx.refuse('contract_own', { field: 'status' })
  await move(cx, contract, id, starts ? 'activate' : 'terminate', {
    note: reason ?? null,
    ...(version === undefined ? {} : { version }),
    set: starts ? { approvedBy: cx.who.ctid, approvedAt: cx.now } : { terminatedOn: cx.today },
  })
  return contractOf(cx, id)
}

export async function deleteContract(cx: Cx<'contract_kept'>, contractId: number): Promise<null> {
  const existing = await contractOf(cx, contractId)
  if (existing.status !== is.draft) cx.refuse('contract_kept')
  await remove(cx, 'contract', { contractId })
  return null
}

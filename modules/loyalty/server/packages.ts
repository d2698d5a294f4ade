/**
 * Packages of members. Pieces are in the ledger book sessions, account `package_item:<id>`, floor 0, against `sold:<store>` and
 * `used:<store>`. The state follows the ledger, so that reversing a refund's entry restores a package.
 */
import {
  begin,
  find,
  insert,
  insertMany,
  lockAccounts,
  locked,
  move,
  post,
  reverse,
  sql,
  lit,
  type Cx,
  type LedgerLine,
  type Row,
  wholeRow,
  type ShapedRow,
} from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { wordOf } from '#kernel/contract/index.ts'
import { memberPackage as machine } from '../contract/states.ts'

export interface NewPackage {
  hid: number
  pid: number
  fgid: number | null
  name: string
  /** Amount paid, fen. */
  price: number
  /** The bill line: `bill_item:12`. */
  ref: string
  expiresOn: string | null
  /** Validity in days from the first use, instead of an expiry date. */
  validDays: number | null
  /** Days within which it can be refunded; 0 = always. */
  cancelDays: number
  items: ReadonlyArray<{ fiid: number | null; name: string; price: number; quantity: number }>
}
const Left = {
  packageItemId: 'number',
  name: 'string',
  price: 'number',
  quantity: 'number',
  left: 'number',
  used: 'number',
} as const
type Left = ShapedRow<typeof Left>
const { is } = machine
const keyOf = (packageItemId: number): string => `package_item:${packageItemId}`
const pieces = (packageItemId: number, amount: number, other: string): LedgerLine[] =>
  amount
    ? [
        { book: 'sessions', key: keyOf(packageItemId), amount, floor: 0 },
        { book: 'sessions', key: other, amount: -amount },
      ]
    : []

/** Opens a purchased package. */
export async function openPackage(cx: Cx, { items, validDays, ...columns }: NewPackage): Promise<number> {
  const status = validDays === null ? is.active : is.inactive
  const { packageId } = await insert(cx, 'member_package', { ...columns, validDays, status, startsOn: cx.today })
  await begin(cx, machine, packageId, status)
  await addItems(cx, { packageId, hid: columns.hid, ref: columns.ref, name: columns.name }, items)
  return packageId
}
/** Adds items to a package after its existing ones. */
export async function addItems(
  cx: Cx,
  { packageId, hid, ref, name }: { packageId: number; hid: number; ref: string; name: string },
  items: NewPackage['items'],
): Promise<void> {
  const last = (await cx.db.the({ n: 'number' }, sql`select coalesce(max(line_no), 0) n from package_item where package_id = ${packageId}`))
    .n
  const rows = await insertMany(
    cx,
    'package_item',
    items.map((item, i) => ({ packageId, lineNo: last + i + 1, ...item })),
  )
  await post(cx, { reason: '购买套餐', ref, note: name, lines: rows.flatMap((r) => pieces(r.packageItemId, r.quantity, `sold:${hid}`)) })
}

export async function packageOf(cx: Cx, packageId: number): Promise<Row<'member_package'>> {
  return (await find(cx, 'member_package', { packageId })) ?? cx.refuse('not_found', { what: '套餐' })
}
/** Items of packages with their ledger balance. */
const leftOf = (cx: Cx, packageIds: readonly number[]): Promise<Array<Left & { packageId: number }>> =>
  cx.db.rows(
    { packageId: 'number', ...Left },
    sql`
      select i.package_id, i.package_item_id, i.name, i.price, i.quantity, coalesce(a.balance, 0)::int "left",
        coalesce(
          (
            select sum(case r.kind when 1 then r.quantity else -r.quantity end)
            from package_record r
            where r.oid = i.oid and r.package_id = i.package_id and r.package_item_id = i.package_item_id and r.kind in (1, 2)
          ),
          0
        )::int used
      from package_item i
      left join ledger_account a on a.oid = i.oid and a.book = 'sessions' and a.key = 'package_item:' || i.package_item_id
      where i.package_id = any(${packageIds})
      order by i.package_id, i.line_no
    `,
  )

/** Uses pieces. The first use fixes the expiry of a package whose validity starts with it. */
export async function redeem(
  cx: Cx<'package_closed' | 'package_short'>,
  {
    packageItemId,
    quantity,
    staffId,
    note,
  }: { packageItemId: number; quantity: number; staffId?: number | undefined; note?: string | undefined },
): Promise<number> {
  const item = (await find(cx, 'package_item', { packageItemId })) ?? cx.refuse('not_found', { what: '套餐项目' })
  const pack = await locked(cx, 'member_package', { packageId: item.packageId }, { what: '套餐' })
  if (!machine.in.usable.includes(pack.status)) cx.refuse('package_closed', { state: wordOf(machine, pack.status) })
  if (pack.expiresOn && pack.expiresOn < cx.today) cx.refuse('package_closed', { state: `已于 ${pack.expiresOn} 到期` })
  if (staffId) await staffOf(cx, staffId)
  const left =
    (await lockAccounts(cx, [{ book: 'sessions', key: keyOf(packageItemId), floor: 0 }])).get(`sessions ${keyOf(packageItemId)}`) ?? 0
  if (left < quantity) cx.refuse('package_short', { name: item.name, left, field: 'quantity' })
  const entryId = await post(cx, {
    reason: '核销套餐',
    ref: `package:${pack.packageId}`,
    note: `${pack.name} ${item.name}`,
    lines: pieces(packageItemId, -quantity, `used:${cx.who.hid}`),
  })
  await insert(cx, 'package_record', {
    hid: cx.who.hid,
    pid: pack.pid,
    packageId: pack.packageId,
    packageItemId,
    kind: 1,
    quantity,
    staffCtid: staffId ?? (cx.who.ctid || null),
    entryId,
    note: note ?? null,
  })
  if (pack.status === is.inactive) {
    const until = pack.validDays
      ? (await cx.db.the({ day: 'string' }, sql`select ${cx.today}::date + ${pack.validDays}::int as day`)).day
      : pack.expiresOn
    await move(cx, machine, pack.packageId, 'activate', { automatic: true, set: { expiresOn: until } })
  }
  await followPackage(cx, pack.packageId)
  return pack.packageId
}

/** Undoes a use on the day it was recorded. */
export async function takeUseBack(cx: Cx<'use_old' | 'use_taken_back'>, recordId: number, reason: string): Promise<number> {
  const record = await find(cx, 'package_record', { recordId })
  if (!record || record.kind !== 1 || record.entryId === null) return cx.refuse('not_found', { what: '核销记录' })
  if (record.at.slice(0, 10) !== cx.today) cx.refuse('use_old')
  const pack = await locked(cx, 'member_package', { packageId: record.packageId }, { what: '套餐' })
  if (await find(cx, 'package_record', { cancels: recordId })) cx.refuse('use_taken_back')
  if (pack.status === is.givenBack) cx.refuse('illegal_move', { state: wordOf(machine, pack.status), move: '撤销核销' })
  const entryId = await reverse(cx, record.entryId, '撤销核销', reason)
  await insert(cx, 'package_record', {
    hid: cx.who.hid,
    pid: pack.pid,
    packageId: pack.packageId,
    packageItemId: record.packageItemId,
    kind: 2,
    quantity: record.quantity,
    cancels: recordId,
    entryId,
    note: reason,
  })
  await followPackage(cx, pack.packageId)
  return pack.packageId
}

/** In use while pieces are left, else used up. */
async function followPackage(cx: Cx, packageId: number): Promise<void> {
  const { status } = await packageOf(cx, packageId)
  const left = (await leftOf(cx, [packageId])).reduce((sum, i) => sum + i.left, 0)
  if (status === is.active && left === 0) await move(cx, machine, packageId, 'finish', { automatic: true })
  else if (status === is.finished && left > 0) await move(cx, machine, packageId, 'reopen', { automatic: true })
}

export async function delay(
  cx: Cx<'delay_shorter'>,
  { packageId, expiresOn, approver, reason }: { packageId: number; expiresOn: string; approver: number; reason: string },
): Promise<void> {
  const pack = await packageOf(cx, packageId)
  const { name } = await staffOf(cx, approver)
  if (
    expiresOn < cx.today ||
    (pack.expiresOn !== null && expiresOn <= pack.expiresOn) ||
    (pack.expiresOn === null && pack.status === is.active)
  )
    cx.refuse('delay_shorter', { field: 'expiresOn' })
  const note = `${reason}（批准人 ${name}）`
  await move(cx, machine, packageId, 'delay', { note, set: { expiresOn } })
  await insert(cx, 'package_record', {
    hid: cx.who.hid,
    pid: pack.pid,
    packageId,
    kind: 3,
    staffCtid: approver,
    expiresBefore: pack.expiresOn,
    expiresAfter: expiresOn,
    note,
  })
  await followPackage(cx, packageId)
}

/** A package of a bill line, held or already returned. */
export interface Returning {
  packageId: number
  name: string
  isHeld: boolean
  /** Fen paid for it. */
  price: number
  /** Pieces to return, by item. */
  items: ReadonlyArray<{ name: string; left: number }>
  used: number
  /** Unused fraction of its worth at list prices. */
  unused: readonly [left: number, whole: number]
  /** Last day for a refund; null = always. */
  until: string | null
}
/** Packages of a bill line: those the member holds, least used first, then those that were returned. Locks their items. */
export async function returnable(cx: Cx, ref: string): Promise<Returning[]> {
  const packs = await cx.db.rows(
    wholeRow('member_package', { until: 'string | null' }),
    sql`
      select m.*, case when cancel_days > 0 then starts_on + cancel_days end until
      from member_package m
      where ref = ${ref}
      order by package_id
      for update
    `,
  )
  const items = await leftOf(
    cx,
    packs.map((p) => p.packageId),
  )
  if (items.length)
    await lockAccounts(
      cx,
      items.map((i) => ({ book: 'sessions', key: keyOf(i.packageItemId), floor: 0 })),
    )
  return packs
    .map((p): Returning => {
      const own = items.filter((i) => i.packageId === p.packageId)
      // In packages where no item has a price, every piece counts equally.
      const weight = (i: Left, n: number) => n * (own.every((o) => o.price === 0) ? 1 : i.price)
      const sum = (piecesOf: (i: Left) => number) => own.reduce((total, i) => total + weight(i, piecesOf(i)), 0)
      return {
        packageId: p.packageId,
        name: p.name,
        isHeld: p.status !== is.givenBack,
        price: p.price,
        items: own.filter((i) => i.left > 0).map((i) => ({ name: i.name, left: i.left })),
        used: own.reduce((n, i) => n + i.used, 0),
        unused: [sum((i) => i.quantity - i.used), sum((i) => i.quantity)],
        until: p.until,
      }
    })
    .sort((a, b) => Number(b.isHeld) - Number(a.isHeld) || b.unused[0] * a.unused[1] - a.unused[0] * b.unused[1])
}
/** Ledger lines that take back all remaining pieces of packages. */
export async function packageReturningLines(cx: Cx, packageIds: readonly number[]): Promise<LedgerLine[]> {
  const packs = new Map(
    (
      await cx.db.rows(
        { packageId: 'number', hid: 'number' },
        sql`select package_id, hid from member_package where package_id = any(${packageIds})`,
      )
    ).map((p) => [p.packageId, p.hid]),
  )
  return (await leftOf(cx, packageIds)).flatMap((i) => pieces(i.packageItemId, -i.left, `sold:${packs.get(i.packageId)}`))
}
/** Marks packages as refunded; the bill line stays in the history. */
export async function closePackages(cx: Cx, packageIds: readonly number[], note: string): Promise<void> {
  for (const id of packageIds) {
    // The refund unfreezes a frozen package.
    if ((await packageOf(cx, id)).status === is.frozen) await move(cx, machine, id, 'thaw', { automatic: true, note })
    await move(cx, machine, id, 'giveBack', { automatic: true, note })
  }
}
/** Takes back the remaining pieces of packages and closes them. */
export async function takePackagesBack(cx: Cx, packageIds: readonly number[], note: string): Promise<void> {
  const lines = await packageReturningLines(cx, packageIds)
  if (lines.length) await post(cx, { reason: '收回套餐', note, lines })
  await closePackages(cx, packageIds, note)
}
/** Restores packages after their refund was cancelled. */
export async function restorePackages(cx: Cx, refs: readonly string[], note: string): Promise<void> {
  const closed = await cx.db.rows(
    { packageId: 'number' },
    sql`
      select distinct m.package_id
      from member_package m
      join move_history h on h.oid = m.oid and h.machine = ${machine.name}
        and h.row_id = m.package_id
        and h.move = 'giveBack'
        and h.note = ${note}
      where m.ref = any(${refs}) and m.status = ${lit(is.givenBack)}
      order by 1
    `,
  )
  for (const { packageId } of closed) await move(cx, machine, packageId, 'restore', { automatic: true, note })
}

/** Expires packages. Remaining pieces stay in the ledger, so that an extension restores them. */
export async function expirePackages(cx: Cx): Promise<void> {
  const over = await cx.db.rows(
    { packageId: 'number' },
    sql`
      select package_id
      from member_package
      where status in ${lit(machine.in.usable)} and expires_on < ${cx.today}::date
      order by package_id
    `,
  )
  for (const { packageId } of over) await move(cx, machine, packageId, 'expire', { automatic: true })
}
/** Freezes or unfreezes a package. */
export const freeze = (cx: Cx, packageId: number, frozen: boolean, note: string | undefined): Promise<unknown> =>
  move(cx, machine, packageId, frozen ? 'freeze' : 'thaw', { note: note ?? null })
/** Packages of a member that follow a combo. */
export const packagesOfCombo = (cx: Cx, pid: number): Promise<Array<Row<'member_package'>>> =>
  cx.db.rows(
    wholeRow('member_package'),
    sql`
      select *
      from member_package
      where pid = ${pid} and fgid is not null and status in ${lit(machine.in.held)}
      order by package_id
      for update
    `,
  )
/** Adds pieces to an item of a package. */
export async function raiseItem(cx: Cx, pack: Row<'member_package'>, packageItemId: number, by: number): Promise<void> {
  await cx.db.run(sql`
    update package_item
    set quantity = quantity + ${by}::int
    where package_item_id = ${packageItemId}
  `)
  await post(cx, { reason: '套餐同步', ref: pack.ref, note: pack.name, lines: pieces(packageItemId, by, `sold:${pack.hid}`) })
  await followPackage(cx, pack.packageId)
}

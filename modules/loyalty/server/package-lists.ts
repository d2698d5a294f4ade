/** Package queries of the screens. */
import { type Page, z } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, pageOf, sql, lit, type Cx, type Handlers } from '#kernel/server/index.ts'
import { provePresence, staffOf } from '#modules/account/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import type { packages } from '../contract/endpoints.packages.ts'
import { Package, PackageItem, PackageRecord } from '../contract/shapes.packages.ts'
import { delay, freeze, packageOf, redeem, takeUseBack } from './packages.ts'
import { memberPackage } from '../contract/states.ts'

const ITEM = sql`
  i.package_item_id, i.package_id, i.fiid, i.name, i.price, i.quantity, coalesce(a.balance, 0)::int "left",
  (i.quantity - coalesce(a.balance, 0))::int used
`
const ITEMS = sql`
  package_item i
  left join ledger_account a on a.oid = i.oid and a.book = 'sessions' and a.key = 'package_item:' || i.package_item_id
`
/** Names with an underscore on the wire, as in the legacy contract. */
const Item = PackageItem.omit({ package_item_id: true, package_id: true }).extend({ packageItemId: z.int(), packageId: z.int() })
const wireItem = ({ packageItemId, packageId, ...rest }: z.output<typeof Item>): PackageItem => ({
  package_item_id: packageItemId,
  package_id: packageId,
  ...rest,
})

async function itemsOf(cx: Cx, packageIds: readonly number[]): Promise<PackageItem[]> {
  return (
    await cx.db.rows(
      Item,
      sql`
        select ${ITEM}
        from ${ITEMS}
        where i.package_id = any(${packageIds})
        order by i.package_id, i.line_no
      `,
    )
  ).map(wireItem)
}
const ROW = sql`
  m.package_id, m.pid, p.name patient_name, m.hid, s.short_name store_name, m.name, m.price, m.status, m.starts_on, m.expires_on,
  m.valid_days, m.ref, m.version
`
const FROM = sql`
  member_package m
  join patient p on p.oid = m.oid and p.pid = m.pid
  join store s on s.oid = m.oid and s.hid = m.hid
`
const Head = Package.omit({ package_id: true, items: true, total: true, left: true }).extend({ packageId: z.int() })
type Head = z.output<typeof Head>

async function withItems(cx: Cx, heads: readonly Head[]): Promise<Package[]> {
  const items = await itemsOf(
    cx,
    heads.map((h) => h.packageId),
  )
  return heads.map(({ packageId, ...head }) => {
    const own = items.filter((i) => i.package_id === packageId)
    return {
      package_id: packageId,
      ...head,
      items: own,
      total: own.reduce((n, i) => n + i.quantity, 0),
      left: own.reduce((n, i) => n + i.left, 0),
    }
  })
}
/** A package with all its fields. */
async function packageShown(cx: Cx, packageId: number): Promise<Package> {
  const head =
    (await cx.db.one(Head, sql`select ${ROW} from ${FROM} where m.package_id = ${packageId}`)) ?? cx.refuse('not_found', { what: '套餐' })
  return (await withItems(cx, [head]))[0]!
}

async function packagePage(
  cx: Cx,
  query: { pid?: number | undefined; status?: number | undefined; search?: string | undefined },
): Promise<Page<Package>> {
  if (query.pid) await patientOf(cx, query.pid)
  const { search: text } = query
  const where = [
    query.pid ? sql`m.pid = ${query.pid}` : sql`m.hid = ${cx.who.hid}`,
    query.status === undefined ? undefined : sql`m.status = ${query.status}`,
    text ? sql`(position(${text} in p.name) > 0 or p.member_no = ${text.toUpperCase()} or position(${text} in m.name) > 0)` : undefined,
  ]
  const page = await pageOf(
    cx,
    { of: Head, select: ROW, from: FROM, where, order: sql`m.status in ${lit(memberPackage.in.usable)} desc, m.package_id desc` },
    query,
  )
  return { list: await withItems(cx, page.list), total: page.total }
}

const Used = PackageRecord.omit({ package_id: true }).extend({ packageId: z.int() })
async function recordPage(
  cx: Cx,
  query: { pid?: number | undefined; package_id?: number | undefined; startTime?: string | undefined; endTime?: string | undefined },
): Promise<Page<PackageRecord>> {
  if (query.pid) await patientOf(cx, query.pid)
  const { list, total } = await pageOf(
    cx,
    {
      of: Used,
      select: sql`
        r.record_id, r.package_id, m.name package_name, i.name item_name, r.pid, p.name patient_name, p.member_no, r.hid,
        s.short_name store_name, r.kind, r.quantity, k.name staff_name, o.name operator_name, r.expires_before, r.expires_after, r.at,
        r.note, exists (select 1 from package_record z where z.oid = r.oid and z.cancels = r.record_id) cancelled
      `,
      from: sql`
        package_record r
        join member_package m using (oid, package_id)
        join patient p on p.oid = r.oid and p.pid = r.pid
        join store s on s.oid = r.oid and s.hid = r.hid
        left join package_item i on i.oid = r.oid and i.package_item_id = r.package_item_id
        left join contact k on k.oid = r.oid and k.ctid_ = r.staff_ctid
        left join contact o on o.oid = r.oid and o.ctid_ = r.ctid_
      `,
      where: [
        query.pid ? sql`r.pid = ${query.pid}` : query.package_id ? undefined : sql`r.hid = ${cx.who.hid}`,
        query.package_id ? sql`r.package_id = ${query.package_id}` : undefined,
        query.startTime ? sql`r.at >= ${dayStart(query.startTime)}` : undefined,
        query.endTime ? sql`r.at < ${dayEnd(query.endTime)}` : undefined,
      ],
      order: sql`r.record_id desc`,
    },
    query,
  )
  return { list: list.map(({ packageId, ...rest }) => ({ package_id: packageId, ...rest })), total }
}

export const packageHandlers: Handlers<typeof packages> = {
  'packages.list': packagePage,
  'packages.items': async (cx, { package_id }) => itemsOf(cx, [(await packageOf(cx, package_id)).packageId]),
  'packages.delay': async (out, { package_id, approverPassword = '', ...input }) => {
    if (input.approver !== out.who.ctid) {
      await out.tx((cx) => staffOf(cx, input.approver))
      const { isProven, left } = await provePresence(out, input.approver, approverPassword, '套餐延期')
      if (!isProven && left === 0) out.refuse('approver_locked', { field: 'approverPassword' })
      if (!isProven) out.refuse('approver_password', { left, field: 'approverPassword' })
    }
    return out.tx(async (cx) => {
      await delay(cx, { packageId: package_id, ...input })
      return packageShown(cx, package_id)
    })
  },
  'packages.item.confirm': async (cx, { package_item_id, ...input }) =>
    packageShown(cx, await redeem(cx, { packageItemId: package_item_id, ...input })),
  'packages.records': recordPage,
  'packages.item.cancel': async (cx, { recordId, reason }) => packageShown(cx, await takeUseBack(cx, recordId, reason)),
  'packages.freeze': async (cx, { package_id, frozen, reason }) => {
    await freeze(cx, package_id, frozen, reason)
    return packageShown(cx, package_id)
  },
}

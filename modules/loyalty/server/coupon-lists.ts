/** Coupon queries of the screens. */
import { columnsOf, completed, allOf, pageOf, remove, sql, lit, type Cx, type Handlers, type Sql } from '#kernel/server/index.ts'
import { inUse, type Page, type StateOf } from '#kernel/contract/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import type { coupons } from '../contract/endpoints.coupons.ts'
import { CouponKind, NewCouponKind, ReceiveRecord } from '../contract/shapes.coupons.ts'
import { grantByHand, worthOfKind } from './grants/grants.ts'
import { issueCoupons, kindOf, saveKind, setCouponStatus } from './coupons.ts'
import { coupon } from '../contract/states.ts'

const KIND = sql`
  ${columnsOf(CouponKind, 'k', 'issued', 'used')},
  (
    select count(*)
    from receive_record r
    where r.oid = k.oid and r.kind_id = k.id and r.status in ${lit(coupon.in.given)}
  ) issued,
  (
    select count(*)
    from receive_record r
    where r.oid = k.oid and r.kind_id = k.id and r.status = ${lit(coupon.is.redeemed)}
  ) used
`
const kindShown = async (cx: Cx, id: number): Promise<CouponKind> => {
  await kindOf(cx, id)
  return await cx.db.the(CouponKind, sql`select ${KIND} from coupon_kind k where k.id = ${id}`)
}

const usableNow = (cx: Cx): Sql =>
  sql`
    (
      r.status = ${lit(coupon.is.unused)}
      and (r.expires_on is null or r.expires_on >= ${cx.today}::date)
      and r.locked_ref is null
      and (k.scope_hid is null or k.scope_hid = '{}' or ${cx.who.hid}::bigint = any(k.scope_hid))
    )
  `
const ROW = (cx: Cx): Sql => sql`
  ${columnsOf(ReceiveRecord, 'r', 'name', 'couponType', 'value', 'discount', 'fromPrice', 'patientName', 'memberNo', 'storeName', 'usedStore', 'usedByName', 'operatorName', 'usable', 'left')},
  k.name,
  k.coupon_type,
  k.value,
  k.discount,
  k.from_price,
  p.name patient_name,
  p.member_no,
  s.short_name store_name,
  u.short_name used_store,
  b.name used_by_name,
  o.name operator_name,
  ${usableNow(cx)} usable,
  case when k.coupon_type = 4 then coalesce(
    (select a.balance from ledger_account a where a.book = 'cards' and a.key = 'coupon:' || r.id), 0
  )
    when k.coupon_type = 1
    and r.status = ${lit(coupon.is.unused)} then k.value
    else 0
  end "left"
`
const FROM = sql`
  receive_record r
  join coupon_kind k on k.oid = r.oid and k.id = r.kind_id
  join patient p on p.oid = r.oid and p.pid = r.pid
  join store s on s.oid = r.oid and s.hid = r.hid
  left join store u on u.oid = r.oid and u.hid = r.used_hid
  left join contact b on b.oid = r.oid and b.ctid_ = r.used_by
  left join contact o on o.oid = r.oid and o.ctid_ = r.ctid_
`

/** A coupon with all its fields. */
async function couponShown(cx: Cx, id: number): Promise<ReceiveRecord> {
  return (
    (await cx.db.one(ReceiveRecord, sql`select ${ROW(cx)} from ${FROM} where r.id = ${id}`)) ?? cx.refuse('not_found', { what: '卡券' })
  )
}
/** Coupons of a member, usable ones first. */
const couponsOf = (cx: Cx, pid: number, only?: Sql): Promise<ReceiveRecord[]> =>
  allOf(
    cx,
    ReceiveRecord,
    sql`
      select ${ROW(cx)}
      from ${FROM}
      where r.pid = ${pid} and ${only ?? sql`true`}
      order by ${usableNow(cx)} desc, r.expires_on nulls last, r.id desc
    `,
  )

function receivePage(
  cx: Cx,
  query: { key_word?: string | undefined; coupon_type?: number | undefined; status?: number | undefined; type?: number | undefined },
): Promise<Page<ReceiveRecord>> {
  const { key_word: text } = query
  return pageOf(
    cx,
    {
      of: ReceiveRecord,
      select: ROW(cx),
      from: FROM,
      order: sql`r.id desc`,
      where: [
        sql`r.hid = ${cx.who.hid}`,
        text
          ? sql`
            (
              position(${text} in p.name) > 0
              or p.member_no = ${text.toUpperCase()}
              or r.code = ${text.toUpperCase()}
              or position(${text} in k.name) > 0
            )
          `
          : undefined,
        query.coupon_type ? sql`k.coupon_type = ${query.coupon_type}` : undefined,
        query.status === undefined ? undefined : sql`r.status = ${query.status}`,
        query.type ? sql`r.type = ${query.type}` : undefined,
      ],
    },
    query,
  )
}
const columns = ({
  scopeHid,
  discount,
  validityDays,
  validUntil,
  total,
  perMember,
  note,
  ...rest
}: {
  scopeHid?: number[] | null | undefined
  discount?: number | null | undefined
  validityDays?: number | null | undefined
  validUntil?: string | null | undefined
  total?: number | null | undefined
  perMember?: number | null | undefined
  note?: string | null | undefined
  name: string
  couponType: 1 | 2 | 3 | 4 | 5
  value: number
  fromPrice: number
  validityType: 0 | 1 | 2
  status: StateOf<typeof inUse>
}) => ({
  ...rest,
  scopeHid: scopeHid?.length ? scopeHid : null,
  discount: discount ?? null,
  validityDays: validityDays ?? null,
  validUntil: validUntil ?? null,
  total: total ?? null,
  perMember: perMember ?? null,
  note: note ?? null,
})

export const couponHandlers: Handlers<typeof coupons> = {
  'card-volume.list': (cx, query) =>
    pageOf(
      cx,
      {
        of: CouponKind,
        select: KIND,
        from: sql`coupon_kind k`,
        order: sql`k.status, k.id desc`,
        where: [
          query.status === undefined ? undefined : sql`k.status = ${query.status}`,
          query.coupon_type ? sql`k.coupon_type = ${query.coupon_type}` : undefined,
          query.key_word ? sql`position(${query.key_word} in k.name) > 0` : undefined,
        ],
      },
      query,
    ),
  'card-volume.charge': (cx) =>
    pageOf(
      cx,
      {
        of: CouponKind,
        select: KIND,
        from: sql`coupon_kind k`,
        order: sql`k.id desc`,
        where: [
          sql`k.status = ${lit(inUse.is.on)}`,
          sql`(k.valid_until is null or k.valid_until >= ${cx.today}::date)`,
          sql`(k.scope_hid is null or ${cx.who.hid} = any(k.scope_hid))`,
        ],
      },
      { page_num: 1, page_size: 0 },
    ),
  'card-volume.create': async (cx, kind) => kindShown(cx, await saveKind(cx, undefined, columns(kind))),
  'card-volume.update': async (cx, { id, ...kind }) =>
    kindShown(cx, await saveKind(cx, id, columns(completed(NewCouponKind, await kindOf(cx, id), kind)))),
  'card-volume.delete': async (cx, { id }) => {
    await kindOf(cx, id)
    await remove(cx, 'coupon_kind', { id })
    return null
  },
  'receive-record.list': receivePage,
  'receive-record.patient': async (cx, { pid }) => couponsOf(cx, (await patientOf(cx, pid)).pid),
  'receive-record.patient-cancel': async (cx, { pid }) => couponsOf(cx, (await patientOf(cx, pid)).pid, usableNow(cx)),
  'receive-record.get': (cx, { id }) => couponShown(cx, id),
  'receive-record.create': async (cx, { kindId, pid, pids = [], quantity, note, approver }) => {
    const to = [...new Set([...(pid ? [pid] : []), ...pids])]
    if (!to.length) cx.refuse('bad_input', { what: '会员：必填', field: 'pid' })
    const kind = await kindOf(cx, kindId)
    await grantByHand(cx, {
      kind: 1,
      pids: to,
      what: quantity > 1 ? `${kind.name} × ${quantity}` : kind.name,
      quantity,
      worth: worthOfKind(kind) * quantity,
      reason: note,
      approver,
      field: 'note',
    })
    const ids = await issueCoupons(cx, { pids: to, kindId, quantity }, { type: 1, note })
    return {
      issued: ids.length,
      list: await cx.db.rows(ReceiveRecord, sql`select ${ROW(cx)} from ${FROM} where r.id = any(${ids}) order by r.id limit 50`),
    }
  },
  'receive-record.status': async (cx, { id, status, note }) => {
    await setCouponStatus(cx, id, status, note)
    return couponShown(cx, id)
  },
}

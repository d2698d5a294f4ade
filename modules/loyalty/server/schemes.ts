/** Storage schemes: named offers with an amount to pay and gifts on top. */
import type { Page, z } from '#kernel/contract/index.ts'
import { find, insert, insertMany, pageOf, remove, sql, update, type Cx, type Row } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { inUse } from '#kernel/contract/index.ts'
import { type EditScheme, type NewScheme, type SchemesQuery, StorageScheme } from '../contract/shapes.stored.ts'
import type { TopUp } from '../contract/shapes.ts'
import { kindOf } from './coupons.ts'

const SCHEME = sql`
  s.storage_scheme_id id, s.hid, s.name, s.money, s.money_gift, s.fgid, s.level_id "level", s.level_keep, l.name level_name, s.status,
  (
    select coalesce(jsonb_agg(jsonb_build_object('kindId', c.kind_id, 'name', k.name, 'quantity', c.quantity) order by k.name), '[]')
    from storage_scheme_coupon c
    join coupon_kind k on k.oid = c.oid and k.id = c.kind_id
    where c.oid = s.oid and c.storage_scheme_id = s.storage_scheme_id
  ) coupons,
  (
    select count(*)
    from charge_bill c
    where c.oid = s.oid and c.storage_scheme_id = s.storage_scheme_id and c.amends is null
  ) used
`
const FROM = sql`storage_scheme s left join level l on l.oid = s.oid and l.id = s.level_id`

export const schemes = (cx: Cx, { hid = cx.who.hid, status, ...query }: z.output<typeof SchemesQuery>): Promise<Page<StorageScheme>> =>
  pageOf(
    cx,
    {
      of: StorageScheme,
      select: SCHEME,
      from: FROM,
      where: [sql`s.hid = ${ownStore(cx, hid)}`, status === undefined ? undefined : sql`s.status = ${status}`],
      order: sql`s.status, s.sort, s.money, s.storage_scheme_id`,
    },
    query,
  )

export const schemeOf = async (cx: Cx, id: number): Promise<StorageScheme> =>
  (await cx.db.one(StorageScheme, sql`select ${SCHEME} from ${FROM} where s.storage_scheme_id = ${id}`)) ??
  cx.refuse('not_found', { what: '储值方案' })

const columns = async (
  cx: Cx,
  { level, coupons: _, ...rest }: Partial<z.output<typeof NewScheme>>,
): Promise<Partial<Row<'storage_scheme'>>> => {
  if (level && !(await find(cx, 'level', { id: level }))) cx.refuse('not_found', { what: '会员等级' })
  return { ...rest, ...(level === undefined ? {} : { levelId: level }) }
}
/** The listed coupons replace the scheme's previous ones. */
async function setCoupons(cx: Cx, storageSchemeId: number, coupons: z.output<typeof NewScheme>['coupons'] | undefined): Promise<void> {
  if (!coupons) return
  for (const { kindId } of coupons) await kindOf(cx, kindId)
  await cx.db.run(sql`delete from storage_scheme_coupon where storage_scheme_id = ${storageSchemeId}`)
  await insertMany(
    cx,
    'storage_scheme_coupon',
    coupons.map((c) => ({ storageSchemeId, ...c })),
  )
}
export async function newScheme(cx: Cx, input: z.output<typeof NewScheme>): Promise<StorageScheme> {
  const { storageSchemeId } = await insert(cx, 'storage_scheme', { hid: cx.who.hid, ...(await columns(cx, input)) })
  await setCoupons(cx, storageSchemeId, input.coupons)
  return schemeOf(cx, storageSchemeId)
}
export async function editScheme(cx: Cx, { id, ...input }: z.output<typeof EditScheme>): Promise<StorageScheme> {
  await schemeOf(cx, id)
  await update(cx, 'storage_scheme', { storageSchemeId: id }, await columns(cx, input))
  await setCoupons(cx, id, input.coupons)
  return schemeOf(cx, id)
}
export async function deleteScheme(cx: Cx, id: number): Promise<null> {
  const { used, name } = await schemeOf(cx, id)
  if (used) cx.refuse('in_use', { what: `储值方案“${name}”` })
  await remove(cx, 'storage_scheme', { storageSchemeId: id })
  return null
}

/** The scheme of a top-up, if it is active and the amounts match. */
export async function schemeFor(
  cx: Cx<'scheme_differs'>,
  { storageSchemeId, money, moneyGift, hid }: TopUp,
): Promise<Row<'storage_scheme'> | undefined> {
  if (!storageSchemeId) return undefined
  const scheme = await find(cx, 'storage_scheme', { storageSchemeId, hid, status: inUse.is.on })
  if (!scheme) return cx.refuse('not_found', { what: '储值方案' })
  if (scheme.money !== money || scheme.moneyGift !== moneyGift)
    cx.refuse('scheme_differs', { name: scheme.name, money: scheme.money / 100, gift: scheme.moneyGift / 100, field: 'money' })
  return scheme
}

/** Coupons of a scheme. */
export const couponsOfScheme = (cx: Cx, storageSchemeId: number): Promise<Array<{ kindId: number; quantity: number }>> =>
  cx.db.rows(
    { kindId: 'number', quantity: 'number' },
    sql`
      select kind_id, quantity
      from storage_scheme_coupon
      where storage_scheme_id = ${storageSchemeId}
      order by kind_id
    `,
  )

/** Users of training devices: who they are, which member each is, how long they train. */
import type { Page, z } from '#kernel/contract/index.ts'
import { inUse } from '#kernel/contract/index.ts'
import { balanceColumn, change, columnsOf, find, insert, lit, pageOf, sql, update, type Cx, type Sql } from '#kernel/server/index.ts'
import { opens } from '#modules/account/contract/kinds.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { unit } from '../contract/brands.ts'
import { Durations, Mapping, type CardFamily, type MapUser, type SaveDurations } from '../contract/cards.ts'
import { LOW, SdxUser, type NewSdxUser, type SdxUserQuery } from '../contract/shapes.ts'
import { cardStates, trainPlan, trainSession } from '../contract/states.ts'
import { brandOf, brandsOf } from './brands.ts'
import { lockUser } from './cards.ts'
import { memberColumn } from './members.ts'
import { trendsOf } from './trends.ts'

const Plain = SdxUser.omit({ trend: true, unit: true, status: true })
const left = balanceColumn('train', sql`'train_card:' || u.id`)
const parts = {
  select: sql`
    ${columnsOf(Plain, 'u', 'sdxUid', 'pid', 'patientName', 'memberNo', 'left', 'lastDone', 'dailyTrainDuration', 'planId')}, u.id sdx_uid,
    p.pid, p.name patient_name, p.member_no, ${left}::int "left", u.daily_minutes daily_train_duration,
    (
      select max(s.done_on)
      from train_session s
      where s.oid = u.oid and s.user_id = u.id and s.status in ${lit(trainSession.in.trained)}
    ) last_done,
    (
      select max(n.id)
      from train_plan n
      where n.oid = u.oid and n.user_id = u.id and n.status in ${lit(trainPlan.in.open)}
    ) plan_id
  `,
  from: sql`train_user u left join patient p on p.oid = u.oid and p.pid = ${memberColumn(sql`u.id`)}`,
}
/** State of a card as SQL, in the order a person would say it. */
const stateOf = (today: string): Sql => sql`
  case when u.ends_on is null then ${lit(cardStates.is.none)}
    when ${left} = 0 then ${lit(cardStates.is.empty)}
    when u.ends_on < ${today}::date then ${lit(cardStates.is.ended)}
    when ${left} <= ${LOW}
    or u.ends_on < ${today}::date + ${LOW}::int then ${lit(cardStates.is.low)}
    else ${lit(cardStates.is.good)}
  end
`
const Kept = Plain.extend({ status: SdxUser.shape.status })

async function shown(cx: Cx, hid: number, rows: ReadonlyArray<z.output<typeof Kept>>): Promise<SdxUser[]> {
  const brands = await brandsOf(cx, hid)
  const trends = await trendsOf(
    cx,
    rows.flatMap((r) => (r.planId === null ? [] : [r.planId])),
  )
  return rows.map((r) => ({
    ...r,
    unit: brands.find((b) => b.brand === r.brand)?.unit ?? unit.days,
    trend: r.planId === null ? null : (trends.get(r.planId) ?? null),
  }))
}
export async function userPage(cx: Cx, query: SdxUserQuery): Promise<Page<SdxUser>> {
  const hid = ownStore(cx, query.hid ?? cx.who.hid)
  const found = await pageOf(
    cx,
    {
      of: Kept,
      select: sql`${parts.select}, ${stateOf(cx.today)} status`,
      from: parts.from,
      where: [
        sql`u.hid = ${hid}`,
        query.brand && sql`u.brand = ${query.brand}`,
        query.purpose !== undefined && sql`u.purpose = ${query.purpose}`,
        query.name && sql`(strpos(u.name, ${query.name}) > 0 or starts_with(u.mobile, ${query.name}))`,
        query.pid !== undefined && sql`p.pid = ${query.pid}`,
        query.leftMax !== undefined && sql`${left} <= ${query.leftMax}`,
        query.status !== undefined && sql`${stateOf(cx.today)} = ${query.status}`,
      ],
      order: sql`u.id desc`,
    },
    query,
  )
  return { ...found, list: await shown(cx, hid, found.list) }
}
async function userOf(cx: Cx, id: number): Promise<SdxUser> {
  const row =
    (await cx.db.one(Kept, sql`select ${parts.select}, ${stateOf(cx.today)} status from ${parts.from} where u.id = ${id}`)) ??
    cx.refuse('not_found', { what: '训练用户' })
  const [user] = await shown(cx, row.hid, [row])
  return user ?? cx.refuse('not_found', { what: '训练用户' })
}

export async function createUser(
  cx: Cx<'user_exists' | 'brand_stopped' | 'mapping_off' | 'member_mapped'>,
  { hid: store, pid, ...values }: NewSdxUser,
): Promise<SdxUser> {
  const hid = ownStore(cx, store ?? cx.who.hid)
  const brand = await brandOf(cx, hid, values.brand)
  if (brand.status !== inUse.is.on) cx.refuse('brand_stopped', { brand: brand.label, field: 'brand' })
  const mobile = values.mobile ?? null
  const same = await cx.db.any(sql`
    select 1
    from train_user
    where hid = ${hid} and brand = ${values.brand} and name = ${values.name} and mobile is not distinct from ${mobile}
  `)
  if (same) cx.refuse('user_exists', { brand: brand.label, field: 'name' })
  const { id } = await insert(cx, 'train_user', { ...values, mobile, birth: values.birth ?? null, hid })
  if (pid !== undefined) await map(cx, { id, hid }, pid)
  cx.touch('training', hid)
  return userOf(cx, id)
}
async function map(cx: Cx<'mapping_off' | 'member_mapped'>, user: { id: number; hid: number }, pid: number): Promise<void> {
  const { edition } = await storeOf(cx, user.hid)
  if (!opens(edition, 'sdxMappingAuth')) cx.refuse('mapping_off', { field: 'pid' })
  await patientOf(cx, pid)
  if (await find(cx, 'train_mapping', { pid, endedAt: null })) cx.refuse('member_mapped', { field: 'pid' })
  await insert(cx, 'train_mapping', { hid: user.hid, userId: user.id, pid })
}
/** Says which member a user is, or ends it. The database keeps one live mapping each way. */
export async function mapUser(
  cx: Cx<'user_other_kind' | 'mapping_off' | 'user_mapped' | 'member_mapped'>,
  family: CardFamily,
  { sdxUid, pid }: z.output<typeof MapUser>,
): Promise<{ sdxUid: number; pid: number | null }> {
  const user = await lockUser(cx, family, sdxUid, 'train:edit')
  const live = await find(cx, 'train_mapping', { userId: sdxUid, endedAt: null })
  if (live?.pid === pid) return { sdxUid, pid }
  if (pid === null) {
    if (live) await update(cx, 'train_mapping', { id: live.id }, { endedAt: cx.now, endedBy: cx.who.ctid || null })
  } else {
    if (live) cx.refuse('user_mapped', { field: 'sdxUid' })
    await map(cx, user, pid)
  }
  cx.touch('training', user.hid)
  return { sdxUid, pid }
}
const mappings = {
  select: sql`m.user_id sdx_uid, u.name user_name, u.brand, m.pid, p.name patient_name, p.member_no, m.at`,
  from: sql`
    train_mapping m
    join train_user u on u.oid = m.oid and u.id = m.user_id
    join patient p on p.oid = m.oid and p.pid = m.pid
  `,
}
export const mappingPage = (cx: Cx, query: { hid?: number | undefined; sdxUid?: number | undefined }): Promise<Page<Mapping>> =>
  pageOf(
    cx,
    {
      of: Mapping,
      ...mappings,
      where: [
        sql`m.hid = ${ownStore(cx, query.hid ?? cx.who.hid)}`,
        sql`m.ended_at is null`,
        query.sdxUid !== undefined && sql`m.user_id = ${query.sdxUid}`,
      ],
      order: sql`m.id desc`,
    },
    query,
  )

export async function durationsOf(cx: Cx, sdxUid: number): Promise<Durations> {
  const row = await cx.db.one(
    Durations,
    sql`
      select id sdx_uid, daily_minutes daily_train_duration, single_minutes single_train_duration, interval_days, train_types
      from train_user
      where id = ${sdxUid}
    `,
  )
  return row ?? cx.refuse('not_found', { what: '训练用户' })
}
export async function saveDurations(
  cx: Cx<'user_other_kind' | 'single_longer'>,
  family: CardFamily,
  { sdxUid, dailyTrainDuration, singleTrainDuration, intervalDays, trainTypes }: z.output<typeof SaveDurations>,
): Promise<Durations> {
  const user = await lockUser(cx, family, sdxUid, 'train:edit')
  if (singleTrainDuration > dailyTrainDuration) cx.refuse('single_longer', { field: 'singleTrainDuration' })
  await change(
    cx,
    'train_user',
    { id: sdxUid },
    {},
    { dailyMinutes: dailyTrainDuration, singleMinutes: singleTrainDuration, intervalDays, trainTypes },
  )
  cx.touch('training', user.hid)
  return durationsOf(cx, sdxUid)
}

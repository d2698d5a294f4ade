/** Members elsewhere: the parents' app, eye-guardian devices, WeChat. */
import {
  columnsOf,
  change,
  find,
  insert,
  pageOf,
  sql,
  update,
  type Condition,
  type Cx,
  type ImportSpec,
  type Row,
  lit,
} from '#kernel/server/index.ts'
import { compareFacts, type Page } from '#kernel/contract/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { ownStore, storeOf } from '#modules/institution/server/door.ts'
import { messagesOf, postMessage, repliesLeft, sendSms, unreadOf } from '#modules/messages/server/door.ts'
import { wechatPort } from '#ports/wechat/choose.ts'
import type { ChatMessage, Sms } from '#modules/messages/contract/shapes.ts'
import type { Patient } from '../contract/shapes.ts'
import {
  ImportEgPatient,
  type CreatePatient,
  EgPatient,
  type EgQuery,
  EgTotal,
  EyeBookChart,
  type EyeBookQuery,
  EyeBookUser,
  type Chat,
  type Relevance,
  WechatMember,
  type WechatQuery,
} from '../contract/shapes.links.ts'
import { mayMarket } from './consent.ts'
import { membersFound, patientOf, patientShown } from './queries.ts'
import { registerPatient } from './save.ts'
import { patientStates, egStates } from '../contract/states.ts'

/** A member another system sends: the same name with the same number is the member who is here. */
export async function createFromOutside(
  cx: Cx<'exists' | 'exists_card' | 'born_later' | 'book_taken'>,
  { eyeBookId, phone, ...input }: CreatePatient,
): Promise<Patient> {
  const here = input.mobile
    ? await find(cx, 'patient', { name: input.name, mobile: input.mobile, status: patientStates.is.present })
    : undefined
  const { pid } = here ?? (await registerPatient(cx, input))
  if (eyeBookId) await linkEyeBook(cx, { pid, eyeBookId, ...(phone ? { phone } : {}), name: input.name })
  return patientShown(cx, pid)
}

const users = {
  select: sql`b.id, b.eye_book_id, b.phone, b.name, b.pid, p.name patient_name, p.member_no, b.at, b.bound_at`,
  from: sql`eye_book b left join patient p on p.oid = b.oid and p.pid = b.pid`,
}
/** Links a user of the Eye-book to a member. A user has one member; a second link has to wait until the first is taken back. */
export async function linkEyeBook(cx: Cx<'book_taken'>, { pid, eyeBookId, phone, name }: Relevance): Promise<EyeBookUser> {
  if (pid) await patientOf(cx, pid)
  const before = await find(cx, 'eye_book', { eyeBookId })
  if (compareFacts(before?.pid, pid) === 'different') cx.refuse('book_taken', { field: 'eyeBookId' })
  const facts = { ...(phone ? { phone } : {}), ...(name ? { name } : {}), ...(pid && before?.pid !== pid ? { pid, boundAt: cx.now } : {}) }
  const { id } = before
    ? (await update(cx, 'eye_book', { id: before.id }, facts))!
    : await insert(cx, 'eye_book', { ...facts, eyeBookId, hid: cx.who.hid })
  return await cx.db.the(EyeBookUser, sql`select ${users.select} from ${users.from} where b.id = ${id}`)
}
export const eyeBookUsers = (cx: Cx, query: z.output<typeof EyeBookQuery>): Promise<Page<EyeBookUser>> =>
  pageOf(
    cx,
    {
      of: EyeBookUser,
      ...users,
      where: [
        query.name &&
          sql`
            (
              b.name ilike ${`%${query.name}%`}
              or b.phone like ${`%${query.name}%`}
              or b.eye_book_id = ${query.name}
              or b.pid in ${membersFound(query.name)}
            )
          `,
        query.bound !== undefined && (query.bound ? sql`b.pid is not null` : sql`b.pid is null`),
      ],
      order: sql`b.id desc`,
    },
    query,
  )
/** New users and links by month, the last twelve. */
export async function eyeBookCharts(cx: Cx): Promise<EyeBookChart> {
  const month = sql`date_trunc('month', ${cx.today}::date)`
  const months = await cx.db.rows(
    EyeBookChart.shape.months.element,
    sql`
      select to_char(m, 'YYYY-MM') as month, (select count(*) from eye_book b where b.at >= m and b.at < m + interval '1 month') users,
        (
          select count(*)
          from eye_book b
          where b.bound_at >= m and b.bound_at < m + interval '1 month'
        ) bound
      from generate_series(${month} - interval '11 months', ${month}, interval '1 month') m
      order by m
    `,
  )
  const sums = await cx.db.the({ total: 'number', bound: 'number' }, sql`select count(*) total, count(pid) bound from eye_book`)
  return { ...sums, months }
}

const egParts = {
  select: sql`${columnsOf(EgPatient, 'g', 'patientName', 'memberNo')}, p.name patient_name, p.member_no`,
  from: sql`eg_patient g left join patient p on p.oid = g.oid and p.pid = g.pid`,
}
const egShown = async (cx: Cx, row: Row<'eg_patient'> | undefined): Promise<EgPatient> =>
  await cx.db.the(EgPatient, sql`select ${egParts.select} from ${egParts.from} where g.id = ${row!.id}`)
/** A user of a store the account works in. */
async function ownEg(cx: Cx, id: number): Promise<Row<'eg_patient'>> {
  const row = await find(cx, 'eg_patient', { id })
  return row && cx.who.hids.includes(row.hid) ? row : cx.refuse('not_found', { what: '护眼用户' })
}
const egFilters = (query: EgQuery): Condition[] => [
  query.name && sql`(g.name ilike ${`%${query.name}%`} or g.mobile like ${`%${query.name}%`} or g.device_no = ${query.name})`,
  query.status !== undefined && sql`g.status = ${query.status}`,
  query.matched !== undefined && (query.matched ? sql`g.pid is not null` : sql`g.pid is null`),
]
export const egList = (cx: Cx, query: EgQuery): Promise<Page<EgPatient>> =>
  pageOf(
    cx,
    { of: EgPatient, ...egParts, where: [sql`g.hid = ${ownStore(cx, query.hid)}`, ...egFilters(query)], order: sql`g.id desc` },
    query,
  )
/** Figures over the stores the account may see. Two hours outdoors a day is what protects (WHO 2019; 儿童青少年近视防控适宜技术指南, 2021). */
export const egTotal = async (cx: Cx): Promise<EgTotal> =>
  await cx.db.the(
    EgTotal,
    sql`
      select count(*) total, count(*) filter (where status = ${lit(egStates.is.served)}) normal,
        count(*) filter (where status = ${lit(egStates.is.stopped)}) stopped, count(pid) matched,
        count(*) filter (where outdoor_minutes < 120 and status = ${lit(egStates.is.served)}) outdoor_short
      from eg_patient
      where hid = any(${cx.who.hids})
    `,
  )
export const egStatus = async (cx: Cx<'device_taken'>, { id, status }: { id: number; status: EgPatient['status'] }): Promise<EgPatient> =>
  egShown(cx, await update(cx, 'eg_patient', { id: (await ownEg(cx, id)).id }, { status }))
export async function egLink(cx: Cx, { id, pid }: { id: number; pid: number | null }): Promise<EgPatient> {
  if (pid) await patientOf(cx, pid)
  return egShown(cx, await update(cx, 'eg_patient', { id: (await ownEg(cx, id)).id }, { pid }))
}

/** Users out of a device's file; who has the name and number of a member is that member. */
export const importEg: ImportSpec<typeof ImportEgPatient> = {
  label: '护眼用户',
  shape: ImportEgPatient,
  aliases: {
    name: ['学生姓名', '用户姓名', '会员姓名'],
    mobile: ['家长手机', '手机', '联系电话'],
    deviceNo: ['设备编号', '设备SN', 'sn'],
    outdoorMinutes: ['户外时长', '户外时间'],
    nearMinutes: ['近距离用眼时长', '用眼时长'],
    nearDistance: ['用眼距离'],
    measuredOn: ['日期'],
  },
  prepare: async () => undefined,
  write: async (cx, row, line) => {
    const member = row.mobile
      ? await find(cx, 'patient', { name: row.name, mobile: row.mobile, status: patientStates.is.present })
      : undefined
    const { id } = await insert(cx, 'eg_patient', { ...row, hid: line.hid, ...(member ? { pid: member.pid } : {}) })
    await line.made('eg_patient', id)
  },
  root: {
    table: 'eg_patient',
    names: async (cx, ids) =>
      new Map(
        (await cx.db.rows({ id: 'number', name: 'string' }, sql`select id, name from eg_patient where id = any(${ids})`)).map((r) => [
          r.id,
          r.name,
        ]),
      ),
  },
}

const Bindable = WechatMember.omit({ marketing: true, unread: true })
/** Members of a store with WeChat, the latest bound first; or without, or all. */
export async function wechatMembers(cx: Cx, query: WechatQuery): Promise<Page<WechatMember>> {
  const found = await pageOf(
    cx,
    {
      of: Bindable,
      select: sql`p.pid, p.member_no, p.name, p.gender, p.birth, p.mobile, p.wechat_name, p.wechat_at, p.last_visit_at`,
      from: sql`patient p`,
      where: [
        sql`p.hid = ${ownStore(cx, query.hid)}`,
        sql`p.status = ${lit(patientStates.is.present)}`,
        query.bound !== undefined && (query.bound ? sql`p.wechat_open_id is not null` : sql`p.wechat_open_id is null`),
        query.name && sql`p.pid in ${membersFound(query.name)}`,
      ],
      order: query.bound ? sql`p.wechat_at desc, p.pid desc` : sql`p.pid desc`,
    },
    query,
  )
  const [agreed, unread] = [
    await mayMarket(
      cx,
      found.list.map((p) => p.pid),
    ),
    await unreadOf(cx),
  ]
  return { total: found.total, list: found.list.map((p) => ({ ...p, marketing: agreed.has(p.pid), unread: unread.get(p.pid) ?? 0 })) }
}
/** Ties a WeChat to a member, or with `null` parts them. */
export async function setWechat(cx: Cx, pid: number, wechat: { openId: string; name: string | null } | null): Promise<Patient> {
  await patientOf(cx, pid)
  const tie = { wechatOpenId: wechat?.openId ?? null, wechatName: wechat?.name ?? null, wechatAt: wechat ? cx.now : null }
  await change(cx, 'patient', { pid }, {}, tie)
  return patientShown(cx, pid)
}

/** The conversation with a member. */
export async function chatOf(cx: Cx, { pid, before }: { pid: number; before?: number | undefined }): Promise<Chat> {
  const { wechatName, wechatOpenId } = await patientOf(cx, pid)
  return {
    pid,
    wechatName,
    bound: wechatOpenId !== null,
    simulated: wechatPort().simulated,
    ...(await repliesLeft(cx, pid)),
    list: await messagesOf(cx, pid, before ? { before } : {}),
  }
}
/** Writes to a member; without a WeChat the message stays, marked as failed. */
export async function writeTo(cx: Cx, { pid, text }: { pid: number; text: string }): Promise<ChatMessage> {
  const { wechatOpenId } = await patientOf(cx, pid)
  return postMessage(cx, { pid, text, openId: wechatOpenId })
}
/** Writes to a member by SMS. */
export async function writeBySms(cx: Cx<'no_mobile'>, { pid, text }: { pid: number; text: string }): Promise<Sms> {
  const { mobile, name } = await patientOf(cx, pid)
  if (!mobile) return cx.refuse('no_mobile')
  const store = await storeOf(cx, cx.who.hid)
  return sendSms(cx, { hid: cx.who.hid, pid, mobile, template: 'notice', params: { name, store: store.name, content: text } })
}

/** Offices, consulting rooms and screens of a store. */
import { columnsOf, change, find, insert, remove, sql, update, type Cx, type Sql } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import {
  ConsultingRoom,
  type EditConsultingRoom,
  type EditLargeScreen,
  type EditOffice,
  LargeScreen,
  type NewConsultingRoom,
  type NewLargeScreen,
  type NewOffice,
  Office,
} from '../contract/shapes.rooms.ts'

const page = <R>(list: R[]): { list: R[]; total: number } => ({ list, total: list.length })

export async function offices(cx: Cx, hid: number): Promise<{ list: Office[]; total: number }> {
  ownStore(cx, hid)
  return page(await cx.db.rows(Office, sql`select ${columnsOf(Office, 'office')} from office where hid = ${hid} order by sort, id`))
}
export async function officeOf(cx: Cx, id: number): Promise<Office> {
  return (await find(cx, 'office', { id })) ?? cx.refuse('not_found', { what: '科室' })
}
export async function saveOffice(cx: Cx, input: z.output<typeof NewOffice> | z.output<typeof EditOffice>): Promise<Office> {
  ownStore(cx, input.hid)
  if (!('id' in input)) return officeOf(cx, (await insert(cx, 'office', input)).id)
  const { id, hid: _, ...set } = input
  await officeOf(cx, id)
  await update(cx, 'office', { id }, set)
  return officeOf(cx, id)
}
export async function deleteOffice(cx: Cx<'office_in_use'>, id: number): Promise<null> {
  await officeOf(cx, id)
  const used = await cx.db.one(
    sql`select 1 from consulting_room where office_id = ${id} union all select 1 from reservation where office_id = ${id} union all select 1 from queue_ticket where office_id = ${id} limit 1`,
  )
  if (used) cx.refuse('office_in_use')
  await cx.db.run(sql`update large_screen set office_id = null where office_id = ${id}`)
  await remove(cx, 'office', { id })
  return null
}

const rooms = (cx: Cx, where: Sql): Promise<ConsultingRoom[]> =>
  cx.db.rows(
    ConsultingRoom,
    sql`select ${columnsOf(ConsultingRoom, 'c', 'officeName', 'series', 'doctorName')}, o.name office_name, coalesce(o.series, 'A') series, d.name doctor_name from consulting_room c left join office o on o.oid = c.oid and o.id = c.office_id
    left join contact d on d.oid = c.oid and d.ctid_ = c.doctor_id where ${where} order by c.sort, c.id`,
  )
export async function roomsOf(cx: Cx, hid: number): Promise<{ list: ConsultingRoom[]; total: number }> {
  ownStore(cx, hid)
  return page(await rooms(cx, sql`c.hid = ${hid}`))
}
export async function roomsInUse(cx: Cx, hid: number): Promise<ConsultingRoom[]> {
  ownStore(cx, hid)
  return rooms(cx, sql`c.hid = ${hid} and c.status = 0`)
}
export async function roomOf(cx: Cx, id: number): Promise<ConsultingRoom> {
  return (await rooms(cx, sql`c.id = ${id}`))[0] ?? cx.refuse('not_found', { what: '诊室' })
}
export async function saveRoom(
  cx: Cx,
  input: z.output<typeof NewConsultingRoom> | z.output<typeof EditConsultingRoom>,
): Promise<ConsultingRoom> {
  ownStore(cx, input.hid)
  if (input.officeId) await officeOf(cx, input.officeId)
  if (input.doctorId) await staffOf(cx, input.doctorId)
  if (!('id' in input)) return roomOf(cx, (await insert(cx, 'consulting_room', input)).id)
  const { id, hid: _, ...set } = input
  await roomOf(cx, id)
  await update(cx, 'consulting_room', { id }, set)
  return roomOf(cx, id)
}
export async function deleteRoom(cx: Cx<'room_in_use'>, id: number): Promise<null> {
  await roomOf(cx, id)
  const used = await cx.db.one(
    sql`select 1 from queue_ticket where consulting_id = ${id} union all select 1 from reservation where consulting_id = ${id} limit 1`,
  )
  if (used) cx.refuse('room_in_use')
  await cx.db.run(sql`update large_screen set consulting_id = null where consulting_id = ${id}`)
  await remove(cx, 'consulting_room', { id })
  return null
}

const screens = (cx: Cx, where: Sql): Promise<LargeScreen[]> =>
  cx.db.rows(
    LargeScreen,
    sql`select ${columnsOf(LargeScreen, 's', 'officeName', 'consultingName')}, o.name office_name, c.name consulting_name from large_screen s left join office o on o.oid = s.oid and o.id = s.office_id left join consulting_room c on c.oid = s.oid and c.id = s.consulting_id
    where ${where} order by s.id`,
  )
export async function screensOf(cx: Cx, hid: number): Promise<{ list: LargeScreen[]; total: number }> {
  ownStore(cx, hid)
  return page(await screens(cx, sql`s.hid = ${hid}`))
}
export async function screenOf(cx: Cx, id: number): Promise<LargeScreen> {
  return (await screens(cx, sql`s.id = ${id}`))[0] ?? cx.refuse('not_found', { what: '大屏' })
}
export async function saveScreen(cx: Cx, input: z.output<typeof NewLargeScreen> | z.output<typeof EditLargeScreen>): Promise<LargeScreen> {
  ownStore(cx, input.hid)
  if (input.officeId) await officeOf(cx, input.officeId)
  if (input.consultingId) await roomOf(cx, input.consultingId)
  if (!('id' in input)) return screenOf(cx, (await insert(cx, 'large_screen', input)).id)
  const { id, hid: _, version, ...set } = input
  await change(cx, 'large_screen', { id }, { what: '大屏', version }, set)
  return screenOf(cx, id)
}
export async function deleteScreen(cx: Cx, id: number): Promise<null> {
  await screenOf(cx, id)
  await remove(cx, 'large_screen', { id })
  return null
}

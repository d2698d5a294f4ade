/** Offices, consulting rooms and screens: behaviour beyond keeping rows. */
import { inUse } from '#kernel/contract/index.ts'
import { familyHandlers, sql, verbsOf, type Cx, type Hooks } from '#kernel/server/index.ts'
import { staffOf } from '#modules/account/server/door.ts'
import { places, type ConsultingRoom } from '../contract/families.ts'

const offices = verbsOf(places['settings.office-manage'])
const rooms = verbsOf(places['settings.consulting-manage'])

const officeHooks: Hooks<(typeof places)['settings.office-manage']> = {
  mayDelete: async (cx, { id }) => {
    const used = await cx.db.any(
      sql`
        select 1
        from consulting_room
        where office_id = ${id}
        union all
        select 1
        from reservation
        where office_id = ${id}
        union all
        select 1
        from queue_ticket
        where office_id = ${id}
        limit 1
      `,
    )
    if (used) cx.refuse('office_in_use')
    await cx.db.run(sql`update large_screen set office_id = null where office_id = ${id}`)
  },
}
const roomHooks: Hooks<(typeof places)['settings.consulting-manage']> = {
  beforeSave: async (cx, { officeId, doctorId }) => {
    if (officeId) await offices.get(cx, { id: officeId })
    if (doctorId) await staffOf(cx, doctorId)
  },
  mayDelete: async (cx, { id }) => {
    const used = await cx.db.any(
      sql`
        select 1
        from queue_ticket
        where consulting_id = ${id}
        union all
        select 1
        from reservation
        where consulting_id = ${id}
        limit 1
      `,
    )
    if (used) cx.refuse('room_in_use')
    await cx.db.run(sql`update large_screen set consulting_id = null where consulting_id = ${id}`)
  },
}
const screenHooks: Hooks<(typeof places)['large-screens']> = {
  beforeSave: async (cx, { officeId, consultingId }) => {
    if (officeId) await offices.get(cx, { id: officeId })
    if (consultingId) await rooms.get(cx, { id: consultingId })
  },
}
export const placeHandlers = familyHandlers(places, {
  'settings.office-manage': officeHooks,
  'settings.consulting-manage': roomHooks,
  'large-screens': screenHooks,
})

/** Active rooms of a store, for selection. */
export const roomsInUse = async (cx: Cx, hid: number): Promise<ConsultingRoom[]> =>
  (await rooms.list(cx, { hid, status: inUse.is.on, pageSize: 0, pageNum: 1 })).list

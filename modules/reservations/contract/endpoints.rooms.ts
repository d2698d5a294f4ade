import { del, done, get, page, post, put, z } from '#kernel/contract/index.ts'
import * as s from './shapes.rooms.ts'

/** Rosters, offices, rooms and screens. */
export const rooms = {
  'duties.doctors': get('/{product}/duties/doctors', { can: 'reservation:view', summary: 'Doctors of a store with their duties (this week when no dates are given)', input: s.DutyQuery, output: z.array(s.DutyDoctor) }),
  'duties.create': post('/{product}/duties', { can: 'duty:edit', summary: 'Puts a doctor on duty; shift 0 is rest', input: s.NewDuty, output: z.array(s.Duty), fails: ['duty_overlap', 'duty_booked', 'time_order'] }),
  'duties.delete': del('/{product}/duties/{id}', { can: 'duty:edit', summary: 'Takes a duty away; with bookings in it only by force', input: s.DeleteDuty, output: done(), fails: ['duty_booked'] }),
  'duties.clear': del('/{product}/duties/clear', { can: 'duty:edit', summary: 'Empties the roster of some days', input: s.ClearDuties, output: s.Copied.pick({ copied: true }).extend({ copied: s.Copied.shape.copied.meta({ label: '已清除' }) }), fails: ['duty_booked'] }),
  'duties.copy': post('/{product}/duties/copy', { can: 'duty:edit', summary: 'Copies days of the roster to following days; what is already there stays', input: s.CopyDuties, output: s.Copied, fails: ['time_order'], query: ['hid', 'startDate', 'endDate'] }),
  'duties.left': get('/{product}/doctors/{id}/duty-left', { can: 'reservation:view', summary: 'Places left in a doctor\'s duties', input: s.LeftQuery, output: z.array(s.DutyLeft) }),
  'duties.interval': get('/{product}/doctors/{id}/interval', { can: 'reservation:view', summary: 'Slots of a doctor\'s day, free or not', input: s.IntervalQuery, output: z.array(s.Interval) }),

  'settings.office-manage.list': get('/v1/{product}/office-manage', { can: 'reservation:view', summary: 'Offices of a store', input: s.OfStore, output: page(s.Office) }),
  'settings.office-manage.get': get('/v1/{product}/office-manage/{id}', { can: 'reservation:view', summary: 'One office', input: s.ById, output: s.Office }),
  'settings.office-manage.create': post('/v1/{product}/office-manage', { can: 'screen:edit', summary: 'New office', input: s.NewOffice, output: s.Office, fails: ['office_exists'] }),
  'settings.office-manage.update': put('/v1/{product}/office-manage/{id}', { can: 'screen:edit', summary: 'Changes an office', input: s.EditOffice, output: s.Office, fails: ['office_exists'] }),
  'settings.office-manage.delete': del('/v1/{product}/office-manage/{id}', { can: 'screen:edit', summary: 'Deletes an office without rooms', input: s.ById, output: done(), fails: ['office_in_use'] }),
  'settings.consulting-manage.list': get('/v1/{product}/consulting-manage', { can: 'reservation:view', summary: 'Consulting rooms of a store', input: s.OfStore, output: page(s.ConsultingRoom) }),
  'settings.consulting-manage.get': get('/v1/{product}/consulting-manage/{id}', { can: 'reservation:view', summary: 'One consulting room', input: s.ById, output: s.ConsultingRoom }),
  'settings.consulting-manage.create': post('/v1/{product}/consulting-manage', { can: 'screen:edit', summary: 'New consulting room', input: s.NewConsultingRoom, output: s.ConsultingRoom, fails: ['room_exists'] }),
  'settings.consulting-manage.update': put('/v1/{product}/consulting-manage/{id}', { can: 'screen:edit', summary: 'Changes a consulting room', input: s.EditConsultingRoom, output: s.ConsultingRoom, fails: ['room_exists'] }),
  'settings.consulting-manage.delete': del('/v1/{product}/consulting-manage/{id}', { can: 'screen:edit', summary: 'Deletes a room nobody was seen in', input: s.ById, output: done(), fails: ['room_in_use'] }),
  'consulting-rooms': get('/v1/{product}/consulting-rooms', { can: 'reservation:view', summary: 'Rooms in use, for choosing', input: s.OfStore, output: z.array(s.ConsultingRoom) }),
  'queue.check-office': get('/v1/{product}/queue/check-office-queue', { can: 'tv:view', summary: 'The waiting room: who is called where, who waits how long; names masked', input: s.BoardQuery, output: s.Board }),

  'large-screens.list': get('/v1/{product}/large-screens', { can: 'tv:view', summary: 'Waiting-room screens of a store', input: s.OfStore, output: page(s.LargeScreen) }),
  'large-screens.create': post('/v1/{product}/large-screens', { can: 'screen:edit', summary: 'New screen', input: s.NewLargeScreen, output: s.LargeScreen, fails: ['screen_exists'] }),
  'large-screens.get': get('/v1/{product}/large-screens/{id}', { can: 'tv:view', summary: 'One screen', input: s.ById, output: s.LargeScreen }),
  'large-screens.update': put('/v1/{product}/large-screens/{id}', { can: 'screen:edit', summary: 'Changes a screen', input: s.EditLargeScreen, output: s.LargeScreen, fails: ['screen_exists'] }),
  'large-screens.delete': del('/v1/{product}/large-screens/{id}', { can: 'screen:edit', summary: 'Deletes a screen', input: s.ById, output: done() }),
  'large-screens.statistic-today': get('/v1/{product}/statistic-today', { can: 'session', summary: 'The day of a store in figures (the own store when none is named)', input: z.object({ hid: s.OfStore.shape.hid.optional() }), output: s.TodayCounts }),
}

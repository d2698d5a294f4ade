import { del, done, get, outside, post, z } from '#kernel/contract/index.ts'
import { placeCalls, places } from './families.ts'
import * as s from './shapes.rooms.ts'

/** Rosters, offices, consulting rooms and screens. */
export const rooms = {
  'duties.doctors': get('/{product}/duties/doctors', {
    can: 'reservation:view',
    summary: 'Doctors of a store with their duties (this week when no dates are given)',
    input: s.DutyQuery,
    output: z.array(s.DutyDoctor),
  }),
  'duties.create': post('/{product}/duties', {
    can: 'duty:edit',
    summary: 'Puts a doctor on duty; shift 0 is rest',
    input: s.NewDuty,
    output: z.array(s.RosterDuty),
    fails: ['duty_overlap', 'duty_booked', 'time_order'],
  }),
  'duties.delete': del('/{product}/duties/{id}', {
    can: 'duty:edit',
    summary: 'Takes a duty away; with bookings in it only by force',
    input: s.DeleteDuty,
    output: done(),
    fails: ['duty_booked'],
  }),
  'duties.clear': del('/{product}/duties/clear', {
    can: 'duty:edit',
    summary: 'Empties the roster of some days',
    input: s.ClearDuties,
    output: s.Copied.pick({ copied: true }).extend({ copied: s.Copied.shape.copied.meta({ label: '已清除' }) }),
    fails: ['duty_booked'],
  }),
  'duties.copy': post('/{product}/duties/copy', {
    can: 'duty:edit',
    summary: 'Copies days of the roster to following days; what is already there stays',
    input: s.CopyDuties,
    output: s.Copied,
    fails: ['time_order'],
    query: ['hid', 'startDate', 'endDate'],
  }),
  'duties.left': get('/{product}/doctors/{id}/duty-left', {
    can: 'reservation:view',
    summary: "Places left in a doctor's duties",
    input: s.LeftQuery,
    output: z.array(s.DutyLeft),
  }),
  'duties.interval': get('/{product}/doctors/{id}/interval', {
    can: 'reservation:view',
    summary: "Slots of a doctor's day, free or not",
    input: s.IntervalQuery,
    output: z.array(s.Interval),
  }),

  'reservations.wechat-intervals': get('/{product}/wechat/reservations/intervals', {
    can: 'reservation:view',
    summary: 'Slots the members of a store may book by WeChat, by day and doctor; no name of a member',
    input: s.WechatQuery,
    output: z.array(s.WechatDay),
  }),

  ...placeCalls,
  'consulting-rooms': get('/v1/{product}/consulting-rooms', {
    can: 'reservation:view',
    summary: 'Rooms in use, for choosing',
    input: s.OfStore,
    output: z.array(places['settings.consulting-manage'].row),
  }),
  'queue.check-office': get('/v1/{product}/queue/check-office-queue', {
    can: 'tv:view',
    summary: 'The waiting room: who is called where, who waits how long; names masked',
    input: s.BoardQuery,
    output: s.Board,
  }),

  'reservations.check-in-code': outside.get('/reservation/check-in-code/{hid}', {
    can: 'queue:run',
    summary: 'Ours: the code a store shows today; a member who scans it with WeChat is checked in',
    input: z.object({ hid: s.BoardQuery.shape.hid }),
    output: s.CheckInCode,
  }),
  'large-screens.baidu-token': outside.get('/v1/{product}/baidu-token', {
    can: 'tv:view',
    summary: 'Token of the speech service that calls numbers; where none is connected the screen speaks by itself',
    input: z.object({}),
    output: s.SpeechToken,
    perMinute: 60,
  }),
  'large-screens.statistic-today': get('/v1/{product}/statistic-today', {
    can: 'session',
    summary: 'The day of a store in figures (the own store when none is named)',
    input: z.object({ hid: s.OfStore.shape.hid.optional() }),
    output: s.TodayCounts,
  }),
}

import { callsOf, count, crud, family, flag, named, text, z } from '#kernel/contract/index.ts'
import * as f from './fields.ts'

const sort = count('排序', { max: 1000 }).default(0)
const note = text('备注', { max: 200 }).nullable().optional()
const edit = 'screen:edit'
const officeName = named(text('科室').nullable(), 'officeId', 'office')

/** Offices, consulting rooms and waiting-room screens. */
export const places = {
  'settings.office-manage': family({
    table: 'office',
    label: '科室',
    noun: 'office',
    can: { view: 'reservation:view', edit },
    calls: crud('/v1/{product}/office-manage'),
    free: true,
    fields: { name: f.officeName, series: f.series.default('A'), status: f.inUse, sort, note },
    order: ['sort'],
    fails: ['office_exists'],
    keeps: ['office_in_use'],
  }),
  'settings.consulting-manage': family({
    table: 'consulting_room',
    label: '诊室',
    noun: 'consulting room',
    can: { view: 'reservation:view', edit },
    calls: crud('/v1/{product}/consulting-manage'),
    free: true,
    fields: {
      name: f.roomName,
      officeId: f.officeId.nullable().optional(),
      doctorId: f.doctorId.nullable().optional(),
      passAfter: count('过号后移', { min: 1, max: 20, unit: '人' }).default(3),
      status: f.inUse,
      sort,
      note,
    },
    shown: {
      officeName,
      series: named(f.series, 'officeId', 'office', { column: 'series', otherwise: 'A' }),
      doctorName: named(text('医生').nullable(), 'doctorId', 'contact', { key: 'ctid' }),
    },
    filters: ['status'],
    order: ['sort'],
    fails: ['room_exists'],
    keeps: ['room_in_use'],
  }),
  'large-screens': family({
    table: 'large_screen',
    label: '大屏',
    noun: 'waiting-room screen',
    can: { view: 'tv:view', edit },
    calls: crud('/v1/{product}/large-screens'),
    fields: {
      name: f.screenName,
      officeId: f.officeId.nullable().optional(),
      consultingId: f.consultingId.nullable().optional(),
      notice: text('提示语', { max: 200 }).nullable().optional(),
      speak: flag('语音播报').default(true),
      speechRate: z.number().min(0.5).max(2).default(0.9).meta({ label: '语速', format: 'measure', step: 0.1, decimals: 1 }),
      showWait: flag('显示预计等候').default(true),
    },
    shown: { officeName, consultingName: named(text('诊室').nullable(), 'consultingId', 'consulting_room') },
    has: ['version'],
    fails: ['screen_exists'],
  }),
}
export const placeCalls = callsOf(places)

export default places

type Row<K extends keyof typeof places> = z.output<(typeof places)[K]['row']>
export type Office = Row<'settings.office-manage'>
export type ConsultingRoom = Row<'settings.consulting-manage'>

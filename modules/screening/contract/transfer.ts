/** Results into the examinations of members, and the schedules of screenings. */
import { count, date, get, id, moment, outside, post, status, text, z } from '#kernel/contract/index.ts'
import { studentFields as f } from './fields.ts'
import { screeningTask } from './states.results.ts'
import { Refused, Which } from './sync.ts'

const manage = { can: 'screening:manage' } as const
/** Results written into examinations; `unchanged` stood there already. */
export const Synced = z.object({
  id: id('转入批次').nullable(),
  total: count('总数'),
  written: count('写入'),
  unchanged: count('已有'),
  refused: z.array(Refused),
  finishedAt: moment('完成时间').nullable(),
})
export type Synced = z.output<typeof Synced>
export const OpenNum = z.object({
  /** Results of linked students that do not stand in the examinations yet. */
  num: count('待写入'),
  students: count('学生'),
  /** Students that are no members. */
  unlinked: count('未转入'),
  consented: count('其中已同意'),
})

export type OpenNum = z.output<typeof OpenNum>

export const Schedule = z.object({
  scheduleId: text('计划', { max: 60 }),
  name: text('名称'),
  schoolName: text('学校').nullable(),
  dateFrom: date('开始日期').nullable(),
  dateTo: date('结束日期').nullable(),
  status: status('状态', screeningTask).nullable(),
  total: count('应筛人数'),
  done: count('已筛人数'),
})
export type Schedule = z.output<typeof Schedule>
const ScheduleResult = z.object({
  scheduleId: text('计划', { max: 60 }),
  students: count('已筛人数'),
  rows: z.array(
    z.object({
      className: text('班级').nullable(),
      total: count('应筛人数'),
      done: count('已筛人数'),
      poorSight: count('视力不良').nullable(),
      myopia: count('筛查性近视').nullable(),
    }),
  ),
})
export type ScheduleResult = z.output<typeof ScheduleResult>

export const transferEndpoints = {
  'eyefile.sync.batch-num': get('/v1/{product}/patients/batch-sync-eyefile-num', {
    can: 'screening:view',
    summary: 'How many results of a store are not in the examinations yet, and how many students are no members',
    input: z.object({ hid: f.hid.optional() }),
    output: OpenNum,
    timeout: 120,
  }),
  'eyefile.sync.num': get('/v1/{product}/patients/sync-eyefile-num', {
    can: 'screening:view',
    summary: 'The same of one member or student',
    input: z.object({ pid: id('会员').optional(), studentId: f.studentId.optional() }),
    output: OpenNum,
  }),
  'eyefile.sync.batch': post('/v1/{product}/patients/batch-sync-eyefile', {
    ...manage,
    summary: "Writes results into the examinations of the students' members; what stands there stays. Above 1,000 a job",
    input: Which,
    output: Synced,
    timeout: 120,
    fails: ['which_students'],
  }),
  'eyefile.sync.one': post('/v1/{product}/patients/sync-eyefile', {
    can: 'screening:edit',
    summary: 'Writes the results of one student into the examinations of the member',
    input: z.object({ studentId: f.studentId.optional(), pid: id('会员').optional() }),
    output: Synced,
    fails: ['which_students'],
  }),
  'external.schedule': outside.get('/getSchedule', {
    can: 'screening:view',
    summary: 'Screening schedules: of the external host, or our own tasks where none is connected',
    output: z.array(Schedule),
  }),
  'external.schedule-result': outside.get('/getResultByScheduleId', {
    can: 'screening:view',
    summary: 'What came of a schedule, by class',
    input: z.object({ scheduleId: text('计划', { max: 60 }).min(1) }),
    output: ScheduleResult,
  }),
}

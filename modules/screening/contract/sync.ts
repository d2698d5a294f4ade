/** From the screening into the clinic: members of students, and results into their examinations. */
import { count, flag, get, id, moment, open, post, text, z } from '#kernel/contract/index.ts'
import { studentFields as f } from './fields.ts'
import { MOST_STUDENTS, StudentFilter } from './rolls.ts'

const manage = { can: 'screening:manage' } as const
export const Refused = z.object({ studentId: f.studentId, sentence: text('原因', { max: 300 }) })
const studentIds = z.array(f.studentId).min(1).max(MOST_STUDENTS).meta({ label: '学生' }).optional()
export const Which = z.object({ hid: f.hid.optional(), studentIds, filter: StudentFilter.optional() })

export const SyncRun = z.object({
  id: id('转入批次').nullable(),
  total: count('总数'),
  done: count('已处理'),
  created: count('新建'),
  linked: count('关联'),
  refused: z.array(Refused),
  /** Null while it runs. */
  finishedAt: moment('完成时间').nullable(),
})
export type SyncRun = z.output<typeof SyncRun>
const ticket = text('凭证', { max: 100 })
export const syncEndpoints = {
  'eyefile.sync.batch-patients': post('/v1/{product}/batch-patients', {
    ...manage,
    summary: 'Makes members of students whose guardians agreed; the same name and number is linked. Above 1,000 a job',
    input: Which,
    output: SyncRun,
    timeout: 120,
    fails: ['which_students'],
  }),
  'eyefile.sync.run': get('/v1/eyefile/sync-runs/{id}', {
    can: 'screening:view',
    summary: 'Ours: how far a run is',
    input: z.object({ id: id('转入批次') }),
    output: SyncRun,
  }),
  'picture-verification': open.post('/common/picture-verification', {
    can: 'public',
    proof: 'nothing',
    summary: 'A picture of four digits; with what was read in it, a pass for five questions within five minutes',
    input: z.object({ ticket: ticket.optional(), captcha: text('验证码', { max: 10 }).optional() }),
    output: z.object({ passed: flag('已通过'), ticket, image: text('图片', { max: 12_000 }).nullable() }),
    fails: ['picture_wrong'],
    perMinute: 60,
    again: 'each picture and pass is good once',
  }),
}

import { binary, date, get, id, outside, word, z } from '#kernel/contract/index.ts'
import { MemberFile, Now } from './shapes.ts'

const ofMember = { can: 'patient:view', input: z.object({ pid: id('会员') }), reads: 'one' } as const

export const patientFile = {
  'patient-file.get': get('/patient-file/{pid}', {
    ...ofMember,
    summary: "Ours: the member's home page in one answer: how the eyes stand, what was decided, what comes next",
    output: MemberFile,
  }),
  'patient-file.now': get('/patient-file/{pid}/now', {
    ...ofMember,
    summary: 'Ours: what the patient bar tells: the number in the line, the last equivalent, growth, the glasses worn',
    output: Now,
  }),
  'patient-file.parent-report': outside.get('/patient-file/{pid}/parent-report', {
    can: 'exam:view',
    summary: "Ours: a day's results for parents as one HTML file in Chinese and English (the last day when none is named)",
    input: z.object({ pid: id('会员'), day: date('日期').optional(), lang: word('语言', { zh: '中文', en: '英文' }).default('zh') }),
    output: binary(),
    binary: true,
    timeout: 60,
    reads: 'one',
  }),
}
export default patientFile

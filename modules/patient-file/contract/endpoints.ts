import { get, id, z } from '#kernel/contract/index.ts'
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
}
export default patientFile

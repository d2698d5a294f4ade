import { implement } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { patientFile } from '../contract/endpoints.ts'
import { fileOf } from './file.ts'
import { nowOf } from './now.ts'
import { factsOf } from './report/facts.ts'
import { reportFile } from './report/paper.ts'

export default implement(patientFile, {
  'patient-file.get': (cx, { pid }) => fileOf(cx, pid),
  'patient-file.now': async (cx, { pid }) => nowOf(cx, await patientOf(cx, pid)),
  'patient-file.parent-report': async (out, { pid, day, lang }) => reportFile(await out.tx((cx) => factsOf(cx, pid, day)), lang),
})

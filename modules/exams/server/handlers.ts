import { implement } from '#kernel/server/index.ts'
import { exams } from '../contract/endpoints.ts'
import type { ExamAssess, ExamVisual } from '../contract/shapes.ts'
import { deleteExam, signExam, versionsOf, voidExam } from './change.ts'
import { curveOf, lastTimes, reportOf } from './curve.ts'
import { families } from './families.ts'
import { imageHandlers } from './handlers.images.ts'
import { exportExams, printerOf } from './lines.ts'
import { kindHandlers } from './kinds.ts'
import { examRow } from './queries.ts'
import { saveExam } from './save.ts'

export default implement(exams, {
  ...kindHandlers(),
  'examVisual.curve': (cx, { pid }) => curveOf(cx, pid),
  'examVisual.save-alias': (cx, input) => saveExam<ExamVisual>(cx, families.visual, input),
  'examHeightWeight.delete': async (cx, { id, reason }) => (await deleteExam(cx, 'heightWeight', id, reason), null),
  'patients.assess': (cx, input) => saveExam<ExamAssess>(cx, families.assess, input),
  'exams.last-time': (cx, { pid: member }) => lastTimes(cx, member),
  'patients.delete-inspection': async (cx, { type, id, reason }) => (await deleteExam(cx, type, id, reason), null),
  'patients.exam-export': (out, { pid }) => exportExams(out, pid),
  'patients.printer': (cx, { id }) => printerOf(cx, id),
  'exams.sign': async (cx, { kind, id, version, reason }) => (await signExam(cx, kind, id, version, reason), null),
  'exams.void': async (cx, { kind, id, reason, version }) => (await voidExam(cx, kind, id, reason, version), null),
  'exams.versions': async (cx, { kind, id }) => {
    const { pid } = await examRow(cx, families[kind], id)
    const list = await versionsOf(cx, families[kind].table, id)
    return { pid, list, total: list.length }
  },
  'exams.report': (cx, { pid: member, day }) => reportOf(cx, member, day),
  ...imageHandlers,
})

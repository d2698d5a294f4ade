import { implement } from '#kernel/server/index.ts'
import { exams } from '../contract/endpoints.ts'
import type { ExamBioMeter, ExamHeightWeight, ExamIop, ExamPd, ExamRefraction, ExamVisual } from '../contract/shapes.ts'
import { deleteExam, signExam, versionsOf, voidExam } from './change.ts'
import { curveOf, lastTimes, reportOf } from './curve.ts'
import { families } from './families.ts'
import { exportExams, printerOf } from './lines.ts'
import { examRow, examsOf } from './queries.ts'
import { saveExam } from './save.ts'

const { visual, refraction, pd, bioMeter, iop, heightWeight } = families

export default implement(exams, {
  'examVisual.list': (cx, query) => examsOf<ExamVisual>(cx, visual, query),
  'examVisual.info': (cx, { id }) => examRow<ExamVisual>(cx, visual, id),
  'examVisual.curve': (cx, { pid }) => curveOf(cx, pid),
  'examVisual.save': (cx, input) => saveExam<ExamVisual>(cx, visual, input),
  'examVisual.save-alias': (cx, input) => saveExam<ExamVisual>(cx, visual, input),
  'examRefraction.list': (cx, query) => examsOf<ExamRefraction>(cx, refraction, query),
  'examRefraction.info': (cx, { id }) => examRow<ExamRefraction>(cx, refraction, id),
  'examRefraction.save': (cx, input) => saveExam<ExamRefraction>(cx, refraction, input),
  'examPd.list': (cx, query) => examsOf<ExamPd>(cx, pd, query),
  'examPd.info': (cx, { id }) => examRow<ExamPd>(cx, pd, id),
  'examPd.save': (cx, input) => saveExam<ExamPd>(cx, pd, input),
  'examIop.list': (cx, query) => examsOf<ExamIop>(cx, iop, query),
  'examIop.info': (cx, { id }) => examRow<ExamIop>(cx, iop, id),
  'examIop.save': (cx, input) => saveExam<ExamIop>(cx, iop, input),
  'examHeightWeight.list': (cx, query) => examsOf<ExamHeightWeight>(cx, heightWeight, query),
  'examHeightWeight.save': (cx, input) => saveExam<ExamHeightWeight>(cx, heightWeight, input),
  'examHeightWeight.delete': async (cx, { id, reason }) => (await deleteExam(cx, 'heightWeight', id, reason), null),
  'exam-bio-meter.list': (cx, query) => examsOf<ExamBioMeter>(cx, bioMeter, query),
  'exam-bio-meter.get': (cx, { id }) => examRow<ExamBioMeter>(cx, bioMeter, id),
  'exam-bio-meter.create': (cx, { id: _, ...input }) => saveExam<ExamBioMeter>(cx, bioMeter, input),
  'exam-bio-meter.update': (cx, input) => saveExam<ExamBioMeter>(cx, bioMeter, input),
  'exam-bio-meter.delete': async (cx, { id, reason }) => (await deleteExam(cx, 'bioMeter', id, reason), null),
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
})

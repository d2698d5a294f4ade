import { binary, date, del, done, get, id, outside, post, put, z } from '#kernel/contract/index.ts'
import { callsOfKinds, saving } from './calls.ts'
import { examImages } from './images/endpoints.ts'
import { Curve, DeleteExam, ExamKey, examShapes, LastTime, Printer, RemoveExam, Report, SignExam, Versions, VoidExam } from './shapes.ts'

const ofMember = z.object({ pid: id('会员') })

export const exams = {
  ...callsOfKinds(),
  'examVisual.curve': get('/examVisual/developmental-curve/{pid}', {
    can: 'exam:view',
    summary: 'Acuity, refraction, axial length and height over age',
    input: ofMember,
    output: Curve,
    reads: 'one',
  }),
  'examVisual.save-alias': post('/examVisual/insertOrUpdate', {
    ...saving,
    summary: 'Ours: the same under the path the sibling families have',
    input: examShapes.visual.save,
    output: examShapes.visual.row,
  }),
  'examHeightWeight.delete': del('/examHeightWeight/{id}', {
    can: 'exam:edit',
    summary: 'Deletes a draft',
    input: DeleteExam,
    output: done(),
    fails: ['exam_delete'],
  }),
  'patients.assess': post('/patients/{pid}/assesses', {
    ...saving,
    summary: 'Keeps the score of an assessment, of its template or as it was sent',
    input: examShapes.assess.save,
    output: examShapes.assess.row,
  }),
  'exams.last-time': get('/exam-last-time/{pid}', {
    can: 'exam:view',
    summary: 'When each kind of examination was last made',
    input: ofMember,
    output: LastTime,
    reads: 'one',
  }),
  'patients.delete-inspection': del('/patients/delete-inspection/{type}/{id}', {
    can: 'exam:edit',
    summary: 'Deletes a draft; voids what was submitted, with a reason',
    input: RemoveExam,
    output: done(),
    fails: ['exam_delete'],
  }),
  'patients.exam-export': outside.get('/patient/exam-export/{pid}', {
    can: 'exam:view',
    summary: 'The examinations of a member as an Excel file',
    input: ofMember,
    output: binary(),
    binary: true,
    timeout: 60,
    reads: 'one',
  }),
  'patients.printer': get('/patient/printer/{id}', {
    can: 'exam:view',
    summary: 'What a printer needs of a member: the person and the newest examination of every kind',
    input: z.object({ id: id('会员') }),
    output: Printer,
    reads: 'one',
    member: 'id',
  }),
  'exams.sign': put('/exams/{kind}/{id}/sign', {
    can: 'exam:sign',
    summary: 'Ours: signs a submitted examination; from then on it is read only',
    input: SignExam,
    output: done(),
  }),
  'exams.void': put('/exams/{kind}/{id}/void', {
    can: 'exam:edit',
    summary: 'Ours: voids an examination with a reason',
    input: VoidExam,
    output: done(),
  }),
  'exams.versions': get('/exams/{kind}/{id}/versions', {
    can: 'exam:view',
    summary: 'Ours: former versions of a signed examination',
    input: ExamKey,
    reads: 'one',
    output: Versions,
  }),
  'exams.report': get('/exams/report/{pid}', {
    can: 'exam:view',
    summary: 'Ours: the examinations of one day together (the last day when none is named)',
    input: ofMember.extend({ day: date('日期').optional() }),
    output: Report,
    reads: 'one',
  }),
  ...examImages,
}
export default exams

import { binary, done, del, get, id, outside, post, put, date, z } from '#kernel/contract/index.ts'
import {
  BioMeterPage, Curve, EditBioMeter, ExamBioMeter, ExamHeightWeight, ExamId, ExamIop, ExamKey, ExamPd, ExamQuery, ExamRefraction, ExamVisual, HeightWeightPage, IopPage, LastTime, PdPage, Printer, RefractionPage, RefractionQuery,
  RemoveExam, Report, SaveBioMeter, SaveHeightWeight, SaveIop, SavePd, SaveRefraction, SaveVisual, Versions, VisualPage, VoidExam,
} from './shapes.ts'

const list = { can: 'exam:view', input: ExamQuery, reads: 'pid' } as const
const info = { can: 'exam:view', input: ExamId, reads: 'pid' } as const
const saving = { can: 'exam:edit', fails: ['exam_wrong', 'exam_unconfirmed', 'exam_empty', 'axis_missing', 'base_missing'] } as const
const ofMember = z.object({ pid: id('会员') })

export const exams = {
  'examVisual.list': get('/examVisual/list/{pid}', { ...list, summary: 'Visual acuity of a member, newest first', output: VisualPage }),
  'examVisual.info': get('/examVisual/info/{id}', { ...info, summary: 'Ours: one acuity examination', output: ExamVisual }),
  'examVisual.curve': get('/examVisual/developmental-curve/{pid}', { can: 'exam:view', summary: 'Acuity, refraction, axial length and height over age', input: ofMember, output: Curve, reads: 'pid' }),
  'examVisual.save': post('/examVisual', { ...saving, summary: 'Writes an acuity examination', input: SaveVisual, output: ExamVisual }),
  'examVisual.save-alias': post('/examVisual/insertOrUpdate', { ...saving, summary: 'Ours: the same under the path the sibling families have', input: SaveVisual, output: ExamVisual }),
  'examRefraction.list': get('/examRefraction/list/{pid}', { ...list, summary: 'Ours: refractions of a member, newest first', input: RefractionQuery, output: RefractionPage }),
  'examRefraction.info': get('/examRefraction/info/{id}', { ...info, summary: 'Ours: one refraction', output: ExamRefraction }),
  'examRefraction.save': post('/examRefraction/insertOrUpdate', { ...saving, summary: 'Ours: writes a refraction of a kind', input: SaveRefraction, output: ExamRefraction }),
  'examPd.list': get('/examPd/list/{pid}', { ...list, summary: 'Pupillary distances of a member', output: PdPage }),
  'examPd.info': get('/examPd/info/{id}', { ...info, summary: 'One measurement of the pupillary distance', output: ExamPd }),
  'examPd.save': post('/examPd/insertOrUpdate', { ...saving, summary: 'Writes a pupillary distance', input: SavePd, output: ExamPd }),
  'examIop.list': get('/examIop/list/{pid}', { ...list, summary: 'Eye pressures of a member', output: IopPage }),
  'examIop.info': get('/examIop/info/{id}', { ...info, summary: 'One measurement of the eye pressure', output: ExamIop }),
  'examIop.save': post('/examIop/insertOrUpdate', { ...saving, summary: 'Writes an eye pressure', input: SaveIop, output: ExamIop }),
  'examHeightWeight.list': get('/examHeightWeight/list/{pid}', { ...list, summary: 'Heights and weights of a member', output: HeightWeightPage }),
  'examHeightWeight.save': post('/examHeightWeight/insertOrUpdate', { ...saving, summary: 'Writes height and weight', input: SaveHeightWeight, output: ExamHeightWeight }),
  'examHeightWeight.delete': del('/examHeightWeight/{id}', { can: 'exam:edit', summary: 'Deletes a draft', input: ExamId, output: done(), fails: ['exam_delete'] }),
  'exam-bio-meter.list': get('/v1/{product}/exam-bio-meter', { ...list, summary: 'Biometry of a member, newest first', output: BioMeterPage }),
  'exam-bio-meter.get': get('/v1/{product}/exam-bio-meter/{id}', { ...info, summary: 'One biometry', output: ExamBioMeter }),
  'exam-bio-meter.create': post('/v1/{product}/exam-bio-meter', { ...saving, summary: 'Writes a new biometry', input: SaveBioMeter, output: ExamBioMeter }),
  'exam-bio-meter.update': put('/v1/{product}/exam-bio-meter/{id}', { ...saving, summary: 'Changes a biometry', input: EditBioMeter, output: ExamBioMeter }),
  'exam-bio-meter.delete': del('/v1/{product}/exam-bio-meter/{id}', { can: 'exam:edit', summary: 'Deletes a draft', input: ExamId, output: done(), fails: ['exam_delete'] }),
  'exams.last-time': get('/exam-last-time/{pid}', { can: 'exam:view', summary: 'When each kind of examination was last made', input: ofMember, output: LastTime, reads: 'pid' }),
  'patients.delete-inspection': del('/patients/delete-inspection/{type}/{id}', { can: 'exam:edit', summary: 'Deletes a draft; voids what was submitted, with a reason', input: RemoveExam, output: done(), fails: ['exam_delete'] }),
  'patients.exam-export': outside.get('/patient/exam-export/{pid}', { can: 'exam:view', summary: 'The examinations of a member as an Excel file', input: ofMember, output: binary(), binary: true, timeout: 60, reads: 'pid' }),
  'patients.printer': get('/patient/printer/{id}', { can: 'exam:view', summary: 'What a printer needs of a member: the person and the newest examination of every kind', input: z.object({ id: id('会员') }), output: Printer, reads: 'id' }),
  'exams.sign': put('/exams/{kind}/{id}/sign', { can: 'exam:sign', summary: 'Ours: signs a submitted examination; from then on it is read only', input: ExamKey, output: done() }),
  'exams.void': put('/exams/{kind}/{id}/void', { can: 'exam:edit', summary: 'Ours: voids an examination with a reason', input: VoidExam, output: done() }),
  'exams.versions': get('/exams/{kind}/{id}/versions', { can: 'exam:view', summary: 'Ours: former versions of a signed examination', input: ExamKey, output: Versions }),
  'exams.report': get('/exams/report/{pid}', { can: 'exam:view', summary: 'Ours: the examinations of one day together (the last day when none is named)', input: ofMember.extend({ day: date('日期').optional() }), output: Report, reads: 'pid' }),
}
export default exams

/** A roll as schools send it: the columns of a national screening system, and what else they are called. */
import { count, date, flag, id, importEndpoints, ImportResult, ImportUpload, outside, text, z } from '#kernel/contract/index.ts'
import { gender, patientFields } from '#modules/patients/contract/fields.ts'
import { studentFields as f } from './fields.ts'

const PASSPORT = /^([A-Za-z0-9]{5,20})?$/
export const ImportStudent = z.object({
  schoolName: text('学校').nullable().optional(),
  grade: text('年级', { max: 30 }).nullable().optional(),
  className: text('班级', { max: 30 }).nullable().optional(),
  seat: count('座号', { min: 1, max: 999 }).nullable().optional(),
  name: patientFields.name,
  gender: gender.nullable().optional(),
  birth: date('出生日期').nullable().optional(),
  idCard: patientFields.idCard.optional(),
  passport: text('护照号', { max: 20 }).regex(PASSPORT, '护照号应为 5 到 20 位字母和数字').nullable().optional(),
  studentNo: f.studentNo.optional(),
  nation: f.nation.optional(),
  guardian: f.guardian.optional(),
  mobile: f.mobile.optional(),
})
export type ImportStudent = z.output<typeof ImportStudent>

/** The school of a file without such a column, and whether classes that are not there are made. */
export const ImportRoll = ImportUpload.extend({ schoolId: id('学校').optional(), makeClasses: flag('新建没有的班级').default(true) })
export type ImportRoll = z.output<typeof ImportRoll>
const KIND = 'eyefile.students'
const PATH = '/v1/eyefile/students/import'
export const importRollEndpoints = {
  ...importEndpoints(KIND, PATH, 'screening:manage'),
  'eyefile.students.import': outside.post(PATH, {
    can: 'screening:manage',
    summary: 'Ours: a roll (xlsx, xls, ods, CSV); classes are made on request; with dryRun only checks it',
    input: ImportRoll,
    output: ImportResult,
    multipart: true,
    timeout: 120,
  }),
}

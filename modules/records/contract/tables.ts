import { tables, type Functions } from '#kernel/contract/tables.ts'
import { recordKindWords } from './kinds/kind.ts'

// Clinical records follow the member from store to store (decision 0005); the store that made one changes it (decision 0099).
export default tables({
  prescription: { word: '处方', wall: 'chain', changedBy: 'store', keeps: 'medical', happened: { order_date: 'backdateRecordDays' } },
  prescription_line: { word: '处方明细', wall: 'chain', changedBy: 'store' },
  prescription_outside: { word: '外来处方', wall: 'chain', changedBy: 'store', happened: { issued_on: 'life' } },
  prescription_drug: { word: '处方药品', wall: 'chain', changedBy: 'store' },
  prescription_training: { word: '处方训练', wall: 'chain', changedBy: 'store' },
  // The shared list is read through functions, as nobody of an organisation changes it.
  icd10: { word: '疾病编码', wall: 'product' },
  icd10_code: { word: '诊断编码', wall: 'chain', changedBy: 'store' },
  // What was begun elsewhere counts too.
  treatment: { word: '近视干预', wall: 'chain', changedBy: 'store', keeps: 'medical', happened: { start_date: 'life' } },
  clinical_record: {
    word: '临床记录',
    wall: 'chain',
    changedBy: 'store',
    keeps: 'medical',
    happened: { record_at: 'backdateRecordDays', 'body.insertedAt': 'backdateRecordDays', 'body.checkedAt': 'backdateRecordDays' },
    says: { kind: recordKindWords },
  },
  okjing_case: { word: '塑形镜验配', wall: 'chain', changedAcross: 'a fitting is followed up in every store', keeps: 'medical' },
  ok_lens: { word: '塑形镜片', wall: 'chain', changedAcross: 'a lens is followed up in every store', keeps: 'medical' },
  trial_lens: { word: '试戴片', wall: 'chain', changedBy: 'store' },
  trial_lens_use: { word: '试戴片领用', wall: 'chain', changedAcross: 'a trial lens comes back with the fitting', keeps: 'medical' },
  ecase: { word: '电子病历', wall: 'chain', changedBy: 'store', keeps: 'medical', happened: { visit_at: 'backdateRecordDays' } },
})

export const functions: Functions = { app: ['icd10_find', 'icd10_known', 'corneas_seen', 'eyes_inflamed'] }

import { callsOf, del, done, get, post, put } from '#kernel/contract/index.ts'
import { Versions } from '#modules/exams/contract/shapes.ts'
import { okjing } from './okjing.endpoints.ts'
import {
  DeleteRx,
  Ecase,
  EcaseId,
  EcasePage,
  EcaseQuery,
  EditPrescription,
  NewPrescription,
  Prescription,
  PrescriptionPage,
  PrescriptionQuery,
  RxId,
  RxMove,
  RxPrint,
  SaveEcase,
  VoidEcase,
  WaitingEcases,
  VoidRx,
} from './shapes.ts'
import { icd10, icdCodes } from './icd10.ts'
import { outsideRx } from './outside.ts'
import { treatments } from './treatment.ts'

const saving = {
  can: 'prescription:edit',
  fails: ['rx_wrong', 'rx_unconfirmed', 'rx_empty', 'rx_exam', 'validity', 'rx_parts', 'drug_lines', 'drug_days', 'drug_allergy'],
} as const

export const records = {
  ...okjing,
  ...outsideRx,
  'prescription.list': get('/prescription', {
    can: 'prescription:view',
    summary: 'Prescriptions of a member or a store, newest first',
    input: PrescriptionQuery,
    output: PrescriptionPage,
    reads: 'one',
  }),
  'prescription.get': get('/prescription/{id}', {
    can: 'prescription:view',
    summary: 'One prescription with its lines',
    input: RxId,
    output: Prescription,
    reads: 'one',
  }),
  'prescription.create': post('/prescription', {
    ...saving,
    summary: 'Drafts a prescription from examinations',
    input: NewPrescription,
    reads: 'written',
    output: Prescription,
  }),
  'prescription.update': put('/prescription/{id}', {
    changes: 'id',
    ...saving,
    summary: 'Changes a draft',
    input: EditPrescription,
    reads: 'written',
    output: Prescription,
  }),
  'prescription.delete': del('/prescription/{id}', {
    can: 'prescription:edit',
    summary: 'Deletes a draft',
    input: DeleteRx,
    output: done(),
    fails: ['rx_delete'],
  }),
  'prescription.versions': get('/prescription/{id}/versions', {
    can: 'prescription:view',
    summary: 'Ours: what a prescription said before another store changed it, and why',
    input: RxId,
    reads: 'one',
    output: Versions,
  }),
  'prescription.print': get('/prescription/print/{id}', {
    can: 'prescription:view',
    summary: 'What the prescription prints',
    input: RxId,
    output: RxPrint,
    reads: 'one',
  }),
  'prescription.sign': put('/prescription/{id}/sign', {
    can: 'prescription:sign',
    summary: 'Ours: signs a draft; from then on it never changes',
    input: RxMove,
    reads: 'written',
    output: Prescription,
    fails: ['rx_empty', 'rx_expired', 'rx_copied', 'rx_parts', 'rx_lens', 'drug_diagnosis', 'drug_validity', 'drug_allergy'],
  }),
  'prescription.review': put('/prescription/{id}/review', {
    can: 'prescription:review',
    summary: 'Ours: a second person checks a signed prescription',
    input: RxMove,
    reads: 'written',
    output: Prescription,
  }),
  'prescription.void': put('/prescription/{id}/void', {
    can: 'prescription:sign',
    summary: 'Ours: voids a prescription with a reason',
    input: VoidRx,
    reads: 'written',
    output: Prescription,
  }),
  'prescription.replace': put('/prescription/{id}/replace', {
    can: 'prescription:sign',
    summary: 'Ours: voids a signed prescription with a reason and drafts the one that takes its place',
    input: VoidRx,
    reads: 'written',
    output: Prescription,
    fails: ['rx_unsigned', 'rx_replaced'],
  }),
  'ecase.list': get('/ecase/list/{pid}', {
    can: 'ecase:view',
    summary: 'Case records of a member',
    input: EcaseQuery,
    output: EcasePage,
    reads: 'one',
  }),
  'ecase.waiting': get('/ecase/waiting/{hid}', {
    can: 'ecase:sign',
    summary: 'Ours: case records of a store that were submitted and wait for their signature, the oldest first',
    input: WaitingEcases,
    output: EcasePage,
    reads: 'many',
  }),
  'ecase.info': get('/ecase/info/{id}', { can: 'ecase:view', summary: 'One case record', input: EcaseId, output: Ecase, reads: 'one' }),
  'ecase.versions': get('/ecase/{id}/versions', {
    can: 'ecase:view',
    summary: 'Ours: what a case record said before it was amended or another store changed it, and why',
    input: EcaseId,
    reads: 'one',
    output: Versions,
  }),
  'ecase.save': post('/ecase/insertOrUpdate', {
    can: 'ecase:edit',
    summary: 'Writes, submits or signs a case record; amends a signed one with a reason',
    input: SaveEcase,
    reads: 'written',
    output: Ecase,
    fails: ['case_empty', 'case_main', 'case_code'],
  }),
  'ecase.void': put('/ecase/{id}/void', {
    can: 'ecase:sign',
    summary: 'Ours: voids a case record with a reason',
    input: VoidEcase,
    reads: 'written',
    output: Ecase,
  }),
  ...treatments,
  ...icd10,
  ...callsOf(icdCodes),
}
export default records

import { del, done, get, post, put } from '#kernel/contract/index.ts'
import { Versions } from '#modules/exams/contract/shapes.ts'
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
  VoidRx,
} from './shapes.ts'

const saving = { can: 'prescription:edit', fails: ['rx_wrong', 'rx_unconfirmed', 'rx_empty', 'rx_exam', 'validity'] } as const

export const records = {
  'prescription.list': get('/prescription', {
    can: 'prescription:view',
    summary: 'Prescriptions of a member or a store, newest first',
    input: PrescriptionQuery,
    output: PrescriptionPage,
    reads: 'pid',
  }),
  'prescription.get': get('/prescription/{id}', {
    can: 'prescription:view',
    summary: 'One prescription with its lines',
    input: RxId,
    output: Prescription,
    reads: 'pid',
  }),
  'prescription.create': post('/prescription', {
    ...saving,
    summary: 'Drafts a prescription from examinations',
    input: NewPrescription,
    output: Prescription,
  }),
  'prescription.update': put('/prescription/{id}', {
    ...saving,
    summary: 'Changes a draft',
    input: EditPrescription,
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
    output: Versions,
  }),
  'prescription.print': get('/prescription/print/{id}', {
    can: 'prescription:view',
    summary: 'What the prescription prints',
    input: RxId,
    output: RxPrint,
    reads: 'pid',
  }),
  'prescription.sign': put('/prescription/{id}/sign', {
    can: 'prescription:sign',
    summary: 'Ours: signs a draft; from then on it never changes',
    input: RxMove,
    output: Prescription,
    fails: ['rx_empty', 'rx_expired'],
  }),
  'prescription.review': put('/prescription/{id}/review', {
    can: 'prescription:review',
    summary: 'Ours: a second person checks a signed prescription',
    input: RxMove,
    output: Prescription,
  }),
  'prescription.void': put('/prescription/{id}/void', {
    can: 'prescription:sign',
    summary: 'Ours: voids a prescription with a reason',
    input: VoidRx,
    output: Prescription,
  }),
  'ecase.list': get('/ecase/list/{pid}', {
    can: 'ecase:view',
    summary: 'Case records of a member',
    input: EcaseQuery,
    output: EcasePage,
    reads: 'pid',
  }),
  'ecase.info': get('/ecase/info/{id}', { can: 'ecase:view', summary: 'One case record', input: EcaseId, output: Ecase, reads: 'pid' }),
  'ecase.versions': get('/ecase/{id}/versions', {
    can: 'ecase:view',
    summary: 'Ours: what a case record said before it was amended or another store changed it, and why',
    input: EcaseId,
    output: Versions,
  }),
  'ecase.save': post('/ecase/insertOrUpdate', {
    can: 'ecase:edit',
    summary: 'Writes, submits or signs a case record; amends a signed one with a reason',
    input: SaveEcase,
    output: Ecase,
    fails: ['case_empty'],
  }),
  'ecase.void': put('/ecase/{id}/void', {
    can: 'ecase:sign',
    summary: 'Ours: voids a case record with a reason',
    input: VoidEcase,
    output: Ecase,
  }),
}
export default records

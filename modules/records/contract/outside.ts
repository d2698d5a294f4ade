/**
 * Prescriptions of other houses (外来处方): typed once, with their issuer, day and picture, and confirmed by a signature before glasses are
 * ordered from them.
 */
import { binary, date, happened, id, name, note, outside as outsideCall, post, put, z } from '#kernel/contract/index.ts'
import { chainReason } from '#modules/exams/contract/shapes.ts'
import { lineMeasures, rxId, rxKind } from './fields.ts'
import { NewPrescription, Prescription, SaveRxLine } from './shapes.ts'

const origin = {
  issuer: name('开方机构', { max: 80 }),
  issuedOn: happened(date('开方日期')),
  fileId: id('处方照片').nullable(),
}
const typed = {
  pid: id('会员'),
  kind: rxKind,
  ...z.object(lineMeasures).partial().shape,
  advice: SaveRxLine.shape.advice,
  confirmed: SaveRxLine.shape.confirmed,
  confirmReason: SaveRxLine.shape.confirmReason,
  diagnose: NewPrescription.shape.diagnose,
  note: note().nullish(),
  validUntil: NewPrescription.shape.validUntil,
}
export const NewOutside = z.object({
  ...typed,
  hid: id('门店').optional(),
  kind: rxKind.default(1),
  ...origin,
  fileId: origin.fileId.optional(),
})
export type NewOutside = z.output<typeof NewOutside>
/** Changes a draft; what is left out stays. */
export const EditOutside = z.object({
  ...z.object(typed).omit({ pid: true, confirmed: true }).partial().shape,
  ...z.object(origin).partial().shape,
  confirmed: typed.confirmed,
  id: rxId,
  version: z.int().min(0).optional().meta({ label: '版本' }),
  reason: chainReason,
})
export type EditOutside = z.output<typeof EditOutside>

const fails = [
  'rx_wrong',
  'rx_unconfirmed',
  'rx_empty',
  'rx_exam',
  'rx_fitting',
  'validity',
  'validity_long',
  'rx_parts',
  'drug_lines',
  'drug_days',
  'drug_unsaid',
  'drug_quantity',
  'drug_allergy',
] as const
export const outsideRx = {
  'frame.rx-glasses.create': post('/frame/prescription-glasses', {
    can: 'prescription:edit',
    summary: 'Drafts a prescription another house issued, with issuer, day and picture; glasses follow it once it is signed',
    input: NewOutside,
    reads: 'written',
    output: Prescription,
    fails,
  }),
  'frame.rx-glasses.update': put('/frame/prescription-glasses/{id}', {
    can: 'prescription:edit',
    summary: 'Changes the draft of an outside prescription',
    input: EditOutside,
    reads: 'written',
    output: Prescription,
    fails: [...fails, 'rx_inside'],
  }),
  'frame.rx-glasses.photo': outsideCall.get('/frame/prescription-glasses/{id}/photo', {
    can: 'prescription:view',
    summary: 'Ours: the picture of an outside prescription',
    input: z.object({ id: rxId, pid: id('会员') }),
    reads: 'one',
    output: binary(),
    binary: true,
    timeout: 30,
  }),
}

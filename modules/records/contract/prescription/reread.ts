/** A prescription beside its examinations as they are now. */
import { date, flag, get, id, put, text, z } from '#kernel/contract/index.ts'
import { chainReason } from '#modules/exams/contract/shapes.ts'
import { rxId, rxKind } from '../fields.ts'
import { Prescription } from '../shapes.ts'

const value = z.union([z.number(), z.string()]).nullable()
const ComparedField = z.object({
  field: text('字段'),
  label: text('项目'),
  drafted: value.meta({ label: '处方' }),
  measured: value.meta({ label: '现在的验光' }),
})
export const RxComparison = z.object({
  id: rxId,
  pid: id('会员'),
  version: z.int().meta({ label: '版本' }),
  /** Something differs: it is not signed or reviewed as it is. */
  stale: flag('与验光不同'),
  lines: z.array(
    z.object({
      lineId: id('处方行'),
      lineNo: z.int().meta({ label: '行号' }),
      kind: rxKind,
      /** Of a line that names none, the subjective refraction of its day. */
      examOn: date('验光日期').nullable(),
      examKind: z.number().nullable().meta({ label: '验光方式' }),
      /** The examination it was made from was voided. */
      lost: flag('验光已作废'),
      fields: z.array(ComparedField),
      sentences: z.array(text('说明', { max: 300 })),
    }),
  ),
})
export type RxComparison = z.output<typeof RxComparison>
const RefreshRx = z.object({
  id: rxId,
  version: z.int().min(0).optional().meta({ label: '版本' }),
  reason: chainReason,
  /** Rare values of the examination that are confirmed: `dsOd=-13`. */
  confirmed: z.array(z.string().max(100)).max(100).default([]).meta({ label: '已确认' }),
})
export const rereadCalls = {
  'prescription.reread': get('/prescription/{id}/reread', {
    can: 'prescription:view',
    summary: 'Ours: a prescription beside its examinations as they are now',
    input: z.object({ id: rxId }),
    output: RxComparison,
    reads: 'one',
  }),
  'prescription.refresh': put('/prescription/{id}/refresh', {
    can: 'prescription:edit',
    summary: 'Ours: takes what the examinations say now over into a draft',
    input: RefreshRx,
    output: Prescription,
    reads: 'written',
    fails: ['rx_wrong', 'rx_unconfirmed', 'rx_empty', 'rx_exam', 'validity', 'validity_long'],
  }),
} as const

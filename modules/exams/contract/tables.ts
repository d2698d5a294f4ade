import { tables } from '#kernel/contract/tables.ts'

// Clinical records follow the member from store to store (decision 0005).
const record = { wall: 'chain', keeps: 'medical' } as const
export default tables({
  exam_visual: { ...record, word: '视力检查' },
  exam_refraction: { ...record, word: '验光' },
  exam_pd: { ...record, word: '瞳距' },
  exam_bio_meter: { ...record, word: '生物测量' },
  exam_iop: { ...record, word: '眼压' },
  exam_height_weight: { ...record, word: '身高体重' },
  record_version: { ...record, word: '病历版本', addedOnly: true },
})

import { tables } from '#kernel/contract/tables.ts'

// Clinical records follow the member from store to store (decision 0005); the store that made one changes it (decision 0099).
const exam = { wall: 'chain', keeps: 'medical', changedBy: 'store', happened: ['exam_time'] } as const
export default tables({
  exam_visual: { ...exam, word: '视力检查' },
  exam_refraction: { ...exam, word: '验光' },
  exam_pd: { ...exam, word: '瞳距' },
  exam_bio_meter: { ...exam, word: '生物测量' },
  exam_iop: { ...exam, word: '眼压' },
  exam_height_weight: { ...exam, word: '身高体重' },
  record_version: { wall: 'chain', keeps: 'medical', word: '病历版本', readOnly: true },
})

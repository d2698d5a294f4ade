import { tables, type Functions } from '#kernel/contract/tables.ts'
import { everyKind } from './kinds/index.ts'

// Clinical records follow the member from store to store (decision 0005); the store that made one changes it (decision 0099).
const exam = { wall: 'chain', keeps: 'medical', changedBy: 'store', happened: { exam_time: 'backdateExamDays' } } as const
export default tables({
  ...Object.fromEntries(
    // What a kind calls a name is that of an examination.
    everyKind.map(({ table, noun, columns }) => [table, { ...exam, word: noun, impersonal: columns.filter((c) => c === 'name') }]),
  ),
  exam_file: {
    word: '检查文件',
    wall: 'chain',
    changedAcross: 'a file is kept while any record of the chain shows it',
    says: {
      mime: {
        'image/jpeg': 'JPEG',
        'image/png': 'PNG',
        'image/webp': 'WebP',
        'application/pdf': 'PDF',
        'application/dicom': 'DICOM',
      },
    },
  },
  exam_image: { wall: 'chain', keeps: 'medical', changedBy: 'store', happened: { taken_at: 'life' }, word: '检查图像' },
  exam_image_mark: { wall: 'chain', keeps: 'medical', addedOnly: true, word: '图像标注' },
  record_version: { wall: 'chain', keeps: 'medical', word: '病历版本', readOnly: true },
})

export const functions: Functions = { app: ['exam_is_draft'] }

/** A picture as it stands on paper: with what is drawn on it, and that in words with who drew it. */
import { fileOf, metaOf, type Block, type PaperWords } from '#kernel/contract/index.ts'
import { examImages } from './images/endpoints.ts'
import { ExamImage } from './images/shapes.ts'
import { spoken } from './images/spoken.ts'
import { strokesOf } from './images/strokes.ts'

const types = metaOf(ExamImage.shape.imageType).options ?? {}
export function pictureBlock({ pid, id, eye, imageType, takenAt, shapes, note, markedBy, markedAt }: ExamImage, words: PaperWords): Block {
  const drawn = shapes.map((shape, i) => `${i + 1}. ${spoken(shape, shapes, eye, words)}`)
  return {
    is: 'picture',
    title: `${eye} ${words.tr(types[imageType] ?? '')} ${takenAt.slice(0, 16)}`,
    file: fileOf(examImages['examImage.file'], { pid, id }),
    strokes: shapes.flatMap(strokesOf),
    lines: [...(note ? [note] : []), ...drawn, ...(drawn.length ? [`${markedBy ?? ''} ${markedAt?.slice(0, 16) ?? ''}`] : [])],
  }
}

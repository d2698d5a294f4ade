/** The drawings on a picture in words, with who made them. */
import { t } from '#kernel/web/index.ts'
import type { ExamImage } from '../../contract/shapes.images.ts'
import { spoken } from './spoken.ts'

export const Lines = ({ image: { shapes, eye, markedBy, markedAt, note } }: { image: ExamImage }) => (
  <>
    {note && <p className="soft">{note}</p>}
    {shapes.length > 0 && (
      <ol className="drawing-lines" aria-label={t`标注内容`}>
        {shapes.map((shape, i) => (
          <li key={i}>{spoken(shape, shapes, eye)}</li>
        ))}
      </ol>
    )}
    {shapes.length > 0 && (
      <p className="soft">
        {markedBy} {markedAt?.slice(0, 16)}
      </p>
    )}
  </>
)

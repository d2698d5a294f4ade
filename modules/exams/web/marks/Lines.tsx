/** The drawings on a picture in words, with who made them. */
import { spokenWords } from '#kernel/web/i18n.ts'
import { t } from '#kernel/web/index.ts'
import type { ExamImage } from '../../contract/images/shapes.ts'
import { spoken } from '../../contract/images/spoken.ts'

export const Lines = ({ image: { shapes, eye, markedBy, markedAt, note } }: { image: ExamImage }) => (
  <>
    {note && <p className="soft">{note}</p>}
    {shapes.length > 0 && (
      <ol className="drawing-lines" aria-label={t`标注内容`}>
        {shapes.map((shape, i) => (
          <li key={i}>{spoken(shape, shapes, eye, spokenWords())}</li>
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

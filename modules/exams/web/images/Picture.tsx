/** One picture with what is drawn on it, for other modules: to be looked at, or to be drawn on together. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Drawn, Empty, Loading, t } from '#kernel/web/index.ts'
import type { MarkShape } from '../../contract/images/marks.ts'
import type { ExamImage } from '../../contract/images/shapes.ts'
import { DrawingLayer, DrawingTools, useDrawing } from '../marks/Annotator.tsx'
import { strokesOf } from '../../contract/images/strokes.ts'
import { Lines } from '../marks/Lines.tsx'
import { dayOf } from './beside.ts'
import { Eye, typeName } from './Pane.tsx'
import { usePicture } from './usePicture.ts'
import './images.css'

function Framed({ of: image, children }: { of: ExamImage; children: (ratio: number) => ReactNode }) {
  const [ratio, setRatio] = useState(0.75)
  const { src, failed } = usePicture(image)
  return (
    <figure className="picture-pane">
      <figcaption>
        <Eye of={image.eye} /> <b>{typeName(image)}</b> <span className="num">{image.takenAt.slice(0, 16)}</span>
      </figcaption>
      <div className="picture-stage">
        <div className="picture-moved">
          {src && (
            <img
              src={src}
              alt={t`${typeName(image)} ${dayOf(image)}`}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalHeight / naturalWidth)}
            />
          )}
          {src && children(ratio)}
        </div>
        {!src && !failed && <Loading />}
        {failed && <Empty text={t`图像读取失败，请稍后再打开`} />}
      </div>
    </figure>
  )
}
export const Picture = ({ of: image }: { of: ExamImage }) => (
  <>
    <Framed of={image}>{(ratio) => <Drawn of={image.shapes.flatMap(strokesOf)} ratio={ratio} />}</Framed>
    <Lines image={image} />
  </>
)

interface TogetherProps {
  of: ExamImage
  /** Every stroke is passed on at once, with what it was drawn on; what the others draw comes back in `of`. */
  onDrawn: (shapes: MarkShape[], base: MarkShape[]) => void
  onLeave: () => void
}
/** Drawn on by several people: what somebody else draws appears among one's own, and the tool stays in the hand. */
export function DrawTogether({ of: image, onDrawn, onLeave }: TogetherProps) {
  const drawing = useDrawing(image)
  const { shapes, adopt } = drawing
  /** What the others have, and what was last passed on to them. */
  const theirs = useRef(image.shapes)
  const passed = useRef<readonly MarkShape[]>(shapes)
  useEffect(() => {
    if (passed.current === shapes) return
    onDrawn([...shapes], [...passed.current])
    passed.current = shapes
  })
  useEffect(() => {
    if (theirs.current === image.shapes) return
    passed.current = adopt(theirs.current, image.shapes)
    theirs.current = image.shapes
  })
  return (
    <>
      <Framed of={image}>{(ratio) => <DrawingLayer of={drawing} ratio={ratio} />}</Framed>
      <DrawingTools of={drawing} eye={image.eye} onSave={onLeave} onLeave={onLeave} busy={false} />
    </>
  )
}

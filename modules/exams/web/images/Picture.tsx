/** One picture with what is drawn on it, for other modules: to be looked at, or to be drawn on together. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Drawn, Empty, Loading, t } from '#kernel/web/index.ts'
import type { Shape } from '../../contract/marks.ts'
import type { ExamImage } from '../../contract/shapes.images.ts'
import { DrawingLayer, DrawingTools, useDrawing } from '../marks/Annotator.tsx'
import { strokesOf } from '../../contract/strokes.ts'
import { Lines } from '../marks/Lines.tsx'
import { dayOf } from './beside.ts'
import { Eye, typeName } from './Pane.tsx'
import { usePicture } from './usePicture.ts'
import './images.css'

function Framed({ of, children }: { of: ExamImage; children: (ratio: number) => ReactNode }) {
  const [ratio, setRatio] = useState(0.75)
  const { src, failed } = usePicture(of)
  return (
    <figure className="picture-pane">
      <figcaption>
        <Eye of={of.eye} /> <b>{typeName(of)}</b> <span className="num">{of.takenAt.slice(0, 16)}</span>
      </figcaption>
      <div className="picture-stage">
        <div className="picture-moved">
          {src && (
            <img
              src={src}
              alt={t`${typeName(of)} ${dayOf(of)}`}
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
export const Picture = ({ of }: { of: ExamImage }) => (
  <>
    <Framed of={of}>{(ratio) => <Drawn of={of.shapes.flatMap(strokesOf)} ratio={ratio} />}</Framed>
    <Lines image={of} />
  </>
)

interface TogetherProps {
  of: ExamImage
  /** Every stroke is passed on at once, with what it was drawn on; what the others draw comes back in `of`. */
  onDrawn: (shapes: Shape[], base: Shape[]) => void
  onLeave: () => void
}
/** Drawn on by several people: what somebody else draws appears among one's own, and the tool stays in the hand. */
export function DrawTogether({ of, onDrawn, onLeave }: TogetherProps) {
  const drawing = useDrawing(of)
  const { shapes, adopt } = drawing
  /** What the others have, and what was last passed on to them. */
  const theirs = useRef(of.shapes)
  const passed = useRef<readonly Shape[]>(shapes)
  useEffect(() => {
    if (passed.current === shapes) return
    onDrawn([...shapes], [...passed.current])
    passed.current = shapes
  })
  useEffect(() => {
    if (theirs.current === of.shapes) return
    passed.current = adopt(theirs.current, of.shapes)
    theirs.current = of.shapes
  })
  return (
    <>
      <Framed of={of}>{(ratio) => <DrawingLayer of={drawing} ratio={ratio} />}</Framed>
      <DrawingTools of={drawing} eye={of.eye} onSave={onLeave} onLeave={onLeave} busy={false} />
    </>
  )
}

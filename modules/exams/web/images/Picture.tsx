/** One picture with what is drawn on it, for other modules: to be looked at, or to be drawn on together. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Empty, Loading, t } from '#kernel/web/index.ts'
import type { Shape } from '../../contract/marks.ts'
import type { ExamImage } from '../../contract/shapes.images.ts'
import { DrawingLayer, DrawingTools, useDrawing } from '../marks/Annotator.tsx'
import { Drawn } from '../marks/Drawing.tsx'
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
    <Framed of={of}>{(ratio) => <Drawn shapes={of.shapes} ratio={ratio} />}</Framed>
    <Lines image={of} />
  </>
)

interface TogetherProps {
  of: ExamImage
  /** Every stroke is passed on at once; what the others draw comes back in `of`. */
  onDrawn: (shapes: Shape[]) => void
  onLeave: () => void
}
/** Drawn on by several people: a drawing that came from somebody else takes the place of the one here. */
export const DrawTogether = (props: TogetherProps) => (
  <Drawing key={`${props.of.id} ${props.of.markedBy} ${props.of.markedAt}`} {...props} />
)
function Drawing({ of, onDrawn, onLeave }: TogetherProps) {
  const drawing = useDrawing(of)
  const { shapes } = drawing
  const passed = useRef(shapes)
  const pass = useRef(onDrawn)
  pass.current = onDrawn
  useEffect(() => {
    if (passed.current === shapes) return
    passed.current = shapes
    pass.current([...shapes])
  }, [shapes])
  return (
    <>
      <Framed of={of}>{(ratio) => <DrawingLayer of={drawing} ratio={ratio} />}</Framed>
      <DrawingTools of={drawing} eye={of.eye} onSave={onLeave} onLeave={onLeave} busy={false} />
    </>
  )
}

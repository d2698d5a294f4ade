/**
 * Pictures looked at: the right eye beside the left, both as large and from the same side, another day laid over each, drawings made and
 * voided ones marked.
 */
import { Button, Modal } from 'antd'
import { Maximize, Pencil, Trash2, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { Drawn, confirm, download, t, useCan, useSend } from '#kernel/web/index.ts'
import { examImages } from '../../contract/images/endpoints.ts'
import type { ExamImage } from '../../contract/images/shapes.ts'
import { besideOf, dayOf, isShown, othersOf } from './beside.ts'
import { DrawingLayer, DrawingTools, useDrawing } from '../marks/Annotator.tsx'
import { strokesOf } from '../../contract/images/strokes.ts'
import { Lines } from '../marks/Lines.tsx'
import { Pane, typeName } from './Pane.tsx'
import { useZoom } from './zoom.ts'
import './images.css'

const list = examImages['examImage.list']
interface ViewerProps {
  image: ExamImage
  /** Pictures of the member. */
  all: readonly ExamImage[]
  onClose: () => void
}
export function Viewer({ image, all, onClose }: ViewerProps) {
  const [drawn, setDrawn] = useState<ExamImage>()
  const zoom = useZoom(drawn !== undefined)
  const neighbours = besideOf(image, all)
  const shown = [image, ...(neighbours ? [neighbours] : [])].sort((a, b) => (a.eye < b.eye ? -1 : 1))
  return (
    <Modal
      open
      onCancel={onClose}
      footer={null}
      width="min(1240px, 98vw)"
      title={t`${typeName(image)} · ${dayOf(image)}`}
      className="picture-viewer"
      centered
      destroyOnHidden
    >
      <div className="row" role="toolbar" aria-label={t`查看`}>
        <Button size="small" icon={<ZoomIn size={14} />} onClick={zoom.larger}>{t`放大`}</Button>
        <Button size="small" icon={<ZoomOut size={14} />} onClick={zoom.smaller}>{t`缩小`}</Button>
        <Button size="small" icon={<Maximize size={14} />} onClick={zoom.whole}>{t`还原`}</Button>
        <span className="soft num">{Math.round(zoom.look.scale * 100)}%</span>
      </div>
      <div className={shown.length > 1 ? 'picture-pair' : 'picture-pair one'}>
        {shown.map((one) => (
          <Held key={one.id} image={one} all={all} zoom={zoom} drawing={drawn?.id === one.id} onDraw={setDrawn} onGone={onClose} />
        ))}
      </div>
    </Modal>
  )
}

interface HeldProps {
  image: ExamImage
  all: readonly ExamImage[]
  zoom: ReturnType<typeof useZoom>
  drawing: boolean
  onDraw: (image: ExamImage | undefined) => void
  onGone: () => void
}
function Held({ image, all, zoom, drawing, onDraw, onGone }: HeldProps) {
  const edits = useCan()('exam:edit') && !image.voidedAt
  const drawn = useDrawing(image)
  const save = useSend(examImages['examImage.update'], { invalidates: [list], onSuccess: () => onDraw(undefined) })
  const drop = useSend(examImages['examImage.delete'], { invalidates: [list], onSuccess: onGone })
  const ask = async () => {
    const message = image.locked ? t`作废这张图像？原图会保留，只能查看。` : t`删除这张图像？`
    const answer = await confirm({ message, danger: true, ...(image.locked ? { reason: { label: t`作废原因`, required: true } } : {}) })
    if (answer !== false) drop.mutate({ id: image.id, ...(typeof answer === 'string' ? { reason: answer } : {}) })
  }
  if (!isShown(image))
    return (
      <Button
        onClick={() => void download(examImages['examImage.file'], { pid: image.pid, id: image.id })}
      >{t`下载 ${typeName(image)} ${dayOf(image)}`}</Button>
    )
  return (
    <div>
      <Pane
        image={image}
        others={othersOf(image, all)}
        zoom={zoom}
        drawing={(ratio) =>
          drawing ? <DrawingLayer of={drawn} ratio={ratio} /> : <Drawn of={image.shapes.flatMap(strokesOf)} ratio={ratio} />
        }
        actions={
          edits && (
            <>
              <Button
                size="small"
                icon={<Pencil size={13} />}
                aria-pressed={drawing}
                onClick={() => onDraw(drawing ? undefined : image)}
              >{t`标注`}</Button>
              <Button size="small" icon={<Trash2 size={13} />} aria-label={image.locked ? t`作废` : t`删除`} onClick={() => void ask()} />
            </>
          )
        }
      />
      {drawing ? (
        <DrawingTools
          of={drawn}
          eye={image.eye}
          busy={save.isPending}
          onSave={() => save.mutate({ id: image.id, shapes: [...drawn.shapes] })}
          onLeave={() => onDraw(undefined)}
        />
      ) : (
        <Lines image={image} />
      )}
    </div>
  )
}

/** Pictures of one examination, below its form: the right eye beside the left; uploaded, dropped or taken. */
import { Button } from 'antd'
import { Camera as CameraIcon, Upload as UploadIcon } from 'lucide-react'
import { useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { keyOf, queries, t, toast, tr, useCall, useCan } from '#kernel/web/index.ts'
import type { ExamKind } from '../../contract/kinds/index.ts'
import { examImages } from '../../contract/images/endpoints.ts'
import { NewImage, type ExamImage } from '../../contract/images/shapes.ts'
import { Camera } from './Camera.tsx'
import { Eye, Thumb } from './Pane.tsx'
import { sendPictures } from './send.ts'
import { Viewer } from './Viewer.tsx'
import './images.css'

const list = examImages['examImage.list']
const EYES = ['OD', 'OS', 'OU'] as const
const types = metaOf(NewImage.shape.imageType).options ?? {}
/** What is mostly photographed in an examination of a kind. */
const usual: Readonly<Record<string, ExamImage['imageType']>> = { cornea: 2, slitLamp: 1, corneal: 7, hardLens: 6, dry: 5 }
const TAKEN = 'image/jpeg,image/png,image/webp,application/pdf,.dcm'

interface PicturesProps {
  kind: ExamKind
  pid: number
  id: number
  /** Voided: nothing is added any more. */
  closed: boolean
}
export default function Pictures({ kind, pid, id, closed }: PicturesProps) {
  const all = useCall(list, { pid, per_page: 200 }, { live: ['exams'] })
  const [open, setOpen] = useState<number>()
  const pictures = all.data?.list ?? []
  const mine = pictures.filter((one) => one.kind === kind && one.examId === id)
  const shown = pictures.find((one) => one.id === open)
  const edits = useCan()('exam:edit') && !closed
  if (!edits && mine.length === 0) return null
  return (
    <section className="pictures" aria-label={t`图像`}>
      {EYES.filter((eye) => mine.some((one) => one.eye === eye)).map((eye) => (
        <div key={eye} className="picture-row">
          <Eye of={eye} />
          {mine
            .filter((one) => one.eye === eye)
            .map((one) => (
              <Thumb key={one.id} image={one} onOpen={() => setOpen(one.id)} />
            ))}
        </div>
      ))}
      {edits && <Adding pid={pid} kind={kind} examId={id} />}
      {shown && <Viewer image={shown} all={pictures} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

function Adding({ pid, kind, examId }: { pid: number; kind: ExamKind; examId: number }) {
  const [eye, setEye] = useState<ExamImage['eye']>('OD')
  const [imageType, setType] = useState<ExamImage['imageType']>(usual[kind] ?? 8)
  const [camera, setCamera] = useState(false)
  const [busy, setBusy] = useState(false)
  const send = async (files: readonly File[]) => {
    if (!files.length) return
    setBusy(true)
    const sent = await sendPictures(files, { pid, kind, examId, eye, imageType })
    setBusy(false)
    void queries.invalidateQueries({ queryKey: keyOf(list) })
    if (sent) toast(t`已添加 ${sent} 张图像`, 'ok')
    // The right eye is followed by the left.
    if (sent && eye === 'OD') setEye('OS')
  }
  return (
    <div
      className="picture-add"
      onDragOver={(e) => e.preventDefault()}
      onDrop={(e) => (e.preventDefault(), void send([...e.dataTransfer.files]))}
    >
      <span role="radiogroup" aria-label={t`眼别`}>
        {EYES.map((one) => (
          <button key={one} type="button" className="btn" role="radio" aria-checked={eye === one} onClick={() => setEye(one)}>
            {one}
          </button>
        ))}
      </span>
      <select aria-label={t`图像类型`} value={imageType} onChange={(e) => setType(NewImage.shape.imageType.parse(Number(e.target.value)))}>
        {Object.entries(types).map(([value, label]) => (
          <option key={value} value={value}>
            {tr(label)}
          </option>
        ))}
      </select>
      <label className="btn">
        <UploadIcon size={14} aria-hidden /> {busy ? t`正在上传…` : t`添加图像`}
        <input
          type="file"
          multiple
          accept={TAKEN}
          aria-label={t`添加图像`}
          onChange={(e) => {
            void send([...(e.target.files ?? [])])
            e.target.value = ''
          }}
        />
      </label>
      <Button size="small" icon={<CameraIcon size={14} />} onClick={() => setCamera(true)}>{t`拍照`}</Button>
      {camera && <Camera onTaken={(file) => send([file])} onClose={() => setCamera(false)} />}
    </div>
  )
}

/**
 * Frozen pictures: either side asks for one, the store's machine takes it where the camera stands, keeps it with the eye, and both draw on
 * it.
 */
import { Button, Select } from 'antd'
import { Snowflake } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { call, Panel, t, toast, tr, useCall, useSend, type OutOf } from '#kernel/web/index.ts'
import { examImages } from '#modules/exams/contract/images/endpoints.ts'
import { ExamImage } from '#modules/exams/contract/images/shapes.ts'
import { DrawTogether, Picture } from '#modules/exams/web/door.tsx'
import { remote } from '../../contract/endpoints.ts'
import { frameOf } from './Video.tsx'

export type RoomAnswer = OutOf<(typeof remote)['telemedicine-subscribes.room']>
type Eye = ExamImage['eye']
const eyes = metaOf(ExamImage.shape.eye).options ?? {}
const isEye = (word: unknown): word is Eye => typeof word === 'string' && word in eyes
/** What one screen says to the other: take a picture of this eye. */
const frozen = (data: unknown): Eye | undefined =>
  typeof data === 'object' && data !== null && 'freeze' in data && isEye(data.freeze) ? data.freeze : undefined

/** The pictures of a room. `aim` says which camera of this machine is frozen. */
export function useFrames(room: RoomAnswer) {
  const id = room.reserveId
  const { data, refetch } = useCall(remote['telemedicine-subscribes.frames'], { id }, { live: ['remote'] })
  const source = useRef<MediaStream>(undefined)
  const [busy, setBusy] = useState(false)
  const take = async (eye: Eye) => {
    const file = source.current && (await frameOf(source.current))
    if (!room.canSave) return
    if (!file) return toast(t`没有可冻结的画面，请检查摄像头`, 'warn')
    setBusy(true)
    await call(examImages['common.images'], { file })
      .then((sent) => call(remote['telemedicine-subscribes.frame'], { id, fileId: sent.id, eye }))
      .then(() => refetch())
      .catch(() => toast(t`图像没有存入，请重试`, 'warn'))
    setBusy(false)
  }
  const hear = (message: unknown) => {
    const eye = frozen(message)
    if (eye) void take(eye)
  }
  const aim = useCallback((stream: MediaStream | undefined) => {
    source.current = stream
  }, [])
  return { list: data?.list ?? [], refetch, canSave: room.canSave, busy, aim, take, hear }
}
type FramesOf = ReturnType<typeof useFrames>

/** The store's side takes the picture; the expert asks for it. */
export function Freeze({ of: frames, tell }: { of: FramesOf; tell: (data: unknown) => void }) {
  const [eye, setEye] = useState<Eye>('OD')
  const freeze = () => (frames.canSave ? void frames.take(eye) : tell({ freeze: eye }))
  return (
    <>
      <Select<Eye>
        aria-label={t`眼别`}
        value={eye}
        onChange={setEye}
        options={Object.entries(eyes).flatMap(([value, label]) => (isEye(value) ? [{ value, label: tr(label) }] : []))}
      />
      <Button type="primary" icon={<Snowflake size={16} />} loading={frames.busy} onClick={freeze}>{t`冻结画面`}</Button>
    </>
  )
}

export function Frames({ of: frames, room }: { of: FramesOf; room: RoomAnswer }) {
  const [drawing, setDrawing] = useState<number>()
  const draw = useSend(remote['telemedicine-subscribes.draw'], { onSuccess: () => void frames.refetch() })
  if (frames.list.length === 0) return null
  return (
    <Panel title={t`本次图像 ${frames.list.length}`}>
      <div className="remote-frames">
        {frames.list.map((image) =>
          image.id === drawing ? (
            <DrawTogether
              key={image.id}
              of={image}
              onDrawn={(shapes, base) => draw.mutate({ id: room.reserveId, imageId: image.id, shapes, base })}
              onLeave={() => setDrawing(undefined)}
            />
          ) : (
            <div key={image.id}>
              <Picture of={image} />
              <Button size="small" onClick={() => setDrawing(image.id)}>{t`标注`}</Button>
            </div>
          ),
        )}
      </div>
    </Panel>
  )
}

/**
 * A picture from the camera of this machine; where the browser has none, from the helper beside it (`helper.ts`); where neither is, one
 * sentence.
 */
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Loading, Until, t, useCall, useWho } from '#kernel/web/index.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { closeHelper, grabFrame } from './helper.ts'

const QUALITY = 0.92

type Source = 'asking' | 'camera' | 'helper' | 'none'
/** The camera the browser gives, else whether the helper answers. */
function useSource(port: number) {
  const [source, setSource] = useState<Source>('asking')
  const [stream, setStream] = useState<MediaStream>()
  const [first, setFirst] = useState<File>()
  useEffect(() => {
    let gone = false
    let mine: MediaStream | undefined
    const stop = () => mine?.getTracks().forEach((track) => track.stop())
    const begin = async () => {
      // Without https the browser has no cameras at all.
      mine = await navigator.mediaDevices?.getUserMedia({ video: { width: { ideal: 1920 } } }).catch(() => undefined)
      if (gone) return stop()
      if (mine) {
        setStream(mine)
        return setSource('camera')
      }
      const frame = await grabFrame(port)
      setFirst(frame)
      setSource(frame ? 'helper' : 'none')
    }
    void begin()
    return () => {
      gone = true
      stop()
      if (!mine) void closeHelper(port)
    }
  }, [port])
  return { source, stream, first }
}
const frameOf = (video: HTMLVideoElement): Promise<File | undefined> => {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((done) =>
    canvas.toBlob((blob) => done(blob ? new File([blob], 'camera.jpg', { type: 'image/jpeg' }) : undefined), 'image/jpeg', QUALITY),
  )
}

interface CameraProps {
  onTaken: (file: File) => Promise<void>
  onClose: () => void
}
/** The dialog, once it is known where the helper of this store listens. */
export function Camera({ onTaken, onClose }: CameraProps) {
  const { hid } = useWho()
  const options = useCall(settings['settings.info'], { id: hid })
  return (
    <Modal open onCancel={onClose} footer={null} title={t`拍照`} width={720} destroyOnHidden>
      <Until of={options}>{options.data && <Taking port={options.data.videoPort} onTaken={onTaken} />}</Until>
    </Modal>
  )
}
function Taking({ port, onTaken }: { port: number } & Pick<CameraProps, 'onTaken'>) {
  const video = useRef<HTMLVideoElement>(null)
  const { source, stream, first } = useSource(port)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null
  }, [stream])
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    const file = source === 'camera' && video.current ? await frameOf(video.current) : await grabFrame(port)
    if (file) await onTaken(file)
    setBusy(false)
  }
  return (
    <div className="camera">
      {source === 'asking' && <Loading />}
      <video ref={video} autoPlay playsInline muted hidden={source !== 'camera'} aria-label={t`摄像头画面`} />
      {source === 'helper' && first && <Frame of={first} />}
      {source === 'none' && <p role="status">{t`没有可用的摄像头，本机的拍照助手也没有运行；请连接摄像头，或用“添加图像”上传文件。`}</p>}
      {(source === 'camera' || source === 'helper') && <Button type="primary" loading={busy} onClick={() => void take()}>{t`拍下`}</Button>}
    </div>
  )
}
function Frame({ of: file }: { of: File }) {
  const [src, setSrc] = useState('')
  useEffect(() => {
    const url = URL.createObjectURL(file)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return src ? <img src={src} alt={t`摄像头画面`} /> : null
}

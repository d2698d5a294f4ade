/** A picture that moves; stopped by whoever holds `frame`, it is taken as a JPEG. */
import { useEffect, useRef } from 'react'

const QUALITY = 0.92
export function Video({
  of: stream,
  label,
  muted = false,
  className,
}: {
  of: MediaStream | undefined
  label: string
  muted?: boolean
  className?: string
}) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null
  }, [stream])
  return (
    <video ref={video} autoPlay playsInline muted={muted} aria-label={label} className={className} hidden={!stream}>
      <track kind="captions" />
    </video>
  )
}
/** One frame of a stream, as fine as it comes; undefined where there is none. */
export async function frameOf(stream: MediaStream): Promise<File | undefined> {
  const video = document.createElement('video')
  video.muted = true
  video.srcObject = stream
  await video.play()
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  video.srcObject = null
  return new Promise((done) =>
    canvas.toBlob((blob) => done(blob ? new File([blob], 'frame.jpg', { type: 'image/jpeg' }) : undefined), 'image/jpeg', QUALITY),
  )
}

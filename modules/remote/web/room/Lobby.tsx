/** Before the room: camera, microphone, the slit lamp's camera, and whether the network carries it. Remembered for the next time on this machine. */
import { Button, Select } from 'antd'
import { useEffect, useState } from 'react'
import { Badge, Panel, t } from '#kernel/web/index.ts'
import { ownStream, type Devices } from './useRoom.ts'
import { Video } from './Video.tsx'

const KEPT = 'mingmou:remote-devices'
const FIRST: Devices = { camera: undefined, microphone: undefined, second: null }
export function keptDevices(): Devices {
  const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? 'null')
  return kept !== null && typeof kept === 'object' ? { ...FIRST, ...kept } : FIRST
}

export function Lobby({ onEnter }: { onEnter: (devices: Devices) => void }) {
  const [devices, setDevices] = useState(keptDevices)
  const [stream, setStream] = useState<MediaStream>()
  const [found, setFound] = useState<MediaDeviceInfo[]>()
  useEffect(() => {
    let mine: MediaStream | undefined
    let gone = false
    void ownStream(devices).then(async (got) => {
      mine = got
      if (gone) return got?.getTracks().forEach((track) => track.stop())
      setStream(got)
      // Names of devices are told once one of them may be used.
      setFound((await navigator.mediaDevices?.enumerateDevices()) ?? [])
    })
    return () => {
      gone = true
      mine?.getTracks().forEach((track) => track.stop())
    }
  }, [devices])
  const of = (kind: MediaDeviceKind) =>
    (found ?? []).filter((d) => d.kind === kind && d.deviceId).map((d) => ({ value: d.deviceId, label: d.label || d.deviceId.slice(0, 8) }))
  const change = (more: Partial<Devices>) => setDevices({ ...devices, ...more })
  const enter = () => {
    localStorage.setItem(KEPT, JSON.stringify(devices))
    onEnter(devices)
  }
  return (
    <Panel title={t`设备检查`} className="remote-lobby">
      <Video of={stream} muted label={t`自己的画面`} />
      <p>
        {found && (
          <>
            <Badge tone={stream?.getVideoTracks().length ? 'ok' : 'warn'}>
              {stream?.getVideoTracks().length ? t`摄像头正常` : t`没有摄像头，只有声音`}
            </Badge>{' '}
            <Badge tone={stream?.getAudioTracks().length ? 'ok' : 'bad'}>
              {stream?.getAudioTracks().length ? t`麦克风正常` : t`没有麦克风`}
            </Badge>{' '}
          </>
        )}
        <Network />
      </p>
      <label>
        {t`摄像头`}
        <Select
          allowClear
          aria-label={t`摄像头`}
          value={devices.camera ?? null}
          options={of('videoinput')}
          onChange={(camera?: string | null) => change({ camera: camera ?? undefined })}
        />
      </label>
      <label>
        {t`麦克风`}
        <Select
          allowClear
          aria-label={t`麦克风`}
          value={devices.microphone ?? null}
          options={of('audioinput')}
          onChange={(microphone?: string | null) => change({ microphone: microphone ?? undefined })}
        />
      </label>
      <label>
        {t`裂隙灯摄像头`}
        <Select
          allowClear
          aria-label={t`裂隙灯摄像头`}
          value={devices.second}
          options={of('videoinput')}
          onChange={(second?: string | null) => change({ second: second ?? null })}
        />
      </label>
      <Button type="primary" size="large" onClick={enter}>{t`进入会诊室`}</Button>
    </Panel>
  )
}
/** Milliseconds to the server and back, three times; the middle one. */
function Network() {
  const [ms, setMs] = useState<number>()
  useEffect(() => {
    let gone = false
    const measure = async () => {
      const taken: number[] = []
      for (let n = 0; n < 3; n++) {
        const from = performance.now()
        await fetch('/api/health').catch(() => undefined)
        taken.push(performance.now() - from)
      }
      if (!gone) setMs(Math.round(taken.sort((a, b) => a - b)[1] ?? 0))
    }
    void measure()
    return () => void (gone = true)
  }, [])
  if (ms === undefined) return null
  return <Badge tone={ms < 200 ? 'ok' : 'warn'}>{t`网络 ${ms} 毫秒`}</Badge>
}

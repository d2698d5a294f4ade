/**
 * Before the room: camera, microphone, the slit lamp's camera, and whether the network carries it. Remembered for the next time on this
 * machine.
 */
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

/** What the chosen devices give, and which there are. */
function useTried(devices: Devices) {
  const [stream, setStream] = useState<MediaStream>()
  const [found, setFound] = useState<MediaDeviceInfo[]>()
  useEffect(() => {
    let mine: MediaStream | undefined
    let gone = false
    const stop = () => mine?.getTracks().forEach((track) => track.stop())
    void ownStream(devices).then(async (got) => {
      mine = got
      if (gone) return stop()
      setStream(got)
      // Names of devices are told once one of them may be used.
      setFound((await navigator.mediaDevices?.enumerateDevices()) ?? [])
    })
    return () => {
      gone = true
      stop()
    }
  }, [devices])
  return { stream, found }
}

export function Lobby({ onEnter }: { onEnter: (devices: Devices) => void }) {
  const [devices, setDevices] = useState(keptDevices)
  const { stream, found } = useTried(devices)
  const change = (more: Partial<Devices>) => setDevices({ ...devices, ...more })
  const enter = () => {
    localStorage.setItem(KEPT, JSON.stringify(devices))
    onEnter(devices)
  }
  const pick = { found: found ?? [] }
  return (
    <Panel title={t`设备检查`} className="remote-lobby">
      <Video of={stream} muted label={t`自己的画面`} />
      <p>
        {found && <Works of={stream} />} <Network />
      </p>
      <Device {...pick} label={t`摄像头`} kind="videoinput" value={devices.camera} onChange={(camera) => change({ camera })} />
      <Device {...pick} label={t`麦克风`} kind="audioinput" value={devices.microphone} onChange={(microphone) => change({ microphone })} />
      <Device
        {...pick}
        label={t`裂隙灯摄像头`}
        kind="videoinput"
        value={devices.second ?? undefined}
        onChange={(second) => change({ second: second ?? null })}
      />
      <Button type="primary" size="large" onClick={enter}>{t`进入会诊室`}</Button>
    </Panel>
  )
}
function Works({ of: stream }: { of: MediaStream | undefined }) {
  const [camera, microphone] = [stream?.getVideoTracks().length, stream?.getAudioTracks().length]
  return (
    <>
      <Badge tone={camera ? 'ok' : 'warn'}>{camera ? t`摄像头正常` : t`没有摄像头，只有声音`}</Badge>{' '}
      <Badge tone={microphone ? 'ok' : 'bad'}>{microphone ? t`麦克风正常` : t`没有麦克风`}</Badge>
    </>
  )
}
interface DeviceProps {
  label: string
  kind: MediaDeviceKind
  found: readonly MediaDeviceInfo[]
  value: string | undefined
  onChange: (id: string | undefined) => void
}
const Device = ({ label, kind, found, value, onChange }: DeviceProps) => (
  <label>
    {label}
    <Select<string | null>
      allowClear
      aria-label={label}
      value={value ?? null}
      options={found
        .filter((d) => d.kind === kind && d.deviceId)
        .map((d) => ({ value: d.deviceId, label: d.label || d.deviceId.slice(0, 8) }))}
      onChange={(id) => onChange(id ?? undefined)}
    />
  </label>
)
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

/**
 * The consultation room: the other side large, oneself small, the slit lamp beside it, what was sent, what is said, the report. A reload is
 * back by itself.
 */
import './remote.css'
import { Button, Segmented } from 'antd'
import { Mic, MicOff, PhoneOff, Video as Camera, VideoOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Badge, Empty, Link, Screen, Status, Until, t, useCall, useGo, useSearch, type OutOf } from '#kernel/web/index.ts'
import { AxialLengthChart } from '#modules/exams/web/door.tsx'
import { PatientBarFor } from '#modules/patients/web/door.tsx'
import { remote } from '../contract/endpoints.ts'
import { remoteCase } from '../contract/states.ts'
import { Pack } from './CaseDetail.tsx'
import { Chat } from './Chat.tsx'
import { Report } from './Report.tsx'
import { Frames, Freeze, useFrames, type RoomAnswer } from './room/Frames.tsx'
import { keptDevices, Lobby } from './room/Lobby.tsx'
import { useRoom, type Devices, type Signature } from './room/useRoom.ts'
import { Video } from './room/Video.tsx'

/** Whoever was in this room in this tab comes in again after a reload without being asked. */
const KEPT = 'mingmou:remote-in'

export default function RoomScreen() {
  const [search] = useSearch()
  const id = Number(search.reserveId) || 0
  const [devices, setDevices] = useState<Devices | undefined>(() =>
    sessionStorage.getItem(KEPT) === String(id) ? keptDevices() : undefined,
  )
  // The door is asked until one is inside: whoever is in the room when the report is signed is not put out.
  const room = useCall(
    remote['telemedicine-subscribes.room'],
    { id },
    { enabled: id > 0, logged: true, ...(devices ? { stale: Infinity } : { live: ['remote'] }) },
  )
  const signature = useCall(
    remote['trtc.user-sig'],
    { userId: room.data?.userId ?? '' },
    { enabled: room.data !== undefined, stale: Infinity },
  )
  const enter = (chosen: Devices) => {
    sessionStorage.setItem(KEPT, String(id))
    setDevices(chosen)
  }
  if (!id)
    return (
      <Screen>
        <Empty text={t`请先选择会员`} action={<Link to="/medical/remote_reserve">{t`远程预约`}</Link>} />
      </Screen>
    )
  return (
    <Screen
      {...(room.data ? { bar: <PatientBarFor pid={room.data.pid} />, note: t`房间 ${room.data.roomId} · ${room.data.doctorName}` } : {})}
    >
      <Until of={room}>
        {room.data && !devices && <Lobby onEnter={enter} />}
        {room.data && devices && signature.data && <Inside room={room.data} signature={signature.data} devices={devices} />}
      </Until>
    </Screen>
  )
}

function Inside({ room, signature, devices }: { room: RoomAnswer; signature: Signature; devices: Devices }) {
  const [muted, setMuted] = useState(false)
  const [soundOnly, setSoundOnly] = useState(false)
  const frames = useFrames(room)
  const whole = useCall(remote['telemedicine-subscribes.get'], { id: room.reserveId }, { live: ['remote'] })
  const talk = useRoom({
    room: room.reserveId,
    channel: room.channel,
    channelKey: room.channelKey,
    signature,
    devices,
    onSaid: frames.hear,
  })
  const go = useGo()
  const [other] = talk.peers.values()
  const leave = () => {
    sessionStorage.removeItem(KEPT)
    go(room.mode === 'host' ? '/expert' : '/medical/remote_reserve', { case: room.reserveId })
  }
  const slit = talk.second ?? other?.second
  const { aim } = frames
  const aimed = talk.second ?? talk.own
  useEffect(() => aim(aimed), [aim, aimed])
  return (
    <div className="remote-room">
      <section className="remote-stage" aria-label={t`画面`}>
        <div className="remote-screen">
          <Video of={other?.own} label={t`对方画面`} className="large" />
          {!other && <Empty text={talk.out ?? (talk.reached ? t`等待对方进入` : t`正在连接…`)} />}
          {other && !other.own?.getVideoTracks().length && <Empty text={t`对方只有声音`} />}
          <Video of={talk.own} muted label={t`自己的画面`} className="small" />
        </div>
        {slit && <Video of={slit} muted label={t`裂隙灯画面`} className="slit" />}
        <p className="remote-controls">
          <Button
            icon={muted ? <MicOff size={16} /> : <Mic size={16} />}
            aria-pressed={muted}
            onClick={() => (talk.mute(!muted), setMuted(!muted))}
          >
            {muted ? t`打开麦克风` : t`静音`}
          </Button>
          <Button
            icon={soundOnly ? <VideoOff size={16} /> : <Camera size={16} />}
            aria-pressed={soundOnly}
            onClick={() => (talk.audioOnly(!soundOnly), setSoundOnly(!soundOnly))}
          >
            {soundOnly ? t`打开画面` : t`只用声音`}
          </Button>
          <Freeze of={frames} tell={talk.tell} />
          <Quality of={talk.quality} />
          <Status of={remoteCase} value={whole.data?.status ?? room.case.status} />
          <Button danger icon={<PhoneOff size={16} />} onClick={leave}>{t`离开`}</Button>
        </p>
        <Frames of={frames} room={room} />
      </section>
      <Beside room={room} of={whole.data} />
    </div>
  )
}
function Quality({ of: { rtt, lost, kbps } }: { of: ReturnType<typeof useRoom>['quality'] }) {
  if (rtt === undefined && kbps === undefined) return null
  const poor = (lost ?? 0) > 0.05 || (rtt ?? 0) > 400
  return <Badge tone={poor ? 'warn' : 'ok'}>{poor ? t`网络较差，可只用声音` : t`${rtt ?? 0} 毫秒 · ${kbps ?? 0} kbps`}</Badge>
}

type Side = 'case' | 'curve' | 'chat' | 'report'
/** What is looked at beside the pictures; sound and this stay where the network is poor. */
function Beside({ room, of: consultation }: { room: RoomAnswer; of: OutOf<(typeof remote)['telemedicine-subscribes.get']> | undefined }) {
  const [side, setSide] = useState<Side>('case')
  return (
    <aside className="remote-beside">
      <Segmented<Side>
        block
        value={side}
        onChange={setSide}
        options={[
          { value: 'case', label: t`病例` },
          { value: 'curve', label: t`曲线` },
          { value: 'chat', label: t`沟通` },
          { value: 'report', label: t`报告` },
        ]}
      />
      {side === 'case' && consultation && (
        <>
          <p className="remote-text">{consultation.question}</p>
          <Pack of={consultation} />
        </>
      )}
      {side === 'curve' && <AxialLengthChart pid={room.pid} height={300} />}
      {side === 'chat' && <Chat of={room.case} />}
      {side === 'report' && consultation && <Report of={consultation} />}
      {side === 'report' && room.mode !== 'host' && consultation?.status !== remoteCase.is.signed && (
        <Empty text={t`专家签署后可查看报告`} />
      )}
    </aside>
  )
}

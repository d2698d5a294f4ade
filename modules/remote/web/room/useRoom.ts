/** The room as the screen sees it: one's own cameras, everybody else's pictures, how well it goes. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { t, toast, useWho, type OutOf } from '#kernel/web/index.ts'
import type { remote } from '../../contract/endpoints.ts'
import type { Pictures, RoomClient, Statistics, RoomListener } from './client.ts'
import { NativeRoom } from './native.ts'
import { TrtcRoom } from './trtc.ts'

export type Signature = OutOf<(typeof remote)['trtc.user-sig']>
/** Devices of this machine, by their browser's ids; undefined takes the first, null none. */
export interface Devices {
  readonly camera: string | undefined
  readonly microphone: string | undefined
  readonly second: string | null
}
const exactly = (id: string | undefined): MediaTrackConstraints => (id ? { deviceId: { exact: id } } : {})
/** Camera and microphone; where there is no camera, the microphone alone; undefined where there is neither. */
export async function ownStream({ camera, microphone }: Devices): Promise<MediaStream | undefined> {
  const media = navigator.mediaDevices
  const audio = { ...exactly(microphone), echoCancellation: true }
  return (
    (await media?.getUserMedia({ audio, video: { ...exactly(camera), width: { ideal: 1280 } } }).catch(() => undefined)) ??
    (await media?.getUserMedia({ audio }).catch(() => undefined))
  )
}
/** The slit lamp's picture as fine as the camera gives it. */
const secondStream = (id: string): Promise<MediaStream | undefined> =>
  navigator.mediaDevices?.getUserMedia({ video: { ...exactly(id), width: { ideal: 1920 } } }).catch(() => undefined) ??
  Promise.resolve(undefined)
const stop = (stream: MediaStream | undefined) => stream?.getTracks().forEach((track) => track.stop())

interface Asked {
  readonly room: number
  readonly channel: string
  readonly channelKey: string | null
  readonly signature: Signature
  readonly devices: Devices
  readonly onSaid: (data: unknown) => void
}
function clientOf({ room, channel, channelKey, signature: s }: Asked, uid: number, context: RoomListener): RoomClient {
  if (s.mode === 'trtc' && s.sdk !== null && s.sdkAppId !== null)
    return new TrtcRoom(
      {
        sdk: s.sdk,
        sdkAppId: s.sdkAppId,
        userId: s.userId,
        userSig: s.userSig,
        strRoomId: channel,
        ...(channelKey === null ? {} : { privateMapKey: channelKey }),
      },
      room,
      uid,
      context,
    )
  return new NativeRoom(
    room,
    uid,
    s.iceServers.map(({ urls, username, credential }) => ({ urls, ...(username && credential ? { username, credential } : {}) })),
    context,
  )
}

export function useRoom(request: Asked) {
  const { uid } = useWho()
  const client = useRef<RoomClient>(undefined)
  const [peers, setPeers] = useState<ReadonlyMap<string, Pictures>>(new Map())
  const [reached, setReached] = useState(false)
  const [out, setOut] = useState<string>()
  const [own, setOwn] = useState<MediaStream>()
  const [second, setSecond] = useState<MediaStream>()
  const latest = useRef(request)
  latest.current = request
  const { devices, room } = request
  useEffect(() => {
    const held: Array<MediaStream | undefined> = []
    const putOut = (sentence: string) => {
      setOut(sentence)
      // Nobody is there to see it: the camera goes off.
      held.forEach(stop)
    }
    const reach = (yes: boolean) => {
      setReached(yes)
      if (yes) setOut(undefined)
    }
    const mine = clientOf(latest.current, uid, {
      peers: setPeers,
      reached: reach,
      out: putOut,
      said: (data) => latest.current.onSaid(data),
    })
    client.current = mine
    let gone = false
    // A camera that is slow or hangs keeps nobody out of the room: what it gives is sent when it comes.
    const show = async (what: keyof Pictures, coming: Promise<MediaStream | undefined>, set: (stream: MediaStream | undefined) => void) => {
      const stream = await coming
      if (gone) return stop(stream)
      held.push(stream)
      set(stream)
      mine.publish(what, stream)
    }
    void mine.join().catch(() => toast(t`没有连上会诊室，请刷新重试`, 'bad'))
    void show('own', ownStream(devices), setOwn)
    if (devices.second !== null) void show('second', secondStream(devices.second), setSecond)
    return () => {
      gone = true
      mine.leave()
      held.forEach(stop)
    }
  }, [uid, room, devices])
  const mute = useCallback((muted: boolean) => client.current?.mute(muted), [])
  const audioOnly = useCallback((only: boolean) => client.current?.audioOnly(only), [])
  const tell = useCallback((data: unknown) => client.current?.tell(data), [])
  return { peers, reached, out, own, second, mute, audioOnly, tell, quality: useQuality(client) }
}

/** Ms between two looks at the network. */
const LOOK = 3000
function useQuality(client: { readonly current: RoomClient | undefined }): Statistics {
  const [quality, setQuality] = useState<Statistics>({})
  useEffect(() => {
    const look = setInterval(() => void client.current?.statistics().then(setQuality), LOOK)
    return () => clearInterval(look)
  }, [client])
  return quality
}

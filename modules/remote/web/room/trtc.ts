/**
 * Sound and picture through 腾讯实时音视频: the vendor's own program (trtc-sdk-v5) is loaded from where the server says, and only when a room is
 * opened with it. What the screens say to each other and who is there goes over our own channel all the same: the server asks for
 * membership there.
 */
import { NativeRoom } from './native.ts'
import type { Pictures, RoomClient, Statistics, RoomListener } from './client.ts'

/** As much of the vendor's program as is used (its documents: TRTC.create, enterRoom, startLocalVideo, startScreenShare, getVideoTrack). */
interface Trtc {
  enterRoom(of: {
    sdkAppId: number
    userId: string
    userSig: string
    strRoomId: string
    privateMapKey?: string
    scene: 'rtc'
  }): Promise<void>
  exitRoom(): Promise<void>
  startLocalAudio(of: { option: { audioTrack: MediaStreamTrack } }): Promise<void>
  stopLocalAudio(): Promise<void>
  updateLocalAudio(of: { mute: boolean }): Promise<void>
  startLocalVideo(of: { option: { videoTrack: MediaStreamTrack } }): Promise<void>
  stopLocalVideo(): Promise<void>
  startScreenShare(of: { option: { videoTrack: MediaStreamTrack } }): Promise<void>
  stopScreenShare(): Promise<void>
  startRemoteVideo(of: { userId: string; streamType: 'main' | 'sub' }): Promise<void>
  stopRemoteVideo(of: { userId: string; streamType: 'main' | 'sub' }): Promise<void>
  getVideoTrack(of: { userId: string; streamType: 'main' | 'sub' }): MediaStreamTrack | null
  on(event: string, listener: (event: TrtcEvent) => void): void
}
interface TrtcEvent {
  readonly userId: string
  readonly streamType: 'main' | 'sub'
  readonly uplinkRTT?: number
  readonly downlinkRTT?: number
  readonly downlinkLoss?: number
}
declare global {
  interface Window {
    TRTC?: { create(): Trtc }
  }
}
/** The vendor's program, once. */
function loaded(url: string): Promise<Trtc> {
  const made = () => window.TRTC?.create()
  const there = made()
  if (there) return Promise.resolve(there)
  return new Promise((done, failed) => {
    const script = document.createElement('script')
    script.src = url
    script.onload = () => {
      const trtc = made()
      if (trtc) done(trtc)
      else failed(new Error('TRTC'))
    }
    script.onerror = () => failed(new Error(url))
    document.head.append(script)
  })
}

interface Entry {
  readonly sdk: string
  readonly sdkAppId: number
  readonly userId: string
  readonly userSig: string
  readonly strRoomId: string
  /** Opens this room and no other, where the vendor's console asks for it (高级权限控制). */
  readonly privateMapKey?: string
}
export class TrtcRoom implements RoomClient {
  private trtc: Trtc | undefined
  private readonly pictures = new Map<string, { own?: MediaStream; second?: MediaStream }>()
  private readonly sent: Partial<Record<keyof Pictures, MediaStream>> = {}
  private readonly channel: NativeRoom
  private quality: Statistics = {}
  constructor(
    private readonly entry: Entry,
    room: number,
    uid: number,
    private readonly context: RoomListener,
  ) {
    const out = (sentence: string) => {
      void this.trtc?.exitRoom()
      this.pictures.clear()
      context.peers(new Map())
      context.out(sentence)
    }
    this.channel = new NativeRoom(room, uid, undefined, { ...context, out, peers: () => undefined })
  }

  async join(): Promise<void> {
    await this.channel.join()
    const { sdk, ...entry } = this.entry
    const trtc = (this.trtc = await loaded(sdk))
    trtc.on('remote-video-available', (event) => void this.came(trtc, event))
    trtc.on('remote-video-unavailable', ({ userId, streamType }) => this.show(userId, streamType, undefined))
    trtc.on('remote-user-enter', ({ userId }) => this.show(userId, 'main', undefined))
    trtc.on('remote-user-exit', ({ userId }) => {
      this.pictures.delete(userId)
      this.context.peers(this.pictures)
    })
    trtc.on('network-quality', ({ uplinkRTT, downlinkRTT, downlinkLoss }) => {
      this.quality = { rtt: downlinkRTT ?? uplinkRTT, lost: downlinkLoss === undefined ? undefined : downlinkLoss / 100 }
    })
    await trtc.enterRoom({ ...entry, scene: 'rtc' })
    for (const what of ['own', 'second'] as const) await this.start(what)
  }
  private async came(trtc: Trtc, { userId, streamType }: TrtcEvent): Promise<void> {
    await trtc.startRemoteVideo({ userId, streamType })
    const track = trtc.getVideoTrack({ userId, streamType })
    this.show(userId, streamType, track ? new MediaStream([track]) : undefined)
  }
  private show(userId: string, streamType: 'main' | 'sub', stream: MediaStream | undefined): void {
    const picture = { ...this.pictures.get(userId) }
    const what = streamType === 'main' ? 'own' : 'second'
    if (stream) picture[what] = stream
    else delete picture[what]
    this.pictures.set(userId, picture)
    this.context.peers(new Map(this.pictures))
  }

  publish(what: keyof Pictures, stream: MediaStream | undefined): void {
    const former = this.sent[what]
    if (former === stream) return
    if (stream) this.sent[what] = stream
    else delete this.sent[what]
    if (!this.trtc) return
    if (stream) return void this.start(what)
    void (what === 'own' ? this.trtc.stopLocalVideo() : this.trtc.stopScreenShare())
  }
  private async start(what: keyof Pictures): Promise<void> {
    const stream = this.sent[what]
    const [video] = stream?.getVideoTracks() ?? []
    const [audio] = stream?.getAudioTracks() ?? []
    if (audio && what === 'own') await this.trtc?.startLocalAudio({ option: { audioTrack: audio } })
    if (!video) return
    const option = { videoTrack: video }
    await (what === 'own' ? this.trtc?.startLocalVideo({ option }) : this.trtc?.startScreenShare({ option }))
  }
  mute(muted: boolean): void {
    void this.trtc?.updateLocalAudio({ mute: muted })
  }
  audioOnly(only: boolean): void {
    if (!only) return void this.start('own').then(() => this.start('second'))
    void this.trtc?.stopLocalVideo()
    void this.trtc?.stopScreenShare()
  }
  tell(data: unknown): void {
    this.channel.tell(data)
  }
  statistics(): Promise<Statistics> {
    return Promise.resolve(this.quality)
  }
  leave(): void {
    this.channel.leave()
    void this.trtc?.exitRoom()
  }
}

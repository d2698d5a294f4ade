/**
 * Browsers that talk to each other: one RTCPeerConnection for each other person, perfect negotiation (the lower user id gives way) over the live channel.
 * A connection is made and its tracks are added when the other is announced and not before, or the first offer is lost.
 */
import { talk, type LiveEvent } from '#kernel/web/calls/live.ts'
import type { Pictures, RoomClient, Statistics, Told } from './client.ts'

interface Signal {
  readonly description?: RTCSessionDescriptionInit | null
  readonly candidate?: RTCIceCandidateInit | null
  /** Which of the streams is the second camera. */
  readonly second?: string | null
  /** Answers an announcement: who came learns who was there. */
  readonly here?: true
  readonly said?: unknown
}
interface Heard extends LiveEvent {
  readonly room: number
  readonly event: 'in' | 'came' | 'left' | 'signal'
  readonly from: string
  readonly user?: number
  readonly data?: Signal
}
const isHeard = (event: LiveEvent): event is Heard => event.topic === 'room' && typeof event.from === 'string'

interface Peer {
  readonly link: RTCPeerConnection
  readonly polite: boolean
  readonly streams: Map<string, MediaStream>
  second: string | null
  offering: boolean
  ignoring: boolean
  /** What came before: a description is taken up when the one before it is. */
  turn: Promise<void>
}
type Sent = Partial<Record<keyof Pictures, MediaStream>>

export class NativeRoom implements RoomClient {
  private readonly peers = new Map<string, Peer>()
  private readonly sent: Sent = {}
  private line: ReturnType<typeof talk> | undefined
  private muted = false
  private soundOnly = false
  constructor(
    private readonly room: number,
    private readonly uid: number,
    private readonly iceServers: RTCIceServer[],
    private readonly told: Told,
  ) {}

  join(): Promise<void> {
    this.line = talk((event) => this.hear(event))
    return Promise.resolve()
  }
  private hear(event: LiveEvent): void {
    // The channel is open, perhaps anew: whoever was here is announced again, by a new connection.
    if (event.topic === 'ready') {
      for (const from of this.peers.keys()) this.drop(from)
      return this.line?.say({ room: this.room, come: true })
    }
    if (!isHeard(event) || event.room !== this.room) return
    if (event.event === 'in') return this.told.reached(true)
    if (event.event === 'left') return this.drop(event.from)
    const signal: Signal = event.data ?? {}
    if (event.event === 'came') {
      this.drop(event.from)
      this.send(event.from, { here: true })
      return void this.peerOf(event.from, event.user)
    }
    if (signal.said !== undefined) return this.told.said(signal.said)
    const peer = this.peerOf(event.from, event.user)
    peer.turn = peer.turn
      .then(() => this.negotiate(event.from, peer, signal))
      .catch((error: unknown) => void (peer.link.signalingState === 'closed' || console.warn('a signal was not taken', error)))
  }
  private send(to: string | undefined, data: Signal): void {
    this.line?.say({ room: this.room, ...(to === undefined ? {} : { to }), data })
  }

  private peerOf(from: string, user = 0): Peer {
    const known = this.peers.get(from)
    if (known) return known
    const link = new RTCPeerConnection({ iceServers: this.iceServers })
    const peer: Peer = {
      link,
      polite: this.uid < user,
      streams: new Map(),
      second: null,
      offering: false,
      ignoring: false,
      turn: Promise.resolve(),
    }
    this.peers.set(from, peer)
    link.onnegotiationneeded = () => void this.offer(from, peer)
    link.onicecandidate = ({ candidate }) => this.send(from, { candidate: candidate?.toJSON() ?? null })
    link.oniceconnectionstatechange = () => {
      if (link.iceConnectionState === 'failed') link.restartIce()
      this.shown()
    }
    link.ontrack = ({ streams: [stream] }) => {
      if (!stream) return
      peer.streams.set(stream.id, stream)
      stream.onremovetrack = () => {
        if (stream.getTracks().length === 0) peer.streams.delete(stream.id)
        this.shown()
      }
      this.shown()
    }
    for (const stream of Object.values(this.sent)) this.add(peer, stream)
    if (link.getSenders().length === 0) link.addTransceiver('audio', { direction: 'recvonly' })
    return peer
  }
  private async offer(to: string, peer: Peer): Promise<void> {
    peer.offering = true
    await peer.link.setLocalDescription().catch(() => undefined)
    this.describe(to, peer)
    peer.offering = false
  }
  private describe(to: string, { link }: Peer): void {
    this.send(to, { description: link.localDescription?.toJSON() ?? null, second: this.sent.second?.id ?? null })
  }
  /** Of two who offer at once, the polite one takes its own back. */
  private async negotiate(from: string, peer: Peer, { description, candidate, second }: Signal): Promise<void> {
    const { link } = peer
    if (description) {
      const clash = description.type === 'offer' && (peer.offering || link.signalingState !== 'stable')
      peer.ignoring = !peer.polite && clash
      if (peer.ignoring) return
      if (second !== undefined) peer.second = second
      await link.setRemoteDescription(description)
      if (description.type === 'offer') {
        await link.setLocalDescription()
        this.describe(from, peer)
      }
      this.shown()
    } else if (candidate)
      await link
        .addIceCandidate(candidate)
        .catch((error: unknown) => void (peer.ignoring || console.warn('a candidate was not taken', error)))
  }
  private drop(from: string): void {
    this.peers.get(from)?.link.close()
    this.peers.delete(from)
    this.shown()
  }
  private shown(): void {
    const now = new Map<string, Pictures>()
    for (const [from, { streams, second }] of this.peers) {
      const all = [...streams.values()]
      now.set(from, { own: all.find((s) => s.id !== second), second: all.find((s) => s.id === second) })
    }
    this.told.peers(now)
  }

  private add({ link }: Peer, stream: MediaStream): void {
    for (const track of stream.getTracks()) if (!(this.soundOnly && track.kind === 'video')) link.addTrack(track, stream)
  }
  publish(what: keyof Pictures, stream: MediaStream | undefined): void {
    const former = this.sent[what]
    if (former === stream) return
    if (stream) this.sent[what] = stream
    else delete this.sent[what]
    for (const track of former?.getTracks() ?? []) this.take(track)
    if (stream) for (const peer of this.peers.values()) this.add(peer, stream)
    this.mute(this.muted)
  }
  private take(track: MediaStreamTrack): void {
    for (const { link } of this.peers.values()) for (const sender of link.getSenders()) if (sender.track === track) link.removeTrack(sender)
  }
  mute(muted: boolean): void {
    this.muted = muted
    for (const track of this.sent.own?.getAudioTracks() ?? []) track.enabled = !muted
  }
  audioOnly(only: boolean): void {
    this.soundOnly = only
    for (const stream of Object.values(this.sent))
      for (const track of stream.getVideoTracks()) {
        this.take(track)
        if (!only) for (const { link } of this.peers.values()) link.addTrack(track, stream)
      }
  }
  tell(data: unknown): void {
    this.send(undefined, { said: data })
  }

  private before = { at: 0, bytes: 0 }
  async statistics(): Promise<Statistics> {
    let [bytes, lost, received] = [0, 0, 0]
    let rtt: number | undefined
    for (const { link } of this.peers.values())
      for (const report of (await link.getStats()).values()) {
        // Each kind of report has a dictionary of its own; the browser's types know the common part.
        const of = new Map<string, unknown>(Object.entries(report))
        const number = (name: string): number => Number(of.get(name) ?? 0)
        if (of.get('type') === 'candidate-pair' && of.get('nominated') === true) rtt = Math.round(number('currentRoundTripTime') * 1000)
        if (of.get('type') !== 'inbound-rtp') continue
        bytes += number('bytesReceived')
        lost += number('packetsLost')
        received += number('packetsReceived')
      }
    const at = Date.now()
    const { before } = this
    this.before = { at, bytes }
    return {
      rtt,
      lost: received > 0 ? Math.max(0, lost) / (received + Math.max(0, lost)) : undefined,
      kbps: before.at > 0 && at > before.at ? Math.max(0, Math.round(((bytes - before.bytes) * 8) / (at - before.at))) : undefined,
    }
  }
  leave(): void {
    this.line?.say({ room: this.room, leave: true })
    this.line?.stop()
    for (const from of this.peers.keys()) this.drop(from)
  }
}

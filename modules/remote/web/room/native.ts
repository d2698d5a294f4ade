/**
 * Browsers that talk to each other: one RTCPeerConnection for each other person, perfect negotiation (the lower user id gives way) over the
 * live channel. The first offer is made by one of the two alone, when the other is announced and not before, or it is lost; a connection
 * that does not stand is made anew.
 */
import { talk, type LiveEvent } from '#kernel/web/calls/live.ts'
import type { Pictures, RoomClient, Statistics, RoomListener } from './client.ts'

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
  readonly event: 'in' | 'out' | 'came' | 'left' | 'signal'
  readonly from: string
  readonly user?: number
  readonly data?: Signal
  readonly message?: string
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
  /** Looks whether the connection stands. */
  readonly late: ReturnType<typeof setTimeout>
}
type Sent = Partial<Record<keyof Pictures, MediaStream>>

/** Ms in which the server answers that one is in; after it one comes again. */
const ANSWERED = 3000
/** Ms in which a connection stands. After it one comes again, and everybody connects anew. */
const STANDS = 8000
const standing = ({ iceConnectionState }: RTCPeerConnection) => iceConnectionState === 'connected' || iceConnectionState === 'completed'

export class NativeRoom implements RoomClient {
  private readonly peers = new Map<string, Peer>()
  private readonly sent: Sent = {}
  private line: ReturnType<typeof talk> | undefined
  private channel = ''
  private asking: ReturnType<typeof setInterval> | undefined
  private muted = false
  private soundOnly = false
  constructor(
    private readonly room: number,
    private readonly uid: number,
    /** Ways to each other; undefined where something else carries sound and picture and only words go over the channel. */
    private readonly iceServers: RTCIceServer[] | undefined,
    private readonly context: RoomListener,
  ) {}

  join(): Promise<void> {
    this.line = talk((event) => this.hear(event))
    return Promise.resolve()
  }
  private hear(event: LiveEvent): void {
    // The channel is open, perhaps anew: whoever was here is announced again, by a new connection.
    if (event.topic === 'ready') {
      for (const from of this.peers.keys()) this.drop(from)
      return this.come()
    }
    if (!isHeard(event) || event.room !== this.room) return
    if (event.event === 'in') {
      this.channel = event.from
      clearInterval(this.asking)
      return this.context.reached(true)
    }
    if (event.event === 'out') return this.putOut(event.message ?? '')
    if (event.event === 'left') return this.drop(event.from)
    const signal: Signal = event.data ?? {}
    if (event.event === 'came') {
      this.drop(event.from)
      this.send(event.from, { here: true })
    }
    if (event.event === 'came' || signal.here) return this.meet(event)
    if (signal.said !== undefined) return this.context.said(signal.said)
    const peer = this.peers.get(event.from) ?? this.answering(event, signal)
    if (!peer) return
    peer.turn = peer.turn
      .then(() => this.negotiate(event.from, peer, signal))
      .catch((error: unknown) => void (peer.link.signalingState === 'closed' || console.warn('a signal was not taken', error)))
  }
  /** The way in is closed: what was sent to the others ends with it. */
  private putOut(sentence: string): void {
    clearInterval(this.asking)
    for (const from of this.peers.keys()) this.drop(from)
    this.context.reached(false)
    this.context.out(sentence)
  }
  /** Comes in, and says so until the server has heard it. */
  private come(): void {
    const say = () => this.line?.say({ room: this.room, come: true })
    clearInterval(this.asking)
    this.asking = setInterval(say, ANSWERED)
    say()
  }
  private send(to: string | undefined, data: Signal): void {
    this.line?.say({ room: this.room, ...(to === undefined ? {} : { to }), data })
  }

  /**
   * Of two, the one with the higher user id offers first and the other one waits; of two tabs of one person, that with the higher
   * connection.
   */
  private isPolite({ from, user = 0 }: Heard): boolean {
    return this.uid === user ? this.channel < from : this.uid < user
  }
  /**
   * Somebody is there. Two first offers at once would be one too many: Chromium gathers no way for the answer of whoever takes a first
   * offer back.
   */
  private meet(event: Heard): void {
    const { from } = event
    if (this.iceServers && !this.isPolite(event) && !this.peers.has(from)) this.peerOf(from, false, this.iceServers)
  }
  /** The connection a first offer opens. Anything else of somebody unknown comes from a connection that is gone. */
  private answering(event: Heard, { description }: Signal): Peer | undefined {
    const first = description?.type === 'offer' && this.isPolite(event)
    return this.iceServers && first ? this.peerOf(event.from, true, this.iceServers) : undefined
  }
  private peerOf(from: string, polite: boolean, iceServers: RTCIceServer[]): Peer {
    const link = new RTCPeerConnection({ iceServers })
    const peer: Peer = {
      link,
      polite,
      streams: new Map(),
      second: null,
      offering: false,
      ignoring: false,
      turn: Promise.resolve(),
      late: setTimeout(() => this.again(from, link), STANDS),
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
    if (!polite && link.getSenders().length === 0) link.addTransceiver('audio', { direction: 'recvonly' })
    return peer
  }
  /** A connection that does not stand in time, whatever was lost on its way, is made anew. */
  private again(from: string, link: RTCPeerConnection): void {
    if (standing(link)) return
    this.drop(from)
    this.come()
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
    const peer = this.peers.get(from)
    clearTimeout(peer?.late)
    peer?.link.close()
    this.peers.delete(from)
    this.shown()
  }
  private shown(): void {
    const now = new Map<string, Pictures>()
    // Whoever is gone without a word stands behind whoever is there.
    const peers = [...this.peers].sort(([, a], [, b]) => Number(standing(b.link)) - Number(standing(a.link)))
    for (const [from, { streams, second }] of peers) {
      const all = [...streams.values()]
      now.set(from, { own: all.find((s) => s.id !== second), second: all.find((s) => s.id === second) })
    }
    this.context.peers(now)
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
        const facts = new Map<string, unknown>(Object.entries(report))
        const number = (name: string): number => Number(facts.get(name) ?? 0)
        if (facts.get('type') === 'candidate-pair' && facts.get('nominated') === true)
          rtt = Math.round(number('currentRoundTripTime') * 1000)
        if (facts.get('type') !== 'inbound-rtp') continue
        bytes += number('bytesReceived')
        lost += number('packetsLost')
        received += number('packetsReceived')
      }
    const now = Date.now()
    const { before } = this
    this.before = { at: now, bytes }
    return {
      rtt,
      lost: received > 0 ? Math.max(0, lost) / (received + Math.max(0, lost)) : undefined,
      kbps: before.at > 0 && now > before.at ? Math.max(0, Math.round(((bytes - before.bytes) * 8) / (now - before.at))) : undefined,
    }
  }
  leave(): void {
    clearInterval(this.asking)
    this.line?.say({ room: this.room, leave: true })
    this.line?.stop()
    for (const from of this.peers.keys()) this.drop(from)
  }
}

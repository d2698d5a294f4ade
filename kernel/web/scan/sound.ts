/** What a scan sounds like: one high tone where it is right, two low ones where it is not, a middle one where something is missing. */
const KEY = 'mingmou.scan-sound'
export const soundOn = (): boolean => localStorage.getItem(KEY) !== 'off'
export const setSound = (on: boolean): void => localStorage.setItem(KEY, on ? 'on' : 'off')

let audio: AudioContext | undefined
/** Tones in Hz, 120 ms each. */
const TONES = { ok: [1320], bad: [220, 220], warn: [660] } as const
export function beep(tone: keyof typeof TONES): void {
  if (!soundOn() || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  const { currentTime, destination } = audio
  for (const [i, frequency] of TONES[tone].entries()) {
    const oscillator = new OscillatorNode(audio, { frequency, type: tone === 'bad' ? 'square' : 'sine' })
    oscillator.connect(new GainNode(audio, { gain: 0.2 })).connect(destination)
    oscillator.start(currentTime + i * 0.18)
    oscillator.stop(currentTime + i * 0.18 + 0.12)
  }
}

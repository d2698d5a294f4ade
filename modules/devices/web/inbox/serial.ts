/**
 * A phoropter on the serial line of this computer: NIDEK RT-5100, 2400 7E2. What a port is, as much of Web Serial as is used; tests bring
 * their own.
 */
export interface SerialLine {
  open(options: { baudRate: number; dataBits: number; parity: string; stopBits: number }): Promise<void>
  readonly readable: ReadableStream<Uint8Array> | null
  close(): Promise<void>
}
export type AskForPort = () => Promise<SerialLine>

const LINE = { baudRate: 2400, dataBits: 7, parity: 'even', stopBits: 2 }
const EOT = 0x04
/** Characters of a transmission at most: a device that never ends one is let go. */
const LONGEST = 100_000

/** The browser's own question for a port; undefined where it has no Web Serial (Chromium, over https or on this machine, has). */
export const askBrowser = (): AskForPort | undefined => {
  const serial: unknown = Reflect.get(navigator, 'serial')
  return hasPorts(serial) ? () => serial.requestPort() : undefined
}
const hasPorts = (serial: unknown): serial is { requestPort: AskForPort } =>
  typeof serial === 'object' && serial !== null && 'requestPort' in serial

/** Listens until one transmission is whole, and answers it; undefined when it was stopped before. The port is closed in either case. */
export async function listen(port: SerialLine, stop: AbortSignal): Promise<string | undefined> {
  await port.open(LINE)
  const reader = port.readable?.getReader()
  if (!reader) return undefined
  let text = ''
  const cancel = () => void reader.cancel()
  stop.addEventListener('abort', cancel)
  try {
    while (text.length < LONGEST) {
      const { value, done } = await reader.read()
      if (done) break
      // The eighth bit is the line's parity where a driver leaves it in.
      for (const byte of value) text += String.fromCharCode(byte & 0x7f)
      if (value.some((byte) => (byte & 0x7f) === EOT)) return text
    }
    return undefined
  } finally {
    stop.removeEventListener('abort', cancel)
    reader.releaseLock()
    await port.close()
  }
}

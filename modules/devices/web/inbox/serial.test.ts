import { describe, expect, it, vi } from 'vitest'
import { listen, type SerialLine } from './serial.ts'
import { startingWith, takeOf, toggled } from './chosen.ts'

/** A port that says this, piece by piece; what was asked of it stands in `asked`. */
function portOf(pieces: readonly string[], ends = true) {
  const requests: unknown[] = []
  let left = [...pieces]
  const readable = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift()
      if (next !== undefined) controller.enqueue(Uint8Array.from([...next].map((c) => c.charCodeAt(0))))
      else if (ends) controller.close()
    },
    cancel() {
      left = []
    },
  })
  const port: SerialLine = {
    open: async (how) => void requests.push(how),
    readable,
    close: async () => void requests.push('closed'),
  }
  return { port, asked: requests }
}

describe('a phoropter on the serial line', () => {
  it('is listened to at 2400 7E2 until its transmission is whole, however it is cut into pieces, and let go', async () => {
    const { port, asked: requests } = portOf([
      '\u0001NIDEK RT-5100 ID',
      '   DA2026/ 3/ 1\r\n\u0002@RT\r\n\u0002FR- 3.25',
      '- 0.75178\r\n\u0004\r\n',
      'more',
    ])
    const text = await listen(port, new AbortController().signal)
    expect(text).toBe('\u0001NIDEK RT-5100 ID   DA2026/ 3/ 1\r\n\u0002@RT\r\n\u0002FR- 3.25- 0.75178\r\n\u0004\r\n')
    expect(requests).toEqual([{ baudRate: 2400, dataBits: 7, parity: 'even', stopBits: 2 }, 'closed'])
  })
  it('takes the eighth bit off where the driver leaves the parity in it', async () => {
    const { port } = portOf([String.fromCharCode(0x81, 0x4e, 0x84)])
    expect(await listen(port, new AbortController().signal)).toBe('\u0001N\u0004')
  })
  it('that was unplugged, or that somebody stops listening to, has sent nothing', async () => {
    const unplugged = portOf(['\u0001NIDEK'])
    expect(await listen(unplugged.port, new AbortController().signal)).toBeUndefined()
    const stopped = portOf(['\u0001NIDEK'], false)
    const stop = new AbortController()
    const heard = listen(stopped.port, stop.signal)
    await vi.waitFor(() => expect(stopped.asked).not.toEqual([]))
    stop.abort()
    expect(await heard).toBeUndefined()
    expect(stopped.asked.at(-1)).toBe('closed')
  })
})

describe('values ticked', () => {
  const value = (field: string, wrong: string | null) => ({ field, value: 1, old: null, difference: null, wrong })
  const exam = { kind: 'iop', title: '眼压', which: null, known: true, oldAt: null, intoDraft: false }
  it('are all that the record can hold; one is unticked and ticked again; an examination of none is left out', () => {
    const chosen = startingWith([
      { ...exam, index: 0, values: [value('iopOd', null), value('iopOs', '不能大于 80')] },
      { ...exam, index: 1, values: [value('x', '检查中没有这一项')] },
    ])
    expect(takeOf(chosen)).toEqual([{ index: 0, fields: ['iopOd'] }])
    expect(takeOf(toggled(chosen, 0, 'iopOd'))).toEqual([])
    expect(takeOf(toggled(toggled(chosen, 0, 'iopOd'), 0, 'iopOd'))).toEqual([{ index: 0, fields: ['iopOd'] }])
  })
})

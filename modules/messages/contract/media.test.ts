import { describe, expect, it } from 'vitest'
import { sampleOf, samples } from '#ports/wechat/samples.ts'
import { mediaFault, mediaTypeOf } from './media.ts'

const bytes = (text: string, size = 64) => {
  const all = new Uint8Array(size)
  all.set(Buffer.from(text, 'latin1'))
  return all
}
describe('what a member sent is known by its first bytes', () => {
  it('pictures and voices of WeChat and of the simulated phone are what they are', () => {
    expect(mediaTypeOf('picture', bytes('\u00ff\u00d8\u00ff\u00e0'))).toBe('image/jpeg')
    expect(mediaTypeOf('picture', bytes('RIFFxxxxWEBP'))).toBe('image/webp')
    expect(mediaTypeOf('voice', bytes('#!AMR\n'))).toBe('audio/amr')
    for (const kind of ['picture', 'voice'] as const) {
      const sample = sampleOf(samples[kind])
      expect(sample?.found && mediaFault(kind, sample.bytes)).toBe(undefined)
    }
  })
  it('a page, a program, nothing and too much are refused in words', () => {
    expect(mediaFault('picture', bytes('<svg onload=alert(1)>'))).toBe('不是能显示的图片格式')
    expect(mediaFault('voice', bytes('MZ'))).toBe('不是能显示的语音格式')
    expect(mediaFault('picture', bytes('#!AMR\n'))).toBe('不是能显示的图片格式')
    expect(mediaFault('picture', new Uint8Array())).toBe('图片是空的')
    expect(mediaFault('voice', bytes('#!AMR\n', 2 * 1024 * 1024 + 1))).toBe('语音超过 2 MB')
  })
})

import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { wechatPort } from '#ports/wechat/choose.ts'
import { freshClinic, server, type Clinic } from '../../../tests/harness.ts'
import * as wechat from '../../../tests/wechat.ts'

let clinic: Clinic
let base: string
let n = 0
beforeAll(async () => {
  clinic = await freshClinic()
  base = (await server()).base
  await clinic.booted.workJobs()
})
afterEach(() => void vi.restoreAllMocks())
const desk = () => clinic.as('reception')
async function bound(): Promise<{ pid: number; openId: string }> {
  const openId = `o-media-${clinic.hid}-${++n}`
  const { pid } = await desk().call('patients.save', { name: `图片${n}`, mobile: `1380001${String(1000 + n)}` })
  await desk().call('patients.wechat.bind', { pid, wechatOpenId: openId })
  return { pid, openId }
}
const last = async (pid: number) => (await desk().call('patients.chat.list', { pid })).list.at(-1)
const sends = (openId: string, MsgType: 'image' | 'voice', MediaId: string) =>
  wechat.pushed(base, openId, { MsgType, MediaId, MsgId: `media-${clinic.hid}-${++n}`, PicUrl: 'http://wx/x', Recognition: '明天有号吗' })

describe('a picture or voice over WeChat', () => {
  it('is fetched, kept and given out to whoever reads the chat, and to no other store’s clerk without the right', async () => {
    const { pid, openId } = await bound()
    await sends(openId, 'image', 'local-picture')
    await expect.poll(() => last(pid)).toMatchObject({ text: '[图片]', mediaKind: 'picture', mediaStatus: 1, mediaMime: 'image/png' })
    const { messageId } = (await last(pid))!
    const file = await desk().raw('patients.chat.media', { pid, messageId })
    expect(file.headers.get('content-type')).toContain('image/png')
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    expect(await clinic.as('warehouse').refusal('patients.chat.media', { pid, messageId })).toMatchObject({ code: 20405 })
    const other = await bound()
    expect(await desk().refusal('patients.chat.media', { pid: other.pid, messageId })).toMatchObject({
      message: expect.stringContaining('图片或语音') as string,
    })
  })
  it('a voice stands with the words WeChat heard in it; the simulated phone sends both', async () => {
    const { pid, openId } = await bound()
    await sends(openId, 'voice', 'local-voice')
    await expect.poll(() => last(pid)).toMatchObject({ text: '[语音] 明天有号吗', mediaStatus: 1, mediaMime: 'audio/wav' })
    await desk().call('patients.wechat.play', { pid, act: 'picture' })
    await expect.poll(() => last(pid)).toMatchObject({ mediaKind: 'picture', mediaStatus: 1 })
  })
  it('what WeChat does not give out is said in the chat, and fetched when asked once more', async () => {
    const { pid, openId } = await bound()
    await sends(openId, 'image', 'gone')
    await expect.poll(() => last(pid)).toMatchObject({ mediaStatus: 2, mediaReason: '微信已不保留（本地模拟）' })
    const { messageId } = (await last(pid))!
    const page = Buffer.from('<html>')
    vi.spyOn(wechatPort(), 'mediaOf').mockResolvedValue({ found: true, bytes: page })
    await desk().call('patients.chat.media-again', { pid, messageId })
    await expect.poll(() => last(pid)).toMatchObject({ mediaStatus: 2, mediaReason: '不是能显示的图片格式' })
    vi.restoreAllMocks()
    const sample = await wechatPort().mediaOf('local-picture')
    vi.spyOn(wechatPort(), 'mediaOf').mockResolvedValue(sample)
    await desk().call('patients.chat.media-again', { pid, messageId })
    await expect.poll(() => last(pid)).toMatchObject({ mediaStatus: 1, mediaReason: null })
    await desk().call('patients.chat.media-again', { pid, messageId })
    expect(await last(pid)).toMatchObject({ mediaStatus: 1 })
  })
  it('where WeChat does not answer it is tried again by itself, and every try is counted', async () => {
    const { pid, openId } = await bound()
    const real = await wechatPort().mediaOf('local-picture')
    vi.spyOn(wechatPort(), 'mediaOf').mockRejectedValueOnce(new Error('WeChat answered 502')).mockResolvedValue(real)
    await sends(openId, 'image', 'm1')
    await expect.poll(() => last(pid)).toMatchObject({ mediaStatus: 1, mediaTries: 2 })
  })
})

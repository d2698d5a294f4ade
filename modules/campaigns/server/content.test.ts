import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { drawnPicture } from './make.ts'

import { takeDownExpired } from './nights.ts'

let clinic: Clinic
const marketer = () => clinic.as('marketer')
const manager = () => clinic.as('manager')
beforeAll(async () => {
  clinic = await freshClinic()
})
const written = (more: object = {}) =>
  marketer().call('content-manage.create', { title: '多久查一次', body: '<p>每三个月来一次。</p>', ...more })
const shown = async (more: object = {}) => {
  const item = await written(more)
  await marketer().call('content-manage.submit', { id: item.contentId })
  return manager().call('content-manage.status', { id: item.contentId, status: 1 })
}
async function upload(bytes: Uint8Array, name = 'a.png') {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const response = await fetch(`${clinic.base}/api/v1/mingmou/open-images`, {
    method: 'POST',
    headers: { token: await clinic.token('marketer') },
    body: form,
  })
  return (await response.json()) as { code: number; data: { url: string }; field?: string }
}

describe('articles', () => {
  it('the author does not review their own; another person shows it, and a change takes it down again', async () => {
    const item = await written()
    await marketer().call('content-manage.submit', { id: item.contentId })
    expect(await marketer().refusal('content-manage.status', { id: item.contentId, status: 1 })).toMatchObject({
      code: 1,
      message: expect.stringContaining('请换一位'),
    })
    const up = await manager().call('content-manage.status', { id: item.contentId, status: 1 })
    expect(up).toMatchObject({ status: 1, reviewerName: expect.any(String) })
    const { title, version } = up
    const changed = await manager().call('content-manage.update', { id: item.contentId, title, version, body: '<p>改了</p>' })
    expect(changed).toMatchObject({ status: 0, reviewerName: null, downReason: '修改后待审核' })
    // Whoever changed it last wrote it, too.
    expect(await manager().refusal('content-manage.status', { id: item.contentId, status: 1 })).toMatchObject({ code: 1 })
  })
  it('a draft holds what was typed; forbidden words stop the review, words to be asked for need a reason', async () => {
    const bad = await written({ title: '摘镜', body: '<p>戴半年，度数就能降低。</p>' })
    expect(await marketer().refusal('content-manage.submit', { id: bad.contentId })).toMatchObject({
      code: 1,
      field: expect.stringMatching(/title|body/),
    })
    const unsure = await written({ title: '免费检查', body: '<p>周六上午</p>' })
    expect(await marketer().refusal('content-manage.submit', { id: unsure.contentId })).toMatchObject({ code: 1, field: 'title' })
    const { title, version, contentId } = unsure
    await marketer().call('content-manage.update', { id: contentId, title, version, wordingReason: '确实不收费，已报备' })
    expect((await marketer().call('content-manage.submit', { id: contentId })).submittedAt).not.toBeNull()
  })
  it('rich text is cleaned; what can run or leads elsewhere is refused at its field', async () => {
    const clean = await written({ body: '<h2 style="color:red" class="x">标题</h2><p><font color="red">字</font></p>' })
    expect(clean.body).toBe('<h2>标题</h2><p>字</p>')
    for (const body of [
      '<script>1</script>',
      '<p onload="a()">x</p>',
      '<iframe src="/h5"></iframe>',
      '<a href="javascript:alert(1)">x</a>',
      '<img src="https://a.example/1.png">',
    ])
      expect(await marketer().refusal('content-manage.create', { title: '坏', body })).toMatchObject({ code: 1, field: 'body' })
  })
  it('the order is what was dragged', async () => {
    const [a, b, c] = [await shown({ title: '甲' }), await shown({ title: '乙' }), await shown({ title: '丙' })]
    const ids = [c.contentId, a.contentId, b.contentId]
    const { list } = await marketer().call('content-manage.reorder', { hid: clinic.hid, ids })
    expect(list.map((r) => r.contentId).filter((id) => ids.includes(id))).toEqual(ids)
    expect(await marketer().refusal('content-manage.reorder', { hid: clinic.hid, ids: [999_999] })).toMatchObject({ code: 1, field: 'ids' })
  })
  it('a medical service needs a certificate in force, and goes down with it', async () => {
    const item = await written({ title: '飞秒手术', category: 5 })
    expect(await marketer().refusal('content-manage.submit', { id: item.contentId })).toMatchObject({ code: 1, field: 'adNo' })
    const up = await shown({ title: '飞秒十问', category: 5, adNo: '京医广〔2026〕第2号', adUntil: '2099-01-01' })
    await clinic.tx(async (cx) => {
      await cx.db.run(sql`update content_item set ad_until = '2020-01-01' where content_id = ${up.contentId}`)
      await takeDownExpired(cx)
    })
    expect(await marketer().call('content-manage.get', { id: up.contentId })).toMatchObject({
      status: 0,
      downReason: expect.stringContaining('到期'),
    })
  })
})

describe('pictures and banners', () => {
  it('a picture is kept without its metadata and shown to whoever knows its key; what is none is refused', async () => {
    const kept = await upload(drawnPicture(40, 20, [12, 107, 100]))
    expect(kept).toMatchObject({ code: 200, data: { url: expect.stringMatching(/^\/api\/common\/open-images\/[0-9a-f]{30}$/) } })
    const shownPicture = await fetch(`${clinic.base}${kept.data.url}`)
    expect(shownPicture.headers.get('content-type')).toBe('image/png')
    expect(await upload(Buffer.from('no picture'))).toMatchObject({ code: 1 })
    expect(await upload(Buffer.from('%PDF-1.4 x'))).toMatchObject({ code: 1, field: 'file' })
  })
  it('eight banners at most, in the order sent, with a target that is declared', async () => {
    const { url } = (await upload(drawnPicture(40, 20, [12, 107, 100]))).data
    const banner = (title: string) => ({ title, image: url, target: '/h5/book' as const })
    const titles = ['一', '二', '三', '四', '五', '六', '七', '八']
    const saved = await marketer().call('banners.update', { hid: clinic.hid, list: titles.map(banner) })
    expect(saved.list.map((b) => b.title)).toEqual(titles)
    expect(await marketer().refusal('banners.update', { hid: clinic.hid, list: [...titles, '九'].map(banner) })).toMatchObject({ code: 1 })
    expect(
      await marketer().refusal('banners.update', { hid: clinic.hid, list: [{ title: '外', image: 'https://a.example/1.png' }] }),
    ).toMatchObject({ code: 1, field: 'list.0.image' })
    expect(await marketer().refusal('banners.update', { hid: clinic.hid, list: [banner('近视治愈')] })).toMatchObject({
      field: 'list.0.title',
    })
    expect((await marketer().call('banners.get', { hid: clinic.hid })).list).toHaveLength(8)
  })
  it('visitors see banners of a store that shows itself, and articles that were published, nothing else', async () => {
    const open = async (path: string) =>
      (await (await fetch(`${clinic.base}/api/v1/mingmou/${path}`)).json()) as { code: number; data: never }
    const { url } = (await upload(drawnPicture(40, 20, [12, 107, 100]))).data
    await marketer().call('banners.update', { hid: clinic.hid, list: [{ title: '检查日', image: url, target: '/mall' }] })
    expect(await open(`banners/${clinic.hid}`)).toMatchObject({ data: { list: [] } })
    await manager().call('mall.open', { open: true })
    expect(await open(`banners/${clinic.hid}`)).toMatchObject({ data: { list: [{ title: '检查日', image: url }] } })
    const [up, draft] = [await shown({ title: '给大家看' }), await written()]
    expect(await open(`content/${up.contentId}`)).toMatchObject({ code: 200, data: { title: '给大家看' } })
    expect(await open(`content/${draft.contentId}`)).toMatchObject({ code: 1 })
  })
})

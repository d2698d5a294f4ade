import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { qrSvg } from './report/qr.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

/** The day of the last visit: past, at whatever hour the tests run. */
const today = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
const before = `${Number(today.slice(0, 4)) - 1}-${today.slice(5) === '02-29' ? '02-28' : today.slice(5)}`
const birth = `${Number(today.slice(0, 4)) - 11}-03-12`
const MOBILE = '13900001234'
const CHINESE = /[\u3400-\u9fff]/

describe('the report for parents', () => {
  let clinic: Clinic
  let other: Clinic
  let pid: number
  const fileOf = async (input: object = {}, role: 'doctor' | 'optometrist' = 'doctor') => {
    const sent = await clinic.as(role).raw('patient-file.parent-report', { pid, ...input })
    expect([sent.status, sent.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    return sent.text()
  }
  /** One of the two languages, as the reader sees it: without marks. */
  const articleOf = (html: string, lang: 'zh' | 'en') => {
    const [, rest = ''] = html.split(`<article class="${lang}"`)
    return rest.split('</article>')[0]!
  }
  const textOf = (html: string, lang: 'zh' | 'en') =>
    articleOf(html, lang)
      .replace(/^[^>]*>/, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
  beforeAll(async () => {
    ;[clinic, other] = [await freshClinic(), await freshClinic()]
    pid = (await clinic.as('reception').call('patients.save', { name: '林<b>涵', gender: 1, birth, mobile: MOBILE })).pid
    const examiner = clinic.as('optometrist')
    const visit = async (day: string, al: readonly [number, number], ds: readonly [number, number], ucva: readonly [number, number]) => {
      await examiner.call('exam-bio-meter.create', {
        pid,
        examTime: `${day} 09:00`,
        alOd: al[0],
        alOs: al[1],
        confirmed: [`alOd=${al[0]}`, `alOs=${al[1]}`],
      })
      await examiner.call('examRefraction.save', {
        pid,
        kind: 4,
        cycloplegia: 1,
        examTime: `${day} 09:10`,
        dsOd: ds[0],
        dcOd: -0.5,
        axOd: 175,
        dsOs: ds[1],
        dcOs: 0,
        vaOd: 5,
        vaOs: 5,
      })
      await examiner.call('examVisual.save', { pid, examTime: `${day} 09:20`, ucvaOd: ucva[0], ucvaOs: ucva[1] })
    }
    await visit(before, [23.8, 23.7], [-1.5, -1.25], [4.5, 4.6])
    await visit(today, [24.21, 23.9], [-2.25, -1.25], [4.4, 4.6])
    await clinic.as('doctor').call('treatments.save', { pid, eye: 'ou', kind: 4, what: '星趣控', start: before })
  })

  it('holds the figures of the day exactly as they were measured, right eye first, and what changed with sign and word', async () => {
    const text = textOf(await fileOf(), 'zh')
    expect(text).toMatch(/右眼 24\.21 \+0\.41 毫米 长了 左眼 23\.90 \+0\.20 毫米 长了/)
    // −2.25 with half of −0.50 is −2.50; a year before it was −1.75.
    expect(text).toMatch(/右眼 −2\.50 −0\.75 D 加深 左眼 −1\.25 0\.00 D 相近/)
    expect(text).toMatch(/右眼 4\.4 −0\.1 下降 左眼 4\.6 0\.0 相同/)
    expect(text).toContain('眼轴这段时间长得偏快')
    expect(text).toContain('离焦框架镜 星趣控')
    expect(text).toContain(`比 ${before}`)
  })
  it('of a former day holds that day’s figures, and nothing of later ones', async () => {
    const text = textOf(await fileOf({ day: before }), 'zh')
    expect(text).toContain('右眼 23.80')
    expect(text).toContain('第一次测量')
    expect(text).not.toContain('24.21')
    expect(await clinic.as('doctor').refusal('patient-file.parent-report', { pid, day: '2001-01-01' })).toMatchObject({ code: 1 })
  })
  it('of a day without length, power and sight says so, and shows the former ones with their day', async () => {
    const other = (await clinic.as('reception').call('patients.save', { name: '林小叶', gender: 0, birth })).pid
    const none = await clinic.as('optometrist').call('examHeightWeight.save', { pid: other, examTime: `${today} 10:00`, height: 140 })
    expect(none.id).toBeGreaterThan(0)
    const text = async (pid: number) => textOf(await fileOf({ pid: pid }), 'zh')
    expect(await text(other)).toContain('这次没有量眼轴、度数和裸眼视力。')
    await clinic.as('optometrist').call('examVisual.save', { pid: other, examTime: `${before} 09:20`, ucvaOd: 4.7, ucvaOs: 4.8 })
    expect(await text(other)).toMatch(
      /这次没有量眼轴、度数和裸眼视力，下面是以前量到的。.*裸眼视力 今天没有测 · 上次 [\d-]{10} 右眼 4\.7 左眼 4\.8/,
    )
  })
  it('says every figure in English too, without Chinese but for names', async () => {
    const text = textOf(await fileOf({ lang: 'en' }), 'en')
    expect(text).toMatch(/right eye 24\.21 \+0\.41 mm longer left eye 23\.90 \+0\.20 mm longer/)
    const store = await clinic.tx((cx) =>
      cx.db.the({ name: 'string' }, sql`select coalesce(nullif(print_head, ''), name) as name from store where hid = ${clinic.hid}`),
    )
    const named = text.replaceAll('林&#60;b&#62;涵', '').replaceAll(store.name, '').replaceAll('星趣控', '')
    expect(named.match(new RegExp(`.{0,12}${CHINESE.source}.{0,12}`))).toBeNull()
  })
  it('is one file under a megabyte that fetches nothing: no script, no address, no picture from elsewhere', async () => {
    const html = await fileOf()
    expect(html.length).toBeLessThan(200_000)
    expect(html).not.toMatch(/<script|<link[^>]+href="(?!data:)|src=|https?:|@import|url\((?!#)/)
  })
  it('has a code that holds the report’s number alone: neither name, phone, birth nor member', async () => {
    const html = await fileOf({}, 'optometrist')
    const number = /报告编号 ([0-9a-f-]{13})</.exec(html)?.[1]
    // The code's dots are those of the number, and there is no other code.
    expect(html.split('class="qr"')).toHaveLength(3)
    expect(html.split(qrSvg(number ?? '', '报告编号'))).toHaveLength(2)
    expect(html.split(qrSvg(number ?? '', 'Report number'))).toHaveLength(2)
    const read = await clinic.tx((cx) =>
      cx.db.rows({ n: 'number' }, sql`select count(*) n from audit where action = 'read' and request = ${number ?? ''}`),
    )
    expect(read).toEqual([{ n: 1 }])
    expect(html).not.toContain(MOBILE)
  })
  it('names a publication behind what it says and advises, and calls itself no diagnosis', async () => {
    const text = textOf(await fileOf(), 'zh')
    for (const source of ['Br J Ophthalmol 2023;107:167', 'JAMA 2015;314:1142', '适宜技术指南', 'GB 11533-2011'])
      expect(text).toContain(source)
    expect(text).toContain('不是诊断')
  })
  it('tells when to come again: the booking, else nothing but the advice', async () => {
    expect(textOf(await fileOf(), 'zh')).toContain('还没有预约')
    const day = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
    await clinic.as('reception').call('reservations.legacy.save', { hid: clinic.hid, pid, visitAt: `${day} 09:30`, type: 2 })
    const html = await fileOf()
    expect(textOf(html, 'zh')).toMatch(new RegExp(`${day} 星期. 09:30`))
    expect(textOf(html, 'en')).toMatch(new RegExp(`${day} \\w+day 09:30`))
  })
  it('sets the figure of the higher eye above, whichever it is, and names no day to come that this visit already was', async () => {
    const html = await fileOf()
    const [right, left] = [/y="([\d.]+)" class="last">右 24\.21/, /y="([\d.]+)" class="last">左 23\.90/].map((of) =>
      Number(of.exec(html)?.[1]),
    )
    expect(right).toBeLessThan(left!)
    expect(textOf(html, 'zh')).not.toContain('之前复查')
  })
  it('is refused to the cashier in words, and another clinic’s member is not found', async () => {
    expect(await clinic.as('cashier').refusal('patient-file.parent-report', { pid })).toMatchObject({
      code: 20405,
      message: expect.stringContaining('查看检查'),
    })
    expect(await other.as('doctor').refusal('patient-file.parent-report', { pid })).toMatchObject({
      code: 1,
      message: '会员不存在或已被删除',
    })
  })
})

/** One day in the clinic, through the screens, each step by the person whose work it is. */
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { hasShared, sharedText } from '../shared.ts'
import { deep } from '../depth.ts'
import { application, settled, tabTo, type App } from './app.ts'

const NAME = '欧阳晓晴'
const MOBILE = '13900128123'
const SHOTS = process.env.JOURNEY_SHOTS

describe('a day in the clinic', () => {
  let app: App
  /** What the day has made so far. */
  const day = { pid: 0, ticket: '' }
  const page: Partial<Record<string, Page>> = {}
  const pageOf = async (role: string, address?: string): Promise<Page> => {
    const mine = page[role] ?? (page[role] = await app.as(role, address))
    if (address && !mine.url().endsWith(address)) await mine.goto(address)
    await settled(mine)
    return mine
  }
  const toasted = (p: Page, sentence: string | RegExp) => p.locator('.toast').filter({ hasText: sentence }).first().waitFor()
  const shot = async (p: Page, name: string) => void (SHOTS && (await p.screenshot({ path: path.join(SHOTS, `day-${name}.png`) })))

  beforeAll(async () => {
    app = await application()
  })
  afterAll(() => {
    // No step may have left an error on any page, whatever it looked like.
    expect(Object.entries(page).flatMap(([role, p]) => (p ? app.troubles(p).map((trouble) => `${role}: ${trouble}`) : []))).toEqual([])
  })

  it('everybody lands where their work is', async () => {
    const lands: Record<string, string> = {
      chain: '/dashboard',
      manager: '/dashboard',
      doctor: '/dashboard',
      optometrist: '/dashboard',
      cashier: '/dashboard',
      warehouse: '/dashboard',
      workshop: '/dashboard',
      reception: '/dashboard',
      trainer: '/dashboard',
      tv: '/tv/screen_manage',
      expert: '/expert',
      eg: '/eg/home',
      inspector: '/inventory/gsp/inspect',
    }
    // One role of each landing, and those who work today; all of them in the deep run.
    const today = ['reception', 'doctor', 'optometrist', 'tv', 'expert', 'eg', 'inspector']
    for (const [role, landing] of Object.entries(lands))
      if (deep || today.includes(role)) expect([role, await app.landed(role)]).toEqual([role, landing])
  })

  const importing = async (desk: Page, name: string, text: string) => {
    await desk.goto('/patients/import')
    await settled(desk)
    await desk.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await desk.getByText('需要处理的内容').waitFor()
  }
  const membersLike = (like: string) =>
    app.inClinic(async (cx) => (await cx.db.one({ n: 'number' }, sql`select count(*)::int as n from patient where name like ${like}`))!.n)

  it('the front desk imports members: looked through first, wrong rows toasted in words, undone when it was the wrong file', async () => {
    const desk = await pageOf('reception')
    await importing(
      desk,
      '会员.csv',
      `姓名,性别,出生日期,手机号\n${NAME},女,2013-05-06,${MOBILE}\n司徒一鸣,男,2013-02-03,13900128124\n赵无日,男,昨天,13900128125\n`,
    )
    expect(await desk.locator('.import-table').last().innerText()).toMatch(/4[\s\S]*出生日期[\s\S]*昨天/)
    expect(await membersLike(NAME)).toBe(0)
    await desk.getByRole('button', { name: '导入 2 条会员' }).click()
    await desk.getByText('已导入 2 条会员').waitFor()
    expect([await membersLike(NAME), await membersLike('赵无日')]).toEqual([1, 0])
    day.pid = await app.inClinic(async (cx) => (await cx.db.one({ pid: 'number' }, sql`select pid from patient where name = ${NAME}`))!.pid)
  })
  it.skipIf(!hasShared)('and a file of the study in ../shared, whose undo leaves nothing behind', async () => {
    const desk = await pageOf('reception')
    const rows = sharedText('domain/data/screening/olsm_myopia_618.csv').split(/\r?\n/).slice(0, 31)
    await importing(desk, 'olsm.csv', [...rows, rows[1]!.replace(/Male|Female/, '?').replace(/^("?)\d+/, '$1999')].join('\n'))
    await shot(desk, 'import')
    expect(await desk.locator('.import').innerText()).toContain('已识别的格式')
    await desk.getByRole('button', { name: '导入 30 条会员' }).click()
    await desk.getByText('已导入 30 条会员').waitFor()
    expect(await membersLike('Orinda%')).toBe(30)
    await desk.getByRole('button', { name: '撤销这次导入' }).click()
    await desk.locator('dialog').getByRole('button', { name: '撤销导入' }).click()
    await toasted(desk, '已撤销 30 行')
    expect(await membersLike('Orinda%')).toBe(0)
  })

  it('finds a member by part of the name, by initials and by the tail of the number', async () => {
    const desk = await pageOf('reception', '/current-work/reservations')
    await desk.getByRole('button', { name: /现场登记/ }).click()
    const finder = desk.getByRole('combobox', { name: '会员' })
    for (const typed of ['晓晴', 'oyxq', MOBILE.slice(-4)]) {
      await finder.fill(typed)
      await desk.getByRole('option').filter({ hasText: NAME }).waitFor()
    }
    await desk.keyboard.press('Escape')
    await desk.keyboard.press('Escape')
    await desk.goto('/patients/list')
    await desk.getByRole('textbox', { name: '姓名' }).or(desk.getByRole('searchbox')).first().fill('晓晴')
    await expect
      .poll(() =>
        desk
          .locator('tbody')
          .getByRole('row')
          .filter({ hasText: /M\d{4,}/ })
          .allInnerTexts(),
      )
      .toEqual([expect.stringContaining(NAME)])
  })

  it('registers a new one at the counter; two people with one number are toasted apart first', async () => {
    const desk = await pageOf('reception', '/patients/list')
    await desk.getByRole('button', { name: '新建会员' }).first().click()
    const form = desk.locator('.ant-drawer form')
    await form.getByLabel('姓名').fill('慕容一丁')
    await form.getByLabel('手机号', { exact: true }).fill(MOBILE)
    await form.getByText('可能已有这位会员').waitFor()
    await form.getByLabel('手机号', { exact: true }).fill('13900128777')
    await form.getByLabel('出生日期').fill('2012-08-09')
    await desk.keyboard.press('Enter')
    await desk.keyboard.press('Control+s')
    await desk.waitForURL('**/patients/detail/*/home')
    await settled(desk)
    expect(await desk.locator('body').innerText()).toContain('慕容一丁')
  })

  it('books for tomorrow', async () => {
    const desk = await pageOf('reception', '/medical/reserve')
    await desk.goto('/current-work/reservations')
    await settled(desk)
    await desk.getByRole('button', { name: '新增预约' }).click()
    const form = desk.locator('.ant-drawer form')
    await pick(desk, form.getByRole('combobox', { name: '会员' }), '慕容一丁')
    const tomorrow = new Date(Date.parse(`${clinicNow().slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
    await form.getByLabel('预约时间').fill(`${tomorrow} 16:40`)
    await desk.keyboard.press('Enter')
    await desk.keyboard.press('Control+s')
    await toasted(desk, '已预约 慕容一丁')
    const booked = await desk.context().newPage()
    await booked.goto('/today/reservations-tomorrow')
    await booked.getByText('慕容一丁').first().waitFor()
    await booked.close()
  })

  it('gives a number, and the waiting room shows it by itself', async () => {
    const tv = await pageOf('tv', '/tv/screen_manage')
    const desk = await pageOf('reception', '/current-work/reservations')
    await desk.getByRole('button', { name: /现场登记/ }).click()
    await pick(desk, desk.locator('.ant-drawer').getByRole('combobox', { name: '会员' }), NAME)
    await desk.keyboard.press('Control+s')
    await toasted(desk, `${NAME} 已取号`)
    day.ticket = /已取号\s*(\S+)/.exec(await desk.locator('.toast').filter({ hasText: '已取号' }).first().innerText())![1]!
    await tv.getByText(day.ticket, { exact: true }).waitFor()
    await shot(tv, 'tv')
    expect(await tv.locator('main').innerText()).not.toContain(NAME)
  })

  it('the doctor calls the member in', async () => {
    const doctor = await pageOf('doctor', '/current-work/reservations')
    const row = doctor.getByRole('row').filter({ hasText: NAME })
    // One click from the queue to the first cell of the visit.
    await row.getByRole('button', { name: '接诊' }).click()
    await doctor.waitForURL('**/patients/detail/*/examine/sight?resid=*')
    await doctor.locator('[data-field="ucvaOd"]:focus').waitFor()
    await expect.poll(() => doctor.locator('.patient-bar').innerText()).toMatch(/欧阳晓晴[\s\S]*就诊中/)
    await shot(doctor, 'visit')
  })

  it('the optometrist examines with the keyboard alone', async () => {
    const o = await pageOf('optometrist', `/patients/detail/${day.pid}/examine/refraction`)
    await tabTo(o, '[data-field="dsOd"]')
    const cell = (name: string) => o.locator(`input[data-field="${name}"]`).first()
    // 325 is −3.25, 50 is −0.50, and a cylinder wants its axis.
    for (const key of ['3', '2', '5', 'Enter', '5', '0', 'Enter']) await o.keyboard.press(key)
    expect([await cell('dsOd').inputValue(), await cell('dcOd').inputValue()]).toEqual(['−3.25', '−0.50'])
    await o.keyboard.press('Control+s')
    await o.getByText('右眼有柱镜时必须填写轴位').first().waitFor()
    expect(await o.evaluate(() => document.activeElement?.getAttribute('data-field'))).toBe('axOd')
    expect(await app.inClinic((cx) => cx.db.run(sql`select id from exam_refraction where pid = ${day.pid}`))).toBe(0)
    for (const [name, typed] of [
      ['axOd', '175'],
      ['pdOd', '31.5'],
      ['dsOs', '275'],
      ['dcOs', '75'],
      ['axOs', '10'],
      ['pdOs', '31'],
    ] as const) {
      await tabTo(o, `[data-field="${name}"]`)
      await o.keyboard.type(typed)
      await o.keyboard.press('Tab')
    }
    await shot(o, 'refraction')
    await o.keyboard.press('Control+s')
    await toasted(o, '已保存')
    const exam = await app.inClinic((cx) =>
      cx.db.one(
        { dsOd: 'number', dcOd: 'number', axOd: 'number', dsOs: 'number', dcOs: 'number', axOs: 'number', pdOd: 'number' },
        sql`
          select ds_od, dc_od, ax_od, ds_os, dc_os, ax_os, pd_od
          from exam_refraction
          where pid = ${day.pid}
        `,
      ),
    )
    expect(exam).toEqual({ dsOd: -3.25, dcOd: -0.5, axOd: 175, dsOs: -2.75, dcOs: -0.75, axOs: 10, pdOd: 31.5 })
  })

  it('a lost connection while typing keeps what was typed, says so, and gives it back', async () => {
    const target = `/patients/detail/${day.pid}/examine/iop`
    const lost = await pageOf('optometrist', target)
    const measured = () =>
      app.inClinic((cx) =>
        cx.db.rows({ iopOd: 'number', iopOs: 'number' }, sql`select iop_od, iop_os from exam_iop where pid = ${day.pid}`),
      )
    await lost.context().setOffline(true)
    await toasted(lost, '网络已断开，填写中的内容会存为草稿')
    for (const [name, typed] of [
      ['iopOd', '17'],
      ['iopOs', '16'],
    ] as const) {
      await tabTo(lost, `[data-field="${name}"]`)
      await lost.keyboard.type(typed)
    }
    await lost.keyboard.press('Tab')
    await lost.getByText('网络已断开，草稿存在本机').waitFor()
    await lost.keyboard.press('Control+s')
    await lost.locator('.toast.bad').first().waitFor()
    await shot(lost, 'offline')
    expect(await lost.locator('input[data-field="iopOd"]').inputValue()).toBe('17.0')
    expect(await measured()).toEqual([])
    expect(app.troubles(lost).filter((trouble) => !/ERR_INTERNET_DISCONNECTED/.test(trouble))).toEqual([])
    const context = lost.context()
    await lost.close()
    delete page.optometrist
    await context.setOffline(false)
    const back = await context.newPage()
    await back.goto(target)
    await back.getByText(/已恢复 .* 的草稿/).waitFor()
    expect(await back.locator('input[data-field="iopOs"]').inputValue()).toBe('16.0')
    await back.keyboard.press('Control+s')
    await toasted(back, '已保存')
    expect(await measured()).toEqual([{ iopOd: 17, iopOs: 16 }])
    await context.close()
  })

  it('the doctor signs the prescription; its paper is A5 and says whose it is', async () => {
    const doctor = await pageOf('doctor', `/patients/detail/${day.pid}/prescription`)
    await doctor.getByRole('button', { name: '开处方' }).click()
    await doctor.locator('[data-field="list.0.dsOd"], [data-field="dsOd"]').first().waitFor()
    await doctor.getByRole('button', { name: /保存并签发/ }).click()
    await toasted(doctor, /处方 .* 已签发/)
    await shot(doctor, 'prescription')
    const rx = await app.inClinic((cx) =>
      cx.db.one({ id: 'number', status: 'number' }, sql`select id, status from prescription where pid = ${day.pid}`),
    )
    expect(rx?.status).toBe(1)
    const paper = await print(doctor, `/rx-bill-print/${rx!.id}`)
    expect(paper.text).toContain(NAME)
    expect(paper.text).toMatch(/−3\.25[\s\S]*−2\.75/)
    // A5 is 148 × 210 mm, 419.5 × 595.3 points.
    const [short, long] = paper.points.toSorted((a, b) => a - b)
    expect(short).toBeCloseTo(419.5, -1)
    expect(long).toBeCloseTo(595.3, -1)
  })

  it('afterwards every book of the ledger sums to zero', async () => {
    const books = await app.inClinic((cx) =>
      cx.db.rows({ book: 'string', sum: 'number' }, sql`select book, sum(amount) as sum from ledger_line group by book order by book`),
    )
    expect(books.length).toBeGreaterThan(2)
    expect(books.filter((b) => b.sum !== 0)).toEqual([])
    expect(
      await app.inClinic((cx) =>
        cx.db.rows(
          { book: 'string', key: 'string' },
          sql`
            select book, key
            from ledger_account a
            where balance <> (
              select coalesce(sum(amount), 0)
              from ledger_line l
              where l.oid = a.oid and l.account_id = a.account_id
            )
          `,
        ),
      ),
    ).toEqual([])
  })
})

/** Types into a member finder and takes the first who fits. */
async function pick(page: Page, finder: Locator, text: string): Promise<void> {
  await finder.fill(text)
  await page.getByRole('option').filter({ hasText: text }).first().waitFor()
  await page.keyboard.press('Enter')
}
/** A print page on paper: its words and the size of its first sheet in points. */
async function print(page: Page, address: string): Promise<{ text: string; points: number[] }> {
  await page.goto(address)
  await page.locator('.paper').waitFor()
  await settled(page)
  const text = await page.locator('.paper').innerText()
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const box = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf)
  expect(pdf.length).toBeGreaterThan(5000)
  return { text, points: box ? [Number(box[1]), Number(box[2])] : [] }
}

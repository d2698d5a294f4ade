/**
 * The whole clinic day of a child who needs glasses for far and near, from the booking to the date of the review, with every click and key
 * counted. The counts are ratchets: a screen that wants one more of them fails here.
 */
import { lm7 } from '#modules/devices/server/make.ts'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { application, hands, settled, tabTo, type App } from './app.ts'

const NAME = '东方清越'
const SHOTS = process.env.JOURNEY_SHOTS
const KEY = /^[A-Z]/

describe('the clinic day of one child, counted', () => {
  let app: App
  let pid = 0
  let order = 0
  const pages: Partial<Record<string, Page>> = {}
  const used = { clicks: 0, keys: 0 }
  /** What a step took since it was last asked: what people's hands did, not what the test did to the page. */
  const taken = async (p: Page) => {
    await settled(p)
    const { clicks, keys } = used
    Object.assign(used, { clicks: 0, keys: 0 })
    return { clicks, keys }
  }
  const pageOf = async (role: string, address: string): Promise<Page> => {
    let page = pages[role]
    if (!page) {
      page = pages[role] = await app.as(role)
      await hands(page, used)
    }
    await page.goto(address)
    await taken(page)
    return page
  }
  const toasted = (p: Page, sentence: string | RegExp) => p.locator('.toast').filter({ hasText: sentence }).first().waitFor()
  const shot = async (p: Page, name: string) => void (SHOTS && (await p.screenshot({ path: path.join(SHOTS, `counted-${name}.png`) })))
  /** Types words as fingers do – faster is a scanner –, and presses what begins with a capital: `Enter`, `F8`. */
  const type = async (p: Page, ...pressed: string[]) => {
    for (const one of pressed) await (one.length > 1 && KEY.test(one) ? p.keyboard.press(one) : p.keyboard.type(one, { delay: 40 }))
  }
  const takeFirst = async (p: Page) => {
    await p.getByRole('option').filter({ hasText: NAME }).first().waitFor()
    await p.keyboard.press('Enter')
  }

  beforeAll(async () => {
    app = await application()
    const hid = await app.inClinic((cx) => Promise.resolve(cx.who.hid))
    const birth = `${Number(clinicNow().slice(0, 4)) - 11}-05-06`
    const child = { hid, name: NAME, gender: 1, birth, mobile: '13900140456', guardian: '东方明' } as const
    pid = (await app.calls('reception').call('patients.save', child)).pid
  })
  afterAll(() => {
    expect(Object.entries(pages).flatMap(([role, p]) => (p ? app.troubles(p).map((trouble) => `${role}: ${trouble}`) : []))).toEqual([])
  })

  it('is booked without a click', async () => {
    const desk = await pageOf('reception', `/patients/detail/${pid}/home`)
    await type(desk, 'b')
    const locator = desk.locator('.booking').getByLabel('预约时间')
    await locator.waitFor()
    await tabTo(desk, `#${await locator.getAttribute('id')}`)
    const tomorrow = new Date(Date.parse(`${clinicNow().slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
    await type(desk, `${tomorrow} 16:40`, 'Enter', 'Control+s')
    await toasted(desk, `已预约 ${NAME}`)
    expect((await taken(desk)).clicks).toBe(0)
  })

  it('comes today all the same and is checked in by keyboard', async () => {
    const desk = await pageOf('reception', '/current-work/reservations')
    await type(desk, 'n')
    await desk.locator('.booking').getByRole('combobox', { name: '会员' }).waitFor()
    await type(desk, 'dfqy')
    await takeFirst(desk)
    await desk.locator('.member-chosen').waitFor()
    await type(desk, 'Control+s')
    await toasted(desk, `${NAME} 已取号`)
    const { clicks, keys } = await taken(desk)
    expect([clicks, keys <= 8]).toEqual([0, true])
    // Who is here needs the place of tomorrow no more.
    const { resid } = await app.inClinic((cx) =>
      cx.db.the(
        { resid: 'number' },
        sql`
          select max(resid) filter (where visit_at > now() + interval '1 hour') resid
          from reservation
          where pid = ${pid}
        `,
      ),
    )
    await app.calls('reception').call('reservations.legacy.cancel', { id: resid, reason: '今天已到店' })
  })

  it('one click leads from the queue to the first cell, and a refraction takes 35 keys at most', async () => {
    const o = await pageOf('optometrist', '/current-work/reservations')
    await o.getByRole('row').filter({ hasText: NAME }).getByRole('button', { name: '接诊' }).click()
    await o.locator('[data-field="ucvaOd"]:focus').waitFor()
    expect(await taken(o)).toEqual({ clicks: 1, keys: 0 })
    await shot(o, 'visit')
    await o.locator('[data-field="dsOd"]').first().focus()
    await type(o, '325', 'Enter', '50', 'Enter', '175', 'Enter', 'Enter', '31', 'Enter')
    await type(o, '275', 'Enter', '75', 'Enter', '10', 'Enter', 'Enter', '31', 'Control+s')
    // A child without drops is asked about; choosing answers.
    await o.getByText('首次验光没有散瞳').first().waitFor()
    await type(o, ' ', 'Control+s')
    await expect
      .poll(() =>
        app.inClinic((cx) =>
          cx.db.run(sql`
            select id
            from exam_refraction
            where pid = ${pid} and ds_od = -3.25 and ax_os = 10 and pd_os = 31
          `),
        ),
      )
      .toBe(1)
    const { clicks, keys } = await taken(o)
    expect([clicks, keys <= 35]).toEqual([0, true])
  })

  it('two prescriptions, for far and near, are signed with one key', async () => {
    const d = await pageOf('doctor', `/patients/detail/${pid}/prescription`)
    await d.getByRole('button', { name: '开处方' }).click()
    await d.locator('input[data-field="list.0.dsOd"], input[data-field="dsOd"]').first().waitFor()
    await d.getByRole('button', { name: '加一副：近用' }).click()
    await d.getByRole('button', { name: '删除这副' }).first().waitFor()
    await d.getByLabel(/^复查间隔/).fill('3')
    await settled(d)
    await shot(d, 'prescription')
    await taken(d)
    await type(d, 'Control+s')
    await toasted(d, /处方 .* 已签发/)
    expect(await taken(d)).toEqual({ clicks: 0, keys: 2 })
  })

  it('from the prescription to the bill of the far glasses it is eight clicks at most', async () => {
    const o = await pageOf('optometrist', `/patients/detail/${pid}/prescription`)
    await o.getByRole('button', { name: '去配镜' }).first().click()
    await o.waitForURL('**/process/add?**')
    await settled(o)
    await type(o, 'Control+s')
    await o.waitForURL('**/process/edit/*')
    await settled(o)
    order = Number(/\d+$/.exec(o.url())![0])
    for (const [field, words] of [
      ['pick-frame', '精工'],
      ['pick-od', '1.60 清锐'],
      ['pick-os', '1.60 清锐'],
    ] as const) {
      await o.locator(`#${field}`).click()
      await type(o, words)
      const first = o.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').first()
      await expect.poll(() => first.innerText().catch(() => '')).toContain(words)
      await type(o, 'Enter')
    }
    await o.locator('.panel.stage .steps li').filter({ hasText: '应收' }).waitFor()
    await shot(o, 'goods')
    await o.getByRole('button', { name: '确认商品并生成收费单' }).click()
    await o.getByRole('button', { name: '重新选择商品' }).waitFor()
    expect((await taken(o)).clicks).toBeLessThanOrEqual(8)
  })

  it('paying takes three keys, and the receipt is what Enter opens next', async () => {
    const c = await pageOf('cashier', `/process/edit/${order}`)
    await c.getByRole('button', { name: '去收费' }).click()
    await c.waitForURL('**/medical/fee-edit/*')
    await taken(c)
    await type(c, 'Alt+1', 'F8')
    await c.waitForURL('**/medical/fee-edit/*?paid=1')
    expect(await taken(c)).toEqual({ clicks: 0, keys: 3 })
    await c.locator('a[href^="/fee-bill-print/"]:focus').waitFor()
  })

  it('the first inspection is one key; the final one 20 at most: the lensmeter tells powers, the rest is measured by hand', async () => {
    const w = await pageOf('workshop', `/process/edit/${order}`)
    await type(w, 'F8')
    await w.getByRole('button', { name: '加工完成' }).waitFor()
    expect(await taken(w)).toEqual({ clicks: 0, keys: 1 })
    await w.getByRole('button', { name: '加工完成' }).click()
    await w.locator('.panel.stage input[data-field="dsOd"]:focus').waitFor()
    await taken(w)
    // Nothing measured stands there before it was measured (rule C.1): the powers come from the device's own file, distances and heights by
    // hand.
    const od = { sph: '-3.25', cyl: '-0.50', axis: '175' }
    const os = { sph: '-2.75', cyl: '-0.75', axis: '10' }
    const file = { name: 'LM-7.xml', mimeType: 'text/xml', buffer: Buffer.from(lm7({ id: '0042', at: '2026-11-22 10:11:12', od, os })) }
    await w.getByLabel('焦度计文件').setInputFiles(file)
    await w.locator('.panel.stage input[data-field="pdOd"]:focus').waitFor()
    await w.getByText('设备上的编号 0042 不是本订单，请核对').waitFor()
    // Enter passes over what the file filled of the left eye.
    for (const reading of ['31', '18', '', '', '', '31', '18']) await type(w, ...(reading ? [reading] : []), 'Enter')
    await w.getByRole('button', { name: '终检合格，待取镜' }).and(w.locator(':focus')).waitFor()
    await shot(w, 'final')
    await type(w, 'Enter')
    await w.locator('.panel.stage').getByText('待取镜').or(w.getByText('镜已配好')).first().waitFor()
    const { clicks, keys } = await taken(w)
    expect([clicks, keys <= 20]).toEqual([0, true])
    expect(
      await app.inClinic((cx) =>
        cx.db.the(
          { file: 'string | null' },
          sql`
            select d.model file
            from record_frame_inspection i
            join device_file d on d.oid = i.oid and d.file_id = i.lensmeter_id
            where i.record_frame_id = ${order}
          `,
        ),
      ),
    ).toEqual({ file: 'NIDEK LM-7' })
  })

  it('the guardian only signs, and the desk proposes to complete the visit and to book the review', async () => {
    const r = await pageOf('reception', `/process/edit/${order}`)
    const pad = (await r.locator('svg.signature').boundingBox())!
    await r.mouse.move(pad.x + 30, pad.y + 40)
    await r.mouse.down()
    for (let i = 0; i < 12; i++) await r.mouse.move(pad.x + 30 + i * 15, pad.y + 40 + (i % 2 ? -20 : 20))
    await r.mouse.up()
    await r.getByRole('button', { name: '确认取镜' }).click()
    await r.getByRole('img', { name: '签名', exact: true }).waitFor()
    expect(await taken(r)).toEqual({ clicks: 2, keys: 0 })
    expect(
      await app.inClinic((cx) => cx.db.the({ by: 'string' }, sql`select receiver "by" from record_frame where record_frame_id = ${order}`)),
    ).toEqual({ by: '东方明' })
    const desk = await pageOf('reception', '/dashboard')
    await shot(desk, 'desk')
    const mine = desk
      .getByRole('listitem')
      .filter({ hasText: NAME })
      .or(desk.getByRole('row').filter({ hasText: NAME }))
    await mine.getByRole('button', { name: /预约复查/ }).click()
    await toasted(desk, `已为 ${NAME} 预约`)
    await mine.getByRole('button', { name: /完成/ }).click()
    expect((await taken(desk)).clicks).toBe(2)
    expect(
      await app.inClinic(
        async (cx) =>
          (
            await cx.db.rows(
              { day: 'string' },
              sql`
                select to_char(visit_at, 'YYYY-MM-DD') "day"
                from reservation
                where pid = ${pid} and visit_at > now() + interval '30 days'
              `,
            )
          ).length,
      ),
    ).toBe(1)
  })
})

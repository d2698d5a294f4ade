/** Nothing typed is lost: whatever control is being typed into when the save key is pressed, after a reload it shows what was typed. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { deep } from '../depth.ts'
import { HANGS } from '../patience.ts'
import { application, settled, type App } from './app.ts'

/** What is typed where any text would not do. */
const FITTING: Record<string, string> = {
  birth: '2016-03-05',
  mobile: '13912345670',
  mobile2: '13812345671',
  idCard: '110105201603050028',
  nextFollowAt: '2027-01-31 09:30',
}
let app: App
let page: Page
beforeAll(async () => {
  app = await application()
  const { pid } = await app.inClinic((cx) =>
    cx.db.the(
      { pid: 'number' },
      sql`
        select pid
        from patient
        where status = 0 and id_card is null and hid = (select min(hid) from store)
        order by pid desc
        limit 1
      `,
    ),
  )
  const other = await app.inClinic((cx) =>
    cx.db.the({ name: 'string' }, sql`select name from patient where status = 0 and pid <> ${pid} order by pid limit 1`),
  )
  FITTING.inviterPid = other.name
  page = await app.as('manager', `/patients/detail/${pid}/basic`)
})

const field = (key: string): Locator => page.locator(`.form [data-field="${key}"]`)
const opened = async () => {
  await page.locator('.form [data-field]').first().waitFor()
  await settled(page)
  await page.evaluate(() => document.querySelectorAll<HTMLDetailsElement>('.form details').forEach((d) => (d.open = true)))
}
/** What a control shows. */
const shown = async (locator: Locator): Promise<string> => {
  if (await locator.locator('.ant-select').count()) return (await locator.locator('.ant-select').innerText()).trim()
  if (await locator.locator('input[type=radio]').count())
    return (await locator.locator('label:has(input[type=radio]:checked)').allInnerTexts()).join()
  if (await locator.locator('button[role=switch]').count())
    return (await locator.locator('button[role=switch]').getAttribute('aria-checked')) ?? ''
  return locator.locator('input, textarea').first().inputValue()
}
/** Types something else into a control and leaves the focus there; answers what it should show from now on. */
async function typeInto(key: string, box: Locator): Promise<string | undefined> {
  const before = await shown(box)
  if (await box.locator('.ant-select').count()) {
    await box.locator('.ant-select').click()
    const list = page
      .locator(`[id="${await box.locator('input').getAttribute('aria-controls')}"]`)
      .locator('xpath=ancestor::*[contains(@class, "ant-select-dropdown")]')
    const options = list.locator('.ant-select-item-option')
    if (!FITTING[key]) await options.first().waitFor()
    const other = FITTING[key] ?? (await options.allInnerTexts()).map((o) => o.trim()).find((o) => o !== before && o !== '')
    if (!other) return undefined
    await page.keyboard.type(other)
    // What Enter would take now.
    const first = () =>
      box
        .locator('input')
        .evaluate((e) => document.getElementById(e.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label') ?? '')
    await expect.poll(first, { timeout: HANGS }).toContain(other)
    return other
  }
  if (await box.locator('input[type=radio]').count()) {
    const other = box.locator('label:has(input[type=radio]:not(:checked))').first()
    const word = await other.innerText()
    await other.click()
    return word
  }
  if (await box.locator('button[role=switch]').count()) {
    await box.locator('button[role=switch]').click()
    return before === 'true' ? 'false' : 'true'
  }
  const input = box.locator('input, textarea').first()
  if (!(await input.isEditable().catch(() => false))) return undefined
  const numeric = (await input.getAttribute('inputmode')) === 'decimal'
  const typed = FITTING[key] ?? (numeric ? '7' : `改${key}`)
  await input.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(typed)
  return typed
}

/** What sort of control a field is. */
const sortOf = async (locator: Locator): Promise<string> => {
  for (const [sort, part] of [
    ['select', '.ant-select'],
    ['radio', 'input[type=radio]'],
    ['switch', 'button[role=switch]'],
  ] as const)
    if (await locator.locator(part).count()) return sort
  const input = locator.locator('input, textarea').first()
  return `${await input.evaluate((e) => e.tagName)} ${await input.getAttribute('inputmode')} ${await input.getAttribute('type')}`
}
const shows = async (key: string, typed: string) => expect(`${key}: ${await shown(field(key))}`).toContain(`${key}: ${typed}`)

describe('the save key in the browser', () => {
  it('takes over every control of a member’s form as it is being typed into', async () => {
    await opened()
    const keys = await page.locator('.form [data-field]').evaluateAll((all) => all.map((e) => e.getAttribute('data-field') ?? ''))
    const tried: Array<[string, string]> = []
    // One of each sort, and all of them in the deep run.
    const sorts = new Set<string>()
    for (const key of keys) {
      const sort = deep ? key : await sortOf(field(key))
      if (sorts.has(sort)) continue
      const typed = await typeInto(key, field(key))
      if (typed === undefined) continue
      sorts.add(sort)
      const saved = page.waitForResponse((r) => r.request().method() !== 'GET' && r.url().endsWith('/patient/addOrupdate'), {
        timeout: HANGS,
      })
      await page.keyboard.press('Control+s')
      expect([key, ((await (await saved).json()) as { message: string }).message]).toEqual([key, '操作成功'])
      tried.push([key, typed])
      await page.reload()
      await opened()
      await shows(key, typed)
    }
    expect(tried.length).toBeGreaterThan(deep ? 15 : 4)
    // And none took another one with it.
    for (const [key, typed] of tried) await shows(key, typed)
    expect(app.troubles(page)).toEqual([])
  })
})

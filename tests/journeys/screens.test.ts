/** What is true of all screens together: who is kept out, that somebody may open each, and that the looks cover every combination. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { settled, sideways, type App } from './app.ts'
import { outOfReach, unfit } from './axe.ts'
import { each, furnished, screens, turnTo, type Furnished } from './furnished.ts'
import { foreign, looks, named, openerOf, seenIn, written } from './looks.ts'

/** Leads to a screen that is closed to the account; answers true when it opens all the same. */
async function enters(page: Page, to: string, direct: boolean): Promise<boolean> {
  // A trace in the address: to stand on /404 as before is not to have been sent there.
  await turnTo(page, '/404?before=1')
  await page.waitForURL('**/404?before=1')
  if (direct) await page.goto(to, { waitUntil: 'commit' })
  else await turnTo(page, to)
  await page.waitForURL((url) => url.search !== '?before=1')
  await settled(page)
  const { pathname, search } = new URL(page.url())
  return !(pathname === '/404' && search === '')
}

describe('screens in the browser', () => {
  let app: App
  let pathOf: Furnished['at']
  beforeAll(async () => {
    ;({ app, at: pathOf } = await furnished())
  })

  it('each is opened by somebody, and over all of them every size, palette and language occurs together', async () => {
    expect(screens.filter((screen) => screen[1].can !== 'public' && !openerOf(screen)).map(([pattern]) => pattern)).toEqual([])
    expect(new Set(looks.flatMap((look) => seenIn(look).map(([pattern]) => pattern))).size).toBe(screens.length)
    for (const look of looks) expect([named(look), seenIn(look).length > 12]).toEqual([named(look), true])
    expect(foreign('没有人写过的话', await written(app.ownerUrl))).toBe(true)
  })

  it('sees what it looks for: a planted error, a box too wide, a nameless button', async () => {
    const page = await app.stranger('/login')
    await settled(page)
    expect([app.troubles(page), await sideways(page), await unfit(page, true)]).toEqual([[], 0, []])
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<button style="width:2000px"></button>')
      console.error('planted')
    })
    expect(app.troubles(page)).toEqual([expect.stringContaining('planted')])
    expect(await sideways(page)).toBeGreaterThan(600)
    expect(await unfit(page, true)).toEqual([expect.stringContaining('axe button-name')])
    expect(await outOfReach(page)).toEqual([])
    await page.evaluate(() =>
      document.body.insertAdjacentHTML(
        'beforeend',
        [
          '<table class="eye-grid"><tr class="od"><td class="eye-cell" style="position:relative"><input>',
          '<small class="before" style="position:absolute;top:0;left:0">−4.00</small></td></tr></table>',
          '<table class="grid"><tr><td class="row-actions" style="position:fixed;left:3000px"><button>叫号</button></td></tr>',
          '<tr><td class="row-actions" style="position:fixed;left:0;width:90vw"></td></tr></table>',
        ].join(''),
      ),
    )
    expect(await outOfReach(page)).toEqual([
      'what may be done with a row hides its facts',
      'od −4.00: the former value lies on the field',
      '叫号: beyond the edge',
    ])
    await page.context().close()
  })

  it('keeps out an account without the permission', async () => {
    const wrong: string[] = []
    const pages = await Promise.all([app.as('nobody', '/404'), app.as('nobody', '/404')])
    // Who may not see the desk is led to a page of their own.
    const closed = screens.filter(([pattern, entry]) => entry.can !== 'public' && entry.can !== 'session' && pattern !== '/dashboard')
    // By its address in a fresh window one of each frame, the rest as a click leads there.
    const direct = new Set(closed.filter(([, entry], i) => closed.findIndex(([, other]) => other.layout === entry.layout) === i))
    await each(pages, closed, async (page, screen) => {
      if (await enters(page, pathOf(screen[0]), direct.has(screen))) wrong.push(`${screen[0]}: opened for nobody as ${page.url()}`)
    })
    expect(wrong).toEqual([])
    const [page] = pages
    await enters(page, '/dashboard', true)
    const landing = screens.find(([pattern]) => pattern === new URL(page.url()).pathname)
    expect([landing?.[0] === '/dashboard', landing?.[1].can]).toEqual([false, 'session'])
    // The check sees an open door.
    expect(await enters(await app.as('chain', '/404'), '/patients/list', false)).toBe(true)
  })
})

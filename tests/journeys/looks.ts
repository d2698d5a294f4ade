/** Screens looked at in every combination of size, palette and language: each in one of them by default, in all of them in the deep run. */
import path from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { codesOf } from '#kernel/server/declared.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { chosen } from '../depth.ts'
import { settled, sideways, type Opened } from './app.ts'
import { outOfReach, unfit } from './axe.ts'
import { each, furnished, nameOf, screens, turnTo, type Furnished, type Screen } from './furnished.ts'

const SHOTS = process.env.JOURNEY_SHOTS
type Look = Required<Pick<Opened, 'dark' | 'english'>> & { readonly phone: boolean }
const yesNo = [false, true] as const
export const looks: readonly Look[] = yesNo.flatMap((dark) => yesNo.flatMap((english) => yesNo.map((phone) => ({ dark, english, phone }))))
export const named = ({ dark, english, phone }: Look): string =>
  `${phone ? 'on a phone' : 'at a desk'}, ${dark ? 'dark' : 'light'}, in ${english ? 'English' : 'Chinese'}`
/** The screens that are opened in a look. */
export const seenIn = (look: Look): readonly Screen[] => screens.filter(([pattern]) => chosen(pattern, looks).includes(look))

/** Who opens a screen: the chain's chief where she may, else the first who may. */
const openers = ['chain', 'doctor', 'expert', 'tv', 'eg'] as const
export const openerOf = ([, entry]: Screen) => openers.find((role) => entry.can === 'session' || codesOf(role).has(entry.can))

/** Tests of one palette: every screen, as far as this run goes. */
export function looking(palette: 'light' | 'dark'): void {
  describe(`screens in the ${palette} palette`, () => {
    let stand: Furnished
    let words = ''
    beforeAll(async () => {
      stand = await furnished()
      words = await written(stand.app.ownerUrl)
    })
    it.each(looks.filter(({ dark }) => dark === (palette === 'dark')).map((look) => [named(look), look] as const))(
      '5.42 opens for who may without an error, within its width, legible to all; in English only names and written words are Chinese: %s',
      async (_, look) => {
        const wrong = await lookThrough(stand, look, words)
        expect([...new Set(wrong)]).toEqual([])
      },
    )
  })
}

/** Opens the screens of a look and answers what is wrong with them. */
async function lookThrough({ app, at: pathOf }: Furnished, look: Look, words: string): Promise<string[]> {
  const wrong: string[] = []
  const mine = seenIn(look)
  const opened = {
    dark: look.dark,
    english: look.english,
    viewport: look.phone ? { width: 390, height: 800 } : { width: 1366, height: 768 },
  }
  const judge = async (page: Page, screen: Screen) =>
    wrong.push(...(await faults(page, screen, look, words)), ...app.troubles(page).map((trouble) => `${screen[0]}: ${trouble}`))
  for (const role of openers) {
    const inside = mine.filter((screen) => screen[1].can !== 'public' && openerOf(screen) === role)
    if (!inside.length) continue
    await app.landed(role)
    const pages = await Promise.all(
      Array.from({ length: inside.length > 9 ? 2 : 1 }, () => app.as(role, pathOf(inside[0]?.[0] ?? ''), opened)),
    )
    await each(pages, inside, async (page, screen) => {
      await turnTo(page, pathOf(screen[0]))
      await judge(page, screen)
    })
    await Promise.all(pages.map((page) => page.context().close()))
  }
  for (const screen of mine.filter(([, entry]) => entry.can === 'public')) {
    const page = await app.stranger(pathOf(screen[0]), opened)
    await judge(page, screen)
    await page.context().close()
  }
  return wrong
}
/** What is wrong with the screen a page stands on. */
async function faults(page: Page, [pattern, { layout, can }]: Screen, look: Look, words: string): Promise<string[]> {
  await settled(page)
  const wrong: string[] = []
  if (new URL(page.url()).pathname === '/404' && pattern !== '/404') wrong.push('leads to /404')
  // A paper and a television have their own width.
  const beyond = look.phone && (layout === 'print' || layout === 'tv') ? 0 : await overflow(page)
  if (beyond > 0) wrong.push(`${beyond} px too wide`)
  if (look.phone) wrong.push(...(await outOfReach(page)))
  if (layout !== 'print') wrong.push(...(await unfit(page, pattern === '/dashboard')))
  if (look.english && can !== 'public')
    wrong.push(...(await chinese(page)).filter((text) => foreign(text, words)).map((text) => `Chinese: ${text.slice(0, 60)}`))
  if (SHOTS) await page.screenshot({ path: path.join(SHOTS, `${nameOf(pattern)}-${named(look).replace(/\W+/g, '-')}.png`) })
  return wrong.map((fault) => `${pattern}: ${fault}`)
}
/** How far a screen reaches beyond the page once it has drawn itself anew for its width, which takes a table a few frames. */
async function overflow(page: Page): Promise<number> {
  for (let frames = 0; frames < 30 && (await sideways(page)) > 0; frames++) await page.evaluate(() => new Promise(requestAnimationFrame))
  return sideways(page)
}
/** Every Chinese text of a page: what is read, and what names a thing. */
const chinese = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      if (!/^(SCRIPT|STYLE)$/.test(node.parentElement?.tagName ?? '')) found.push(node.textContent ?? '')
    for (const each of document.querySelectorAll('[placeholder], [title], [aria-label]'))
      found.push(...['placeholder', 'title', 'aria-label'].map((name) => each.getAttribute(name) ?? ''))
    return [...new Set(found.map((text) => text.trim()))].filter((text) => /[\u4e00-\u9fff]/.test(text))
  })
/** A text with Chinese in it that nobody wrote into the clinic's tables. */
export const foreign = (text: string, data: string): boolean =>
  (text.match(/[\u4e00-\u9fff]+/g) ?? []).some((words) => words !== '中文' && !data.includes(words))
/** What people wrote: every Chinese text of the tables, one below the other. */
export const written = (ownerUrl: string): Promise<string> =>
  onClient(ownerUrl, async (client) => {
    const columns = await client.query<{ t: string; c: string }>(
      `
        select table_name t, column_name c
        from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public'
          and table_type = 'BASE TABLE'
          and data_type in ('text', 'jsonb', 'ARRAY')
          and table_name not like '%audit%'
      `,
    )
    const texts: string[] = []
    for (const { t, c } of columns.rows) {
      const { rows } = await client.query<{ v: string }>(
        `select distinct left("${c}"::text, 2000) v from "${t}" where "${c}"::text ~ '[一-龥]'`,
      )
      texts.push(...rows.map(({ v }) => v))
    }
    // A place is shown by the names of its province, city and county together.
    const places = await client.query<{ v: string }>('select distinct area_path(area_code) v from school')
    return [...texts, ...places.rows.map(({ v }) => v)].join('\n')
  })

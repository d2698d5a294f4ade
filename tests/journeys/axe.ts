/** Whether a screen can be used by whoever sees little, hears a screen reader or has a small screen. */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { settled, sideways } from './app.ts'

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What axe says of a screen, serious and worse, WCAG 2.2 AA: of the whole document, or of what the frame holds. */
export const unfit = async (page: Page, whole: boolean): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // What is scrolled half under a head that stays is no small target.
  await page.evaluate(() => document.querySelectorAll('*').forEach((each) => each.scrollTop > 0 && (each.scrollTop = 0)))
  return page.evaluate(async (all) => {
    const { axe } = window as unknown as {
      axe: {
        run(
          root: ParentNode,
          options: object,
        ): Promise<{ violations: Array<{ id: string; impact: string; nodes: Array<{ target: string[] }> }> }>
      }
    }
    const { violations } = await axe.run((all ? null : document.querySelector('#content')) ?? document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
      preload: false,
    })
    // Nor is what a bar at the bottom covers in part: each small target is judged again in the middle of the page.
    for (const violation of violations.filter(({ id }) => id === 'target-size')) {
      const small: typeof violation.nodes = []
      for (const node of violation.nodes) {
        const element = document.querySelector(node.target.join(' '))
        element?.scrollIntoView({ block: 'center' })
        const again = await axe.run(element ?? document, { runOnly: { type: 'rule', values: ['target-size'] }, preload: false })
        if (again.violations.length) small.push(node)
      }
      violation.nodes = small
    }
    return violations
      .filter(({ nodes }) => nodes.length > 0)
      .filter((v) => v.impact === 'serious' || v.impact === 'critical')
      .map(
        (v) =>
          `axe ${v.id}: ${v.nodes
            .slice(0, 3)
            .map((n) => n.target.join(' '))
            .join(' | ')}`,
      )
  }, whole)
}

/** On a phone: former values that lie on what is typed, and what is done with a row but stands beyond the edge, or hides the row. */
export const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const box = (e: Element) => e.getBoundingClientRect()
    const covered = [...document.querySelectorAll('.eye-grid .eye-cell')].filter((cell) => {
      const [field, before] = [cell.querySelector('input, select'), cell.querySelector('.before')]
      if (!field || !before?.textContent) return false
      const [a, b] = [box(field), box(before)]
      return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
    })
    const beyond = [...document.querySelectorAll('.grid .row-actions button, .grid .row-actions a')].filter(
      (e) => box(e).width > 0 && (box(e).right > innerWidth || box(e).left < 0),
    )
    const wide = [...document.querySelectorAll('.grid td.row-actions')].filter((e) => box(e).width > innerWidth * 0.6)
    return [
      ...wide.slice(0, 1).map(() => 'what may be done with a row hides its facts'),
      ...covered.map((e) => `${e.closest('tr')?.className ?? ''} ${e.textContent}: the former value lies on the field`),
      ...beyond.map((e) => `${e.textContent}: beyond the edge`),
    ]
  })

/** The same at a desk and on a phone, with what is too wide there; leaves the page at the desk's width. */
export async function unfitAnywhere(page: Page, shot?: string): Promise<string[]> {
  const wrong: string[] = []
  for (const width of [390, 1366]) {
    await page.setViewportSize({ width, height: 800 })
    await settled(page)
    if (shot) await page.screenshot({ path: `${shot}-${width}.png` })
    const beyond = await sideways(page)
    if (beyond > 0) wrong.push(`${beyond} px too wide at ${width}`)
    wrong.push(...(await unfit(page, false)).map((found) => `${found} at ${width}`))
  }
  return wrong
}

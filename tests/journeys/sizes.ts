/** Declared papers in every size they may be printed on. */
import type { Page } from 'playwright-core'
import { paperSizes, type Paper, type PaperSizeName } from '#kernel/contract/index.ts'
import { settled } from './app.ts'
import { codesOn, pagesOf, wordsOn } from './paper.ts'

/** Points of a PDF to the mm. */
const POINT = 72 / 25.4
/** Width and height of the first sheet of a PDF, mm. */
function sizeOf(pdf: Buffer): readonly [number, number] {
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []
  return [Number(width) / POINT, Number(height) / POINT]
}
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1

/** What is wrong with the paper that a page shows, on the sheet its size says. */
async function faults(page: Page, name: PaperSizeName): Promise<string[]> {
  const { kind, width, height } = paperSizes[name]
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const [wide, high] = sizeOf(pdf)
  const wrong: string[] = []
  if (!near(wide, width) || (height !== undefined && !near(high, height))) wrong.push(`${wide.toFixed(1)} × ${high.toFixed(1)} mm`)
  const sheets = kind === 'label' ? await page.locator('.paper-page').count() : 1
  if (kind !== 'sheet' && pagesOf(pdf) !== sheets) wrong.push(`${pagesOf(pdf)} sheets instead of ${sheets}`)
  const printed = await page
    .locator('.paper .barcode svg, .paper svg.qr')
    .evaluateAll((drawn) => drawn.map((svg) => svg.getAttribute('aria-label') ?? ''))
  const read = new Set(printed.length ? codesOn(pdf).map((code) => code.slice(code.indexOf(':') + 1)) : [])
  wrong.push(...[...new Set(printed)].filter((code) => !read.has(code)).map((code) => `${code} cannot be read back`))
  const cut = await page
    .locator('.paper')
    .first()
    .evaluate(
      (paper) =>
        [...paper.querySelectorAll('td, th, dd, p')].filter(
          (e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow !== 'visible',
        ).length,
    )
  if (cut) wrong.push(`${cut} texts are cut`)
  if (pagesOf(pdf) > 12) wrong.push(`${pagesOf(pdf)} sheets`)
  const words = (await page.locator('.paper').first().innerText()).replace(/\s/g, '')
  if (words.length < 20) wrong.push(`nearly empty: ${words}`)
  return wrong
}
/** Prints the paper a page stands on in sizes; answers what is wrong, by size. */
export async function printedInSizes(
  page: Page,
  sizes: readonly PaperSizeName[],
  turn: (size: PaperSizeName) => Promise<void>,
): Promise<string[]> {
  const wrong: string[] = []
  for (const size of sizes) {
    await turn(size)
    await settled(page)
    await page.locator('.paper-body').first().waitFor()
    wrong.push(...(await faults(page, size)).map((fault) => `${size}: ${fault}`))
  }
  return wrong
}
/** How often each letter of a text stands in it; blanks and the moment of printing aside. */
function lettersOf(text: string): Map<string, number> {
  const letters = new Map<string, number>()
  for (const letter of text.replace(/[\s_]|\d{4}-\d\d-\d\d \d\d:\d\d/g, '')) letters.set(letter, (letters.get(letter) ?? 0) + 1)
  return letters
}
/** What of the paper a page stands on its PDF of the server does not have: letters, codes, its size. */
export async function missingOfPdf(page: Page, hid: number, sizes: Paper['sizes']): Promise<string[]> {
  const got = await page.evaluate(async (store) => {
    const { innerText } = document.querySelector<HTMLElement>('.paper')!
    const codes = [...document.querySelectorAll('.paper .barcode svg, .paper svg.qr')].map((svg) => svg.getAttribute('aria-label') ?? '')
    const query = new URLSearchParams({ hid: String(store), path: location.pathname + location.search })
    const answer = await fetch(`/api/v1/mingmou/papers/pdf?${query.toString()}`, {
      headers: { token: localStorage.getItem('mingmou.token') ?? '' },
    })
    return { innerText, codes, type: answer.headers.get('content-type'), bytes: [...new Uint8Array(await answer.arrayBuffer())] }
  }, hid)
  const pdf = Buffer.from(got.bytes)
  if (got.type !== 'application/pdf') return [`no PDF: ${pdf.toString().slice(0, 200)}`]
  const wrong: string[] = []
  const written = lettersOf(wordsOn(pdf))
  const lost = [...lettersOf(got.innerText)].filter(([letter, count]) => (written.get(letter) ?? 0) < count)
  if (lost.length) wrong.push(`PDF lacks ${lost.map(([letter]) => letter).join('')}`)
  // The server names itself as it is told to (PUBLIC_URL), the browser as it was opened.
  const place = (code: string) => code.replace(/^https?:\/\/[^/]+/, '')
  const read = new Set(codesOn(pdf).map((code) => place(code.slice(code.indexOf(':') + 1))))
  wrong.push(...got.codes.filter((code) => !read.has(place(code))).map((code) => `${code} cannot be read back from the PDF`))
  const [wide] = sizeOf(pdf)
  if (!near(wide, paperSizes[sizes[0]].width)) wrong.push(`PDF is ${wide.toFixed(1)} mm wide`)
  return wrong
}
/** Sheets and length, mm, of a roll with many more lines than it had. */
export async function longRoll(page: Page): Promise<{ sheets: number; length: number }> {
  await page.evaluate(() => {
    const body = document.querySelector('.paper-body')
    for (let n = 0; n < 120; n++) body?.append(Object.assign(document.createElement('p'), { textContent: `${n}` }))
  })
  await page.waitForFunction(
    () => Number(/size: \d+mm (\d+)mm/.exec(document.querySelector('.paper-desk style')?.textContent ?? '')?.[1]) > 500,
  )
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return { sheets: pagesOf(pdf), length: sizeOf(pdf)[1] }
}

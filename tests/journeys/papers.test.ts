/** Every paper: on a sheet of its size with nothing cut, its codes read back, and the PDF of the server beside it. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { modules } from '../../apps/server/modules.gen.ts'
import { chosen } from '../depth.ts'
import { settled, type App } from './app.ts'
import { furnished, nameOf, screens, turnTo, type Furnished } from './furnished.ts'
import { pagesOf } from './paper.ts'
import { longRoll, missingOfPdf, printedInSizes } from './sizes.ts'

const SHOTS = process.env.JOURNEY_SHOTS
const declared = modules.flatMap((m) => Object.entries(m.papers ?? {}))

describe('papers in the browser', () => {
  let app: App
  let pathOf: Furnished['at']
  beforeAll(async () => {
    ;({ app, at: pathOf } = await furnished())
  })

  it('puts every print page that is no declared paper on paper', async () => {
    const wrong: string[] = []
    const page = await app.as('chain')
    const papers = new Set(declared.map(([pattern]) => pattern))
    for (const [pattern] of screens.filter(([path, entry]) => entry.layout === 'print' && !papers.has(path))) {
      await turnTo(page, pathOf(pattern))
      await settled(page)
      const pdf = await page.pdf({ preferCSSPageSize: true })
      const pages = pagesOf(pdf)
      if (SHOTS) fs.writeFileSync(path.join(SHOTS, `${nameOf(pattern)}.pdf`), pdf)
      if (pages < 1 || pages > 12) wrong.push(`${pattern}: ${pages} pages`)
      if (!(await page.locator('.paper').count())) {
        wrong.push(`${pattern}: no paper at ${pathOf(pattern)}: ${(await page.locator('body').innerText()).slice(0, 80)}`)
        continue
      }
      const words = (await page.locator('.paper').innerText()).replace(/\s/g, '')
      if (words.length < 20) wrong.push(`${pattern}: nearly empty: ${words}`)
    }
    expect(wrong).toEqual([])
  })

  it('prints every declared paper in its sizes, nothing cut, codes read back as label printers draw; its PDF is the same', async () => {
    const wrong: string[] = []
    const page = await app.as('chain')
    const hid = await app.inClinic((cx) => Promise.resolve(cx.who.hid))
    for (const [pattern, paper] of declared) {
      const turn = (size: string) => turnTo(page, `${pathOf(pattern)}?paper=${encodeURIComponent(size)}`)
      const faults = await printedInSizes(page, chosen(pattern, paper.sizes), turn).catch((error: unknown) => {
        throw new Error(`${pattern}: no paper`, { cause: error })
      })
      await turn(paper.sizes[0])
      await settled(page)
      wrong.push(...[...faults, ...(await missingOfPdf(page, hid, paper.sizes))].map((fault) => `${pattern} ${fault}`))
    }
    expect(wrong).toEqual([])
  })
  it('prints a receipt of any length on one piece of the roll', async () => {
    const page = await app.as('chain')
    await turnTo(page, pathOf('/fee-bill-print/{feeBillId}'))
    await settled(page)
    const { sheets, length } = await longRoll(page)
    expect(sheets).toBe(1)
    expect(length).toBeGreaterThan(500)
  })
})

/**
 * A child's visit at the chair: four examinations without a mouse (all fourteen in the deep run), then what the devices sent, accepted with
 * file and time behind each number.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raw, sql } from '#kernel/server/index.ts'
import { inWorkOrder, kindOf, type AnyExam, type ExamKind } from '#modules/exams/contract/kinds/index.ts'
import { format } from '#modules/exams/contract/shorthand/format.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { examItems } from '#modules/reservations/contract/fields.ts'
import { makeWalkIn } from '#modules/reservations/server/make.ts'
import { deep } from '../depth.ts'
import { HANGS } from '../patience.ts'
import { settled } from './app.ts'
import { stage, type JourneyStage } from './stage.ts'

const SHOTS = process.env.JOURNEY_SHOTS
const REAL = path.resolve('../shared/domain/data/devices')
/** Keys of the whole visit, none of them a mouse's. It only falls. */
const MOST_KEYS = 670
const SAMPLES = ['samples/nidek_ark1s_utf16.xml', 'samples/nidek_nt530p_utf16.xml', 'samples/joia_topcon_cv5000_sbj.xml']
const NAME = '钟离知夏'
/** Ms between two keys of somebody who types fast. */
const FINGERS = 40
if (!existsSync(REAL))
  process.stderr.write('The real device files are not beside this checkout (../shared/domain/data): they are not dropped.\n')
/** Before cycloplegia, which is a preparation of one of them. */
const ALL = inWorkOrder.filter(({ kind }) => kind !== 'cycloplegia')
/** Two typed cell by cell, and two in a line of shorthand; all of them in the deep run. */
const FOUR: readonly ExamKind[] = ['visual', 'refraction', 'slitLamp', 'pd']
const KINDS = ALL.filter(({ kind }) => deep || FOUR.includes(kind))
/** Typed cell by cell, as nearly every visit is; the others are a line of shorthand each. */
const BY_CELL: Partial<Record<ExamKind, Readonly<Record<string, string>>>> = {
  visual: { ucvaOd: '4.6', bcvaOd: '5', ucvaOs: '4.7', bcvaOs: '5' },
  refraction: { dsOd: '325', dcOd: '50', axOd: '175', vaOd: '5', pdOd: '31.5', dsOs: '275', dcOs: '100', axOs: '5', vaOs: '5', pdOs: '31' },
  iop: { iopOd: '15', iopOs: '16' },
  bioMeter: { alOd: '24.1', alOs: '24.2' },
  heightWeight: { height: '140', weight: '33' },
  // Where text is typed a semicolon is text.
  others: { name: '色觉', findings: '未见异常' },
}

/** What of a kind's example a usual visit writes in a line of shorthand; all of it where nothing is said. */
const IN_SHORT: Partial<Record<ExamKind, readonly string[]>> = {
  cornea: ['k1', 'k1Axis', 'k2', 'k2Axis'],
  slitLamp: ['bulbar', 'vanHerick', 'fundus'],
  hardLens: ['wearHours', 'ucva', 'movement', 'decision'],
  vision: ['farPhoria', 'nearPhoria', 'amp'],
  dry: ['fbut1', 'schirmer'],
  corneal: ['ecd', 'cv', 'hex'],
  pd: ['pdFar', 'pdNear', 'ph'],
}
const lineOf = ({ kind, example }: AnyExam): string => {
  const names = IN_SHORT[kind]?.flatMap((base) => [base, `${base}Od`, `${base}Os`])
  return format(kindOf(kind), Object.fromEntries(Object.entries(example).filter(([name]) => names?.includes(name) ?? true)))
}

describe('a visit at the chair', () => {
  let clinic: JourneyStage
  let page: Page
  let pid = 0
  let pressed = 0
  const keys = async (...names: string[]) => {
    for (const name of names) await page.keyboard.press(name)
    pressed += names.length
  }
  const type = async (text: string) => {
    await page.keyboard.type(text)
    pressed += text.length
  }
  const shot = async (name: string) =>
    void (SHOTS && (await page.screenshot({ path: path.join(SHOTS, `exams-${name}.png`), fullPage: true })))
  const here = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return {
        section: element?.closest('section[id]')?.id,
        lines: element instanceof HTMLTextAreaElement,
        field: element?.closest('[data-field]')?.getAttribute('data-field') ?? undefined,
      }
    })
  const cellByCell = async ({ kind, tab }: AnyExam) => {
    const cells = BY_CELL[kind] ?? {}
    const left = new Set(Object.keys(cells))
    for (let n = 0; left.size > 0 && n < 60; n++) {
      const { section, field = '' } = await here()
      expect([tab, section]).toEqual([tab, tab])
      if (left.delete(field)) await type(cells[field] ?? '')
      // Enter leads through cells of eyes and plain fields; from a text of several lines Tab does.
      await keys((await here()).lines ? 'Tab' : 'Enter')
    }
    expect([...left]).toEqual([])
  }
  /** Keys faster than fingers would be a scanner's. */
  const inShort = async (line: string) => {
    await keys(';')
    await page.locator('.shorthand input:focus').waitFor()
    await page.keyboard.type(line, { delay: FINGERS })
    pressed += line.length
    await keys('Enter')
  }
  const rowsOf = ({ table }: Pick<AnyExam, 'table'>) =>
    clinic.tx((cx) => cx.db.rows({ id: 'number', status: 'number' }, sql`select id, status from ${raw(table)} where pid = ${pid}`))

  beforeAll(async () => {
    clinic = await stage()
    const desk = clinic.as('reception')
    pid = (await desk.call('patients.save', { hid: clinic.hid, name: NAME, gender: 0, birth: '2015-05-01', mobile: '13900139888' })).pid
    // The test calls by name; a builder does not know which answer it gets.
    const { resid } = await makeWalkIn((id, input) => desk.call(id as never, input as never), { hid: clinic.hid, pid })
    const items = Object.keys(examItems).filter((item) => item !== 'fundus') as Array<keyof typeof examItems>
    await clinic.as('doctor').call('reservations.exam.create', { resid, items })
    page = await clinic.open('optometrist')
    await page.addInitScript(() => addEventListener('pointerdown', () => sessionStorage.setItem('pressed', location.pathname), true))
  })
  afterAll(async () => {
    const { errors } = clinic
    await clinic.close()
    expect(errors).toEqual([])
  })

  it(`${KINDS.length} kinds are entered by keyboard, saved by one key`, async () => {
    await page.goto(`${clinic.base}/patients/detail/${pid}/examine/sight?with=misc,assess`)
    await settled(page)
    expect(ALL).toHaveLength(14)
    for (const exam of KINDS) {
      // F3 goes to the next thing that is missing, in the order of work.
      for (let n = 0; (await here()).section !== exam.tab && n < ALL.length; n++) await keys('F3')
      expect((await here()).section).toBe(exam.tab)
      await (BY_CELL[exam.kind] ? cellByCell(exam) : inShort(lineOf(exam)))
      if (exam.kind === 'refraction') await inShort('refraction.cycloplegia 1')
      await page.locator('.visit-strip li', { hasText: exam.title }).getByText('未保存').waitFor()
    }
    await shot('typed')
    await keys('Control+s')
    await page
      .locator('.toast')
      .filter({ hasText: `已保存 ${KINDS.length} 项检查` })
      .first()
      .waitFor()
    await shot('saved')
    for (const kind of KINDS)
      expect([kind.kind, (await rowsOf(kind)).map((row) => row.status)]).toEqual([kind.kind, [examStates.is.submitted]])
    expect(await page.evaluate(() => sessionStorage.getItem('pressed'))).toBe(null)
    expect(pressed).toBeLessThanOrEqual(MOST_KEYS)
  })

  it.runIf(existsSync(REAL))(
    'the real files are read; one is accepted, each number names its file and time; the same file again changes nothing',
    async () => {
      const files = SAMPLES.map((file) => ({
        name: path.basename(file),
        mimeType: 'text/xml',
        buffer: readFileSync(path.join(REAL, file)),
      }))
      const inbox = async () =>
        (await clinic.as('optometrist').call('devices.list', { hid: clinic.hid })).list.map(({ fileId, model, status, version }) => ({
          fileId,
          model,
          status,
          version,
        }))
      /** Gives the files to the page and waits until each was answered. */
      const drop = async () => {
        let answered = 0
        const count = (response: Response) => void (answered += response.url().endsWith('/device-files') ? 1 : 0)
        page.on('response', count)
        await page.locator('input[type=file]').setInputFiles(files)
        await expect.poll(() => answered, { timeout: HANGS }).toBe(files.length)
        page.off('response', count)
      }
      await page.goto(`${clinic.base}/patients/device-inbox`)
      await settled(page)
      await drop()
      await expect.poll(async () => (await inbox()).length).toBe(files.length)
      const ark = (await inbox()).find((file) => file.model === 'NIDEK ARK-1s')
      await page.goto(`${clinic.base}/patients/device-inbox?file=${ark?.fileId ?? 0}`)
      await page.locator('.device-owner [role=combobox]').fill(NAME)
      await page.getByRole('option').filter({ hasText: NAME }).first().waitFor()
      await page.keyboard.press('Enter')
      // The clock of the file is years behind: it is written for when it came.
      await page.getByRole('radio', { name: /按收到时间/ }).waitFor()
      await page.keyboard.press('a')
      await page.getByText('已采用').first().waitFor()
      await shot('accepted')
      const taken = await clinic.as('optometrist').call('devices.file', { id: ark?.fileId ?? 0 })
      expect(taken.taken.map((one) => one.kind)).toContain('refraction')
      const auto = (await clinic.as('optometrist').call('examRefraction.list', { pid, kind: 2 })).list
      expect(auto).toMatchObject([{ dsOd: -6.38, dcOd: -0.64, axOd: 177 }])
      await page.goto(`${clinic.base}/patients/detail/${pid}/examine/refraction?kind=2`)
      await settled(page)
      const source = page.locator('#refraction .from-device')
      await source.locator('summary').focus()
      await page.keyboard.press('Enter')
      await source.getByRole('link', { name: /NIDEK ARK-1s 2013-03-11 16:03/ }).waitFor()
      await shot('source')
      const before = [await inbox(), auto]
      await page.goto(`${clinic.base}/patients/device-inbox`)
      await settled(page)
      await drop()
      await settled(page)
      expect([await inbox(), (await clinic.as('optometrist').call('examRefraction.list', { pid, kind: 2 })).list]).toEqual(before)
    },
  )
})

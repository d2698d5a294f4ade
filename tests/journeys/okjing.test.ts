/** A child's ortho-k case on one page, from the first record to a regular review, and who else may see or sign what is written there. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Denied } from '#kernel/contract/refusal.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { recordMachine } from '#modules/records/contract/okjing/states.ts'
import { scan, settled } from './app.ts'
import { journey } from './journey.ts'
import type { JourneyStage } from './stage.ts'

const NAME = '闻人知秋'
const LENS = {
  Od: { bc: 8.6, rc: 7.15, ac: 43, target: -3, dia: 10.6, ct: 0.22 },
  Os: { bc: 8.52, rc: 7.12, ac: 43.25, target: -2.75, dia: 10.6, ct: 0.22 },
}
type Side = keyof typeof LENS
const OTHER: Record<Side, Side> = { Od: 'Os', Os: 'Od' }
const COLOURS = { colourOd: 'green', colourOs: 'blue' } as const
const parameters = (sideOf: (side: Side) => Side) =>
  Object.fromEntries(
    (['Od', 'Os'] as const).flatMap((side) => Object.entries(LENS[sideOf(side)]).map(([name, value]) => [`${name}${side}`, value])),
  )
const LESSONS = ['洗手', '戴镜', '摘镜', '清洁冲洗', '吸棒使用', '镜片吸附处理', '红痛停戴就诊', '不碰自来水']
const udi = (serial: string) => `01069012345678921730053110K2609\u001d21${serial}`

describe('an ortho-k case', () => {
  let clinic: JourneyStage
  let pid = 0
  const { at: openAt, shot } = journey('okjing', async (made) => {
    clinic = made
    const child = { hid: clinic.hid, name: NAME, gender: 0, birth: '2015-03-02', mobile: '13900138666', guardian: '闻人母' } as const
    pid = (await clinic.as('reception').call('patients.save', child)).pid
  })
  const casePage = (role: Parameters<JourneyStage['open']>[0]) => openAt(role, `/patients/detail/${pid}/okjing`)
  const standing = () => clinic.as('doctor').call('okjing.case', { pid })
  const statesOf = async (kind: string) => (await standing()).records.filter((r) => r.kind === kind).map((r) => r.status)
  /** Types into the cells of the eyes, each taken over by Enter. */
  const cells = async (page: Page, values: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(values)) {
      const cell = page.locator(`.eye-cell input[data-field="${name}"]`)
      await cell.fill(String(value))
      await cell.press('Enter')
    }
  }
  const choose = async (page: Page, answers: Readonly<Record<string, string>>) => {
    for (const [field, word] of Object.entries(answers))
      await page
        .locator(`.field[data-field="${field}"] label`)
        .filter({ hasText: new RegExp(`^${word}$`) })
        .click()
  }
  const colours = async (page: Page, expected: Readonly<Record<Side, string>>) => {
    for (const [side, word] of Object.entries(expected)) {
      await page.locator(`.eye-cell input[data-field="colour${side}"]`).click()
      await page.getByRole('option', { name: word, exact: true }).click()
    }
  }
  const pick = async (page: Page, field: string, word: string) => {
    await page.locator(`.field[data-field="${field}"]`).getByRole('combobox').click()
    await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').filter({ hasText: word }).click()
  }
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
  const saved = (page: Page) => page.locator('.toast').filter({ hasText: '已保存' }).first().waitFor()
  const rail = (page: Page, station: string) => page.locator('.ok-rail li').filter({ hasText: station })

  it('begins with the first record; its signature waits for the consent of the guardian', async () => {
    const d = await casePage('doctor')
    await d.getByText('签名前需要监护人知情同意').waitFor()
    await press(d, '开始 硬镜初诊记录')
    await cells(d, { dsOd: '-3', dsOs: '-2.75', dcOd: '-0.5', axOd: '180', k1Od: '43', k1Os: '43.25', k2Od: '44', k2Os: '44' })
    await cells(d, { eccOd: '0.5', eccOs: '0.5', wtwOd: '11.6', wtwOs: '11.6', iopOd: '15', iopOs: '15' })
    await choose(d, { inflammation: '无', dryEye: '无', systemicBar: '无', hygiene: '良好', result: '适合' })
    await shot(d, 'first')
    await press(d, '保存并签名')
    await d
      .getByText(/知情同意/)
      .first()
      .waitFor()
    expect(await statesOf('okjing-first-record')).toEqual([])
    const [text] = (await clinic.as('reception').call('patients.consent.texts', {})).filter((one) => one.kind === 4)
    const guardian = { guardianName: '闻人母', guardianRelation: 2 } as const
    await clinic.as('reception').call('patients.consent.give', { pid, kind: 4, sha256: text?.sha256 ?? '', way: 1, ...guardian })
    await press(d, '保存并签名')
    await saved(d)
    await expect.poll(() => statesOf('okjing-first-record')).toEqual([recordMachine.is.signed])
    await rail(d, '初检').and(d.locator('.done')).waitFor()
  })

  it('what the optometrist tried and fitted stands there, and the doctor checks the fitting', async () => {
    const o = clinic.as('optometrist')
    await o.call('okjing-trial-lens.create', { pid, eye: 'od', family: 'VST', bc: 8.6, target: -3, verdict: 'use' })
    await o.call('okjing-trial-lens.create', { pid, eye: 'os', family: 'VST', bc: 8.52, target: -2.75, verdict: 'use' })
    const source = { product: '梦戴维', fittedOd: true, fittedOs: true, source: 'outside' } as const
    await o.call('fitting.create', { pid, ...source, ...parameters((side) => side), ...COLOURS })
    const d = await casePage('doctor')
    await d.getByText('等待医师签名或核对').waitFor()
    await press(d, '继续 配适')
    await press(d, '保存并签名')
    await saved(d)
    await rail(d, '定片').and(d.locator('.done')).waitFor()
    await shot(d, 'fitted')
  })

  it('a swapped pair is stopped at the take record; the right one is handed over, each lens with its number', async () => {
    const d = await casePage('doctor')
    await press(d, '开始 取镜记录')
    await d.getByText('参数须逐格相同').waitFor()
    for (const serial of ['R7A01', 'L7A02']) {
      await scan(d, udi(serial))
      await d.locator(`input[value="${serial}"]`).waitFor()
    }
    await cells(
      d,
      parameters((side) => OTHER[side]),
    )
    await colours(d, { Od: '蓝', Os: '绿' })
    await d.locator('.swapped').filter({ hasText: '左右眼镜片放反了' }).waitFor()
    await pick(d, 'takenBy', '母亲')
    await shot(d, 'swapped')
    await press(d, '保存并签名')
    await d.getByText('左右眼镜片放反了').nth(1).waitFor()
    expect([await statesOf('okjing-take-record'), (await standing()).lenses]).toEqual([[], []])
    // Powers as on every other screen: a true minus, two decimals.
    await d
      .locator('.compared td.differs')
      .filter({ hasText: /^−2\.75$/ })
      .waitFor()
    await cells(
      d,
      parameters((side) => side),
    )
    await colours(d, { Od: '绿', Os: '蓝' })
    await d.locator('.compared strong').getByText('相符', { exact: true }).waitFor()
    // Nothing is handed over to who was not taught.
    await press(d, '保存并签名')
    await d
      .getByText(/^尚未教学/)
      .first()
      .waitFor()
    await d.locator('[id$="-f-emergencyPhone"]').fill('01088886666')
    await d.locator('.field[data-field="taught"]').getByRole('combobox').click()
    for (const lesson of LESSONS) await d.locator('.ant-select-item-option').filter({ hasText: lesson }).click()
    await d.keyboard.press('Escape')
    await press(d, '保存并签名')
    await saved(d)
    for (const serial of ['R7A01', 'L7A02']) await d.getByText(`SN ${serial}`).waitFor()
    expect(await d.locator('.ok-lens.od').innerText()).toContain('降幅 −3.00')
    await rail(d, '取镜').and(d.locator('.done')).waitFor()
    await shot(d, 'taken')
  })

  it('reviews take the hard lens examination of the day and say what was decided', async () => {
    const exam = {
      pid,
      wearHours: 8,
      ucvaOd: 5,
      ucvaOs: 5,
      positionOd: 0,
      positionOs: 0,
      decision: 1,
      status: examStates.is.submitted,
    } as const
    const { examTime } = await clinic.as('optometrist').call('exam-hard-lens.create', exam)
    const d = await casePage('doctor')
    for (const [kind, answers] of [
      ['首次复查', {}],
      ['定期复查', { visit: '1 周' }],
    ] as const) {
      await press(d, kind)
      await press(d, `采用今天 ${examTime.slice(11, 16)} 的检查`)
      await d.locator('.reviewed').getByText('居中').first().waitFor()
      for (const [field, word] of Object.entries({ ...answers, decision: '继续配戴' })) await pick(d, field, word)
      await shot(d, `review-${kind}`)
      await press(d, /^保存并签名/)
      await d.locator('tr.opens').filter({ hasText: kind }).waitFor()
    }
    expect([await statesOf('okjing-first-review'), await statesOf('okjing-regular-review')]).toEqual([
      [recordMachine.is.signed],
      [recordMachine.is.signed],
    ])
    await rail(d, '1 周').and(d.locator('.done')).waitFor()
    await shot(d, 'reviewed')
  })

  it('what was signed is amended with a reason, and both versions are found', async () => {
    const d = await casePage('doctor')
    await d.locator('tr.opens').filter({ hasText: '硬镜初诊记录' }).click()
    await press(d, '更正')
    const dialog = d.getByRole('dialog')
    await dialog.getByRole('textbox').fill('父母度数漏记')
    await dialog.getByRole('button', { name: /确/ }).click()
    await d.locator('[id$="-f-parentPowers"]').fill('父 −5.00，母 −2.50')
    await press(d, /^保存更正/)
    await saved(d)
    await settled(d)
    await d.locator('tr.opens').filter({ hasText: '硬镜初诊记录' }).click()
    await d.getByText('更正原因：父母度数漏记').waitFor()
    await expect.poll(() => d.locator('[id$="-f-parentPowers"]').inputValue()).toBe('父 −5.00，母 −2.50')
    expect(await d.locator('.versions li').count()).toBe(1)
    const former = await d.locator('.versions').innerText()
    // In the clinic's words, not in those of the wire.
    for (const text of ['右眼球镜 −3.00', '右眼平K 43.00', '干眼 无', '卫生与依从性 良好']) expect(former).toContain(text)
    expect(former).not.toContain('−5.00')
    await shot(d, 'versions')
  })

  it('the manager signs nothing; reception and cashier see no record, and who may is said', async () => {
    const { records } = await standing()
    const id = records.find((r) => r.kind === 'okjing-first-record')?.id ?? 0
    expect(await clinic.as('manager').refusal('okjing-first-record.status', { id, status: recordMachine.is.signed })).toMatchObject({
      code: 20405,
    })
    for (const role of ['reception', 'cashier'] as const) {
      const refused = await clinic.as(role).refusal('okjing-first-record.get', { id })
      expect(refused).toMatchObject({ code: 20405, data: { label: '查看临床记录' } satisfies Partial<Denied> })
      expect(refused.data).toMatchObject({ roles: expect.arrayContaining(['医生']) })
      for (const typed of [`/patients/detail/${pid}/okjing`, '/process/okjing', `/print/first-record/${id}`, `/print/take-record/${id}`]) {
        const page = await openAt(role, typed)
        await page.waitForURL('**/404')
      }
    }
  })
})

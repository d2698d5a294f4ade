/**
 * A school from the dirty roll to the referral that closes itself, on the screens of the people who do it. What the tablet does without a
 * network stands in `station`.
 */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clinicNow } from '#kernel/contract/index.ts'
import { residentNumber } from '#modules/screening/server/make.ts'
import { choose, settled } from './app.ts'
import { stage, type JourneyStage } from './stage.ts'

const SHOTS = process.env.JOURNEY_SHOTS
const SCHOOL = '育才小学'
let clinic: JourneyStage
let desk: Page
let schoolId = 0
let taskId = 0
const manager = () => clinic.as('manager')
const optometrist = () => clinic.as('optometrist')
const shot = async (page: Page, name: string) => void (SHOTS && (await page.screenshot({ path: path.join(SHOTS, `schools-${name}.png`) })))
const goTo = async (page: Page, where: string) => {
  await page.goto(`${clinic.base}${where}`)
  await settled(page)
}
const card = (nth: number, birth: string) => residentNumber('110105', birth, 0, nth)
const HEAD = '学籍号,姓名,性别,出生日期,身份证号,年级,班级,监护人,手机号码'
const good = Array.from({ length: 20 }, (_, i) => {
  const [birth, mobile] = [`2017-03-${10 + i}`, `1390000${String(i).padStart(4, '0')}`]
  return `S${i + 1},甲${String.fromCharCode(0x4e00 + i)},男,${birth},${card(i + 1, birth)},三年级,（1）班,家长,${mobile}`
})
const mended = [
  `S30,乙一,男,2017-05-01,${card(30, '2017-05-01')},三年级,1班,家长,13900001000`,
  `S31,乙二,女,2017-05-02,,三年级,一班,家长,13900001001`,
]
// Birth and number disagree; a grade the school has not.
const dirty = [mended[0]!.replace('男,2017-05-01', '男,2017-06-01'), mended[1]!.replace('三年级', '高一')]
const roll = (rows: readonly string[]) => ({
  name: '三年级名册.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEAD, ...rows].join('\n')),
})

beforeAll(async () => {
  clinic = await stage()
  ;({ id: schoolId } = await manager().call('eyefile.schools.create', { hid: clinic.hid, name: SCHOOL, stage: 2, areaCode: '110105' }))
  desk = await clinic.open('manager')
})
afterAll(async () => {
  const { errors } = clinic
  await clinic.close()
  expect(errors).toEqual([])
})

describe('the manager', () => {
  it('imports a dirty roll, sees the two rows that are wrong, and imports it again with them mended', async () => {
    await goTo(desk, `/patients/school-import?school=${schoolId}`)
    await desk.locator('input[type=file]').setInputFiles(roll([...good, ...dirty]))
    await desk.getByText('出生日期', { exact: false }).first().waitFor()
    await desk.getByRole('button', { name: '导入 20 条学生' }).waitFor()
    expect(await desk.locator('body').innerText()).toMatch(/第?\s*22[\s\S]*23|22/)
    await shot(desk, 'dirty')
    await desk.getByRole('button', { name: '换一个文件' }).click()
    await desk.locator('input[type=file]').setInputFiles(roll([...good, ...mended]))
    await desk.getByRole('button', { name: '导入 22 条学生' }).click()
    await desk.getByText('已导入 22 条学生').waitFor()
    const { list } = await manager().call('eyefile.students.list', { hid: clinic.hid, page_size: 0 })
    expect(list).toHaveLength(22)
    // One class, whatever it was called.
    expect(new Set(list.map(({ classId }) => classId)).size).toBe(1)
  })
  it('publishes a task for the class', async () => {
    await goTo(desk, '/eyefile/tasks')
    await desk.getByRole('button', { name: /新建任务/ }).click()
    const form = desk.locator('.ant-drawer')
    await form.getByLabel('任务名称').fill('育才 2026 秋')
    await choose(desk, form.getByLabel('学校', { exact: true }), SCHOOL)
    await form.getByRole('button', { name: '全校 1 个班' }).click()
    await form.getByLabel('检查者', { exact: true }).fill('验光师')
    await desk.keyboard.press('Enter')
    await form.getByLabel('仪器', { exact: true }).fill('AR-17')
    await desk.keyboard.press('Enter')
    await shot(desk, 'planned')
    await form.getByRole('button', { name: '保存' }).click()
    await desk.waitForURL(/\/eyefile\/board\/\d+/)
    taskId = Number(/board\/(\d+)/.exec(desk.url())?.[1])
    await desk.getByText('仪器 AR-17').waitFor()
    await desk.getByText('计划检查者 1 人').waitFor()
    await desk.getByRole('button', { name: /发布/ }).click()
    await expect.poll(async () => (await manager().call('eyefile.tasks.get', { id: taskId })).total).toBe(22)
    await shot(desk, 'published')
  })
})

/** Three readings of an autorefractor for each eye: who sees badly is short-sighted. */
const refracted = (od: string) =>
  Object.fromEntries(
    ['arOd', 'arOs'].flatMap((eye) => [1, 2, 3].map((n) => [`${eye}${n}`, od === '5.0' ? '+0.50/-0.25/180' : '-1.25/-0.25/180'])),
  )

describe('the screening', () => {
  /** A tablet of one person, without its screen. */
  async function tablet(role: 'optometrist' | 'doctor') {
    const deviceId = randomUUID()
    const { pin } = await manager().call('eyefile.tasks.pin', { id: taskId })
    const { children } = await clinic.as(role).call('eyefile.tasks.pack', { id: taskId, pin, deviceId, name: `${role}的平板` })
    let lamport = 0
    const measure = (studentId: number, od: string, prefix = '') =>
      clinic.as(role).call('eyefile.ops', {
        taskId,
        deviceId,
        ops: Object.entries(prefix ? { ucvaOd: od, ucvaOs: '5.0' } : { glassesType: 0, ucvaOd: od, ucvaOs: '5.0', ...refracted(od) }).map(
          ([field, value]) => ({
            opId: randomUUID(),
            lamport: ++lamport,
            studentId,
            field: `${prefix}${field}`,
            value,
            at: clinicNow(),
          }),
        ),
      })
    return { children, measure }
  }
  const results = async () => (await optometrist().call('eyefile.results.list', { taskId, page_num: 1, page_size: 100 })).list
  it('is done by one, and what was drawn for a re-test is another’s job', async () => {
    const one = await tablet('optometrist')
    for (const [i, { studentId }] of one.children.entries()) await one.measure(studentId, i === 0 ? '4.6' : '5.0')
    const drawn = (await results()).filter(({ retest }) => retest)
    expect(drawn.length).toBeGreaterThanOrEqual(2)
    const [first] = drawn
    const { refused } = await one.measure(first?.studentId ?? 0, '5.0', 're.')
    expect(refused[0]?.sentence).toBe('复测应由另一位检查者做')
    const other = await tablet('doctor')
    for (const { studentId } of drawn) await other.measure(studentId, '5.0', 're.')
    await goTo(desk, `/eyefile/board/${taskId}`)
    await desk
      .getByText(/已筛 22|22 \/ 22|22，共 22/)
      .first()
      .waitFor()
    await shot(desk, 'board')
  })
  it('the teacher’s list tells no diagnosis', async () => {
    const { list: rooms } = await manager().call('eyefile.classes.list', { hid: clinic.hid, schoolId, page_size: 5 })
    const [room] = rooms
    const page = await clinic.open('optometrist')
    await goTo(page, `/print/eyefile-seats/${taskId}/${room?.id ?? 0}`)
    await page.getByText('甲').first().waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(/4\.\d|5\.0|近视|不良|散光|确诊/)
    await shot(page, 'seats')
  })
  it('the reception sees no id number', async () => {
    const page = await clinic.open('reception')
    await goTo(page, `/patients/school-manage?school=${schoolId}`)
    await page.getByText('甲一').first().waitFor()
    const whole = good.map((row) => row.split(',')[4] ?? '')
    const words = await page.locator('body').innerText()
    expect(whole.filter((number) => words.includes(number) || words.includes(number.slice(0, 14)))).toEqual([])
    const answer = await clinic.as('reception').call('eyefile.students.list', { hid: clinic.hid, page_size: 0 })
    expect(whole.filter((number) => JSON.stringify(answer).includes(number))).toEqual([])
    await shot(page, 'reception')
  })
  it('a member’s refraction the next day closes the referral by itself', async () => {
    const advised = async () => (await optometrist().call('eyefile.referrals.list', { taskId, page_num: 1, page_size: 20 })).list
    const [{ studentId } = { studentId: 0 }] = await advised()
    await manager().call('eyefile.students.consent', {
      hid: clinic.hid,
      studentIds: [studentId],
      way: 1,
      guardianRelation: 2,
      guardianName: '家长',
    })
    const { created } = await manager().call('eyefile.sync.batch-patients', { studentIds: [studentId] })
    expect(created).toBe(1)
    const { list } = await manager().call('eyefile.students.list', { hid: clinic.hid, linked: true, page_size: 5 })
    const pid = list[0]?.pid ?? 0
    await clinic.pass(24 * 3_600_000)
    await optometrist().call('examRefraction.save', {
      pid,
      kind: 4,
      dsOd: -1,
      dcOd: 0,
      dsOs: -0.5,
      dcOs: 0,
      status: 1,
      confirmed: ['cycloplegia=null'],
    })
    expect(await advised()).toMatchObject([{ studentId, status: 2, visitedOn: clinicNow().slice(0, 10) }])
    await goTo(desk, `/eyefile/results/${taskId}`)
    await desk.getByText('已就诊').first().waitFor()
    await shot(desk, 'referral')
  })
})

describe('the year change', () => {
  it('is previewed, done and undone', async () => {
    await goTo(desk, `/patients/school-manage?school=${schoolId}`)
    await desk.getByRole('button', { name: '预览升级' }).click()
    await desk.getByText('四年级').first().waitFor()
    await shot(desk, 'year')
    await desk.getByRole('button', { name: '升 22 人，离校 0 人' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: '升级' }).click()
    const grades = async () => [
      ...new Set((await manager().call('eyefile.students.list', { hid: clinic.hid, page_size: 0 })).list.map(({ grade }) => grade)),
    ]
    await expect.poll(grades).toEqual([14])
    await desk.locator('.year-former').getByRole('button', { name: '撤销' }).click()
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: /确定|确认|撤销/ })
      .click()
    await expect.poll(grades).toEqual([13])
    await shot(desk, 'undone')
  })
})

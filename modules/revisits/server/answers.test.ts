/** What answers a step of a series, what merges with it, and what takes its tasks away. */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { follow } from './rules/engine.ts'

let clinic: Clinic
let today: string
beforeAll(async () => {
  clinic = await freshClinic()
  today = await clinic.tx(async (cx) => cx.today)
})
const member = async (name: string) =>
  (await clinic.as('reception').call('patients.save', { name, gender: 1, birth: addDays(today, -9 * 365) })).pid
const tasks = async (pid: number) =>
  (await clinic.as('reception').call('revisits.list-by-patient', { pid })).list
    .map((r) => ({ rule: r.rule, day: r.revisitTime.slice(0, 10), status: r.status }))
    .sort((a, b) => a.day.localeCompare(b.day))
const template = async (name: string) =>
  (
    await clinic.as('manager').call('revisits.templates.save', {
      hid: clinic.hid,
      name,
      steps: [1, 7, 30, 90].map((days) => ({ days, content: `第 ${days} 天` })),
    })
  ).id
const book = (pid: number, day: string) =>
  clinic.as('reception').call('reservations.legacy.save', { hid: clinic.hid, pid, visitAt: `${day} 10:00`, type: 1 as const })

describe('a series by a template', () => {
  it('merges only the step of the week in which a task of its kind stands already', async () => {
    const pid = await member('并一步')
    await clinic.as('reception').call('revisits.create', { pid, revisitTime: addDays(today, 6) })
    const made = await clinic
      .as('reception')
      .call('revisits.by-template', { templateId: await template('四步'), pids: [pid], startDate: today })
    expect(made).toMatchObject({ created: 3, merged: 1 })
    expect((await tasks(pid)).map(({ day }) => day)).toEqual([1, 6, 30, 90].map((days) => addDays(today, days)))
  })
  it('a booking for the one-week review answers that step and leaves the first morning open', async () => {
    const pid = await member('一周')
    await clinic.as('reception').call('revisits.by-template', { templateId: await template('四步二'), pids: [pid], startDate: today })
    const { resid } = await book(pid, addDays(today, 7))
    expect(resid).toBeGreaterThan(0)
    expect((await tasks(pid)).map(({ status }) => status)).toEqual([0, 1, 0, 0])
  })
  it('a booking that is moved answers the step of its new day alone; one that is called off answers none', async () => {
    const pid = await member('改期')
    await clinic.as('reception').call('revisits.by-template', { templateId: await template('四步三'), pids: [pid], startDate: today })
    const { resid } = await book(pid, addDays(today, 1))
    expect((await tasks(pid)).map(({ status }) => status)).toEqual([1, 0, 0, 0])
    const later = { resid, hid: clinic.hid, pid, visitAt: `${addDays(today, 8)} 10:00`, type: 1 as const }
    const moved = await clinic.as('reception').call('reservations.legacy.save', later)
    expect((await tasks(pid)).map(({ status }) => status)).toEqual([0, 1, 0, 0])
    await clinic.as('reception').call('reservations.legacy.cancel', { id: moved.resid, reason: '孩子发烧' } as never)
    expect((await tasks(pid)).map(({ status }) => status)).toEqual([0, 0, 0, 0])
  })
  it('no task is planned for a day long gone', async () =>
    expect(await clinic.as('reception').refusal('revisits.create', { pid: await member('往年'), revisitTime: '1990-01-01' })).toMatchObject(
      {
        field: 'revisitTime',
      },
    ))
})

describe('rules', () => {
  const treated = async (pid: number, start: string) => {
    const { id } = await clinic.as('doctor').call('treatments.save', { pid, eye: 'ou', kind: 4, what: '离焦镜', start })
    await clinic.tx((cx) => follow(cx, 'treatment', { hid: clinic.hid, pid, today }))
    return id
  }
  it('a visit of one review leaves the next one open', async () => {
    const pid = await member('各自')
    await treated(pid, today)
    await book(pid, addDays(today, 30))
    expect((await tasks(pid)).map(({ status }) => status)).toEqual([1, 0])
  })
  it('a treatment that is voided takes its open tasks with it at once', async () => {
    const pid = await member('作废干预')
    const id = await treated(pid, today)
    await clinic.as('doctor').call('treatments.void', { id, reason: '写错会员' })
    expect((await tasks(pid)).every(({ status }) => status === 4)).toBe(true)
  })
})

describe('rechecks of growing eyes', () => {
  const measure = (pid: number, day: string, al: number) =>
    clinic.as('optometrist').call('exam-bio-meter.create', {
      pid,
      examTime: `${day} 00:00`,
      alOd: al,
      alOs: al,
      confirmed: [`alOd=${al}`, `alOs=${al}`],
    } as never) as Promise<{ id: number; version: number }>
  const due = async (pid: number) => (await tasks(pid)).filter((r) => r.rule === 'recheck' && r.status === 0).map((r) => r.day)
  it('0.30 mm in a year waits six months, as the form shows no warning; 0.2 mm in 120 days is seen after three', async () => {
    const [slow, fast] = [await member('慢'), await member('快')]
    await measure(slow, addDays(today, -365), 23)
    await measure(slow, today, 23.3)
    await measure(fast, addDays(today, -120), 23)
    await measure(fast, today, 23.2)
    const [late] = await due(slow)
    const [soon] = await due(fast)
    expect(late! > addDays(today, 170)).toBe(true)
    expect(soon! < addDays(today, 110)).toBe(true)
  })
  it('a biometry that is voided takes its tasks with it at once', async () => {
    const pid = await member('作废眼轴')
    const { id } = await measure(pid, today, 23)
    expect((await due(pid)).length).toBe(2)
    await clinic.as('optometrist').call('exam-bio-meter.delete', { id, reason: '测错眼' })
    expect(await due(pid)).toEqual([])
  })
})

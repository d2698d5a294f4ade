import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
let today: string
let desk: ReturnType<Clinic['as']>
let phones = 0
const member = async (name: string, more: object = {}) =>
  (await desk.call('patients.save', { name, mobile: `1380000${String(1000 + ++phones)}`, gender: 1, ...more })).pid
const task = async (more: object = {}) =>
  desk.call('revisits.create', { pid: await member(`会员${phones}`), revisitTime: `${today} 10:00`, content: '复查提醒', ...more })

beforeAll(async () => {
  clinic = await freshClinic({ stores: 2 })
  desk = clinic.as('reception')
  today = await clinic.tx(async (cx) => cx.today)
})

describe('a task made by hand', () => {
  it('R086: reviewStaff is kept with category 0 only, and category 0 wants one of this store', async () => {
    const doctor = clinic.ctid('doctor')
    expect(await task({ category: 1, reviewStaff: doctor })).toMatchObject({ category: 1, reviewStaff: null })
    expect(await task({ category: 0, reviewStaff: doctor })).toMatchObject({ category: 0, reviewStaff: doctor })
    expect(await desk.refusal('revisits.create', { pid: await member('无人'), revisitTime: today, category: 0 })).toMatchObject({
      field: 'reviewStaff',
    })
    const other = await freshClinic({ stores: 1 })
    const pid = await member('别家')
    expect(
      await desk.refusal('revisits.create', { pid, revisitTime: today, category: 0, reviewStaff: other.ctid('doctor') }),
    ).toMatchObject({ code: 1 })
  })
  it('R087, R089: the list pages with per_page and page; the range of days is optional', async () => {
    const pid = await member('翻页')
    for (const days of [40, 41, 42]) await desk.call('revisits.create', { pid, revisitTime: addDays(today, days) })
    const page = await desk.call('revisits.list', { pid, per_page: 2, page: 2 })
    expect([page.list.length, page.total]).toEqual([1, 3])
    expect((await desk.call('revisits.list', { pid, tailStartDate: addDays(today, 41) })).total).toBe(2)
    expect((await desk.call('revisits.list', { pid, tailEndDate: addDays(today, 40) })).total).toBe(1)
  })
  it('is refused with a window that ends before it begins, and for a student nobody knows', async () => {
    const pid = await member('窗口')
    expect(
      await desk.refusal('revisits.create', { pid, revisitTime: today, tailStartDate: addDays(today, 2), tailEndDate: today }),
    ).toMatchObject({ message: '有效期的结束不能早于开始' })
    expect(await desk.refusal('revisits.create', { studentId: 5, revisitTime: today })).toMatchObject({ message: '学生不存在或已被删除' })
  })
  it('keeps unknown keys of addParams, and takes no rule from outside', async () => {
    const made = await task({ addParams: { from: 'wx', rule: 'okjing', ref: 'take:1', step: 1 } })
    expect([made.addParams, made.rule]).toEqual([{ from: 'wx' }, null])
    expect(
      await desk.refusal('revisits.create', { pid: made.pid!, revisitTime: today, addParams: { long: 'x'.repeat(4100) } }),
    ).toMatchObject({ code: 1 })
  })
  it('what a change leaves out stays; another time leaves a line; of one that is over only the note is taken', async () => {
    const made = await task({ tailEndDate: addDays(today, 9), urgency: 2 })
    const moved = await desk.call('revisits.update', { rvid: made.rvid, version: made.version, revisitTime: `${addDays(today, 3)} 15:00` })
    expect(moved).toMatchObject({
      content: '复查提醒',
      urgency: 2,
      tailEndDate: addDays(today, 9),
      revisitTime: `${addDays(today, 3)} 15:00:00`,
    })
    expect((await desk.call('revisits.steps', { rvid: made.rvid })).map((s) => s.step)).toEqual(['建立', '改期'])
    expect(await desk.refusal('revisits.update', { rvid: made.rvid, version: made.version, urgency: 1 })).toMatchObject({
      message: expect.stringContaining('已被他人修改'),
    })
    const done = await desk.call('revisits.status', { rvid: made.rvid, status: 1 })
    expect(await desk.refusal('revisits.update', { rvid: made.rvid, version: done.version, urgency: 1 })).toMatchObject({
      field: 'urgency',
    })
    expect(await desk.call('revisits.update', { rvid: made.rvid, version: done.version, note: '下次带镜盒' })).toMatchObject({
      note: '下次带镜盒',
    })
  })
  it('is deleted while nobody touched it, and cancelled with a reason later', async () => {
    const made = await task()
    await desk.call('revisits.delete', { id: made.rvid })
    expect(await desk.refusal('revisits.steps', { rvid: made.rvid })).toMatchObject({ message: '回访不存在或已被删除' })
    const tried = await task()
    await desk.call('revisits.status', { rvid: tried.rvid, status: 2 })
    expect(await desk.refusal('revisits.delete', { id: tried.rvid })).toMatchObject({ code: 1 })
    expect(await desk.refusal('revisits.status', { rvid: tried.rvid, status: 4 })).toMatchObject({ field: 'reason' })
    expect(await desk.call('revisits.status', { rvid: tried.rvid, status: 4, reason: '重复' })).toMatchObject({
      status: 4,
      cancelReason: '重复',
    })
  })
  it('another organisation, another store and a role without the right see nothing of it', async () => {
    const made = await task()
    const other = await freshClinic({ stores: 1 })
    expect(await other.as('reception').refusal('revisits.status', { rvid: made.rvid, status: 1 })).toMatchObject({
      message: '回访不存在或已被删除',
    })
    expect(await desk.refusal('revisits.list', { hid: clinic.hids[1] })).toMatchObject({ message: '门店不存在或已被删除' })
    expect(await clinic.as('cashier').refusal('revisits.list', {})).toMatchObject({ code: 20405 })
  })
})

describe('what became of a task', () => {
  it('R088: PATCH with number and status; done has its time from the move; status 3 is nobody’s', async () => {
    const made = await task()
    const done = await desk.call('revisits.status', { rvid: made.rvid, status: 1 })
    expect(done).toMatchObject({ status: 1, doneRevisitTime: expect.any(String), doneByName: expect.any(String) })
    expect(await desk.refusal('revisits.status', { rvid: made.rvid, status: 3 })).toMatchObject({ code: 1, field: 'status' })
    expect(await desk.refusal('revisits.status', { rvid: made.rvid, status: 2 })).toMatchObject({
      code: 1,
      message: expect.stringContaining('已回访'),
    })
  })
  it('after a visit or a refusal the next day is said, or why there is none; the next task is of the same series', async () => {
    const made = await task({ taskType: 2 })
    expect(await desk.refusal('revisits.status', { rvid: made.rvid, status: 1, outcome: 2 })).toMatchObject({ field: 'nextDate' })
    await desk.call('revisits.status', { rvid: made.rvid, status: 1, outcome: 2, nextDate: addDays(today, 90) })
    const { list } = await desk.call('revisits.list-by-patient', { pid: made.pid! })
    expect(list.map((r) => [r.revisitTime.slice(0, 10), r.taskType, r.status, r.seriesId])).toEqual([
      [addDays(today, 90), 2, 0, made.rvid],
      [today, 2, 1, null],
    ])
    const last = await task()
    expect(await desk.call('revisits.status', { rvid: last.rvid, status: 1, outcome: 5, noNext: '搬走了' })).toMatchObject({
      note: '不再安排：搬走了',
    })
  })
  it('已预约 wants a booking ahead', async () => {
    const made = await task()
    expect(await desk.refusal('revisits.status', { rvid: made.rvid, status: 1, outcome: 1 })).toMatchObject({
      message: expect.stringContaining('请先预约'),
    })
  })
  it('later is a moment: promised, first in its minute, and a line of the history', async () => {
    const made = await task()
    const when = `${addDays(today, 1)} 14:20`
    expect(await desk.call('revisits.status', { rvid: made.rvid, status: 0, outcome: 4, nextDate: when })).toMatchObject({
      status: 0,
      promised: true,
      dueAt: `${when}:00`,
    })
    expect((await desk.call('revisits.steps', { rvid: made.rvid })).at(-1)).toMatchObject({ step: '稍后再打' })
  })
  it('nobody answers: the next day at another hour; after the third time two weeks and a message, once', async () => {
    const made = await task()
    for (const tries of [1, 2])
      expect(await desk.call('revisits.status', { rvid: made.rvid, status: tries === 1 ? 2 : 0 })).toMatchObject({ tries: 1 })
    await desk.call('revisits.status', { rvid: made.rvid, status: 2 })
    await desk.call('revisits.status', { rvid: made.rvid, status: 0 })
    const third = await desk.call('revisits.status', { rvid: made.rvid, status: 2 })
    expect([third.tries, third.dueAt.slice(0, 10)]).toEqual([3, addDays(today, 14)])
  })
  it('停止联系 ends the other tasks of the member and keeps new ones away, until it is taken back', async () => {
    const pid = await member('别打')
    const [first, second] = [await task({ pid }), await task({ pid, taskType: 6 })]
    await desk.call('revisits.status', { rvid: first.rvid, status: 1, outcome: 7 })
    const { list, stops } = await desk.call('revisits.list-by-patient', { pid })
    expect([list.find((r) => r.rvid === second.rvid)?.cancelReason, stops.length]).toEqual(['会员要求停止联系', 1])
    expect((await desk.call('revisits.batch', { pids: [pid], revisitTime: today })).skipped).toEqual([
      { pid, sentence: '会员要求停止联系' },
    ])
    await desk.call('revisits.undo', { rvid: first.rvid })
    expect((await desk.call('revisits.list-by-patient', { pid })).stops).toEqual([])
  })
})

describe('taking back', () => {
  it('restores what stood before, by the same person, within ten minutes', async () => {
    const made = await task({ note: '原来的备注' })
    await desk.call('revisits.status', { rvid: made.rvid, status: 2, note: '占线' })
    expect(await clinic.as('doctor').refusal('revisits.undo', { rvid: made.rvid })).toMatchObject({
      message: expect.stringContaining('本人'),
    })
    expect(await desk.call('revisits.undo', { rvid: made.rvid })).toMatchObject({
      status: 0,
      tries: 0,
      note: '原来的备注',
      dueAt: made.dueAt,
    })
    await desk.call('revisits.status', { rvid: made.rvid, status: 1, outcome: 3, nextDate: addDays(today, 30) })
    await desk.call('revisits.undo', { rvid: made.rvid })
    const { list } = await desk.call('revisits.list-by-patient', { pid: made.pid! })
    expect(list.map((r) => r.status)).toEqual([4, 0])
  })
})

describe('many at once', () => {
  it('a batch makes one each, merges with what is open already, and skips with a sentence', async () => {
    const [a, b] = [await member('批量甲'), await member('批量乙')]
    await desk.call('revisits.create', { pid: b, revisitTime: addDays(today, 1) })
    const made = await desk.call('revisits.batch', { pids: [a, b, 999_999_999], revisitTime: today, content: '节前检查' })
    expect(made).toEqual({ created: 1, merged: 1, skipped: [{ pid: 999_999_999, sentence: '会员不存在或已被删除' }] })
    expect(await desk.refusal('revisits.batch', { pids: Array.from({ length: 5001 }, (_, i) => i + 1), revisitTime: today })).toMatchObject(
      { field: 'pids' },
    )
    expect(await desk.refusal('revisits.batch', { revisitTime: today })).toMatchObject({ field: 'pids' })
  })
  it('a template makes a series: every step a row, under one number', async () => {
    const manager = clinic.as('manager')
    const type = await manager.call('revisits.types.save', {
      hid: clinic.hid,
      name: '塑形随访',
      taskType: 2,
      urgency: 2,
      script: '{name}您好',
    })
    const template = await manager.call('revisits.templates.save', {
      hid: clinic.hid,
      name: '两次',
      type: type.id,
      steps: [
        { days: 2, content: '摘戴' },
        { days: 14, content: '日间视力' },
      ],
    })
    const pid = await member('系列')
    expect(await desk.call('revisits.by-template', { templateId: template.id, pids: [pid], startDate: today })).toMatchObject({
      created: 2,
    })
    const { list } = await desk.call('revisits.list-by-patient', { pid })
    expect(list.map((r) => [r.revisitTime.slice(0, 10), r.content, r.taskType, r.urgency])).toEqual([
      [addDays(today, 14), '日间视力', 2, 2],
      [addDays(today, 2), '摘戴', 2, 2],
    ])
    expect(new Set(list.map((r) => r.seriesId)).size).toBe(1)
    expect(await desk.call('revisits.types.info', { id: type.id })).toMatchObject({ use: 3, open: 2, overdue: 0 })
    expect(await manager.refusal('revisits.types.delete', { id: type.id })).toMatchObject({ message: expect.stringContaining('正在使用') })
  })
  it('the manager moves, assigns and cancels several; what is over is said, and reception may not', async () => {
    const [a, b, c] = [await task(), await task(), await task()]
    await desk.call('revisits.status', { rvid: c.rvid, status: 1 })
    const rvids = [a.rvid, b.rvid, c.rvid]
    expect(await desk.refusal('revisits.move', { rvids, revisitTime: addDays(today, 2) })).toMatchObject({ code: 20405 })
    const manager = clinic.as('manager')
    expect(await manager.call('revisits.move', { rvids, revisitTime: addDays(today, 2), reviewStaff: clinic.ctid('doctor') })).toEqual({
      changed: 2,
      skipped: [{ rvid: c.rvid, sentence: '已是“已回访”' }],
    })
    expect((await desk.call('revisits.list', { pid: a.pid! })).list[0]).toMatchObject({
      category: 0,
      dueAt: `${addDays(today, 2)} 10:00:00`,
    })
    expect(await manager.call('revisits.move', { rvids: [a.rvid], cancel: '活动取消' })).toMatchObject({ changed: 1 })
  })
  it('R074: the export streams the list as a workbook for whoever may export', async () => {
    expect(((await clinic.as('manager').call('revisits.bulk-export', {})) as unknown as ArrayBuffer).byteLength).toBeGreaterThan(2000)
    expect(await desk.refusal('revisits.bulk-export', {})).toMatchObject({ code: 20405 })
  })
})

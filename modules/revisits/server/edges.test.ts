import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { addStaff } from '#modules/account/server/door.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
let today: string
let elsewhere: number
beforeAll(async () => {
  clinic = await freshClinic({ stores: 2 })
  today = await clinic.tx(async (cx) => cx.today)
  elsewhere = (await clinic.tx((cx) => addStaff(cx, { hid: clinic.hids[1]!, name: '二店医生', type: 1 }))).ctid
})
const desk = () => clinic.as('reception')
const member = async (name: string) => (await desk().call('patients.save', { name, gender: 1 })).pid

describe('what is refused says what, and writes nothing', () => {
  it('5,001 members at once: named, and found by a filter', async () => {
    const pids = Array.from({ length: 5001 }, (_, i) => i + 1)
    expect(await desk().refusal('revisits.batch', { pids, revisitTime: today })).toMatchObject({
      field: 'pids',
      message: expect.stringContaining('5000') as string,
    })
    await clinic.tx((cx) =>
      cx.db.run(
        sql`
          insert into patient (hid, member_no, name, gender, pinyin, initials)
          select ${clinic.hid}, 'E' || n, '多' || n, 1, 'duo', 'd'
          from generate_series(1, 5001) n
        `,
      ),
    )
    expect(await desk().refusal('revisits.batch', { notSince: today, revisitTime: today })).toMatchObject({
      field: 'pids',
      message: expect.stringMatching(/5,?000/) as string,
    })
    expect((await desk().call('revisits.list', {})).total).toBe(0)
  })
  it('a template without steps is not saved, and one that lost them makes no series', async () => {
    const manager = clinic.as('manager')
    expect(await manager.refusal('revisits.templates.save', { hid: clinic.hid, name: '空', steps: [] })).toMatchObject({ field: 'steps' })
    const { id } = await manager.call('revisits.templates.save', { hid: clinic.hid, name: '一步', steps: [{ days: 1, content: '问候' }] })
    await clinic.tx((cx) => cx.db.run(sql`update master_item set body = jsonb_set(body, '{steps}', '[]') where id = ${id}`))
    expect(await desk().refusal('revisits.by-template', { templateId: id, pids: [await member('无步')], startDate: today })).toMatchObject({
      message: '模板里没有计划，不能生成回访',
      field: 'templateId',
    })
  })
  it('reviewStaff of another store of the chain: neither made, changed, in a batch, in a series nor moved to', async () => {
    const pid = await member('改派')
    const named = { category: 0 as const, reviewStaff: elsewhere }
    const refusal = { message: '二店医生不在本店任职，不能指定为回访人', field: 'reviewStaff' }
    expect(await desk().refusal('revisits.create', { pid, revisitTime: today, ...named })).toMatchObject(refusal)
    const { rvid } = await desk().call('revisits.create', { pid, revisitTime: today })
    expect(await desk().refusal('revisits.update', { rvid, ...named })).toMatchObject(refusal)
    expect(await desk().refusal('revisits.batch', { pids: [pid], revisitTime: today, ...named })).toMatchObject(refusal)
    expect(await clinic.as('manager').refusal('revisits.move', { rvids: [rvid], reviewStaff: elsewhere })).toMatchObject(refusal)
    expect(await desk().call('revisits.list', { pid })).toMatchObject({ total: 1, list: [{ category: 1, reviewStaff: null }] })
  })
})

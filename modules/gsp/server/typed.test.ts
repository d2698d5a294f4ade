/**
 * Registers people type: rows are only added, one puts another right, what is missing is a gap, and a breach without an action is refused.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { typed, type RegisterName } from '../contract/registers.ts'

let clinic: Clinic
let today: string
let hid: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
beforeAll(async () => {
  clinic = await freshClinic({ stores: 2 })
  ;({ hid } = clinic)
  today = await clinic.tx((cx) => Promise.resolve(cx.today))
})
const rows = async (register: RegisterName, more: object = {}) => (await as('warehouse').call('gsp.register', { register, ...more })).list
const reading = (moment: string, more: object = {}) => ({ hid, at: moment, temperature: 22, humidity: 50, ...more })

describe('temperature and humidity', () => {
  it('are read twice a day: a half day without a reading is a gap, from the first reading on', async () => {
    const missing = async () => (await rows('climate')).filter((r) => r.gap === 'reading_missing').map((r) => [r.at, r.paperNo])
    expect((await missing()).every(([day]) => day === today)).toBe(true)
    await as('warehouse').call('gsp-climate.create', reading(`${addDays(today, -2)} 16:30:00`))
    await as('warehouse').call('gsp-climate.create', reading(`${addDays(today, -1)} 08:30:00`))
    const gaps = await missing()
    expect(gaps).toContainEqual([addDays(today, -2), '00:00–12:00'])
    expect(gaps).toContainEqual([addDays(today, -1), '12:00–24:00'])
    expect(gaps).not.toContainEqual([addDays(today, -1), '00:00–12:00'])
    expect(gaps.some(([day]) => day !== null && String(day) < addDays(today, -2))).toBe(false)
  })

  it('out of the limits of their warehouse want an action; the limits are the ones it had, and are set by who approves', async () => {
    const time = `${addDays(today, -3)} 09:00:00`
    const hot = reading(time, { temperature: 31.5 })
    expect(await as('warehouse').refusal('gsp-climate.create', hot)).toMatchObject({ message: expect.stringContaining('请填写处理措施') })
    expect(await as('warehouse').refusal('gsp-climate.create', { ...hot, action: '  ' })).toMatchObject({ code: 1 })
    const limits = { hid, tempMin: 2, tempMax: 8, humidityMin: 35, humidityMax: 75 }
    expect(await as('warehouse').refusal('gsp-limits.create', limits)).toMatchObject({ code: 20405 })
    const made = await as('manager').call('gsp-limits.create', limits)
    expect(await as('warehouse').refusal('gsp-climate.create', reading(time))).toMatchObject({ code: 1 })
    await as('warehouse').call('gsp-climate.create', reading(time, { action: '移至冷藏柜' }))
    await as('manager').call('gsp-limits.delete', { id: made.id })
    expect((await rows('climate')).find((r) => r.note?.includes('移至冷藏柜'))).toMatchObject({
      kind: 'beyond',
      note: expect.stringContaining('2.0–8.0 ℃'),
    })
    const behind = sql`
      insert into gsp_climate (hid, warehouse_id, at, temperature, humidity, temp_max)
      select ${hid}::bigint, warehouse_id, app_now() - interval '9 days', 60, 50, 99
      from warehouse
      where hid = ${hid}
    `
    await expect(clinic.tx((cx) => cx.db.run(behind))).rejects.toThrow(/action_missing/)
  })

  it('come from the file of a logger, each reading once; a breach in it wants an action too', async () => {
    const day = addDays(today, -6)
    const csv = (more = '') => ({
      filename: '记录仪 0107.csv',
      mimetype: 'text/csv',
      bytes: new TextEncoder().encode(`记录时间,温度(℃),湿度(%RH)\n${day} 08:30:00,21.5,48.0\n${day} 16:30:00,22.0,51.2\n${more}`),
    })
    const send = (file: object, more: object = {}) => as('warehouse').call('gsp.climate-import', { hid, file: file as never, ...more })
    expect(await send(csv())).toEqual({ added: 2, known: 0, beyond: 0 })
    const breach = csv(`${day} 20:00:00,33.1,50\n`)
    expect(await as('warehouse').refusal('gsp.climate-import', { hid, file: breach as never })).toMatchObject({
      message: expect.stringContaining('处理措施'),
    })
    expect(await send(breach, { action: '空调报修' })).toEqual({ added: 1, known: 2, beyond: 1 })
    expect(await send(breach, { action: '空调报修' })).toEqual({ added: 0, known: 3, beyond: 0 })
    const kept = (await rows('climate', { startTime: day, endTime: day })).filter((r) => r.gap === null)
    expect(kept.map((r) => r.note?.includes('空调报修'))).toEqual(expect.arrayContaining([true, false]))
    for (const [text, says] of [
      ['a,b\n1,2\n', '没有温湿度'],
      [`时间,温度,湿度\n${day} 10:00,很热,50\n`, '第 2 行'],
      [`时间,温度,湿度\n${addDays(today, 2)} 10:00:00,20,50\n`, ''],
    ] as const) {
      const file = { filename: 'x.csv', mimetype: 'text/csv', bytes: new TextEncoder().encode(text) }
      expect((await as('warehouse').refusal('gsp.climate-import', { hid, file: file as never })).message).toContain(says)
    }
  })
})

describe('a typed register', () => {
  const EXAMPLES = {
    climate: { temperature: 21, humidity: 44 },
    upkeep: { pieces: 3, result: 1 },
    adverse: { kind: 3, harm: 3, description: '佩戴后红肿', batchNo: 'B-1' },
    equipment: { name: '冷藏柜', kind: 1, result: 1, nextOn: '2020-01-01' },
    training: { topic: '规范学习', attendees: '甲、乙', hours: 2 },
  } as const satisfies Record<keyof typeof typed, object>
  const GAPS = { adverse: 'report_missing', equipment: 'check_due' } as const

  it.each(Object.keys(EXAMPLES) as Array<keyof typeof typed>)(
    '%s is put right by a row of its own, once, and by nobody behind the calls',
    async (register) => {
      const family = typed[register]
      const time = `${addDays(today, -1)} 19:0${Object.keys(EXAMPLES).indexOf(register)}:00`
      const create = (more: object = {}) =>
        as('warehouse').call(`${family}.create`, { hid, at: time, ...EXAMPLES[register], ...more } as never)
      const made = await create()
      const shown = async (id: number) => (await rows(register)).find((r) => r.key === `${register}-${id}`)
      expect((await shown(made.id))?.gap).toBe(register in GAPS ? GAPS[register as keyof typeof GAPS] : null)
      const amended = await create({
        correctsId: made.id,
        ...(register === 'adverse' ? { reportNo: 'BL-1' } : {}),
        ...(register === 'equipment' ? { nextOn: addDays(today, 365) } : {}),
      })
      expect((await shown(made.id))?.amends).toBe(`→ #${amended.id}`)
      expect((await shown(made.id))?.gap).toBe(null)
      expect((await shown(amended.id))?.amends).toBe(`← #${made.id}`)
      const again = { hid, at: time, ...EXAMPLES[register], correctsId: made.id }
      expect(await as('warehouse').refusal(`${family}.create`, again)).toMatchObject({ message: expect.stringContaining('已更正过') })
      const table = {
        climate: sql`gsp_climate`,
        upkeep: sql`gsp_upkeep`,
        adverse: sql`gsp_adverse`,
        equipment: sql`gsp_equipment`,
        training: sql`gsp_training`,
      }[register]
      for (const change of [sql`update ${table} set at = app_now()`, sql`delete from ${table}`])
        await expect(clinic.tx((cx) => cx.db.run(change))).rejects.toThrow(/permission denied/)
      const elsewhere = { ...again, hid: clinic.hids[1]!, correctsId: amended.id }
      expect(await as('chain').refusal(`${family}.create`, elsewhere)).toMatchObject({ message: expect.stringContaining('本门店') })
      expect(await as('cashier').refusal(`${family}.create`, again)).toMatchObject({ code: 20405 })
      expect(await as('warehouse').refusal(`${family}.create`, { ...again, at: `${addDays(today, 1)} 09:00:00` })).toMatchObject({
        code: 1,
      })
    },
  )

  it('tells what is due: a month without maintenance of devices on hand, a year without training', async () => {
    const other = await freshClinic({ stores: 1 })
    const gaps = async (register: RegisterName) => (await other.as('warehouse').call('gsp.register', { register })).list.map((r) => r.gap)
    expect(await gaps('training')).toEqual(['training_due'])
    expect(await gaps('upkeep')).toEqual([])
    await other
      .as('warehouse')
      .call('gsp-training.create', { hid: other.hid, at: `${today} 00:00:00`, topic: '规范', attendees: '甲', hours: 1 })
    expect(await gaps('training')).toEqual([null])
  })
})

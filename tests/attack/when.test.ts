/** Days nobody was alive, days to come, and days long gone that change a closed month. */
import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, metaOf, writes, bareOf, type Endpoints } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, type Clinic } from '../harness.ts'

let clinic: Clinic
let pid: number
beforeAll(async () => {
  clinic = await freshClinic()
  ;({ pid } = await clinic.as('reception').call('patients.save', { name: '时辰', mobile: '13600001111', birth: '2015-05-05' }))
})
const day = (off: number): string => new Date(Date.now() + 8 * 3_600_000 + off * 86_400_000).toISOString().slice(0, 10)
const exam = (examTime: string) => ({ pid, examTime, ucvaOd: 4.8, ucvaOs: 4.8 })
const bill = (billDate: string, more: object = {}) => ({
  hid: clinic.hid,
  pid,
  billDate,
  items: [{ name: '检查费', price: 10, priceReason: '其他收费', quantity: 1 }],
  ...more,
})

describe('what happened', () => {
  it('is not to come: an examination or a bill of tomorrow or of 2031 is refused at its field', async () => {
    for (const when of [`${day(1)} 09:00`, '2031-01-01 09:00'])
      expect(await clinic.as('optometrist').refusal('examVisual.save', exam(when))).toMatchObject({
        code: 1,
        field: 'examTime',
        message: '检查时间不能晚于现在',
      })
    for (const when of [day(1), '2031-01-01'])
      expect(await clinic.as('cashier').refusal('feebill.save', bill(when))).toMatchObject({
        code: 1,
        field: 'billDate',
        message: '收费日期不能晚于现在',
      })
  })
  it('is not before the member was born', async () => {
    expect(await clinic.as('optometrist').refusal('examVisual.save', exam('1990-01-01 09:00'))).toMatchObject({
      field: 'examTime',
      message: '检查时间早于会员的出生日期 2015-05-05',
    })
    expect(await clinic.as('manager').refusal('feebill.save', bill('1990-01-01', { backdateReason: '旧账' }))).toMatchObject({
      field: 'billDate',
    })
  })
  it('longer ago than the store allows wants the right and a reason, which stays in the audit', async () => {
    expect((await clinic.as('cashier').call('feebill.save', bill(day(-7)))).feebill.billDate).toBe(day(-7))
    expect(await clinic.as('cashier').refusal('feebill.save', bill(day(-8), { backdateReason: '漏记' }))).toMatchObject({ code: 20405 })
    expect(await clinic.as('manager').refusal('feebill.save', bill(day(-8)))).toMatchObject({ field: 'backdateReason' })
    const { feebill } = await clinic.as('manager').call('feebill.save', bill(day(-8), { backdateReason: '停电漏记' }))
    const [line] = await clinic.tx((cx) =>
      cx.db.rows(
        { why: 'string' },
        sql`select after ->> 'backdate_reason' why from audit where tbl = 'fee_bill' and row_id = ${feebill.fbid} and action = 'insert'`,
      ),
    )
    expect(line).toEqual({ why: '停电漏记' })
  })
  it('of an examination follows the store: without a limit any day since birth, with one the right and a reason', async () => {
    await clinic.as('optometrist').call('examVisual.save', exam('2022-03-01 09:00'))
    await clinic.as('manager').call('settings.save', { hid: clinic.hid, backdateExamDays: 30 })
    expect(await clinic.as('optometrist').refusal('examVisual.save', exam('2022-03-02 09:00'))).toMatchObject({ code: 20405 })
    await clinic.as('manager').call('settings.save', { hid: clinic.hid, backdateExamDays: null })
  })
  it('cannot be to come in the database either, whoever writes', async () => {
    await expect(clinic.tx((cx) => cx.db.run(sql`update fee_bill set bill_date = current_date + 3 where pid = ${pid}`))).rejects.toThrow(
      'later than now',
    )
  })
  it('a booking is for days one can plan', async () => {
    for (const when of ['1990-01-01 09:00', '2031-01-01 09:00'])
      expect(
        await clinic.as('reception').refusal('reservations.legacy.save', { hid: clinic.hid, pid, visitAt: when, type: 1 }),
      ).toMatchObject({ field: 'visitAt' })
  })
})

describe('times in inputs', () => {
  it('say whether they tell of the past or of a plan: no call that writes takes a day of its own by a known name without', () => {
    const known = /^(billDate|examTime|visitAt|orderDate)$/
    const silent = modules
      .flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints))
      .filter(([, e]) => writes(e))
      .flatMap(([id, e]) =>
        Object.entries(fieldsOf(e.input))
          .filter(([name, field]) => known.test(name) && !(metaOf(field).when ?? metaOf(bareOf(field)).when))
          .map(([name]) => `${id}: ${name}`),
      )
    expect(silent).toEqual([])
  })
})

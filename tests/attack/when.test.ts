/** Days nobody was alive, days to come, and days long gone that change a closed month. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
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
        sql`
          select after ->> 'backdate_reason' why
          from audit
          where tbl = 'fee_bill' and row_id = ${feebill.fbid} and action = 'insert'
        `,
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

describe('late entries and the life of store and member', () => {
  const ecase = (visitAt: string, more: object = {}) => ({ pid, hid: clinic.hid, visitAt, chiefComplaint: '视物模糊', ...more })
  it.each(['1900-01-01 09:00', '2014-12-31 09:00'])('a case record of %s is refused: its member was born in 2015', async (time) => {
    expect(await clinic.as('doctor').refusal('ecase.save', ecase(time, { backdateReason: '补录纸质病历' }))).toMatchObject({
      field: 'visitAt',
      message: '就诊时间早于会员的出生日期 2015-05-05',
    })
  })
  it('a case record more than thirty days old wants the right and a reason, and keeps when it was written', async () => {
    expect((await clinic.as('doctor').call('ecase.save', ecase(`${day(-30)} 09:00`))).visitAt).toBe(`${day(-30)} 09:00:00`)
    expect(await clinic.as('doctor').refusal('ecase.save', ecase(`${day(-31)} 09:00`, { backdateReason: '漏记' }))).toMatchObject({
      code: 20405,
      field: 'visitAt',
    })
    expect(await clinic.as('chain').refusal('ecase.save', ecase(`${day(-31)} 09:00`))).toMatchObject({ field: 'backdateReason' })
    const { ecaseId } = await clinic.as('chain').call('ecase.save', ecase(`${day(-31)} 09:00`, { backdateReason: '停电漏记' }))
    const kept = await clinic.tx((cx) =>
      cx.db.the({ written: 'string' }, sql`select created_at::date::text written from ecase where ecase_id = ${ecaseId}`),
    )
    expect(kept.written).toBe(day(0))
  })
  it('what stood before is not asked again when something else of the row changes', async () => {
    const { ecaseId, version } = await clinic.as('chain').call('ecase.save', ecase(`${day(-40)} 09:00`, { backdateReason: '停电漏记' }))
    const changed = await clinic.as('chain').call('ecase.save', { ...ecase(`${day(-40)} 09:00`), ecaseId, version, advice: '一月后复查' })
    expect(changed.advice).toBe('一月后复查')
  })
  it('a prescription of 1990, a climate record of 2010 and a treatment that begins tomorrow are refused at their fields', async () => {
    const { pid: grown } = await clinic.as('reception').call('patients.save', { name: '年长', mobile: '13600002222', birth: '1960-05-05' })
    expect(
      await clinic.as('optometrist').refusal('prescription.create', {
        pid: grown,
        orderDate: '1990-01-01',
        list: [{ kind: 1, dsOd: -3, dsOs: -3, pdOd: 31, pdOs: 31 }],
      }),
    ).toMatchObject({ code: 20405, field: 'orderDate' })
    expect(
      await clinic
        .as('warehouse')
        .refusal('gsp-climate.create', { hid: clinic.hid, at: '2010-01-01 09:00', temperature: 20, humidity: 50 }),
    ).toMatchObject({ code: 20405, field: 'at' })
    expect(await clinic.as('doctor').refusal('treatments.save', { pid, eye: 'ou', kind: 4, start: day(1) })).toMatchObject({
      field: 'start',
      message: '开始日期不能晚于现在',
    })
  })
  it('nothing happened in a store before it opened, whoever writes and with whatever reason', async () => {
    await clinic.as('chain').call('saler.save', { ...(await store()), openedOn: day(-20) })
    const early = { code: 1, message: `就诊时间早于门店的开业日期 ${day(-20)}` }
    expect(await clinic.as('chain').refusal('ecase.save', ecase(`${day(-21)} 09:00`, { backdateReason: '漏记' }))).toMatchObject(early)
    expect((await clinic.as('doctor').call('ecase.save', ecase(`${day(-20)} 09:00`))).visitAt).toContain(day(-20))
    await expect(
      clinic.tx((cx) => cx.db.run(sql`update ecase set visit_at = now() - interval '25 days' where pid = ${pid}`)),
    ).rejects.toThrow('before opening')
    await clinic.as('chain').call('saler.save', { ...(await store()), openedOn: null })
  })
  const store = async () => {
    const { hid, name, shortName } = await clinic.as('chain').call('saler.index', { hid: clinic.hid })
    return { hid, name, shortName }
  }
  it('the database answers the days of a store as its choices say, set or not', async () => {
    const answered = await clinic.tx((cx) =>
      cx.db.the(
        { bill: 'number | null', exam: 'number | null', record: 'number | null' },
        sql`
          select store_days_back(${cx.who.oid}, ${clinic.hid}, 'backdateBillDays') bill,
            store_days_back(${cx.who.oid}, ${clinic.hid}, 'backdateExamDays') exam,
            store_days_back(${cx.who.oid}, ${clinic.hid}, 'backdateRecordDays') record
        `,
      ),
    )
    const {
      backdateBillDays: bill,
      backdateExamDays: exam,
      backdateRecordDays: record,
    } = await clinic.as('manager').call('settings.info', { id: clinic.hid })
    expect(answered).toEqual({ bill, exam, record })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

let clinic: Clinic
let pid: number
const doctor = () => clinic.as('doctor')
beforeAll(async () => {
  clinic = await freshClinic()
  pid = (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '林子涵' })).pid
})
const found = async (word: string) => (await doctor().call('icd10.find', { word })).list
const myopia = { code: 'H52.1', name: '近视', eye: 'ou' as const }

describe('a diagnosis', () => {
  it.each([
    ['H52.1', 'H52.1'],
    ['h52.1', 'H52.1'],
    ['近视', 'H52.1'],
    ['js', 'H52.1'],
    ['jjmy', 'H10.5'],
    ['糖尿病性视网膜', 'H36.0'],
  ])('is found by %s', async (word, code) => {
    expect((await found(word)).map((d) => d.code)).toContain(code)
  })
  it('the shared list holds chapter VII whole: every category of H00 to H59', async () => {
    const rows = await clinic.tx((cx) => cx.db.rows({ code: 'string' }, sql`select code from icd10_find('H', 1000)`))
    // Categories the WHO lists in chapter VII (version 2019): H00–H06, H10–H13, H15–H22, H25–H28, H30–H36, H40, H42–H49, H50–H59 as they
    // are used.
    const chapter = rows.map((r) => r.code).filter((code) => code.startsWith('H'))
    const categories = [...new Set(chapter.map((code) => code.slice(0, 3)))].sort()
    expect(categories).toEqual(
      [
        '00 01 02 03 04 05 06 10 11 13 15 16 17 18 19 20 21 22 25 26 27 28 30 31 32 33 34 35 36',
        '40 42 43 44 45 46 47 48 49 50 51 52 53 54 55 57 58 59',
      ]
        .flatMap((row) => row.split(' '))
        .map((n) => `H${n}`),
    )
    expect(chapter.length).toBeGreaterThan(220)
  })
  it('of the national list is imported by the manager alone, tried first, with errors by row; then it is found', async () => {
    const { call } = clinic.as('manager')
    const row = await call('icd10-codes.create', { hid: clinic.hid, code: 'H52.100x001', name: '病理性近视眼' })
    expect(row).toMatchObject({ initials: 'blxjsy' })
    expect((await found('blxjsy')).map((d) => d.code)).toEqual(['H52.100x001'])
    expect(await doctor().refusal('icd10-codes.create', { hid: clinic.hid, code: 'H52.101', name: '轻度近视' })).toMatchObject({
      code: 20405,
    })
    expect(
      await clinic.as('manager').refusal('icd10-codes.create', { hid: clinic.hid, code: 'H52.100x001', name: '病理性近视眼' }),
    ).toMatchObject({ code: 1 })
    const other = await freshClinic()
    expect((await other.as('doctor').call('icd10.find', { word: 'blxjsy' })).list).toEqual([])
  })
  it('is read by whoever reads records, by nobody else', async () => {
    expect(await clinic.as('reception').refusal('icd10.find', { word: '近视' })).toMatchObject({ code: 20405 })
  })
})

describe('the diagnoses of a case record', () => {
  it('are coded, of an eye, certain or suspected; the main one leads the text that other clients read', async () => {
    const diagnoses = [{ ...myopia }, { code: 'H53.0', name: '弱视', eye: 'od' as const, certainty: 2 as const, main: true }]
    const record = await doctor().call('ecase.save', { pid, diagnoses })
    expect(record).toMatchObject({
      diagnoses: [
        { ...myopia, certainty: 1, main: false },
        { code: 'H53.0', certainty: 2, main: true },
      ],
      diagnosis: '右眼弱视？；双眼近视',
    })
    expect(await doctor().call('ecase.info', { id: record.ecaseId })).toMatchObject({ diagnoses: record.diagnoses })
  })
  it('a single one is the main one; of several one is chosen; the database keeps it', async () => {
    const { ecaseId, diagnoses } = await doctor().call('ecase.save', { pid, diagnoses: [myopia] })
    expect(diagnoses).toMatchObject([{ main: true }])
    const two = [myopia, { code: 'H52.2', name: '散光' }]
    expect(await doctor().refusal('ecase.save', { pid, diagnoses: two })).toMatchObject({ code: 1, field: 'diagnoses' })
    expect(await doctor().refusal('ecase.save', { pid, diagnoses: two.map((d) => ({ ...d, main: true })) })).toMatchObject({ code: 1 })
    const bare = clinic.tx((cx) =>
      cx.db.run(sql`update ecase set diagnoses = '[{"name":"近视","main":false}]' where ecase_id = ${ecaseId}`),
    )
    await expect(bare).rejects.toMatchObject({ constraint: 'ecase__case_main' })
  })
  it('a code that no list knows is refused by name; words of one’s own need none', async () => {
    expect(await doctor().refusal('ecase.save', { pid, diagnoses: [{ ...myopia, code: 'H99.9' }] })).toMatchObject({
      code: 1,
      field: 'diagnoses.0.code',
      message: '没有诊断编码 H99.9',
    })
    expect(await doctor().call('ecase.save', { pid, diagnoses: [{ name: '视疲劳' }] })).toMatchObject({
      diagnoses: [{ code: null, name: '视疲劳', main: true }],
    })
  })
  it('stay as they are for a client that sends text alone, and with what was signed before an amendment', async () => {
    const first = await doctor().call('ecase.save', { pid, status: 2, diagnoses: [myopia], items: [{ name: '眼底照相', times: 1 }] })
    const amended = await doctor().call('ecase.save', {
      ecaseId: first.ecaseId,
      pid,
      version: first.version,
      reason: '补充',
      advice: '三个月复查',
    })
    expect(amended).toMatchObject({ diagnoses: first.diagnoses, items: [{ name: '眼底照相', times: 1 }], diagnosis: '双眼近视' })
    const again = {
      ecaseId: first.ecaseId,
      pid,
      version: amended.version,
      reason: '更正诊断',
      diagnoses: [{ code: 'H52.2', name: '散光' }],
    }
    expect(await doctor().call('ecase.save', again)).toMatchObject({ diagnosis: '散光' })
    const { list } = await doctor().call('ecase.versions', { id: first.ecaseId })
    expect(list[0]!.data).toMatchObject({ diagnoses: [{ code: 'H52.1' }] })
    const bare = clinic.tx((cx) => cx.db.run(sql`update ecase set diagnoses = '[]' where ecase_id = ${first.ecaseId}`))
    await expect(bare).rejects.toThrow(/signed and void records/)
  })
  it('treatment is chosen from the medical items of the settings', async () => {
    const { id } = await clinic.as('manager').call('settings.meditem.save', { hid: clinic.hid, name: '眼底照相', price: 60 })
    const record = await doctor().call('ecase.save', { pid, advice: '复查', items: [{ meditemId: id, name: '眼底照相', eye: 'ou' }] })
    expect(record.items).toEqual([{ meditemId: id, name: '眼底照相', eye: 'ou', times: 1, note: null }])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makeSchool, residentNumber, type MadeSchool } from './make.ts'

const card = (nth: number, birth: string, gender: 0 | 1 = 0) => residentNumber('330106', birth, gender, nth)
describe('a roll is imported', () => {
  let clinic: Clinic
  let school: MadeSchool
  const manager = () => clinic.as('manager')
  const run = (csv: string | Uint8Array, more: object = {}) =>
    manager().call('eyefile.students.import', {
      file: { filename: '名册.csv', mimetype: 'text/csv', bytes: typeof csv === 'string' ? new TextEncoder().encode(csv) : csv },
      hid: clinic.hid,
      ...more,
    } as never)
  const students = async () => (await manager().call('eyefile.students.list', { hid: clinic.hid, page_size: 0 })).list
  beforeAll(async () => {
    clinic = await freshClinic()
    school = await makeSchool(clinic.as('optometrist'), clinic.hid, '导入小学', [13])
  })
  const HEAD = '编码,身份证号码*,姓名*,性别*,出生年月,民族,年级*,班级*,手机号码,失败原因'
  const good = [
    `S1,${card(1, '2016-01-02')},张一,男,2016/1/2,汉,三年级,一班,13900000001,`,
    `S2,${card(2, '2016-02-03', 1)},李二,女,42403,汉,3年级,（2）班,13900000002,`,
    `S3,,王三,男,20160304,回,小学三年级,３班,13900000003,`,
  ]
  it('a dry run writes nothing and names each wrong cell by its row', async () => {
    const bad = [
      `S4,${card(4, '2016-01-02')},赵四,女,2016-01-02,汉,三年级,1班,,`,
      `S5,33010620160102001X,钱五,男,2016-01-02,汉,三年级,1班,,`,
      `S6,,孙六,男,2016-01-02,汉,高一,1班,,`,
      `S7,,周七,男,,汉,三年级,1班,,`,
    ]
    const tried = await run([HEAD, ...good, ...bad].join('\n'), { dryRun: true })
    expect(tried).toMatchObject({ rows: 7, good: 3, bad: 4, importId: null })
    expect(tried.errors.map((e) => [e.row, e.field])).toEqual([
      [5, 'idCard'],
      [6, 'idCard'],
      [7, 'grade'],
      [8, 'birth'],
    ])
    expect(await students()).toEqual([])
  })
  it('classes are made in one spelling, dates are read as text and serial number', async () => {
    const done = await run([HEAD, ...good].join('\n'))
    expect(done).toMatchObject({ good: 3, bad: 0, dryRun: false })
    const list = await students()
    expect(list.map((s) => [s.name, s.birth, s.grade, s.className, s.studentNo])).toEqual([
      ['张一', '2016-01-02', 13, '1班', 'S1'],
      ['李二', '2016-02-03', 13, '2班', 'S2'],
      ['王三', '2016-03-04', 13, '3班', 'S3'],
    ])
    expect(list[0]!.idCard).toMatch(/^\*{14}/)
    expect(list[0]!.classId).toBe(school.classIds[0])
  })
  it('the same file again changes nothing; another file with the same children finds them', async () => {
    expect((await run([HEAD, ...good].join('\n'))).warning).toContain('没有重复导入')
    expect(await run([HEAD, ...good, ''].join('\r\n'))).toMatchObject({ same: 3, changed: 0, good: 3 })
    const more = await run(['姓名,身份证号,家长姓名', `张一,${card(1, '2016-01-02')},张爸爸`].join('\n'))
    expect(more).toMatchObject({ changed: 1 })
    const other = await run(['姓名,身份证号,年级,班级', `张一,${card(1, '2016-01-02')},三年级,2班`].join('\n'))
    expect(other).toMatchObject({ conflicts: 1, errors: [{ field: 'className' }] })
    expect(await students()).toHaveLength(3)
  })
  it('a file in GBK is read, and an import is taken back', async () => {
    const gbk = new Uint8Array([
      ...Buffer.from('d0d5c3fb2cd0d4b1f02cb3f6c9fac8d5c6da2cc4eabcb62cb0e0bcb60a', 'hex'),
      ...Buffer.from('c0eeb0cb2cc4d02c323031362d30352d30362cc8fdc4eabcb62c31b0e00a', 'hex'),
    ])
    const done = await run(gbk)
    expect(done).toMatchObject({ good: 1 })
    expect((await students()).map((s) => s.name)).toContain('李八')
    expect(await manager().call('eyefile.students.import-undo', { importId: done.importId! })).toMatchObject({ removed: 1, kept: [] })
    expect((await students()).map((s) => s.name)).not.toContain('李八')
  })
  it('is the manager’s to do', async () => {
    expect(await clinic.as('reception').refusal('eyefile.students.import', { hid: clinic.hid })).toMatchObject({ code: 20405 })
  })
})

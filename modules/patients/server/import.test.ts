import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { fairly } from '../../../tests/patience.ts'
import { hasShared, sharedBytes } from '../../../tests/shared.ts'
import { OLSM_COLUMNS } from '../contract/olsm.ts'

const csvFile = (text: string, filename = '会员.csv') => ({ filename, mimetype: 'text/csv', bytes: Buffer.from(text, 'utf8') })
const who = (clinic: Clinic) => ({
  oid: clinic.oid,
  hid: clinic.hid,
  hids: clinic.hids,
  uid: 0,
  ctid: 0,
  name: '',
  account: '',
  role: '',
  roles: [],
  can: new Set<string>(),
})
const members = async (clinic: Clinic) => (await clinic.as('manager').call('patients.list', { hid: clinic.hid, pageSize: 200 })).total

describe('import of members', () => {
  let clinic: Clinic
  beforeAll(async () => {
    clinic = await freshClinic()
  })
  const run = (file: ReturnType<typeof csvFile>, more: object = {}) =>
    clinic.as('manager').call('patients.import', { file, hid: clinic.hid, ...more })

  it('a column of codes is read by what the importer says they mean, never by a guess: 1 is male in the standard', async () => {
    const text =
      '姓名,性别,出生日期,手机号\n国标男,1,2015-01-01,13800000071\n国标女,2,2015-01-01,13800000072\n不详的,9,2015-01-01,13800000073\n'
    const tried = (more: object) => run(csvFile(text, '性别代码.csv'), more)
    const trial = await tried({ dryRun: true })
    expect(trial).toMatchObject({
      good: 0,
      errors: [{ row: 1, field: 'gender', given: '1、2、9', sentence: '这一列是代码，请选择代码的含义' }],
    })
    expect(trial.codes).toMatchObject([
      {
        field: 'gender',
        chosen: null,
        conventions: [
          { key: 'gb', fits: true },
          { key: 'legacy', fits: false },
        ],
      },
    ])
    expect(trial.codes[0]?.codes[0]).toMatchObject({ code: '1', names: ['国标男'], means: [{ word: '男' }, { word: '女' }] })
    expect(await tried({ dryRun: false, codes: { gender: 'other' } })).toMatchObject({ good: 0 })
    expect(await tried({ dryRun: false, codes: { gender: 'gb' } })).toMatchObject({ good: 3, bad: 0 })
    const genderOf = async (mobile: string) => (await clinic.as('reception').call('patients.info-by-mobile', { mobile }))[0]?.gender
    expect([await genderOf('13800000071'), await genderOf('13800000072'), await genderOf('13800000073')]).toEqual([0, 1, null])
    const former = '姓名,性别,手机号\n旧男,0,13800000074\n旧女,1,13800000075\n'
    expect(await run(csvFile(former, '原系统.csv'), { dryRun: false, codes: { gender: 'legacy' } })).toMatchObject({ good: 2 })
    expect([await genderOf('13800000074'), await genderOf('13800000075')]).toEqual([0, 1])
  })
  it('a file brings who recommended whom: a member who is here, or one that stands above in it', async () => {
    const here = await clinic.as('reception').call('patients.save', { name: '老会员' })
    const text = `会员号,会员姓名,推荐人\nF001,推荐甲,${here.memberNo}\nF002,推荐乙,F001\nF003,推荐丙,F999\n`
    expect((await run(csvFile(text), { dryRun: true })).errors).toMatchObject([
      { row: 4, sentence: '没有会员号为“F999”的会员，推荐人应先于被推荐人' },
    ])
    await run(csvFile(text.replace('F999', '')))
    const found = (await clinic.as('manager').call('patients.list', { hid: clinic.hid, name: '推荐' })).list
    const [first, second] = ['F001', 'F002'].map((no) => found.find((row) => row.memberNo === no)!)
    expect(await clinic.as('manager').call('patients.get', { id: first!.pid })).toMatchObject({ inviterPid: here.pid })
    expect(await clinic.as('manager').call('patients.get', { id: second!.pid })).toMatchObject({ inviterPid: first!.pid })
  })

  it('a dry run maps the columns, tells every wrong row and writes nothing', async () => {
    await clinic.as('reception').call('patients.save', { name: '已有会员', mobile: '13911112222' })
    const before = await members(clinic)
    const text = [
      '会员姓名,性别,生日,联系电话,等级',
      '林子涵,女,2015/3/1,13900000001,',
      ',男,2014-01-01,13900000002,',
      '王明,外星人,2030-01-01,x,',
      '已有会员,男,,13911112222,',
      '林子涵,女,,13900000001,',
      '张三,男,2012年5月6日,,钻石卡\n',
    ].join('\n')
    const tried = await run(csvFile(text), { dryRun: true })
    expect(tried.columns.map((c) => c.field)).toEqual(['name', 'gender', 'birth', 'mobile', 'levelName'])
    expect(tried).toMatchObject({ dryRun: true, importId: null, rows: 6, good: 2, bad: 4, changed: 1, same: 0, conflicts: 0 })
    const faults = tried.errors.map((e) => [e.row, e.column, e.given, e.sentence])
    expect(faults).toContainEqual([3, '姓名', '', '必填'])
    expect(faults).toContainEqual([4, '性别', '外星人', '应为 男、女 之一'])
    expect(faults).toContainEqual([4, '出生日期', '2030-01-01', '不能晚于今天'])
    expect(faults).toContainEqual([4, '手机号', 'x', '号码只能是 5 到 20 位数字'])
    // Row 5 is a member already: only the sex is new.
    expect(faults.find(([r]) => r === 5)).toBeUndefined()
    expect(faults.find(([r]) => r === 6)![3]).toBe('会员已存在')
    expect(faults).toContainEqual([7, '会员等级', '钻石卡', '没有名为“钻石卡”的会员等级，请先在设置中添加'])
    expect(await members(clinic)).toBe(before)
  })

  it('a column that must be there and is not is told once; a chosen mapping is taken', async () => {
    const text = '谁,哪天生\n林一,2015-03-01\n'
    expect(await run(csvFile(text), { dryRun: true })).toMatchObject({
      good: 0,
      bad: 1,
      errors: [{ row: 1, column: '姓名', sentence: '缺少这一列，请为它选择文件中的列' }],
    })
    expect(await run(csvFile(text), { dryRun: true, mapping: { 0: 'name', 1: 'birth' } })).toMatchObject({ good: 1, bad: 0, errors: [] })
  })

  it('good rows are written, the same file again writes nothing and says so, undo takes back what nobody has used', async () => {
    const before = await members(clinic)
    const file = csvFile(
      [
        '姓名,性别,出生日期,手机号,备注',
        '甲一,男,2015-01-01,13800000001,"<script>alert(1)</script>"',
        "甲二,女,2016-01-01,13800000002,'); drop table patient; --",
        '甲三,女,2017-01-01,13800000003,',
        '坏的,女,2017-13-01,13800000004,\n',
      ].join('\n'),
    )
    const done = await run(file)
    expect(done).toMatchObject({ dryRun: false, good: 3, bad: 1 })
    expect(await members(clinic)).toBe(before + 3)
    const again = await run(file)
    expect(again).toMatchObject({ importId: done.importId, good: 0 })
    expect(again.warning).toMatch(/^同一文件已于 .* 导入过 3 行，没有重复导入/)
    expect(await members(clinic)).toBe(before + 3)

    const find = async (name: string) => (await clinic.as('reception').call('patients.search-by-name', { hid: clinic.hid, name })).list[0]!
    const used = await find('甲二')
    expect((await clinic.as('reception').call('patients.get', { id: used.pid })).note).toBe("'); drop table patient; --")
    await clinic.as('reception').call('patients.others-info.save', { pid: used.pid, allergy: '托吡卡胺' })
    const listed = await clinic.as('manager').call('patients.imports', { hid: clinic.hid })
    expect(listed.list[0]).toMatchObject({ importId: done.importId, rows: 3, filename: '会员.csv', undoneAt: null })
    const undone = await clinic.as('manager').call('patients.import-undo', { importId: done.importId! })
    expect(undone).toMatchObject({ removed: 2, total: 3, kept: [{ what: `甲二 ${used.memberNo}`, why: '导入后已被修改' }] })
    expect(await members(clinic)).toBe(before + 1)
    expect(await clinic.as('manager').call('patients.import-undo', { importId: done.importId! })).toMatchObject({ removed: 0 })
    expect((await clinic.as('manager').call('patients.imports', { hid: clinic.hid })).list[0]!.undoneAt).toBeTruthy()
  })

  it('nobody imports into, lists or undoes imports of another organisation', async () => {
    const other = await freshClinic()
    expect(await clinic.as('manager').refusal('patients.import', { file: csvFile('姓名\n乙一\n'), hid: other.hid })).toMatchObject({
      code: 1,
      message: '门店不存在或已被删除',
    })
    const { importId } = await run(csvFile('姓名\n乙一\n'))
    expect(await other.as('chain').refusal('patients.import-undo', { importId })).toMatchObject({
      code: 1,
      message: '导入批次不存在或已被删除',
    })
    expect(await clinic.as('doctor').refusal('patients.import-undo', { importId })).toMatchObject({
      code: 20405,
      message: '没有权限：导入会员',
    })
    expect(await other.as('chain').refusal('patients.imports', { hid: clinic.hid })).toMatchObject({
      code: 1,
      message: '门店不存在或已被删除',
    })
  })

  it('a file that is no table is refused in words', async () => {
    expect(await clinic.as('manager').refusal('patients.import', { file: csvFile('%PDF-1.4', 'a.pdf'), hid: clinic.hid })).toMatchObject({
      code: 1,
      field: 'file',
      message: '文件：不是表格。请选择 Excel（xlsx、xls）或 CSV 文件',
    })
  })

  it('the template can be filled in and imported as it is; the export of the store can be read again', async () => {
    const raw = await clinic.as('manager').raw('patients.import-template', {})
    expect(decodeURIComponent(raw.headers.get('content-disposition')!)).toContain('会员导入模板.xlsx')
    const { openXlsx, saveXlsx, readXlsx } = await import('hucre/xlsx')
    const book = await openXlsx(new Uint8Array(await raw.arrayBuffer()))
    const head = book.sheets[0]!.rows[0]!.map(String)
    const row = head.map((h) => ({ '姓名*': '丙一', 性别: '女', 出生日期: '2014-02-03', 手机号: '13700000009' })[h] ?? null)
    book.sheets[0]!.rows.push(row)
    const file = { filename: '模板.xlsx', mimetype: 'x', bytes: await saveXlsx(book) }
    expect(await clinic.as('manager').call('patients.import', { file, hid: clinic.hid })).toMatchObject({ good: 1, bad: 0, errors: [] })
    const sent = await clinic.as('manager').raw('patients.export', { hid: clinic.hid, name: '丙一' })
    const {
      sheets: [out],
    } = await readXlsx(new Uint8Array(await sent.arrayBuffer()))
    expect(out!.rows).toHaveLength(2)
    expect(out!.rows[1]!.slice(1, 5)).toEqual(['丙一', '女', '2014-02-03', '13700000009'])
  })

  it('a thousand rows stay far below the time-out of a browser', async () => {
    const big = await freshClinic()
    const rows = Array.from({ length: 1000 }, (_, i) => `会员${i},${i % 2 ? '男' : '女'},139${String(i).padStart(8, '0')}`)
    const text = `姓名,性别,手机号\n${rows.join('\n')}\n`
    const started = performance.now()
    expect(await big.as('manager').call('patients.import', { file: csvFile(text), hid: big.hid, ticket: 't1' })).toMatchObject({
      good: 1000,
      bad: 0,
    })
    expect(performance.now() - started).toBeLessThan(fairly(10_000))
    expect(await big.as('manager').call('patients.import-progress', { ticket: 't1' })).toEqual({ done: 1000, total: 1000 })
    expect(await members(big)).toBe(1000)
    const counted = await big.booted.database.inTenant(who(big), { requestId: 'test' }, (cx) =>
      cx.db.one({ n: 'number' }, sql`select count(*) n from patient where hid = ${big.hid}`),
    )
    expect(counted!.n).toBe(1000)
  })

  const head = OLSM_COLUMNS.join(',')
  it('the Orinda layout is recognised; impossible cells are named by their column', async () => {
    const own = await freshClinic()
    const text = [
      head,
      '1,1992,Yes,6,Female,-0.052,21.89,3.69,3.498,14.7,45,8,0,0,10,34,Yes,Yes',
      '2,1995,No,6,Female,0.608,99,3.702,3.392,15.29,4,0,1,1,7,12,Yes,Yes\n',
    ].join('\n')
    const done = await own.as('manager').call('patients.import', { file: csvFile(text, 'olsm.csv'), hid: own.hid })
    expect(done).toMatchObject({ layout: 'OLSM', good: 1, bad: 1, errors: [{ row: 3, column: 'al', given: '99' }] })
    const {
      list: [child],
    } = await own.as('manager').call('patients.list', { hid: own.hid })
    expect(child).toMatchObject({ gender: 1, birth: '1986-07-01' })
    expect(await own.as('doctor').call('patients.others-info.family', { pid: child!.pid })).toMatchObject({ parentsMyopic: 2 })
    expect(await own.as('manager').call('patients.import-undo', { importId: done.importId! })).toMatchObject({ removed: 1, kept: [] })
    expect(await members(own)).toBe(0)
  })

  it.runIf(hasShared)(
    "the study's own 618 children come in, and go again (only where the shared data lie beside the checkout)",
    async () => {
      const own = await freshClinic()
      const file = {
        filename: 'olsm_myopia_618.csv',
        mimetype: 'text/csv',
        bytes: sharedBytes('domain/data/screening/olsm_myopia_618.csv'),
      }
      expect(await own.as('manager').call('patients.import', { file, hid: own.hid, dryRun: true })).toMatchObject({
        layout: 'OLSM',
        rows: 618,
        good: 618,
        bad: 0,
      })
      const done = await own.as('manager').call('patients.import', { file, hid: own.hid })
      expect(done).toMatchObject({ rows: 618, good: 618, bad: 0 })
      expect(await members(own)).toBe(618)
      expect(await own.as('manager').call('patients.import-undo', { importId: done.importId! })).toMatchObject({ removed: 618, kept: [] })
      expect(await members(own)).toBe(0)
    },
  )

  describe('people who are here already', () => {
    let own: Clinic
    let pid: number
    beforeAll(async () => {
      own = await freshClinic()
      pid = (
        await own.as('reception').call('patients.save', { name: '旧会员', mobile: '13922220001', school: '一小', birth: '2014-01-01' })
      ).pid
      await own.as('reception').call('patients.save', { name: '不变的', mobile: '13922220002', gender: 0 })
    })
    const bring = (text: string, more: object = {}) =>
      own.as('manager').call('patients.import', { file: csvFile(text), hid: own.hid, ...more })
    const now = () => own.as('manager').call('patients.get', { id: pid })
    const rows = '姓名,手机号,学校,性别,生日\n旧会员,+86 139-2222-0001,,女,2014-01-01\n不变的,13922220002,,男,\n新来的,13922220003,,,\n'

    it('a file fills what is empty; what is told before is told anew, changed or the same', async () => {
      expect(await bring(rows, { dryRun: true })).toMatchObject({
        knows: true,
        rows: 3,
        good: 3,
        changed: 1,
        same: 1,
        conflicts: 0,
        bad: 0,
      })
      expect((await now()).gender).toBeNull()
      const done = await bring(rows)
      expect(done).toMatchObject({ changed: 1, same: 1, good: 3 })
      expect(await now()).toMatchObject({ gender: 1, school: '一小' })
      expect((await own.as('manager').call('patients.imports', { hid: own.hid })).list[0]).toMatchObject({ rows: 2 })
      // Undoing empties what was filled, and takes away who came.
      expect(await own.as('manager').call('patients.import-undo', { importId: done.importId! })).toMatchObject({ removed: 2, kept: [] })
      expect(await now()).toMatchObject({ gender: null, school: '一小' })
      expect((await own.as('manager').call('patients.search-by-name', { hid: own.hid, name: '新来的' })).list).toEqual([])
    })

    it('what contradicts the record is told and not written, unless the file is to be believed; a name never is', async () => {
      const other = '姓名,手机号,学校,身份证\n旧会员,13922220001,二小,\n'
      expect(await bring(other, { dryRun: true })).toMatchObject({
        good: 0,
        bad: 1,
        conflicts: 1,
        errors: [
          {
            row: 2,
            column: '学校',
            given: '二小',
            sentence: expect.stringMatching(/^已有会员 M\d+ 的学校为“一小”，文件中为“二小”$/) as string,
          },
        ],
      })
      const done = await bring(other, { existing: 'overwrite' })
      expect(done).toMatchObject({ good: 1, changed: 1, conflicts: 0 })
      expect((await now()).school).toBe('二小')
      const { memberNo, version } = await now()
      expect(await bring(`姓名,会员号\n另一人,${memberNo}\n`, { existing: 'overwrite', dryRun: true })).toMatchObject({
        conflicts: 1,
        errors: [{ column: '姓名' }],
      })
      expect(await bring('姓名,手机号,学校\n旧会员,13922220001,三小\n', { existing: 'skip', dryRun: true })).toMatchObject({
        same: 1,
        conflicts: 0,
      })
      // Somebody changes it after the import: undoing leaves that alone and says so.
      await own.as('reception').call('patients.save', { pid, version, name: '旧会员', mobile: '13922220001', school: '四小' })
      expect(await own.as('manager').call('patients.import-undo', { importId: done.importId! })).toMatchObject({
        removed: 0,
        kept: [{ why: '导入后已被修改' }],
      })
      expect((await now()).school).toBe('四小')
    })
  })

  it('ugly files: GBK, a title over the head, merged schools, Excel days, full-width digits, country codes, a digit too many', async () => {
    const own = await freshClinic()
    const { writeXlsx } = await import('hucre/xlsx')
    const bytes = await writeXlsx({
      sheets: [
        {
          name: '名单',
          rows: [
            ['2026 年新生名单', null, null, null],
            ['姓名', '学校', '出生日期', '手机号'],
            ['甲', '实验小学', 41699, '８６13912340001'],
            ['乙', null, 41700, '1391234000112'],
            ['丙', null, '2015年3月1日', '138 1234 0003'],
          ],
          merges: [
            { startRow: 0, startCol: 0, endRow: 0, endCol: 3 },
            { startRow: 2, startCol: 1, endRow: 4, endCol: 1 },
          ],
        },
      ],
    })
    const tried = await own
      .as('manager')
      .call('patients.import', { file: { filename: '名单.xlsx', mimetype: 'x', bytes: new Uint8Array(bytes) }, hid: own.hid })
    expect(tried.columns.map((c) => c.field)).toEqual(['name', 'school', 'birth', 'mobile'])
    expect(tried.errors).toMatchObject([{ row: 4, column: '手机号', given: '1391234000112', sentence: '手机号应为 11 位' }])
    const { list } = await own.as('manager').call('patients.list', { hid: own.hid })
    expect(list.map((p) => [p.name, p.school, p.birth, p.mobile]).sort()).toEqual(
      [
        ['丙', '实验小学', '2015-03-01', '13812340003'],
        ['甲', '实验小学', '2014-03-01', '13912340001'],
      ].sort(),
    )
    const gbk = Buffer.concat([
      Buffer.from([0xd0, 0xd5, 0xc3, 0xfb]),
      Buffer.from(',mobile\n'),
      Buffer.from([0xb6, 0xa1]),
      Buffer.from(',13912340009\n'),
    ])
    expect(
      await own.as('manager').call('patients.import', { file: { filename: 'gbk.csv', mimetype: 'text/csv', bytes: gbk }, hid: own.hid }),
    ).toMatchObject({ good: 1 })
    expect((await own.as('manager').call('patients.search-by-name', { hid: own.hid, name: '13912340009' })).list).toMatchObject([
      { name: '丁' },
    ])
  })

  it('how a column was mapped is remembered for the next file with such a head', async () => {
    const own = await freshClinic()
    const bring = (text: string, more: object = {}) =>
      own.as('manager').call('patients.import', { file: csvFile(text), hid: own.hid, ...more })
    await bring('孩子叫啥,备注\n甲儿,不要导入\n', { mapping: { 0: 'name' } })
    const next = await bring('孩子叫啥,备注\n乙儿,也不要\n', { dryRun: true })
    expect(next.columns.map((c) => c.field)).toEqual(['name', null])
    expect(next).toMatchObject({ remembered: 2, good: 1 })
    const other = await freshClinic()
    expect(
      (await other.as('manager').call('patients.import', { file: csvFile('孩子叫啥,备注\n乙儿,也不要\n'), hid: other.hid, dryRun: true }))
        .remembered,
    ).toBe(0)
  })
})

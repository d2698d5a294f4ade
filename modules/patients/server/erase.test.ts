import { beforeAll, describe, expect, it } from 'vitest'
import { sql, wholeRow } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

describe('what a member may ask for', () => {
  let clinic: Clinic
  const as = (role: 'manager' | 'reception' | 'doctor' | 'optometrist' | 'cashier') => clinic.as(role)
  beforeAll(async () => {
    clinic = await freshClinic()
  })

  it('PIPL art. 45: everything kept comes as one file, and the reading is audited', async () => {
    const { pid, memberNo } = await as('reception').call('patients.save', { name: '要副本', mobile: '13700009999' })
    await as('optometrist').call('examVisual.save', { pid, ucvaOd: 4.6, ucvaOs: 4.6 })
    await as('cashier').call('chargebill.insert-and-pay', { hid: clinic.hid, pid, money: 50, moneyGift: 0, payWay: 1 })
    const response = await as('manager').raw('patients.data', { pid })
    expect(decodeURIComponent(response.headers.get('content-disposition')!)).toContain(`${memberNo}-个人信息-`)
    const { parts } = (await response.json()) as { parts: Array<{ what: string; rows: Array<Record<string, unknown>> }> }
    const rowsOf = (what: string) => parts.find((p) => p.what === what)!.rows
    expect(rowsOf('会员资料')[0]).toMatchObject({ name: '要副本', mobile: '13700009999' })
    expect(rowsOf('视力检查')[0]).toMatchObject({ ucva_od: 4.6 })
    expect(rowsOf('储值、赠金和积分流水')).toMatchObject([{ amount: 5000 }])
    expect(JSON.stringify(parts)).not.toContain('"oid"')
    const reads = await clinic.tx((cx) => cx.db.run(sql`select 1 from audit where pid = ${pid} and tbl = 'patients.data'`))
    expect(reads).toBe(1)
    const other = await freshClinic()
    expect(await other.as('manager').refusal('patients.data', { pid })).toMatchObject({ code: 1 })
    expect(await as('reception').refusal('patients.data', { pid })).toMatchObject({ code: 20405 })
  })

  it('erasing takes personal facts, keeps what law keeps under the number and says how long, waits for an empty wallet', async () => {
    const { pid, version, memberNo } = await as('reception').call('patients.save', {
      name: '要注销',
      mobile: '13700008888',
      birth: '2001-07-08',
      idCard: '11010519491231002X',
      address: '某路 1 号',
    })
    // A file that filled in a fact keeps what stood there before and after, for its undoing.
    await as('reception').call('patients.import', {
      hid: clinic.hid,
      file: { filename: '补.csv', mimetype: 'text/csv', bytes: Buffer.from('姓名,手机号,学校\n要注销,13700008888,某校\n') },
    })
    const remembered = () => clinic.tx((cx) => cx.db.run(sql`select 1 from import_row where tbl = 'patient' and row_id = ${pid}`))
    expect(await remembered()).toBe(1)
    const exam = await as('optometrist').call('examVisual.save', { pid, ucvaOd: 4.6, ucvaOs: 4.6 })
    await as('reception').call('patients.card.bind', { pid, cardNo: 'ERASE-1' })
    await as('reception').call('patients.consultation.save', { pid, topic: 1, question: '要删除的问题' })
    await as('cashier').call('chargebill.insert-and-pay', { hid: clinic.hid, pid, money: 80, moneyGift: 0, payWay: 1 })
    const now = async () => await as('manager').call('patients.erase-preview', { pid })
    expect(await as('manager').refusal('patients.erase', { pid, version: (await now()).version, name: '要注销' })).toMatchObject({
      code: 1,
      message: '会员还有余额（80.00 元），请先退还或转出后再注销',
    })
    await as('manager').call('chargebill.withdrawal', { pid, money: 80, payWay: 1, note: '注销前退还' })
    const preview = await now()
    const year = new Date().getFullYear()
    expect(preview.kept).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          what: '储值单',
          rows: 2,
          until: expect.stringMatching(`^${year + 30}-`) as string,
          law: expect.stringContaining('会计档案管理办法') as string,
        }),
        expect.objectContaining({ what: '视力检查', rows: 1, until: expect.stringMatching(`^${year + 15}-`) as string }),
        expect.objectContaining({ what: '修改和查看日志' }),
      ]),
    )
    expect(preview.erased.map((e) => e.what).sort()).toEqual(['咨询', '绑卡'])
    expect(await as('manager').refusal('patients.erase', { pid, version: preview.version, name: '写错' })).toMatchObject({ field: 'name' })
    expect(preview.version).toBeGreaterThanOrEqual(version)
    await as('manager').call('patients.erase', { pid, version: preview.version, name: '要注销' })
    const [row] = await clinic.tx((cx) => cx.db.rows(wholeRow('patient'), sql`select * from patient where pid = ${pid}`))
    expect(row).toMatchObject({ name: '已注销会员', mobile: null, idCard: null, address: null, birth: '2001-01-01', memberNo, status: 9 })
    for (const name of ['要注销', '13700008888', 'ERASE-1', memberNo])
      expect((await as('reception').call('patients.search-by-name', { hid: clinic.hid, name })).list).toEqual([])
    const kept = await clinic.tx((cx) => cx.db.rows({ tbl: 'string' }, sql`select tbl from patient_uses(${pid}) order by tbl`))
    expect(kept.map((k) => k.tbl)).toEqual(['charge_bill', 'charge_share', 'exam_visual'])
    expect(exam.pid).toBe(pid)
    expect(await remembered()).toBe(0)
  })
})

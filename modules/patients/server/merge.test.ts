import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

describe('two records of one person', () => {
  let clinic: Clinic
  beforeAll(async () => {
    clinic = await freshClinic()
  })
  const as = (role: 'manager' | 'reception' | 'doctor' | 'optometrist' | 'cashier' | 'chain') => clinic.as(role)
  const save = (name: string, more: object = {}) => as('reception').call('patients.save', { name, ...more })
  const uses = (pid: number) =>
    clinic.tx((cx) => cx.db.rows({ tbl: 'string', rows: 'number' }, sql`select tbl, rows from patient_uses(${pid}) order by tbl`))
  const wallet = async (pid: number) => {
    const { money: stored, moneyGift: gift, points } = await as('cashier').call('patients.index', { id: pid })
    return { stored, gift, points }
  }
  /** Everything a clinic knows to write about a member; the acuity and the prescription are signed. */
  async function lived(name: string) {
    const { hid } = clinic
    const patient = await save(name, { birth: '2012-05-05', gender: 1, school: '实验小学', allergy: '托吡卡胺' })
    const { pid } = patient
    await as('reception').call('reservations.legacy.save', { hid, pid, walkIn: true })
    const exam = await as('optometrist').call('examRefraction.save', {
      pid,
      kind: 4,
      cycloplegia: 1,
      dsOd: -2,
      dsOs: -2,
      pdOd: 30,
      pdOs: 30,
    })
    await as('optometrist').call('examVisual.save', { pid, ucvaOd: 4.6, ucvaOs: 4.6 })
    const rx = await as('doctor').call('prescription.create', { pid, list: [{ kind: 1, examId: exam.id }] })
    await as('doctor').call('prescription.sign', { id: rx.id })
    await as('optometrist').call('frame.create', { hid, pid, prescriptionId: rx.id })
    await as('reception').call('patients.others-info.save', { pid, parentsMyopic: 2 })
    await as('reception').call('patients.card.bind', { pid, cardNo: `C-${pid}` })
    await as('reception').call('patients.potential.followup', { pid, result: 1 })
    await as('reception').call('patients.consultation.save', { pid, topic: 1, question: '多久复查？' })
    await as('cashier').call('chargebill.insert-and-pay', { hid, pid, money: 300, moneyGift: 30, payWay: 1 })
    await save(`${name}推荐的`, { inviterPid: pid })
    return patient
  }

  it('every reference and every balance moves, signed records too; undoing puts each of them back', async () => {
    const drop = await lived('双份甲')
    const keep = await save('双份 甲', { mobile: '13900008888' })
    const before = { drop: await uses(drop.pid), keep: await uses(keep.pid) }
    expect(before.drop.map((u) => u.tbl)).toEqual(
      expect.arrayContaining([
        'charge_bill',
        'consultation',
        'exam_refraction',
        'exam_visual',
        'others_info',
        'patient',
        'patient_card',
        'potential_follow',
        'prescription',
        'record_frame',
        'reservation',
      ]),
    )
    const preview = await as('manager').call('patients.merge-preview', { keepPid: keep.pid, dropPid: drop.pid })
    expect(preview).toMatchObject({ stored: 300, gift: 30 })
    expect(preview.differs.map((d) => d.field)).toEqual(expect.arrayContaining(['name', 'birth', 'gender', 'school', 'allergy']))
    const merged = await as('manager').call('patients.merge', { keepPid: keep.pid, dropPid: drop.pid, take: ['birth', 'school'] })
    expect(merged.left).toEqual([])
    expect(merged.moved.reduce((sum, m) => sum + m.rows, 0)).toBe(before.drop.reduce((sum, u) => sum + u.rows, 0))
    // Nobody but the record that goes itself still points to it.
    expect(await uses(drop.pid)).toEqual([])
    expect(await wallet(keep.pid)).toEqual({ stored: 300, gift: 30, points: 0 })
    expect(await as('doctor').call('patients.get', { id: keep.pid })).toMatchObject({
      name: '双份 甲',
      birth: '2012-05-05',
      school: '实验小学',
      mobile: '13900008888',
    })
    expect(await as('doctor').refusal('patients.get', { id: drop.pid })).toMatchObject({ message: '会员不存在或已被删除' })
    const find = async (name: string) =>
      (await as('reception').call('patients.search-by-name', { hid: clinic.hid, name })).list.map((p) => p.pid)
    expect(await find(drop.memberNo)).toEqual([keep.pid])
    expect(await find(`C-${drop.pid}`)).toEqual([keep.pid])
    expect((await as('manager').call('patients.merges', { hid: clinic.hid })).list).toMatchObject([
      { keptPid: keep.pid, droppedNo: drop.memberNo, undoneAt: null },
    ])

    const undone = await as('manager').call('patients.merge-undo', { id: merged.id })
    expect(undone).toEqual({ back: before.drop.reduce((sum, u) => sum + u.rows, 0), left: 0 })
    expect({ drop: await uses(drop.pid), keep: await uses(keep.pid) }).toEqual(before)
    expect(await wallet(drop.pid)).toEqual({ stored: 300, gift: 30, points: 0 })
    expect(await wallet(keep.pid)).toEqual({ stored: 0, gift: 0, points: 0 })
    expect(await as('doctor').call('patients.get', { id: keep.pid })).toMatchObject({ birth: null, school: null })
    expect(await find(drop.memberNo)).toEqual([drop.pid])
    expect(await as('manager').call('patients.merge-undo', { id: merged.id })).toEqual({ back: 0, left: 0 })
  })

  it('what came after the merge stays with the kept record, later changes are not overwritten, spent money forbids undoing', async () => {
    const [keep, drop] = [await save('留下'), await save('并入', { school: '一小', note: '旧备注' })]
    await as('cashier').call('chargebill.insert-and-pay', { hid: clinic.hid, pid: drop.pid, money: 100, moneyGift: 0, payWay: 1 })
    const { id } = await as('manager').call('patients.merge', { keepPid: keep.pid, dropPid: drop.pid, take: ['school', 'note'] })
    await as('reception').call('patients.consultation.save', { pid: keep.pid, topic: 1, question: '合并之后问的' })
    const { version } = await as('reception').call('patients.get', { id: keep.pid })
    await as('reception').call('patients.save', { pid: keep.pid, version, name: '留下', school: '二小', note: '旧备注' })
    await as('manager').call('patients.merge-undo', { id })
    expect(await as('doctor').call('patients.get', { id: keep.pid })).toMatchObject({ school: '二小', note: null })
    expect((await uses(keep.pid)).map((u) => u.tbl)).toEqual(['consultation'])
    const again = await as('manager').call('patients.merge', { keepPid: keep.pid, dropPid: drop.pid })
    const third = await save('第三位')
    await clinic.tx(async (cx) => {
      const { post } = await import('#kernel/server/index.ts')
      await post(cx, {
        reason: 'spend',
        lines: [
          { book: 'stored', key: `member:${keep.pid}`, amount: -10000, floor: 0 },
          { book: 'stored', key: `spent:${clinic.hid}`, amount: 10000 },
          { book: 'cash', key: `prepaid:${clinic.hid}`, amount: 10000 },
          { book: 'cash', key: 'revenue', amount: -10000 },
        ],
      })
    })
    expect(await as('manager').refusal('patients.merge-undo', { id: again.id })).toMatchObject({
      code: 1,
      message: '合并带来的储值已用去一部分：现有 0.00 元，要移回 100.00 元。请先补足，再撤销合并',
    })
    const later = await as('manager').call('patients.merge', { keepPid: third.pid, dropPid: keep.pid })
    expect(await as('manager').refusal('patients.merge-undo', { id: again.id })).toMatchObject({
      message: '这两位会员之后又有合并，请先撤销后来的那次',
    })
    await as('manager').call('patients.merge-undo', { id: later.id })
    expect(await as('manager').refusal('patients.merge', { keepPid: third.pid, dropPid: third.pid })).toMatchObject({
      message: '请选择两位不同的会员',
    })
    expect(await as('reception').refusal('patients.merge', { keepPid: third.pid, dropPid: keep.pid })).toMatchObject({ code: 20405 })
  })

  it('a relation both have, and the two being relatives of each other, do not stop a merge', async () => {
    const [keep, drop, mother] = [await save('留子'), await save('并子'), await save('同母', { gender: 1 })]
    for (const { pid } of [keep, drop]) await as('reception').call('patients.family.save', { pid, relation: 2, otherPid: mother.pid })
    for (const [i, { pid }] of [keep, drop].entries())
      await as('reception').call('patients.wechat.bind', { pid, wechatOpenId: `openid-${pid}`, wechatName: `微信${i}` })
    const before = await uses(drop.pid)
    const planned = await as('manager').call('patients.merge-preview', { keepPid: keep.pid, dropPid: drop.pid })
    expect(planned).toMatchObject({ stays: [{ what: '家庭成员', rows: 1 }], wechat: '微信1' })
    // Looking changes nothing.
    expect(await uses(drop.pid)).toEqual(before)
    const { id, moved, left } = await as('manager').call('patients.merge', { keepPid: keep.pid, dropPid: drop.pid })
    expect({ rows: moved, stays: left }).toEqual({ rows: planned.rows, stays: planned.stays })
    expect((await as('doctor').call('patients.others-info.family', { pid: mother.pid })).persons.map((p) => p.otherPid)).toContain(keep.pid)
    await as('manager').call('patients.merge-undo', { id })
    expect((await as('doctor').call('patients.others-info.family', { pid: mother.pid })).persons.map((p) => p.otherPid).sort()).toEqual(
      [keep.pid, drop.pid].sort(),
    )
  })

  it('doubles: same name and birthday, name and number, or number; siblings under one number are a family; a pair comes once', async () => {
    const own = await freshClinic()
    const add = (name: string, more: object) => own.as('reception').call('patients.save', { name, ...more })
    const list = async (more: object = {}) =>
      (await own.as('manager').call('patients.doubles', { hid: own.hid, ...more })).list.map((d) => [d.reason, d.one.name, d.other.name])
    await add('周一', { birth: '2014-01-01', mobile: '13511110001' })
    await add('周一', { birth: '2014-01-01', mobile: '13511110002' })
    const [a, b] = [await add('吴大', { mobile: '13511110003' }), await add('吴二', { mobile: '13511110003' })]
    const [c, d] = [await add('郑大', { mobile: '13511110004' }), await add('郑二', { mobile: '13511110004' })]
    await own.as('chain').call('patients.save', { name: '周一', birth: '2014-01-01', hid: own.hids[1]! })
    expect(await list()).toEqual([
      [1, '周一', '周一'],
      [1, '周一', '周一'],
      [1, '周一', '周一'],
      [3, '郑大', '郑二'],
      [3, '吴大', '吴二'],
    ])
    const mother = await add('吴母', {})
    for (const { pid } of [a, b]) await own.as('reception').call('patients.family.save', { pid, relation: 2, otherPid: mother.pid })
    await own.as('manager').call('patients.doubles.dismiss', { keepPid: d.pid, dropPid: c.pid })
    expect(await list({ reason: 3 })).toEqual([])
    expect((await own.as('chain').call('patients.doubles', { hid: own.hids[1]! })).total).toBe(2)
  })
})

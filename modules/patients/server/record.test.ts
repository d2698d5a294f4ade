import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { mayMarket } from './door.ts'

const past = (years: number): string => `${new Date().getFullYear() - years}-01-01`

describe('around a member', () => {
  let clinic: Clinic
  const desk = () => clinic.as('reception')
  const save = (name: string, more: object = {}) => desk().call('patients.save', { name, ...more })
  beforeAll(async () => {
    clinic = await freshClinic()
  })

  it('a family: parents named once, children of one parent are siblings, the two sides never disagree', async () => {
    const [mother, son, daughter] = [
      await save('王丽', { gender: 1 }),
      await save('林一', { birth: past(9) }),
      await save('林二', { birth: past(7) }),
    ]
    await desk().call('patients.family.save', { pid: son.pid, relation: 2, otherPid: mother.pid, isGuardian: true, myopic: 1 })
    await desk().call('patients.family.save', { pid: son.pid, relation: 1, name: '林父', mobile: '13811112222', myopic: 0 })
    // Told from the mother's side, it stands in the daughter's record.
    const seen = await desk().call('patients.family.save', { pid: mother.pid, relation: 5, otherPid: daughter.pid })
    expect(seen.persons.map((p) => [p.relation, p.name])).toEqual([
      [5, '林一'],
      [5, '林二'],
    ])
    const ofSon = await clinic.as('doctor').call('patients.others-info.family', { pid: son.pid })
    expect(ofSon.persons.map((p) => [p.relation, p.name, p.id === null])).toEqual([
      [1, '林父', false],
      [2, '王丽', false],
      [4, '林二', true],
    ])
    expect(ofSon).toMatchObject({ parentsMyopic: 1 })
    expect((await clinic.as('doctor').call('patients.get', { id: son.pid })).parentsMyopic).toBe(1)
    const ofDaughter = await clinic.as('doctor').call('patients.others-info.family', { pid: daughter.pid })
    expect(ofDaughter.persons.map((p) => [p.relation, p.name])).toEqual([
      [2, '王丽'],
      [4, '林一'],
    ])
    // The mother alone does not tell both parents' eyes.
    expect(ofDaughter.parentsMyopic).toBeNull()
  })

  it('nobody is their own parent or grandparent, or has two mothers', async () => {
    const [a, b, c] = [await save('甲祖'), await save('甲父'), await save('甲子')]
    await desk().call('patients.family.save', { pid: b.pid, relation: 1, otherPid: a.pid })
    await desk().call('patients.family.save', { pid: c.pid, relation: 1, otherPid: b.pid })
    expect(await desk().refusal('patients.family.save', { pid: a.pid, relation: 1, otherPid: c.pid })).toMatchObject({
      code: 1,
      message: '这样会使一个人成为自己的长辈',
    })
    expect(await desk().refusal('patients.family.save', { pid: a.pid, relation: 4, otherPid: a.pid })).toMatchObject({ code: 1 })
    expect(await desk().refusal('patients.family.save', { pid: c.pid, relation: 1, name: '另一位' })).toMatchObject({
      code: 1,
      message: '已登记过这一位家长',
    })
    expect(await desk().refusal('patients.family.save', { pid: c.pid, relation: 2 })).toMatchObject({ code: 1, field: 'name' })
    const other = await freshClinic()
    const { pid } = await other.as('reception').call('patients.save', { name: '外院' })
    expect(await desk().refusal('patients.family.save', { pid: c.pid, relation: 2, otherPid: pid })).toMatchObject({
      code: 1,
      message: '会员不存在或已被删除',
    })
  })

  it('a card ties to one member, finds the member, and can be tied anew after it was untied', async () => {
    const [first, second] = [await save('持卡一'), await save('持卡二')]
    const find = async (name: string) => (await desk().call('patients.search-by-name', { hid: clinic.hid, name })).list.map((p) => p.pid)
    const [card] = await desk().call('patients.card.bind', { pid: first.pid, cardNo: 'vip-0088' })
    expect(card).toMatchObject({ cardNo: 'VIP-0088', status: 0, staffName: expect.stringContaining('前台') as string })
    expect(await desk().call('patients.card.bind', { pid: first.pid, cardNo: 'VIP-0088' })).toHaveLength(1)
    await desk().call('patients.card.bind', { pid: first.pid, cardNo: '880012345' })
    expect(await find('880012345')).toEqual([first.pid])
    await desk().call('patients.card.bind', { pid: first.pid, cardNo: 'A1B2C3' })
    expect(await find('a1b2c3')).toEqual([first.pid])
    expect(await desk().refusal('patients.card.bind', { pid: second.pid, cardNo: '880012345' })).toMatchObject({
      code: 1,
      message: '该卡号已绑定其他会员',
    })
    const bound = (await desk().call('patients.card.list', { id: first.pid })).find((c) => c.cardNo === '880012345')!
    await desk().call('patients.card.untie', { id: bound.id })
    expect(await find('880012345')).toEqual([])
    await desk().call('patients.card.bind', { pid: second.pid, cardNo: '880012345' })
    expect(await find('880012345')).toEqual([second.pid])
  })

  it('potential members stand by their next follow-up, with last word and number of talks; a convinced one is a member', async () => {
    const hid = clinic.hid
    const next = `${addDays(clinicNow().slice(0, 10), 60)} 10:00`
    const late = await save('潜在迟', { isPotential: true, nextFollowAt: '2020-01-02 09:00' })
    const open = await save('潜在未排', { isPotential: true })
    const list = (more: object = {}) => desk().call('patients.potential.list', { hid, ...more })
    expect((await list()).list.map((p) => p.name)).toEqual(['潜在迟', '潜在未排'])
    expect((await list({ due: 1 })).list.map((p) => p.name)).toEqual(['潜在迟'])
    expect((await list({ due: 3 })).list.map((p) => p.name)).toEqual(['潜在未排'])
    await desk().call('patients.potential.followup', { pid: late.pid, way: 1, result: 5 })
    await desk().call('patients.potential.followup', {
      pid: late.pid,
      way: 1,
      result: 1,
      content: '周末带孩子来',
      nextFollowAt: next,
    })
    expect((await list({ lastResult: 1 })).list).toMatchObject([
      { name: '潜在迟', follows: 2, lastContent: '周末带孩子来', nextFollowAt: `${next}:00` },
    ])
    expect((await desk().call('patients.potential.followups', { pid: late.pid })).map((f) => f.result)).toEqual([1, 5])
    await desk().call('patients.potential.followup', { pid: open.pid, way: 4, result: 6 })
    expect((await list()).list.map((p) => p.name)).toEqual(['潜在迟'])
    expect((await desk().call('patients.get', { id: open.pid })).isPotential).toBe(false)
    const file = { filename: '名单.csv', mimetype: 'text/csv', bytes: Buffer.from('姓名,手机号\n新潜在,13966660001\n') }
    const { importId } = await desk().call('patients.potential.import', { file, hid })
    expect((await list({ name: '新潜在' })).total).toBe(1)
    await desk().call('patients.potential.import-undo', { importId: importId! })
    expect((await list({ name: '新潜在' })).total).toBe(0)
  })

  it('questions wait until they are answered; the first answer names its answerer; a stale change is refused', async () => {
    const { pid } = await save('问问题')
    const consultation = await desk().call('patients.consultation.save', { pid, way: 1, topic: 3, question: '几岁可以戴角膜塑形镜？' })
    const open = () => clinic.as('doctor').call('patients.consultation.list', { hid: clinic.hid, open: true })
    expect((await open()).list).toMatchObject([{ patientName: '问问题', topic: 3, answeredAt: null }])
    const answered = await clinic.as('doctor').call('patients.consultation.save', {
      id: consultation.id,
      version: 0,
      pid,
      topic: 3,
      question: consultation.question,
      answer: '一般八岁以上，先做检查',
    })
    expect(answered).toMatchObject({
      answeredName: expect.stringContaining('医生') as string,
      staffName: expect.stringContaining('前台') as string,
    })
    expect((await open()).total).toBe(0)
    expect(
      await desk().refusal('patients.consultation.save', { id: consultation.id, version: 0, pid, topic: 3, question: 'x' }),
    ).toMatchObject({
      code: 1,
    })
    expect((await desk().call('patients.consultation.list', { hid: clinic.hid, pid })).total).toBe(1)
  })

  describe('consent', () => {
    const textOf = async (kind: 1 | 2 | 3) => (await desk().call('patients.consent.texts', {})).find((t) => t.kind === kind)!
    const market = (pid: number) => clinic.tx(async (cx) => (await mayMarket(cx, [pid])).has(pid))

    it('PIPL art. 31: for a child under fourteen the guardian agrees, by name', async () => {
      const child = await save('十三岁', { birth: past(13) })
      const grown = await save('十五岁', { birth: past(15) })
      const { sha256 } = await textOf(1)
      expect(await desk().refusal('patients.consent.give', { pid: child.pid, kind: 1, sha256, way: 1 })).toMatchObject({
        code: 1,
        field: 'guardianName',
        message: '不满十四周岁，需由监护人同意，请填写监护人姓名和关系',
      })
      expect(
        (
          await desk().call('patients.consent.give', { pid: child.pid, kind: 1, sha256, way: 1, guardianName: '王丽', guardianRelation: 2 })
        )[0],
      ).toMatchObject({ kind: 1, state: 1, guardianName: '王丽' })
      expect((await desk().call('patients.consent.give', { pid: grown.pid, kind: 1, sha256, way: 1 }))[0]).toMatchObject({ state: 1 })
    })

    it('marketing reaches nobody who has not agreed, who took it back, or who agreed to a former text', async () => {
      const { pid } = await save('收短信', { birth: past(30) })
      expect(await market(pid)).toBe(false)
      const first = await textOf(2)
      const [, consent] = await desk().call('patients.consent.give', { pid, kind: 2, sha256: first.sha256, way: 3 })
      expect(await market(pid)).toBe(true)
      await desk().call('patients.consent.withdraw', { id: consent!.id!, reason: '太多了' })
      expect(await market(pid)).toBe(false)
      expect((await desk().call('patients.consent.states', { pid }))[1]).toMatchObject({ state: 3, withdrawReason: '太多了' })
      await desk().call('patients.consent.give', { pid, kind: 2, sha256: first.sha256, way: 3 })
      expect(
        await desk().refusal('patients.consent.publish', { kind: 2, text: '新的营销同意书，内容不少于二十个字，请仔细阅读。' }),
      ).toMatchObject({ code: 20405 })
      const second = await clinic
        .as('manager')
        .call('patients.consent.publish', { kind: 2, text: '新的营销同意书，内容不少于二十个字，请仔细阅读。' })
      expect(second.no).toBe(first.no + 1)
      expect((await clinic.as('manager').call('patients.consent.publish', { kind: 2, text: second.text })).no).toBe(second.no)
      expect(await market(pid)).toBe(false)
      expect((await desk().call('patients.consent.states', { pid }))[1]).toMatchObject({ state: 2, givenNo: first.no, no: second.no })
      expect(await desk().refusal('patients.consent.give', { pid, kind: 2, sha256: first.sha256, way: 3 })).toMatchObject({
        code: 1,
        message: '同意书已更新，请阅读新版本后再确认',
      })
      await desk().call('patients.consent.give', { pid, kind: 2, sha256: second.sha256, way: 3 })
      expect(await market(pid)).toBe(true)
    })

    it('the database itself sends no marketing to a number without consent', async () => {
      const { pid } = await save('不同意', { birth: past(30), mobile: '13512340001' })
      const send = (about: number | null, mobile: string) =>
        clinic.tx(
          async (cx) =>
            (
              await cx.db.rows(
                { smsId: 'number' },
                sql`
                  insert into sms (hid, mobile, template, text, purpose, pieces, pid)
                  values (${clinic.hid}, ${mobile}, 'x', '大促销', 'marketing', 1, ${about})
                  returning sms_id
                `,
              )
            ).length,
        )
      await expect(send(pid, '13512340001')).rejects.toThrow('no consent to marketing')
      await expect(send(null, '13512340001')).rejects.toThrow('no consent to marketing')
      const { sha256 } = await textOf(2)
      await desk().call('patients.consent.give', { pid, kind: 2, sha256, way: 1 })
      expect(await send(pid, '13512340001')).toBe(1)
      expect(await send(null, '13512340001')).toBe(1)
      await expect(send(null, '13512340099')).rejects.toThrow('no consent to marketing')
    })
  })
})

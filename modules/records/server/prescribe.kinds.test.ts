import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic, type Sent } from '../../../tests/harness.ts'
import { allergyHit } from '#modules/patients/contract/allergy.ts'
import { rxType } from '../contract/prescription/prescribe.ts'

let clinic: Clinic
let pid: number
let drugId: number
const doctor = () => clinic.as('doctor')
const member = async (allergy?: string) =>
  (
    await clinic
      .as('reception')
      .call('patients.save', { hid: clinic.hid, name: '林子涵', birth: '2015-07-12', ...(allergy ? { allergy } : {}) })
  ).pid
const drops = {
  name: '左氧氟沙星滴眼液',
  form: '滴眼液',
  spec: '5 mL:24.4 mg',
  eye: 'ou' as const,
  route: '滴眼',
  dose: '1 滴',
  frequency: '每日 4 次',
  days: 7,
  quantity: 1,
  unit: '支',
}
type New = Sent<'prescription.create'>
const drugs = (more: Partial<New> = {}, ...lines: object[]) =>
  doctor().call('prescription.create', {
    pid,
    feeBillType: rxType.drug,
    diagnose: '双眼细菌性结膜炎',
    list: [],
    drugs: lines.length ? lines.map((line) => ({ ...drops, ...line })) : [drops],
    ...more,
  })
const refusedDrugs = (...lines: object[]) =>
  doctor().refusal('prescription.create', {
    pid,
    feeBillType: rxType.drug,
    diagnose: '结膜炎',
    list: [],
    drugs: lines.map((line) => ({ ...drops, ...line })),
  })

beforeAll(async () => {
  clinic = await freshClinic()
  pid = await member()
  const entry = { name: '复方托吡卡胺滴眼液', form: '滴眼液', spec: '10 mL', allergens: '托吡卡胺、去氧肾上腺素' }
  drugId = (await clinic.as('manager').call('settings.drug.create', { hid: clinic.hid, ...entry })).id
})

describe('a prescription of drugs', () => {
  it('is good for the day of its issue, three days where that is written, never longer', async () => {
    const rx = await drugs()
    expect(rx).toMatchObject({ feeBillType: 3, validUntil: rx.orderDate, list: [], drugs: [{ ...drops, lineNo: 1, allergyHit: null }] })
    expect(await doctor().call('prescription.sign', { id: rx.id })).toMatchObject({ status: 1 })
    const day = (n: number) => new Date(Date.parse(`${rx.orderDate}T00:00:00Z`) + n * 86_400_000).toISOString().slice(0, 10)
    const written = await drugs({ validUntil: day(2) })
    expect(await doctor().call('prescription.sign', { id: written.id })).toMatchObject({ validUntil: day(2) })
    const longer = await drugs({ validUntil: day(3) })
    expect(await doctor().refusal('prescription.sign', { id: longer.id })).toMatchObject({
      code: 1,
      field: 'validUntil',
      message: expect.stringContaining('最长 3 天'),
    })
  })

  it('holds five drugs: the sixth is refused in a sentence, and by the database', async () => {
    const five = Array.from({ length: 5 }, (_, i) => ({ name: `药品${i}` }))
    expect((await drugs({}, ...five)).drugs).toHaveLength(5)
    expect(await refusedDrugs(...five, { name: '药品5' })).toMatchObject({
      code: 1,
      field: 'drugs.5',
      message: expect.stringContaining('5 种'),
    })
    const { id } = await drugs({}, ...five)
    const sixth = clinic.tx((cx) =>
      cx.db.run(
        sql`
          insert into prescription_drug (oid, hid, prescription_id, line_no, name, spec, dose, frequency, days, quantity, unit)
          values (${clinic.oid}, ${clinic.hid}, ${id}, 6, '六', '1', '1', '1', 1, 1, '支')
        `,
      ),
    )
    await expect(sixth).rejects.toMatchObject({ constraint: 'prescription_drug__drug_lines' })
  })

  it('is for seven days; more wants a reason, and nobody gives more than thirty', async () => {
    expect(await refusedDrugs({ days: 8 })).toMatchObject({ code: 1, field: 'drugs.0.longReason' })
    expect(await refusedDrugs({ days: 8, longReason: ' ' })).toMatchObject({ code: 1, field: 'drugs.0.longReason' })
    expect(await refusedDrugs({ days: 8, longReason: '.' })).toMatchObject({ code: 1, field: 'drugs.0.longReason' })
    expect((await drugs({}, { days: 30, longReason: '慢性病长期用药' })).drugs[0]).toMatchObject({ days: 30, longReason: '慢性病长期用药' })
    expect(await refusedDrugs({ days: 31, longReason: '慢性病' })).toMatchObject({ code: 1, field: 'drugs.0.days' })
  })

  it('of atropine for a child is signed once a guardian is on record', async () => {
    const named = { hid: clinic.hid, name: '林小满', birth: '2016-07-12' }
    const child = (await clinic.as('reception').call('patients.save', { ...named, mobile: '13900004321' })).pid
    const atropine = { name: '硫酸阿托品滴眼液', spec: '0.01%', frequency: '每晚 1 次' }
    const { id } = await drugs({ pid: child }, atropine)
    expect(await doctor().refusal('prescription.sign', { id })).toMatchObject({
      field: 'drugs.0.name',
      message: expect.stringContaining('监护人'),
    })
    await clinic.tx((cx) => cx.db.run(sql`update patient set guardian = '林建国' where pid = ${child}`))
    expect((await doctor().call('prescription.sign', { id })).status).toBe(1)
  })
  it('wants a diagnosis before it is signed; the database says so too', async () => {
    const { id } = await drugs({ diagnose: null })
    expect(await doctor().refusal('prescription.sign', { id })).toMatchObject({ code: 1, field: 'diagnose' })
    const bare = clinic.tx((cx) =>
      cx.db.run(sql`
        update prescription
        set status = 1, signed_by = ${clinic.ctid('doctor')}, signed_at = app_now()
        where id = ${id}
      `),
    )
    await expect(bare).rejects.toMatchObject({ constraint: 'prescription__drug_diagnosis' })
  })

  it('says form and route, and no more packages than its days use up unless it says why', async () => {
    expect(await refusedDrugs({ form: null })).toMatchObject({
      field: 'drugs.0.form',
      message: '药品须写明剂型和给药途径（处方管理办法第六条）',
    })
    expect(await refusedDrugs({ route: ' ' })).toMatchObject({ field: 'drugs.0.route' })
    expect(await refusedDrugs({ unit: '盒', quantity: 99, days: 3 })).toMatchObject({ field: 'drugs.0.quantity' })
    expect((await drugs({}, { unit: '盒', quantity: 3, days: 3, longReason: '药房没有小包装' })).drugs[0]).toMatchObject({ quantity: 3 })
  })

  it('of a class the member is allergic to is stopped as the drug itself is', async () => {
    const who = await member('青霉素过敏')
    const line = { ...drops, name: '阿莫西林胶囊', form: '胶囊', route: '口服', unit: '粒', quantity: 21 }
    const ask = { pid: who, feeBillType: rxType.drug, diagnose: '睑腺炎', list: [], drugs: [line] }
    expect(await doctor().refusal('prescription.create', ask)).toMatchObject({
      field: 'drugs.0.allergyHit',
      message: '会员对“青霉素”过敏：确认后才能开具“阿莫西林胶囊”',
    })
  })

  it('that hits an allergy is confirmed by its name, which stays on the line with who confirmed it', async () => {
    const who = await member('托吡卡胺过敏；青霉素')
    const line = { ...drops, name: '散瞳用药', drugId }
    const ask = { pid: who, feeBillType: rxType.drug, diagnose: '屈光不正', list: [], allergy: null }
    const refused = await doctor().refusal('prescription.create', { ...ask, drugs: [line] })
    expect(refused).toMatchObject({ code: 1, field: 'drugs.0.allergyHit', message: '会员对“托吡卡胺”过敏：确认后才能开具“散瞳用药”' })
    expect(await doctor().refusal('prescription.create', { ...ask, drugs: [{ ...line, allergyHit: '青霉素' }] })).toMatchObject({
      field: 'drugs.0.allergyHit',
    })
    const rx = await doctor().call('prescription.create', { ...ask, drugs: [{ ...line, allergyHit: '托吡卡胺' }] })
    expect(rx.drugs[0]).toMatchObject({ allergyHit: '托吡卡胺', allergyBy: clinic.ctid('doctor'), allergyAt: expect.any(String) })
    expect(await doctor().call('prescription.sign', { id: rx.id })).toMatchObject({ drugs: [{ allergyHit: '托吡卡胺' }] })
  })

  it('of before an allergy was known is not signed without it', async () => {
    const who = await member()
    const rx = await doctor().call('prescription.create', {
      pid: who,
      feeBillType: rxType.drug,
      diagnose: '结膜炎',
      list: [],
      drugs: [drops],
    })
    await clinic.as('reception').call('patients.save', { pid: who, hid: clinic.hid, name: '林子涵', allergy: '左氧氟沙星' })
    expect(await doctor().refusal('prescription.sign', { id: rx.id })).toMatchObject({
      code: 1,
      message: expect.stringContaining('左氧氟沙星'),
    })
  })

  it('is written, signed and voided by a physician alone; whoever may not is told who may', async () => {
    const input = { pid, feeBillType: rxType.drug, diagnose: '结膜炎', list: [], drugs: [drops] }
    for (const role of ['optometrist', 'manager', 'chain'] as const)
      expect(await clinic.as(role).refusal('prescription.create', input)).toMatchObject({
        code: 20405,
        data: { code: 'prescription:drug', roles: ['医生'] },
      })
    const { id } = await drugs()
    for (const role of ['optometrist', 'manager', 'chain', 'cashier'] as const)
      expect(await clinic.as(role).refusal('prescription.sign', { id })).toMatchObject({
        code: 20405,
        data: { roles: expect.arrayContaining(['医生']) },
      })
    await doctor().call('prescription.sign', { id })
    expect(await clinic.as('optometrist').refusal('prescription.void', { id, reason: '开错' })).toMatchObject({ code: 20405 })
    expect(await doctor().call('prescription.void', { id, reason: '开错' })).toMatchObject({ status: 8 })
  })

  it('does not change once signed: by its lines, by SQL', async () => {
    const { id } = await drugs()
    await doctor().call('prescription.sign', { id })
    const bare = clinic.tx((cx) => cx.db.run(sql`update prescription_drug set days = 3 where prescription_id = ${id}`))
    await expect(bare).rejects.toThrow(/signed prescription/)
    expect(await doctor().refusal('prescription.update', { id, pid, drugs: [] })).toMatchObject({ code: 1 })
  })
})

describe('a prescription of another kind', () => {
  const powers = { dsOd: -3, dsOs: -2.5 }
  it('of contact lenses says curve, size and cycle of each eye before it is signed', async () => {
    const line = { kind: 4 as const, ...powers, bcOd: 8.6, diaOd: 14.2, product: '日抛软镜' }
    const rx = await doctor().call('prescription.create', { pid, feeBillType: rxType.contact, list: [line] })
    expect(await doctor().refusal('prescription.sign', { id: rx.id })).toMatchObject({ code: 1, field: 'list.0.bcOs' })
    const full = { ...line, bcOs: 8.6, diaOs: 14.2 }
    await doctor().call('prescription.update', { id: rx.id, pid, version: rx.version, list: [full] })
    expect(await doctor().refusal('prescription.sign', { id: rx.id })).toMatchObject({ field: 'list.0.cycle' })
    await doctor().call('prescription.update', { id: rx.id, pid, list: [{ ...full, cycle: 1 }] })
    expect(await doctor().call('prescription.sign', { id: rx.id })).toMatchObject({
      list: [{ bcOd: 8.6, diaOs: 14.2, cycle: 1, product: '日抛软镜' }],
    })
    expect(await doctor().refusal('prescription.create', { pid, list: [{ ...line, bcOd: 4 }] })).toMatchObject({
      code: 1,
      field: 'list.0.bcOd',
    })
  })

  it('consists of nothing that belongs to another', async () => {
    const refused = (input: object) => doctor().refusal('prescription.create', { pid, list: [], ...input })
    expect(await refused({ feeBillType: rxType.contact, list: [{ kind: 1, ...powers }] })).toMatchObject({ code: 1, field: 'list.0.kind' })
    expect(await refused({ feeBillType: rxType.drug, list: [{ kind: 1, ...powers }] })).toMatchObject({ code: 1, field: 'list.0.kind' })
    expect(await refused({ drugs: [drops] })).toMatchObject({ code: 1, field: 'drugs' })
    expect(await refused({ trainings: [{ name: '反转拍', weeks: 4, perWeek: 5 }] })).toMatchObject({ code: 1, field: 'trainings' })
    const glasses = await doctor().call('prescription.create', { pid, list: [{ kind: 1, ...powers }] })
    await clinic.tx((cx) =>
      cx.db.run(
        sql`
          insert into prescription_training (oid, hid, prescription_id, line_no, name, eye, weeks, per_week, minutes)
          values (${clinic.oid}, ${clinic.hid}, ${glasses.id}, 1, '反转拍', 'ou', 4, 5, 15)
        `,
      ),
    )
    const bare = clinic.tx((cx) =>
      cx.db.run(
        sql`
          update prescription
          set status = 1, signed_by = ${clinic.ctid('doctor')}, signed_at = app_now()
          where id = ${glasses.id}
        `,
      ),
    )
    await expect(bare).rejects.toMatchObject({ constraint: 'prescription__rx_parts' })
  })

  it('of training says program, weeks and times a week', async () => {
    const { id: programId } = await clinic.as('manager').call('train-program.save', { hid: clinic.hid, name: '反转拍', minutes: 15 })
    const training = { programId, name: '反转拍', weeks: 12, perWeek: 5, minutes: 20 }
    const rx = await clinic
      .as('optometrist')
      .call('prescription.create', { pid, feeBillType: rxType.training, list: [], trainings: [training] })
    expect(await clinic.as('optometrist').call('prescription.sign', { id: rx.id })).toMatchObject({
      trainings: [{ ...training, eye: 'ou' }],
    })
    const empty = await clinic.as('optometrist').call('prescription.create', { pid, feeBillType: rxType.training, list: [] })
    expect(await clinic.as('optometrist').refusal('prescription.sign', { id: empty.id })).toMatchObject({ code: 1, field: 'trainings' })
    expect(
      await clinic
        .as('optometrist')
        .refusal('prescription.create', { pid, feeBillType: rxType.training, list: [], trainings: [{ ...training, programId: drugId }] }),
    ).toMatchObject({ code: 1 })
  })
})

describe('replacing a prescription', () => {
  const glasses = async () => {
    const rx = await doctor().call('prescription.create', {
      pid,
      diagnose: '近视',
      list: [{ kind: 1, dsOd: -3, dsOs: -2.5, advice: '镀膜' }],
    })
    return doctor().call('prescription.sign', { id: rx.id })
  }
  it('voids the signed one and drafts the next with its lines; both name each other', async () => {
    const before = await glasses()
    const next = await doctor().call('prescription.replace', { id: before.id, version: before.version, reason: '瞳距有误' })
    expect(next).toMatchObject({
      status: 0,
      replaces: before.id,
      replacesNo: before.rxNo,
      diagnose: '近视',
      list: [{ kind: 1, dsOd: -3, dsOs: -2.5, advice: '镀膜', origin: { dsOd: 'typed' } }],
    })
    expect(await doctor().call('prescription.get', { id: before.id })).toMatchObject({
      status: 8,
      voidReason: '瞳距有误',
      replacedBy: next.id,
      replacedByNo: next.rxNo,
    })
  })
  it('takes drugs and training along', async () => {
    const { id } = await drugs({}, { days: 14, longReason: '慢性病' }, { name: '玻璃酸钠滴眼液' })
    await doctor().call('prescription.sign', { id })
    const next = await doctor().call('prescription.replace', { id, reason: '改用量' })
    expect(next.drugs).toMatchObject([{ days: 14, longReason: '慢性病' }, { name: '玻璃酸钠滴眼液' }])
    expect(await doctor().call('prescription.sign', { id: next.id })).toMatchObject({ status: 1 })
  })
  it('a draft is changed instead, and a reason is asked for', async () => {
    const { id } = await drugs()
    expect(await doctor().refusal('prescription.replace', { id, reason: '改' })).toMatchObject({
      code: 1,
      message: expect.stringContaining('草稿'),
    })
    expect(await doctor().refusal('prescription.replace', { id: (await glasses()).id, reason: '' })).toMatchObject({
      code: 1,
      field: 'reason',
    })
  })
  it('of two who sign or replace one at once, one wins', async () => {
    const { id } = await drugs()
    const won = (settled: PromiseSettledResult<unknown>[]) => settled.filter((s) => s.status === 'fulfilled').length
    expect(won(await Promise.allSettled([1, 2, 3].map(() => doctor().call('prescription.sign', { id }))))).toBe(1)
    expect(won(await Promise.allSettled([1, 2, 3].map(() => doctor().call('prescription.replace', { id, reason: '改' }))))).toBe(1)
    const { list } = await doctor().call('prescription.list', { pid, per_page: 100 })
    expect(list.filter((rx) => rx.replaces === id)).toHaveLength(1)
  })
})

describe('what an allergy is hit by', () => {
  it.each([
    ['托吡卡胺', '复方托吡卡胺滴眼液', null, '托吡卡胺'],
    ['青霉素类药物过敏', '阿莫西林胶囊', '青霉素、β-内酰胺', '青霉素'],
    ['对氧氟沙星滴眼液过敏', '氧氟沙星滴眼液', null, '氧氟沙星滴眼液'],
    ['无', '氧氟沙星滴眼液', '喹诺酮', undefined],
    ['花粉、海鲜过敏', '氧氟沙星滴眼液', null, undefined],
    [null, '氧氟沙星滴眼液', null, undefined],
    ['无青霉素过敏', '青霉素V钾片', null, undefined],
    ['PG过敏', '阿莫西林胶囊', null, 'PG'],
    ['过敏', '抗过敏滴眼液', null, undefined],
  ] as const)('%s by %s', (allergy, name, allergens, hit) => {
    expect(allergyHit(allergy, { name, allergens })).toBe(hit)
  })
})

describe('a prescription of lenses', () => {
  const line = (more: object) => ({ pid, list: [{ kind: 3 as const, dsOd: 1, dsOs: 1, pdOd: 31, pdOs: 31, ...more }] })
  it('of progressive lenses wants the additions, asks about two of them, and about a PD that is no sum', async () => {
    const optometrist = clinic.as('optometrist')
    expect(await optometrist.refusal('prescription.create', line({}))).toMatchObject({ field: 'list.0.addOd' })
    expect(await optometrist.refusal('prescription.create', line({ addOd: 1, addOs: 3 }))).toMatchObject({ field: 'list.0.addOs' })
    expect(await optometrist.refusal('prescription.create', line({ addOd: 2, addOs: 2, pd: 70 }))).toMatchObject({ field: 'list.0.pd' })
  })
  it('of contact lenses asks about another step than the spectacles of the day mean, linked or typed', async () => {
    const spectacles = await member()
    const exam = { pid: spectacles, kind: 4 as const, dsOd: -3, dsOs: -5, confirmed: ['cycloplegia=null', 'dsOd=-3', 'dsOs=-5'] }
    await clinic.as('optometrist').call('examRefraction.save', exam)
    const lens = { kind: 4 as const, bcOd: 8.6, bcOs: 8.6, diaOd: 14.2, diaOs: 14.2, cycle: 3 as const }
    const soft = { pid: spectacles, feeBillType: 1 as const }
    const stronger = { ...soft, list: [{ ...lens, dsOd: -3.25, dsOs: -4.75 }] }
    expect(await doctor().refusal('prescription.create', stronger)).toMatchObject({
      field: 'list.0.dsOd',
      message: expect.stringContaining('−3.25 与'),
    })
    // −5.00 before the eye is −4.72 at the cornea.
    expect((await doctor().call('prescription.create', { ...soft, list: [{ ...lens, dsOd: -3, dsOs: -4.75 }] })).id).toBeGreaterThan(0)
    const because = { ...stronger, list: [{ ...lens, dsOd: -3.25, dsOs: -4.75, confirmReason: '按试戴结果' }] }
    expect((await doctor().call('prescription.create', because)).list[0]?.confirmed).toMatchObject([
      { code: 'contact-od', reason: '按试戴结果' },
    ])
  })
  it('of ortho-k lenses is not signed for a plus eye, and none is good for a hundred years', async () => {
    const optometrist = clinic.as('optometrist')
    expect(await optometrist.refusal('prescription.create', { ...line({ kind: 6, dsOd: 3 }), feeBillType: rxType.orthok })).toMatchObject({
      field: 'list.0.dsOd',
    })
    expect(await optometrist.refusal('prescription.create', { ...line({ addOd: 2, addOs: 2 }), validUntil: '2126-01-01' })).toMatchObject({
      field: 'validUntil',
    })
  })
})

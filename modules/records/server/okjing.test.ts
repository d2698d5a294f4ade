import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { recordKinds } from '../contract/kinds/index.ts'
import { fittingChecked, lensesDelivered, lensesReturned } from './door.ts'
import { expireLenses } from './reactions.ts'
import { freshClinic, type Clinic, type Sent } from '../../../tests/harness.ts'

let clinic: Clinic
let nth = 0
beforeAll(async () => {
  clinic = await freshClinic()
})
const doctor = () => clinic.as('doctor')
const optometrist = () => clinic.as('optometrist')
const member = async (birth = '2015-07-12') =>
  (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: `孙思远${++nth}`, gender: 1, birth })).pid
const consent = async (pid: number) => {
  const [text] = (await clinic.as('reception').call('patients.consent.texts', {})).filter((t) => t.kind === 4)
  await clinic
    .as('reception')
    .call('patients.consent.give', { pid, kind: 4, sha256: text!.sha256, way: 1, guardianName: '孙母', guardianRelation: 2 })
}
const corneas = { eccOd: 0.5, eccOs: 0.5, wtwOd: 11.6, wtwOs: 11.6, iopOd: 15, iopOs: 15 }
const eye = { dsOd: -3, dcOd: -0.5, axOd: 180, dsOs: -2.75, k1Od: 43, k2Od: 44, k1Os: 43.25, k2Os: 44, ...corneas }
const questions = { inflammation: 'no', dryEye: 'no', systemicBar: 'no', hygiene: 'good' } as const
const first = async (pid: number, more: object = {}) =>
  optometrist().call('okjing-first-record.create', { pid, ...eye, ...questions, result: 'suitable', ...more })
const lens = {
  bcOd: 8.6,
  rcOd: 7.15,
  acOd: 43,
  targetOd: -3,
  diaOd: 10.6,
  ctOd: 0.22,
  colourOd: 'green',
  bcOs: 8.52,
  rcOs: 7.12,
  acOs: 43.25,
  targetOs: -2.75,
  diaOs: 10.6,
  ctOs: 0.22,
  colourOs: 'blue',
} as const
const crossed = {
  bcOd: 8.52,
  rcOd: 7.12,
  acOd: 43.25,
  targetOd: -2.75,
  diaOd: 10.6,
  ctOd: 0.22,
  colourOd: 'blue',
  bcOs: 8.6,
  rcOs: 7.15,
  acOs: 43,
  targetOs: -3,
  diaOs: 10.6,
  ctOs: 0.22,
  colourOs: 'green',
} as const
const udi = (serial: string) => `0106901234567892172905311\u0030K2609\u001d21${serial}`
const boxes = () => ({ udiOd: udi(`R${++nth}`), udiOs: udi(`L${++nth}`), ...lens })
const taught: Sent<'okjing-take-record.create'>['taught'] = ['wash', 'insert', 'remove', 'clean', 'suction', 'stuck', 'redEye', 'water']
/** A member whose fitting was checked. */
const fitted = async () => {
  const pid = await member()
  await consent(pid)
  const record = await first(pid)
  await doctor().call('okjing-first-record.status', { id: record.id, status: 2 })
  const fitting = await optometrist().call('fitting.create', {
    pid,
    product: 'DreamLens',
    fittedOd: true,
    fittedOs: true,
    source: 'outside',
    ...lens,
  })
  await doctor().call('fitting.update', { id: fitting.id, status: 2, version: fitting.version })
  return { pid, fittingId: fitting.id, firstId: record.id }
}
const taking = async () => {
  const fitting = await fitted()
  const take = await optometrist().call('okjing-take-record.create', {
    pid: fitting.pid,
    fittingId: fitting.fittingId,
    takenBy: 'mother',
    taught: taught,
    emergencyPhone: '01088886666',
    ...boxes(),
  })
  return { ...fitting, take }
}
const worn = async () => {
  const taken = await taking()
  await doctor().call('okjing-take-record.status', { id: taken.take.id, status: 2 })
  return taken
}

describe('records of every kind', () => {
  it('history: each item with who said it; all denied is a statement, and nothing beside it says yes', async () => {
    const pid = await member()
    const items = [
      { item: 'lensWear', reply: 'yes', saidBy: 'mother', text: '一年' },
      { item: 'dryEye', reply: 'unknown' },
    ] as const
    const row = await optometrist().call('medical-history.create', { pid, items: [...items] })
    expect(row).toMatchObject({
      status: 1,
      pid,
      caseId: null,
      items: [{ item: 'lensWear', reply: 'yes', saidBy: 'mother' }, { item: 'dryEye' }],
    })
    expect(await optometrist().refusal('medical-history.create', { pid, items, deniedAll: 'mother' })).toMatchObject({
      code: 1,
      field: 'items.0.reply',
    })
    expect(await optometrist().refusal('medical-history.create', { pid })).toMatchObject({ code: 1, field: 'items' })
    const denied = await optometrist().call('medical-history.create', { pid, deniedAll: 'father' })
    expect(denied).toMatchObject({ deniedAll: 'father', items: null })
    expect((await optometrist().call('okjing.case', { pid })).records.map((r) => r.id)).toEqual([row.id, denied.id])
    const list = await optometrist().call('medical-history.list', { pid, page_num: 1, page_size: 20 })
    expect(list.list.map((r) => r.id)).toEqual([denied.id, row.id])
    expect((await optometrist().call('medical-history.list', { pid, status: 2 })).total).toBe(0)
  })
  it('what a change leaves out stays, null empties; a stale version is refused', async () => {
    const pid = await member()
    const row = await optometrist().call('inquiry.create', { pid, chiefComplaint: '视物模糊', hoursPerNight: 8, status: 0 })
    expect(row.status).toBe(0)
    const next = await optometrist().call('inquiry.update', { id: row.id, version: row.version, hoursPerNight: null })
    expect(next).toMatchObject({ chiefComplaint: '视物模糊', hoursPerNight: null, status: 0 })
    expect(await optometrist().refusal('inquiry.update', { id: row.id, version: row.version, nightsPerWeek: 6 })).toMatchObject({ code: 1 })
    expect(await optometrist().call('inquiry.update', { id: row.id, version: next.version, status: 1 })).toMatchObject({ status: 1 })
    expect(await optometrist().refusal('inquiry.delete', { id: row.id })).toMatchObject({
      code: 1,
      message: expect.stringContaining('作废'),
    })
    expect(await optometrist().refusal('inquiry.get', { id: row.id + 100_000 })).toMatchObject({ code: 1 })
    expect(await optometrist().refusal('medical-history.get', { id: row.id })).toMatchObject({ code: 1 })
  })
  it('reception sees no record, the manager signs none', async () => {
    const { id } = await first(await member(), { result: 'no', resultReason: '不合作' })
    expect(await clinic.as('reception').refusal('okjing-first-record.get', { id })).toMatchObject({ code: 20405 })
    expect(await clinic.as('manager').refusal('okjing-first-record.status', { id, status: 2 })).toMatchObject({ code: 20405 })
    expect(await optometrist().refusal('okjing-first-record.status', { id, status: 2 })).toMatchObject({ code: 20405 })
  })
})

describe('the ortho-k chain', () => {
  it('begins with a first record; nothing joins a case that is not there, and a member has one', async () => {
    const pid = await member()
    expect(await optometrist().refusal('fitting.create', { pid, status: 0 })).toMatchObject({ code: 1, message: '请先建立硬镜初诊记录' })
    const { caseId } = await first(pid)
    expect(caseId).toBeGreaterThan(0)
    expect(await optometrist().refusal('okjing-first-record.create', { pid, ...eye, ...questions, result: 'suitable' })).toMatchObject({
      code: 1,
      message: '这次验配已有初诊记录',
    })
    const bare = clinic.tx((cx) => cx.db.run(sql`insert into okjing_case (hid, pid) values (${clinic.hid}, ${pid})`))
    await expect(bare).rejects.toMatchObject({ constraint: 'okjing_case__one_case' })
  })
  it('plain 适合 is for green lights alone; a red one needs a reason; the signature needs the consent', async () => {
    const young = await member('2020-01-01')
    const refused = await optometrist().refusal('okjing-first-record.create', { pid: young, ...eye, ...questions, result: 'suitable' })
    expect(refused).toMatchObject({ code: 1, field: 'result', message: expect.stringContaining('年龄 6') })
    expect(await optometrist().refusal('okjing-first-record.create', { pid: young, ...eye, ...questions, result: 'care' })).toMatchObject({
      field: 'resultReason',
    })
    const { id } = await first(young, { result: 'care', resultReason: '家长强烈要求，密切随访' })
    expect(await doctor().refusal('okjing-first-record.status', { id, status: 2 })).toMatchObject({
      code: 1,
      message: expect.stringContaining('知情同意'),
    })
    await consent(young)
    expect(await doctor().call('okjing-first-record.status', { id, status: 2 })).toMatchObject({
      status: 2,
      signerName: expect.any(String),
    })
    const paper = await doctor().call('okjing-first-record.print', { id })
    expect(paper.paper.lights).toContainEqual(expect.objectContaining({ item: '年龄', colour: 'red' }))
    expect(paper.paper).toMatchObject({ consentBy: '孙母', limits: expect.stringContaining('默认') })
  })
  it('limits of the store come before the defaults, with their author', async () => {
    await clinic
      .as('manager')
      .call('settings.ok-limits.create', { hid: clinic.hid, name: '2026 版', ageMin: 6, author: '何明哲', decidedOn: '2026-01-05' })
    const { id } = await first(await member('2020-01-01'))
    const { paper } = await doctor().call('okjing-first-record.print', { id })
    expect(paper).toMatchObject({ limits: '2026 版 · 何明哲 · 2026-01-05' })
  })
  it('a fitting waits for the signed first record and is checked by a second person', async () => {
    const pid = await member()
    await consent(pid)
    const { id } = await first(pid)
    const body = { pid, product: 'DreamLens', fittedOd: true, source: 'outside', ...lens } as const
    expect(await optometrist().refusal('fitting.create', body)).toMatchObject({ code: 1, field: 'product' })
    await doctor().call('okjing-first-record.status', { id, status: 2 })
    expect(await optometrist().refusal('fitting.create', { ...body, source: null })).toMatchObject({ field: 'source' })
    const own = await doctor().call('fitting.create', body)
    expect(await clinic.tx((cx) => fittingChecked(cx, own.id))).toBeUndefined()
    const checked = await fitted()
    expect(await clinic.tx((cx) => fittingChecked(cx, checked.fittingId))).toMatchObject({ pid: checked.pid, bcOd: 8.6, source: 'outside' })
    expect(await doctor().refusal('fitting.update', { id: own.id, status: 2 })).toMatchObject({
      code: 1,
      message: expect.stringContaining('另一个人'),
    })
    const bare = clinic.tx((cx) =>
      cx.db.run(
        sql`
          update clinical_record
          set status = 2, version = version + 1, signed_by = recorder_id, signed_at = app_now()
          where id = ${own.id}
        `,
      ),
    )
    await expect(bare).rejects.toMatchObject({ constraint: 'clinical_record__second_checker' })
  })
  it('a swapped pair, a difference, an expired lens and a number that is not on the box stop the take record', async () => {
    const { pid, fittingId } = await fitted()
    const body = { pid, fittingId, takenBy: 'mother', ...boxes() } as const
    expect(await optometrist().refusal('okjing-take-record.create', { ...body, ...crossed })).toMatchObject({
      code: 1,
      field: 'serialOd',
      message: expect.stringContaining('左右眼镜片放反'),
    })
    expect(await optometrist().refusal('okjing-take-record.create', { ...body, acOs: 43 })).toMatchObject({
      field: 'acOs',
      message: expect.stringContaining('定 43.25，到 43'),
    })
    expect(await optometrist().refusal('okjing-take-record.create', { ...body, ctOs: 0.25 })).toMatchObject({ field: 'ctOs' })
    expect(await optometrist().refusal('okjing-take-record.create', { ...body, serialOd: 'X1' })).toMatchObject({ field: 'serialOd' })
    const expired = body.udiOd.replace('17290531', '17250531')
    expect(await optometrist().refusal('okjing-take-record.create', { ...body, udiOd: expired })).toMatchObject({
      field: 'expiryOd',
      message: expect.stringContaining('已过'),
    })
    expect(await optometrist().refusal('okjing-take-record.create', { ...body, udiOd: 'abc' })).toMatchObject({ field: 'udiOd' })
    const take = await optometrist().call('okjing-take-record.create', { ...body, ctOs: 0.23 })
    expect(take).toMatchObject({ gtinOd: '06901234567892', batchOd: 'K2609', expiryOd: '2029-05-31', status: 1 })
    expect(await doctor().refusal('okjing-take-record.status', { id: take.id, status: 2 })).toMatchObject({ field: 'taught' })
  })
  it('signing hands the lenses over: one worn for each eye, a number once, a new one takes the place of the former', async () => {
    const { pid, take, fittingId } = await worn()
    const caseOf = await doctor().call('okjing.case', { pid })
    expect(caseOf.lenses).toHaveLength(2)
    expect(caseOf.lenses[0]).toMatchObject({ status: 1, takeId: take.id, batch: 'K2609', handedOn: expect.any(String) })
    expect(caseOf.case).toMatchObject({ stage: 'review', nextLabel: '次日' })
    const again = { pid, fittingId, takenBy: 'mother', taught: taught, emergencyPhone: '01088886666', ...boxes() } as const
    const same = await optometrist().call('okjing-take-record.create', { ...again, udiOd: udi(take.serialOd!) })
    expect(await doctor().refusal('okjing-take-record.status', { id: same.id, status: 2 })).toMatchObject({
      code: 1,
      message: expect.stringContaining('序列号'),
    })
    const spare = await optometrist().call('okjing-take-record.create', { ...again, ...boxes(), spareOd: true, spareOs: true })
    await doctor().call('okjing-take-record.status', { id: spare.id, status: 2 })
    const next = await optometrist().call('okjing-take-record.create', { ...again, ...boxes() })
    await doctor().call('okjing-take-record.status', { id: next.id, status: 2 })
    const { lenses } = await doctor().call('okjing.case', { pid })
    const inUse = lenses.filter((l) => l.status === 1 && !l.spare)
    expect(inUse.map((l) => l.takeId)).toEqual([next.id, next.id])
    expect(lenses.filter((l) => l.takeId === take.id).map((l) => [l.status, l.endReason])).toEqual([
      [2, '换新片'],
      [2, '换新片'],
    ])
    expect(
      await doctor().refusal('okjing.lens.resume', { id: lenses.find((l) => l.takeId === take.id)!.id, reason: '换回旧片' }),
    ).toMatchObject({ code: 1 })
  })
  it('a lens an order delivered is worn from that day, joins the record signed of it, and is in nobody else’s eye', async () => {
    const { pid, fittingId } = await fitted()
    const serial = `ORD${++nth}`
    const order = { ref: 'order:1', hid: clinic.hid, pid, fittingId }
    const box = {
      eye: 'od',
      serial,
      gtin: '06901234567892',
      batch: 'K2609',
      expiry: '2029-05-31',
      product: '夜戴',
      parameters: { bc: 8.6 },
    } as const
    const [id] = await clinic.tx((cx) => lensesDelivered(cx, { ...order, lenses: [box] }))
    const stands = async () => (await doctor().call('okjing.case', { pid })).lenses
    expect(await stands()).toEqual([expect.objectContaining({ id, serial, eye: 'od', status: 1, ref: 'order:1', takeId: null })])
    const elsewhere = { ...order, pid: await member(), ref: 'order:2', lenses: [box] }
    await expect(clinic.tx((cx) => lensesDelivered(cx, elsewhere))).rejects.toThrow('lens_serial')
    const lesson = { takenBy: 'mother', taught, emergencyPhone: '01088886666' } as const
    const take = await optometrist().call('okjing-take-record.create', { pid, fittingId, ...lesson, ...boxes(), udiOd: udi(serial) })
    await doctor().call('okjing-take-record.status', { id: take.id, status: 2 })
    expect((await stands()).find((l) => l.id === id)).toMatchObject({ takeId: take.id, ref: 'order:1', status: 1 })
    expect(await clinic.tx((cx) => lensesReturned(cx, 'order:1', '退货'))).toBe(1)
    expect((await stands()).find((l) => l.id === id)).toMatchObject({ status: 2, endReason: '退货' })
  })
  it('is amended with a reason by the doctor, and both versions are there', async () => {
    const { take } = await worn()
    expect(await doctor().refusal('okjing-take-record.update', { id: take.id, remark: '补记' })).toMatchObject({ code: 1 })
    const signed = await doctor().call('okjing-take-record.get', { id: take.id })
    const amended = await doctor().call('okjing-take-record.update', {
      id: take.id,
      version: signed.version,
      remark: '补记',
      reason: '漏写',
    })
    expect(amended).toMatchObject({ status: 2, remark: '补记', changeReason: '漏写' })
    const { list } = await doctor().call('clinical-record.versions', { id: take.id })
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({ reason: '漏写', version: signed.version })
    expect(
      await optometrist().refusal('okjing-take-record.update', { id: take.id, version: amended.version, remark: 'x', reason: 'y' }),
    ).toMatchObject({ code: 20405 })
  })
  it('what a record still needs is named by its label, never by its key', async () => {
    const { pid } = await worn()
    for (const name of Object.keys(recordKinds) as Array<keyof typeof recordKinds>) {
      if (!recordKinds[name].needed.length) continue
      const { message } = await doctor().refusal(`${name}.create`, { pid } as never)
      expect([name, message]).toEqual([name, expect.not.stringMatching(/请填写[a-zA-Z]/)])
    }
  })
  it('a review names the hard lens examination of its own member', async () => {
    const [{ pid }, other] = [await worn(), await worn()]
    const seen = { ucvaOd: 4.9, ucvaOs: 4.9 }
    const exam = await optometrist().call('exam-hard-lens.create', { pid: other.pid, status: 0, ...seen })
    const review = { pid, decision: 'continue', examId: exam.id } as const
    expect(await optometrist().refusal('okjing-first-review.create', review)).toMatchObject({ field: 'examId' })
    expect(await optometrist().call('okjing-first-review.create', { ...review, pid: other.pid })).toMatchObject({ examId: exam.id })
  })
  it('a review that pauses stops the lenses; only a doctor gives them back', async () => {
    const { pid } = await worn()
    expect(await optometrist().refusal('okjing-first-review.create', { pid, decision: 'pause' })).toMatchObject({ field: 'decisionReason' })
    await optometrist().call('okjing-first-review.create', { pid, decision: 'pause', decisionReason: '染色 3 级' })
    const { lenses } = await doctor().call('okjing.case', { pid })
    expect(lenses.map((l) => [l.status, l.endReason])).toEqual([
      [2, '染色 3 级'],
      [2, '染色 3 级'],
    ])
    const lensId = lenses[0]!.id
    expect(await optometrist().refusal('okjing.lens.resume', { id: lensId, reason: '愈合' })).toMatchObject({ code: 20405 })
    expect(await doctor().refusal('okjing.lens.resume', { id: lensId, reason: '愈合' })).toMatchObject({
      code: 1,
      message: expect.stringContaining('停戴后还没有检查'),
    })
    expect(await optometrist().refusal('okjing-regular-review.create', { pid, visit: 'week1', decision: 'continue' })).toMatchObject({
      field: 'decision',
    })
    const clear = Object.fromEntries(['Od', 'Os'].flatMap((side) => [`stainAreaC${side}`, `infiltrate${side}`].map((name) => [name, 0])))
    await optometrist().call('exam-hard-lens.create', { pid, ucvaOd: 5, ucvaOs: 5, movementOd: 1, movementOs: 1, decision: 1, ...clear })
    expect(await doctor().call('okjing.lens.resume', { id: lensId, reason: '愈合' })).toMatchObject({ status: 1 })
    const { list } = await doctor().call('okjing.cases', { hid: clinic.hid, page_size: 100 })
    expect(list.find((c) => c.pid === pid)).toMatchObject({ stage: 'review', stopped: true })
  })
  it('a lens past its day runs out in the night after it', async () => {
    const { pid } = await worn()
    const [lens] = (await doctor().call('okjing.case', { pid })).lenses
    const after = async (days: number) => {
      await clinic.tx((cx) => cx.db.run(sql`update ok_lens set due_on = ${cx.today}::date + ${days}::int where id = ${lens!.id}`))
      await clinic.tx((cx) => expireLenses.run(cx))
      return (await doctor().call('okjing.case', { pid })).lenses.find((l) => l.id === lens!.id)?.status
    }
    expect(await after(0)).toBe(1)
    expect(await after(-1)).toBe(5)
  })
  it('a review before any lens is refused, a void one says why, a state it cannot go to is named', async () => {
    const { pid, firstId } = await fitted()
    expect(await optometrist().refusal('okjing-regular-review.create', { pid, visit: 'month1', decision: 'continue' })).toMatchObject({
      field: 'decision',
    })
    expect(await doctor().refusal('okjing-first-record.status', { id: firstId, status: 1 })).toMatchObject({
      code: 1,
      message: expect.stringContaining('已审核'),
    })
    expect(await doctor().refusal('okjing-first-record.status', { id: firstId, status: 9 })).toMatchObject({ code: 1, field: 'reason' })
    expect(await doctor().call('okjing-first-record.status', { id: firstId, status: 9, reason: '写错会员' })).toMatchObject({ status: 9 })
  })
  it('two who sign one record: one signs; the same request twice is one record', async () => {
    const { take, pid } = await taking()
    const outcomes = await Promise.allSettled([1, 2].map(() => doctor().call('okjing-take-record.status', { id: take.id, status: 2 })))
    expect(outcomes.map((o) => o.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await doctor().call('okjing.case', { pid })).lenses).toHaveLength(2)
    const key = `inquiry-${nth}`
    const twice = await Promise.all([1, 2].map(() => optometrist().call('inquiry.create', { pid, chiefComplaint: '眼红' }, { key })))
    expect(twice[0]!.id).toBe(twice[1]!.id)
    expect((await optometrist().call('inquiry.list', { pid })).total).toBe(1)
  })
})

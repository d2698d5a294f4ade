/** Screenings from the plan to the referral: stations and their logs, results, letters. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, clinicNow } from '#kernel/contract/index.ts'
import { sql } from '#kernel/server/index.ts'
import { newCaptcha } from '#modules/account/server/captcha.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { QUESTIONS } from '../contract/letter/behaviour.ts'
import { screeningReferral, screeningResult, screeningTask } from '../contract/states.results.ts'

let clinic: Clinic
const today = clinicNow().slice(0, 10)
const manager = () => clinic.as('manager')
const examiner = () => clinic.as('optometrist')
const { is } = screeningResult

/** A class of some children in a school of its own. */
async function classOf(children: number, name = randomUUID().slice(0, 6)) {
  const school = await manager().call('eyefile.schools.create', { hid: clinic.hid, name: `${name}小学`, stage: 2, areaCode: '110105' })
  const room = await manager().call('eyefile.classes.create', { hid: clinic.hid, schoolId: school.id, grade: 13, name: '2班' })
  const students = []
  for (let i = 0; i < children; i++) {
    students.push(
      await manager().call('eyefile.students.create', {
        hid: clinic.hid,
        name: `学生${name}${i}`,
        gender: i % 2 === 0 ? 0 : 1,
        birth: `2017-08-${String(1 + (i % 27)).padStart(2, '0')}`,
        schoolId: school.id,
        classId: room.id,
        seat: i + 1,
      }),
    )
  }
  return { schoolId: school.id, classId: room.id, students: students.map(({ studentId }) => studentId) }
}
async function published(children: number, more: object = {}) {
  const room = await classOf(children)
  const task = await manager().call('eyefile.tasks.create', {
    hid: clinic.hid,
    name: '秋季筛查',
    schoolId: room.schoolId,
    items: ['ucva', 'cva'],
    startOn: today,
    endOn: addDays(today, 7),
    classIds: [room.classId],
    ...more,
  })
  await manager().call('eyefile.tasks.move', { id: task.id, move: 'publish' })
  return { ...room, taskId: task.id }
}
async function station(taskId: number, role: 'optometrist' | 'doctor' = 'optometrist') {
  const deviceId = randomUUID()
  const { pin } = await manager().call('eyefile.tasks.pin', { id: taskId })
  const pack = await clinic.as(role).call('eyefile.tasks.pack', { id: taskId, pin, deviceId, name: '视力站 1' })
  let lamport = 0
  const op = (studentId: number, field: string, value: string | number | boolean | null, more: object = {}) => ({
    opId: randomUUID(),
    lamport: ++lamport,
    studentId,
    field,
    value,
    at: clinicNow(),
    ...more,
  })
  const send = (ops: ReadonlyArray<ReturnType<typeof op>>) => clinic.as(role).call('eyefile.ops', { taskId, deviceId, ops: [...ops] })
  const child = (studentId: number, od: string, os: string) => [
    op(studentId, 'glassesType', 0),
    op(studentId, 'ucvaOd', od),
    op(studentId, 'ucvaOs', os),
  ]
  return { deviceId, pack, op, send, child }
}
const resultOf = async (taskId: number, studentId: number) => {
  const { list } = await examiner().call('eyefile.results.list', { taskId, studentId, page_num: 1, page_size: 5 })
  const row = list[0]
  if (!row) throw new Error('no result')
  return row
}

beforeAll(async () => {
  clinic = await freshClinic()
})

describe('a task', () => {
  it('enters its children when it is published and draws one of twenty to be measured again', async () => {
    const { taskId, students } = await published(21)
    const { list, total } = await examiner().call('eyefile.results.list', { taskId, page_num: 1, page_size: 0 })
    expect(total).toBe(21)
    expect(list.map(({ studentId }) => studentId).toSorted()).toEqual(students.toSorted())
    expect(list.filter(({ retest }) => retest)).toHaveLength(2)
    expect(list.every(({ status, standard }) => status === is.open && standard === 'WS/T 10039—2025')).toBe(true)
  })
  it('without children is not published; with an end before its start it is not kept', async () => {
    const room = await classOf(0)
    const plan = { hid: clinic.hid, name: '空', schoolId: room.schoolId, startOn: today, endOn: today, classIds: [room.classId] }
    const { id } = await manager().call('eyefile.tasks.create', plan)
    expect(await manager().refusal('eyefile.tasks.move', { id, move: 'publish' })).toMatchObject({
      message: '请先选择至少一个有学生的班级或村居委',
    })
    expect((await manager().call('eyefile.tasks.get', { id })).status).toBe(screeningTask.is.draft)
    expect(await manager().refusal('eyefile.tasks.create', { ...plan, endOn: addDays(today, -1) })).toMatchObject({ field: 'endOn' })
    await manager().call('eyefile.tasks.delete', { id })
  })
  it('takes no class of another school, and is planned by managers only', async () => {
    const [one, two] = [await classOf(1), await classOf(1)]
    const plan = { hid: clinic.hid, name: '错', schoolId: one.schoolId, startOn: today, endOn: today, classIds: [two.classId] }
    expect(await manager().refusal('eyefile.tasks.create', plan)).toMatchObject({ message: '班级不属于所选的学校' })
    expect(await examiner().refusal('eyefile.tasks.create', plan)).toMatchObject({ code: 20405 })
  })
})

describe('a station', () => {
  it('is opened by the PIN; five wrong ones lock it until there is another', async () => {
    const { taskId } = await published(2)
    const deviceId = randomUUID()
    const open = (pin: string) => examiner().refusal('eyefile.tasks.pack', { id: taskId, pin, deviceId, name: '站' })
    const wrong = '22222222'
    for (let left = 4; left >= 1; left--) expect(await open(wrong)).toMatchObject({ message: `口令错误，还可试 ${left} 次` })
    expect(await open(wrong)).toMatchObject({ message: '口令已输错 5 次，请负责人更换口令' })
    const { pin: former } = await manager().call('eyefile.tasks.pin', { id: taskId })
    expect(await open(former)).toMatchObject({ message: '口令已输错 5 次，请负责人更换口令' })
    const { pin } = await manager().call('eyefile.tasks.renew-pin', { id: taskId })
    expect((await examiner().call('eyefile.tasks.pack', { id: taskId, pin, deviceId, name: '站' })).children).toHaveLength(2)
  })
  it('takes along what it needs of a child and nothing else', async () => {
    const { taskId } = await published(1)
    const { pack } = await station(taskId)
    expect(Object.keys(pack.children[0] ?? {}).toSorted()).toEqual(
      ['studentId', 'no', 'name', 'gender', 'birth', 'groupId', 'glassesType', 'formerOd', 'formerOs', 'retest', 'status'].toSorted(),
    )
  })
  it('sends a batch twice and it counts once; the result follows', async () => {
    const { taskId, students } = await published(3)
    const { child, send } = await station(taskId)
    const [first] = students as [number]
    const ops = child(first, '4.8', '5.0')
    expect((await send(ops)).have).toHaveLength(3)
    expect((await send(ops)).have).toHaveLength(3)
    const row = await resultOf(taskId, first)
    expect(row).toMatchObject({
      ucvaOd: 4.8,
      ucvaOs: 5,
      poorSight: 1,
      poorSightDegree: 2,
      warning: 2,
      forVisit: true,
      ctid: clinic.ctid('optometrist'),
    })
    expect(
      await clinic.tx((cx) => cx.db.the({ n: 'number' }, sql`select count(*)::int n from screening_op where task_id = ${taskId}`)),
    ).toEqual({ n: 3 })
    expect((await manager().call('eyefile.tasks.get', { id: taskId })).status).toBe(screeningTask.is.screening)
  })
  it('is told in words which entries are not taken, and the others of the batch are', async () => {
    const [{ taskId, students }, other] = [await published(1), await published(1)]
    const { op, send } = await station(taskId)
    const [child, stranger] = [students[0] ?? 0, other.students[0] ?? 0]
    const { refused, have } = await send([
      op(child, 'ucvaOd', '5.4'),
      op(child, 'arOd1', '-1.00/-0.50'),
      op(stranger, 'ucvaOd', '5.0'),
      op(child, 'height', 300),
      op(child, 'ucvaOs', null),
      op(child, 'diagnosis', '近视'),
      op(child, 'ucvaOs', '5.0'),
    ])
    expect(refused.map(({ sentence }) => sentence)).toEqual([
      '右眼裸眼视力：应为 4.0–5.3 的视力表行，或指数、手动、光感、无光感',
      '右眼电脑验光第 1 次：有柱镜时须有轴位',
      '这名学生不在此任务中',
      '身高：应为 40–220 cm',
      '清除数值须写明原因',
      '没有“diagnosis”这一项',
    ])
    expect(have).toHaveLength(1)
  })
  it('that was recalled is told so, and nothing more of it is taken', async () => {
    const { taskId, students } = await published(1)
    const { child, send, pack } = await station(taskId)
    await manager().call('eyefile.tasks.recall', { id: taskId, stationId: pack.stationId })
    expect(await send(child(students[0] ?? 0, '5.0', '5.0'))).toMatchObject({ have: [], recalled: true })
    expect((await resultOf(taskId, students[0] ?? 0)).status).toBe(is.open)
  })
  it('that never opened the task is refused', async () => {
    const { taskId } = await published(1)
    expect(await examiner().refusal('eyefile.ops', { taskId, deviceId: randomUUID(), ops: [] })).toMatchObject({
      message: '此平板未打开该任务，请先输入口令',
    })
  })
})

describe('a result', () => {
  it("keeps two examiners' different values and asks; a decision with a reason stands, the first value stays sealed", async () => {
    const { taskId, students } = await published(1)
    const [one, two] = [await station(taskId), await station(taskId, 'doctor')]
    const id = students[0] ?? 0
    await one.send(one.child(id, '4.8', '5.0'))
    await two.send([two.op(id, 'ucvaOd', '5.0', { lamport: 9 })])
    const row = await resultOf(taskId, id)
    expect(row).toMatchObject({ disputed: ['ucvaOd'], ucvaOd: null })
    expect(await manager().refusal('eyefile.results.sign', { id: taskId })).toMatchObject({ message: '还有 1 名学生的数值待裁定' })
    const after = await examiner().call('eyefile.results.correct', { id: row.id, field: 'ucvaOd', value: '4.9', reason: '两人同看后一致' })
    expect(after).toMatchObject({ ucvaOd: 4.9, disputed: [] })
    expect(after.fields.find(({ field }) => field === 'ucvaOd')).toMatchObject({
      first: { value: '4.8' },
      changes: [{ value: '5.0' }, { value: '4.9', reason: '两人同看后一致' }],
    })
  })
  it('of a drawn child waits for a second measurement', async () => {
    const { taskId, students } = await published(1)
    const [one, two] = [await station(taskId), await station(taskId, 'doctor')]
    const id = students[0] ?? 0
    expect((await one.send(one.child(id, '5.0', '5.0'))).states).toMatchObject([{ status: is.retest, retest: true }])
    await two.send([two.op(id, 're.ucvaOd', '4.9'), two.op(id, 're.ucvaOs', '5.0')])
    expect((await resultOf(taskId, id)).status).toBe(is.retested)
    const { examiners } = await manager().call('eyefile.tasks.board', { id: taskId })
    expect(examiners).toMatchObject([{ measured: 1, retests: 2, errors: 0 }])
  })
  it('of a night-lens wearer needs only the acuity with them, and judges no bare eye', async () => {
    const { taskId, students } = await published(2)
    const { op, send } = await station(taskId)
    const [id] = students as [number]
    await send([op(id, 'glassesType', 3), op(id, 'cvaOd', '5.0'), op(id, 'cvaOs', '5.0')])
    const row = await resultOf(taskId, id)
    expect(screeningResult.in.complete).toContain(row.status)
    expect(row).toMatchObject({ poorSight: null, screeningMyopia: null, forVisit: false, correction: 3 })
  })
  it('entries of an archived task are refused; nobody rewrites a log', async () => {
    const { taskId, students } = await published(1)
    const { child, send } = await station(taskId)
    await send(child(students[0] ?? 0, '5.0', '5.0'))
    for (const move of ['finish', 'archive'] as const) await manager().call('eyefile.tasks.move', { id: taskId, move })
    const { refused } = await send(child(students[0] ?? 0, '4.0', '4.0'))
    expect(refused[0]?.sentence).toBe('任务已结束，不再接收录入')
    const row = await resultOf(taskId, students[0] ?? 0)
    expect(
      await examiner().refusal('eyefile.results.correct', { id: row.id, field: 'ucvaOd', value: '4.9', reason: '补正' }),
    ).toMatchObject({
      message: '任务已归档，不能再录入',
    })
    await expect(clinic.tx((cx) => cx.db.run(sql`update screening_op set lamport = 9 where task_id = ${taskId}`))).rejects.toThrow()
  })
  it('a station that reads high and heights that end in 0 and 5 are told on the board; honest ones are not', async () => {
    const { taskId, students } = await published(60)
    const [one, two] = [await station(taskId), await station(taskId, 'doctor')]
    for (const [i, id] of students.entries()) {
      const { op, send } = i % 2 ? one : two
      const line = (4.7 + (Math.floor(i / 2) % 3) / 10 + (i % 2 ? 0 : 0.2)).toFixed(1)
      const height = i % 2 ? 120 + ((i * 7) % 97) / 10 : 120 + (i % 9) * 0.5
      await send([op(id, 'glassesType', 0), op(id, 'ucvaOd', line), op(id, 'ucvaOs', line), op(id, 'height', Math.round(height * 10) / 10)])
    }
    const { quality } = await examiner().call('eyefile.tasks.board', { id: taskId })
    const stations = quality.filter(({ kind }) => kind === 'station')
    expect(stations.map(({ found }) => found)).toEqual([true, true])
    expect(stations.map(({ difference }) => Math.round((difference ?? 0) * 10) / 10).toSorted()).toEqual([-0.2, 0.2])
    // Thirty heights each are too few to accuse anybody by their last digits.
    expect(quality.some(({ kind }) => kind === 'digits')).toBe(false)
  })
  it('rates stand with their intervals, and small cells are hidden from outside', async () => {
    const { taskId, students } = await published(12)
    const { child, send } = await station(taskId)
    await send(students.flatMap((id, i) => child(id, i < 3 ? '4.7' : '5.0', '5.0')))
    const poor = async (isOutside: boolean) => {
      const { rows } = await manager().call('eyefile.results.statistics', { hid: clinic.hid, taskId, by: 'grade', isOutside })
      return rows[0]?.rates.find(({ measure }) => measure === 'poorSight')
    }
    expect(await poor(false)).toMatchObject({ hits: 3, total: 12, low: expect.closeTo(0.0889, 3), high: expect.closeTo(0.5323, 3) })
    expect(await poor(true)).toMatchObject({ hits: null, total: 12, low: null })
  })
})

describe('a referral', () => {
  it("is closed by the linked member's next refraction, naming it; the children without a finding have none", async () => {
    const { taskId, students } = await published(2)
    const { child, send } = await station(taskId)
    const [poor, good] = students as [number, number]
    await send([...child(poor, '4.6', '4.9'), ...child(good, '5.0', '5.0')])
    const list = async () => (await examiner().call('eyefile.referrals.list', { taskId, page_num: 1, page_size: 20 })).list
    expect(await list()).toMatchObject([{ studentId: poor, status: screeningReferral.is.advised, visitedOn: null }])
    const { pid } = await clinic
      .as('reception')
      .call('patients.save', { hid: clinic.hid, name: '转诊会员', gender: 1, birth: '1990-08-01' })
    await clinic.tx((cx) => cx.db.run(sql`update student set pid = ${pid} where id = ${poor}`))
    const exam = await clinic
      .as('optometrist')
      .call('examRefraction.save', { pid, kind: 4, dsOd: -1, dcOd: 0, dsOs: -1, dcOs: 0, status: 1 })
    expect(await list()).toMatchObject([
      { status: screeningReferral.is.visited, visitedOn: today, visitedBy: `exam_refraction:${exam.id}` },
    ])
  })
  it('is refused with a reason only, and taken back when the value was wrong', async () => {
    const { taskId, students } = await published(1)
    const { child, send } = await station(taskId)
    await send(child(students[0] ?? 0, '4.6', '5.0'))
    const referral = async () => (await examiner().call('eyefile.referrals.list', { taskId, page_num: 1, page_size: 20 })).list[0]
    const { id = 0 } = (await referral()) ?? {}
    expect(await examiner().refusal('eyefile.referrals.move', { id, move: 'refuse' })).toMatchObject({ field: 'reason' })
    await examiner().call('eyefile.referrals.move', { id, move: 'refuse', reason: '家长说没时间' })
    expect(await referral()).toMatchObject({ status: screeningReferral.is.refused, reason: '家长说没时间' })
    const row = await resultOf(taskId, students[0] ?? 0)
    await examiner().call('eyefile.results.correct', { id: row.id, field: 'ucvaOd', value: '5.0', reason: '看错行' })
    expect(await referral()).toMatchObject({ status: screeningReferral.is.none })
  })
})

describe("a parents' letter", () => {
  const pass = async () => {
    const { ticket } = await newCaptcha(clinic.booted.database.bare, '1234')
    return (await examiner().call('picture-verification', { ticket, captcha: '1234' })).ticket
  }
  async function lettered() {
    const { taskId, students } = await published(1)
    const { child, send } = await station(taskId)
    await send(child(students[0] ?? 0, '4.8', '5.0'))
    const { list } = await examiner().call('eyefile.results.letters', { id: taskId })
    const [letter] = list
    if (!letter) throw new Error('no letter')
    return { taskId, code: letter.code, birth: letter.birth }
  }
  it('is opened by code, birth and image code; the name is masked, the referral told, the plan kept', async () => {
    const { taskId, code, birth } = await lettered()
    const written = `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`
    const letter = await examiner().call('eyefile.letter.read', { code: written, birth, ticket: await pass() })
    expect(letter).toMatchObject({ forVisit: true, hints: ['视力不良'], od: { now: '4.8', former: null }, status: is.retest })
    expect(letter.name).toContain('*')
    await examiner().call('eyefile.letter.plan', { code, token: letter.token, plan: 1 })
    const { list } = await examiner().call('eyefile.referrals.list', { taskId, page_num: 1, page_size: 5 })
    expect(list).toMatchObject([{ toldOn: today }])
    expect(await examiner().refusal('eyefile.letter.plan', { code, token: 'other', plan: 3 })).toMatchObject({
      message: '页面已关闭，请重新输入码和出生日期',
    })
  })
  it('takes the behaviour form: advice changes, the result does not; the last form stands, of parents or station', async () => {
    const { taskId, students } = await published(1)
    const { child, op, send } = await station(taskId)
    const id = students[0] ?? 0
    await send(child(id, '4.8', '5.0'))
    // A form that is not full is none.
    await send(QUESTIONS.slice(1).map((_, i) => op(id, `bq${i + 2}`, 0)))
    const before = await resultOf(taskId, id)
    const paper = async () => (await examiner().call('eyefile.results.letters', { id: taskId })).list[0] ?? expect.fail('no letter')
    const usual = (await paper()).advice
    await send([op(id, 'bq1', 3)])
    expect((await paper()).advice.map(({ title }) => title)).toEqual([usual[0]?.title, '白天在户外 2 小时', expect.anything()])
    expect((await paper()).advice[1]?.text).toContain('您填的')
    const { code, birth } = await paper()
    const letter = await examiner().call('eyefile.letter.read', { code, birth, ticket: await pass() })
    expect(letter).toMatchObject({ behaviourForm: 'parents', behaviour: { answers: [3, 0, 0, 0, 0, 0, 0, 0] } })
    const answers = QUESTIONS.map((_, i) => (i === 3 ? 2 : 0))
    const filled = { code, token: letter.token, form: letter.behaviourForm, answers }
    expect((await examiner().call('eyefile.letter.behave', filled)).advice).toMatchObject([{ title: '书本离眼一尺' }])
    expect((await paper()).advice[1]?.title).toBe('书本离眼一尺')
    expect(await examiner().refusal('eyefile.letter.behave', { ...filled, token: 'other' })).toMatchObject({
      message: '页面已关闭，请重新输入码和出生日期',
    })
    expect(await examiner().refusal('eyefile.letter.behave', { ...filled, answers: [4, ...answers.slice(1)] })).toMatchObject({ code: 1 })
    const { version: _, ...after } = await resultOf(taskId, id)
    expect(after).toMatchObject({ ucvaOd: before.ucvaOd, poorSight: before.poorSight, status: before.status, staffName: before.staffName })
  })
  it('is opened by nobody without the image code, and shut after five wrong birthdays until the clinic gives it another code', async () => {
    const { taskId, code, birth } = await lettered()
    const read = async (letter: { code: string; birth: string }) =>
      examiner().refusal('eyefile.letter.read', { ...letter, ticket: await pass() })
    expect(await examiner().refusal('eyefile.letter.read', { code, birth, ticket: 'none' })).toMatchObject({ code: 20409 })
    const unknown = await read({ code: '22222222', birth })
    expect(unknown).toMatchObject({ code: 1, field: 'code' })
    // Unknown code, wrong day at every try, and the right day of a letter that is shut: one answer.
    for (let tries = 1; tries <= 6; tries++) expect(await read({ code, birth: '2016-01-01' })).toEqual(unknown)
    expect(await read({ code, birth })).toEqual(unknown)
    const { list } = await examiner().call('eyefile.results.list', { taskId, page_num: 1, page_size: 1 })
    const id = list[0]?.id ?? 0
    expect(await examiner().call('eyefile.results.get', { id })).toMatchObject({ isLetterShut: true })
    await examiner().call('eyefile.results.renew-letter', { id })
    const { letterCode, isLetterShut } = await examiner().call('eyefile.results.get', { id })
    expect(isLetterShut).toBe(false)
    expect(await read({ code, birth })).toEqual(unknown)
    expect(await examiner().call('eyefile.letter.read', { code: letterCode, birth, ticket: await pass() })).toMatchObject({
      forVisit: true,
    })
  })
})
describe('papers', () => {
  it("the teacher's list tells neither acuity nor finding; a parents' letter tells what to do", async () => {
    const { taskId, classId, students } = await published(12)
    const { child, op, send } = await station(taskId)
    await send(students.flatMap((id, i) => [...child(id, i === 0 ? '4.5' : '5.0', '4.6'), op(id, 'height', 120 + i), op(id, 'weight', 25)]))
    const seats = await examiner().call('eyefile.results.seats', { id: taskId, groupId: classId })
    expect(JSON.stringify(seats)).not.toMatch(/4\.[56]|近视|不良|ucva|warning/)
    expect(seats.rows[0]).toMatchObject({ desk: 52, chair: 29, isFront: true })
    const { list } = await examiner().call('eyefile.results.letters', { id: taskId, groupId: classId })
    expect(list).toHaveLength(12)
    expect(list[0]).toMatchObject({ forVisit: true, hints: ['视力不良'], advice: [{ title: '到医院散瞳验光' }, {}, {}] })
    expect(JSON.stringify(list)).not.toMatch(/确诊|患/)
  })
})

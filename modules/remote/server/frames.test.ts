/** Pictures taken in a room: kept with the eye, drawn on by both sides. */
import { beforeAll, describe, expect, it } from 'vitest'
import { makePng } from '#modules/exams/server/make.ts'
import { freshClinic, type CallId, type Clinic } from '../../../tests/harness.ts'
import { makeCase, makeRemoteConsent, makeSpecialist, type MakeCall } from './make.ts'

let clinic: Clinic
let pid: number
let shade = 0
const by =
  (role: 'doctor' | 'manager'): MakeCall =>
  (id, input) =>
    // The builders name calls of the contract.
    clinic.as(role).call(id as CallId, input as never)
/** A written case with its fee set aside and the expert at it. */
async function begun(): Promise<number> {
  const { id } = await makeCase(by('doctor'), { pid, ctid: clinic.ctid('expert'), question: '请看裂隙灯' })
  for (const [role, move] of [
    ['expert', 'accept'],
    ['doctor', 'hold'],
    ['doctor', 'wait'],
    ['expert', 'start'],
  ] as const)
    await clinic.as(role).call('telemedicine-subscribes.move', { id, move })
  return id
}
beforeAll(async () => {
  clinic = await freshClinic()
  pid = (await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '江一苇', gender: 1, birth: '2015-07-12' })).pid
  await makeSpecialist(by('manager'), { ctid: clinic.ctid('expert') })
  await makeRemoteConsent(by('doctor'), pid)
  await clinic.as('chain').call('payments.receive', { hid: clinic.hid, money: 500, payWay: 9 })
})

describe('pictures taken in the room', () => {
  const jpeg = () => ({ filename: 'frame.png', mimetype: 'image/png', bytes: makePng(8, 8, () => [++shade % 256, 3, 7]) })
  const upload = async () => (await clinic.as('doctor').call('common.images', { file: jpeg() })).id
  const frame = async (id: number, eye: 'OD' | 'OS') =>
    clinic.as('doctor').call('telemedicine-subscribes.frame', { id, eye, fileId: await upload() })

  it('begin one draft of a slit lamp examination with nothing measured, which is kept with them and not handed in empty', async () => {
    const id = await begun()
    await frame(id, 'OD')
    const { list } = await frame(id, 'OS')
    expect(list.map((image) => [image.eye, image.kind])).toEqual([
      ['OD', 'slitLamp'],
      ['OS', 'slitLamp'],
    ])
    expect(new Set(list.map((image) => image.examId)).size).toBe(1)
    const { examId } = list[0]!
    const draft = { id: examId, pid, scale: 1 as const }
    expect(await clinic.as('doctor').refusal('exam-slit-lamp.create', { pid, scale: 1, status: 0 })).toMatchObject({
      message: '请至少填写一项检查结果',
    })
    expect(await clinic.as('doctor').call('exam-slit-lamp.update', { ...draft, status: 0, note: '待补' })).toMatchObject({
      id: examId,
      note: '待补',
    })
    expect(await clinic.as('doctor').refusal('exam-slit-lamp.update', { ...draft, status: 1 })).toMatchObject({
      message: '请至少填写一项检查结果',
    })
  })
  it('are drawn on by both sides, each drawing a version', async () => {
    const id = await begun()
    const [image] = (await frame(id, 'OD')).list
    const line = (x: number) => ({
      tool: 'pen' as const,
      points: [
        { x, y: 200 },
        { x: x + 50, y: 260 },
      ],
    })
    const draw = (who: 'doctor' | 'expert', shapes: ReturnType<typeof line>[], base: ReturnType<typeof line>[]) =>
      clinic.as(who).call('telemedicine-subscribes.draw', { id, imageId: image!.id, shapes, base })
    const shown = async () => (await clinic.as('doctor').call('telemedicine-subscribes.frames', { id })).list[0]?.shapes
    await draw('doctor', [line(100)], [])
    // Both draw on what they see: neither stroke is lost, and one that is taken away stays away.
    await Promise.all([draw('doctor', [line(100), line(200)], [line(100)]), draw('expert', [line(100), line(300)], [line(100)])])
    expect(await shown()).toHaveLength(3)
    await draw('expert', [line(300)], [line(100), line(300)])
    expect([...(await shown())!].map((shape) => (shape.tool === 'pen' ? shape.points[0]!.x : 0)).sort()).toEqual([200, 300])
  })
})

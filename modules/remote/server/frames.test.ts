/** Pictures taken in a room: kept with the eye, drawn on by both sides. */
import { beforeAll, describe, expect, it } from 'vitest'
import { wordsOn } from '../../../tests/journeys/paper.ts'
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
  it('stand in the report with what is drawn on them, in words too, on its PDF as on its page', async () => {
    const id = await begun()
    const [image] = (await frame(id, 'OS')).list
    const shapes = [
      { tool: 'frame' as const, template: 'cornea' as const, at: { x: 500, y: 500 }, r: 300, mm: 11.8 },
      { tool: 'stamp' as const, stamp: 'stain' as const, at: { x: 700, y: 500 }, grade: 2 as const },
      { tool: 'text' as const, at: { x: 300, y: 300 }, text: '旧疤' },
    ]
    await clinic.as('doctor').call('telemedicine-subscribes.draw', { id, imageId: image!.id, shapes, base: [] })
    const expert = clinic.as('expert')
    const record = await expert.call('telemedicine-records.create', {
      reserveId: id,
      opinion: '随访',
      advice: '三月复查',
      images: [image!.id],
    })
    await expert.call('telemedicine-records.sign', { id: record.id })
    const pdf = async (language: 'zh' | 'en') => {
      const answer = await clinic.as('doctor').raw('papers.pdf', { hid: clinic.hid, path: `/remote-record-print/${record.id}`, language })
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      const bytes = Buffer.from(await answer.arrayBuffer())
      return { words: wordsOn(bytes).replace(/\s/g, ''), pictures: bytes.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0 }
    }
    const zh = await pdf('zh')
    expect(zh.pictures).toBe(1)
    // The words of a drawing twice: on the picture, and below it.
    expect(zh.words.match(/旧疤/g)).toHaveLength(2)
    expect(zh.words).toContain('2.角膜3点颞侧:着染2级')
    expect((await pdf('en')).words).toMatch(/2\.Cornea,3o'clocktemporal:Staininggrade2/)
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

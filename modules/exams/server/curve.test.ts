import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { eyeStates } from '../contract/states.ts'

describe('the curve of a member', () => {
  let clinic: Clinic
  let pid: number
  beforeAll(async () => {
    clinic = await freshClinic()
    pid = (await clinic.as('reception').call('patients.save', { name: '林子涵', gender: 1, birth: '2015-07-12' })).pid
    const examiner = clinic.as('optometrist')
    await examiner.call('exam-bio-meter.create', {
      pid,
      alOd: 23.5,
      k1Od: 42.5,
      k2Od: 43.25,
      eyeStateOs: eyeStates.is.unable,
      eyeReasonOs: '哭闹',
    })
    await examiner.call('examIop.save', { pid, iopOd: 15, iopOs: 16 })
    await examiner.call('examHeightWeight.save', { pid, height: 140, weight: 35 })
  })

  it('has a line for whatever a kind declares as a trend, with the numbers of the examination', async () => {
    const { trends, height } = await clinic.as('doctor').call('examVisual.curve', { pid })
    const pointsOf = (name: string) => trends.find((trend) => trend.of === name)?.points
    expect(pointsOf('k1')).toMatchObject([{ od: 42.5, os: null, value: null }])
    expect(pointsOf('k2')).toMatchObject([{ od: 43.25 }])
    expect(pointsOf('iop')).toMatchObject([{ od: 15, os: 16 }])
    expect(height).toMatchObject([{ height: 140, weight: 35 }])
  })
  it('says of an eye that was not measured why, and has no value for it', async () => {
    const { al } = await clinic.as('doctor').call('examVisual.curve', { pid })
    expect(al).toMatchObject([{ od: 23.5, os: null, notOd: null, notOs: expect.stringMatching(/./) }])
  })
  it('is refused to the cashier in words', async () => {
    expect(await clinic.as('cashier').refusal('examVisual.curve', { pid })).toMatchObject({
      code: 20405,
      message: expect.stringContaining('查看检查'),
    })
  })
})

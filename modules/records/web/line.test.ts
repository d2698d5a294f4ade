import { describe, expect, it } from 'vitest'
import { confirmed, editable, lineFrom, lineProblems, type Exam } from './line.ts'

const exam: Exam = {
  id: 7,
  kind: 4,
  examTime: '2026-11-21 09:00:00',
  vd: 12,
  dsOd: -3.25,
  dcOd: -0.5,
  axOd: 175,
  addOd: null,
  prismOd: null,
  baseOd: null,
  dsOs: -2.75,
  dcOs: -1,
  axOs: 5,
  addOs: null,
  prismOs: null,
  baseOs: null,
  vaOd: 5,
  vaOs: null,
  pdOd: 31.5,
  pdOs: null,
}

describe('a line of a prescription on the form', () => {
  it('starts as the examinations say it', () => {
    const line = lineFrom(1, exam, {
      pd: {
        examTime: '2026-11-21 09:10:00',
        pdFar: 62.5,
        pdFarOd: 30,
        pdFarOs: 31,
        pdNear: 59,
        workingDistance: 400,
        phOd: 18,
        phOs: 18.5,
      },
      visual: { examTime: '2026-11-21 09:05:00', ucvaOd: 4.3, ucvaOs: 4.4, bcvaOd: 4.9, bcvaOs: 5 },
    })
    expect(line).toMatchObject({
      examId: 7,
      dsOd: -3.25,
      axOs: 5,
      vaOd: 5,
      vaOs: 5,
      ucvaOd: 4.3,
      pdOd: 31.5,
      pdOs: 31,
      pd: 62.5,
      phOs: 18.5,
    })
    expect(lineProblems(line, exam)).toEqual([])
    expect(
      lineFrom(2, exam, {
        pd: {
          examTime: '2026-11-21 09:10:00',
          pdFar: 62.5,
          pdFarOd: null,
          pdFarOs: null,
          pdNear: 59,
          workingDistance: 400,
          phOd: null,
          phOs: null,
        },
      }).pd,
    ).toBe(59)
  })
  it('takes no acuity of another visit, and asks about distances of another day until they are confirmed', () => {
    const pd = {
      examTime: '2026-03-01 09:00:00',
      pdFar: 62.5,
      pdFarOd: 30,
      pdFarOs: 31,
      pdNear: 59,
      workingDistance: 400,
      phOd: 18,
      phOs: null,
    }
    const visual = { examTime: '2026-03-01 09:00:00', ucvaOd: 4.3, ucvaOs: 4.4, bcvaOd: 4.9, bcvaOs: 5 }
    const line = lineFrom(1, exam, { pd, visual })
    expect(line).toMatchObject({ ucvaOd: null, vaOs: null, vaOd: 5, pdOd: 31.5, pdOs: 31, pd: 62.5 })
    // The right half was measured with the refraction.
    expect(lineProblems(line, exam, { pd, visual }).map((p) => p.field)).toEqual(['pdOs', 'pd', 'phOd'])
    expect(lineProblems(line, exam, { pd })[0]!.sentence).toContain('是 2026-03-01 的数据')
    expect(lineProblems(confirmed(line, 'pdOs', 'pd', 'phOd'), exam, { pd })).toEqual([])
    expect(lineProblems({ ...line, pdOs: 30.5, pd: 61, phOd: 19 }, exam, { pd })).toEqual([])
  })
  it('asks about a difference until this very value is confirmed', () => {
    const changed = { ...lineFrom(1, exam, {}), dsOd: -3 }
    expect(lineProblems(changed, exam)).toMatchObject([{ field: 'dsOd', kind: 'ask' }])
    const sure = confirmed(changed, 'dsOd')
    expect(lineProblems(sure, exam)).toEqual([])
    expect(lineProblems({ ...sure, dsOd: -2.75 }, exam)).toHaveLength(1)
  })
  it('stops a cylinder without an axis, and says when there is no power', () => {
    expect(lineProblems({ ...lineFrom(1, exam, {}), axOs: null }, exam)).toContainEqual(
      expect.objectContaining({ field: 'axOs', kind: 'wrong' }),
    )
    expect(lineProblems(lineFrom(1, undefined, {}), undefined)).toMatchObject([{ field: 'dsOd', missing: true }])
  })
  it('keeps what was confirmed when a draft is opened again', () => {
    const again = editable({ ...lineFrom(1, exam, {}), dsOd: -3, confirmed: [{ field: 'dsOd', value: -3 }] })
    expect(lineProblems(again, exam)).toEqual([])
    expect(again.ucvaOd).toBeNull()
  })
})

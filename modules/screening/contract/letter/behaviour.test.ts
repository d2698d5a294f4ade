import { describe, expect, it } from 'vitest'
import { adviceFrom, formOf, QUESTIONS } from './behaviour.ts'
import { entryWrong } from '../entry.ts'
import { adviceOf, type LetterFacts } from './letter.ts'

const well = QUESTIONS.map(() => 0)
const facts = { glassesType: 0, ucvaOd: 5, ucvaOs: 5, forVisit: false, height: null, age: 8 } as unknown as LetterFacts
describe('behaviour forms', () => {
  it('are answered for a child up to grade 3 and by the pupil from grade 4', () => {
    expect([51, 53, 11, 13, 14, 16, 21, 33, 41, 61, null].map(formOf)).toEqual([
      'parents',
      'parents',
      'parents',
      'parents',
      'pupil',
      'pupil',
      'pupil',
      'pupil',
      'pupil',
      'pupil',
      'parents',
    ])
  })
  it('advise the worst habit first and say nothing of good ones', () => {
    expect(adviceFrom(well)).toEqual([])
    expect(adviceFrom(well.map((_, i) => (i === 1 ? 2 : i === 6 ? 3 : 1))).map(({ title }) => title)).toEqual([
      '晚上顶灯和台灯一起开',
      '少用手机平板',
    ])
  })
  it('come before the usual advice of a letter, and never say more than three things', () => {
    expect(adviceOf(facts).map(({ title }) => title)[0]).toBe('白天在户外 2 小时')
    const titles = adviceOf({ ...facts, behaviour: { answers: well.map((_, i) => (i === 3 ? 3 : 0)) } }).map(({ title }) => title)
    expect([titles[0], titles.length, new Set(titles).size]).toEqual(['书本离眼一尺', 3, 3])
  })
  it('take answers of the form and nothing else', () => {
    expect(entryWrong('bq1', 3)).toBe(undefined)
    expect(entryWrong('bq8', 4)).toContain('0–3')
    expect(entryWrong('bq9', 1)).toContain('没有')
  })
})

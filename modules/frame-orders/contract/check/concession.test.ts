import { describe, expect, it } from 'vitest'
import { givesReason, isReason } from '#kernel/contract/index.ts'
import { concessionReasons, whyNoConcession } from './concession.ts'
import { judge, type LensValues, type LensReading } from './tolerance.ts'

const lens = (more: Partial<LensValues> = {}): LensValues => ({ sph: -3, cyl: -1, axis: 90, pd: 31, ...more })
const OS = lens({ sph: -5, axis: 10 })
/** Why a pair with this right eye is not let pass. */
function why(read: LensReading, { od = lens(), os = OS, left = {} }: { od?: LensValues; os?: LensValues; left?: LensReading } = {}) {
  const rx = { od, os }
  const measured = { od: { ...od, ph: 18, prism: od.prism ?? 0, ...read }, os: { ...os, ph: 18, prism: 0, ...left } }
  const judgement = judge({ rx: rx as never, measured, design: 'single', date: '2026-01-05' })
  expect(judgement.verdict).toBe('fail')
  return whyNoConcession(judgement, rx as never, measured)
}
describe('letting glasses pass', () => {
  it('is possible up to half as much again as the tolerance', () => {
    expect(why({ sph: -3.18 })).toBeUndefined()
    expect(why({ sph: -3.25 })).toContain('第一主子午线')
    expect(why({ pd: 33.5 }, { left: { pd: 31 } })).toContain('单眼瞳距')
  })
  it('never of exchanged eyes, a sign, a base, an axis beyond its tolerance, or what nobody measured', () => {
    expect(why({ sph: -5, cyl: -1, axis: 10 }, { left: { sph: -3, cyl: -1, axis: 90 } })).toBe('左右眼镜片装反')
    expect(why({ sph: 3 })).toBe('右眼球镜正负号相反')
    expect(why({ axis: 95 })).toBe('右眼轴位超出允差')
    expect(why({ axis: 101, cyl: -0.5, sph: -3 }, { od: lens({ cyl: -0.5 }) })).toBeUndefined()
    expect(why({ prism: 2, base: 'OUT' }, { od: lens({ prism: 2, base: 'IN' }) })).toBe('右眼棱镜底向不符')
    expect(why({ pd: null })).toContain('未测量')
  })
})
describe('a reason', () => {
  it('is one of the list, or given in words; a full stop or that the member agrees is none', () => {
    for (const none of [
      '.',
      '。。。。',
      '1234',
      'aaaa',
      '其他',
      '其他：.',
      '会员同意',
      '已与会员确认',
      '家长要求这样',
      'ok',
      '顾客本人签字确认',
      'customer agrees',
      '确认无误',
    ])
      expect(isReason(concessionReasons, none), none).toBe(false)
    for (const one of [concessionReasons[0], '其他：样片核对过', '会员自带参数', '原片缺陷', '沿用外院参数', 'measured twice'])
      expect(isReason(concessionReasons, one), one).toBe(true)
    expect(givesReason('按试戴结果')).toBe(true)
  })
})

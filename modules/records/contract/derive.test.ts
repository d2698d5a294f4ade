import { describe, expect, it } from 'vitest'
import { differences, distancesOf, expectedOf, type DerivedRefraction } from './derive.ts'

const exam: DerivedRefraction = {
  kind: 4,
  examTime: '2026-11-21 09:00:00',
  vd: 12,
  dsOd: -6,
  dcOd: -2,
  axOd: 180,
  addOd: 1.5,
  prismOd: null,
  baseOd: null,
  dsOs: 1,
  dcOs: null,
  axOs: null,
  addOs: 1.5,
  prismOs: null,
  baseOs: null,
}

describe('what a refraction means for a use', () => {
  it('distance lenses leave the addition out, progressive ones keep it', () => {
    expect(expectedOf(1, exam)).toMatchObject({ dsOd: -6, dcOd: -2, axOd: 180, addOd: null })
    expect(expectedOf(3, exam)).toMatchObject({ dsOd: -6, addOd: 1.5, addOs: 1.5 })
  })
  it('near lenses add it to the sphere, intermediate ones half of it', () => {
    expect(expectedOf(2, exam)).toMatchObject({ dsOd: -4.5, dcOd: -2, dsOs: 2.5, addOd: null })
    expect(expectedOf(5, exam)).toMatchObject({ dsOd: -5.25, dsOs: 1.75 })
  })
  it('contact lenses take both meridians to the cornea (clinical.md §3.4: −6/−2 → −5.597/−1.702)', () => {
    expect(expectedOf(4, exam)).toMatchObject({ dsOd: -5.5, dcOd: -1.75, axOd: 180, dsOs: 1, dcOs: null })
    expect(expectedOf(4, { ...exam, dsOd: -3, dcOd: -0.75 })).toMatchObject({ dsOd: -3, dcOd: -0.75 })
  })
  it('tells every difference, and none where there is none', () => {
    expect(differences(1, exam, { ...expectedOf(1, exam) })).toEqual([])
    expect(differences(1, exam, { ...expectedOf(1, exam), dsOd: -5.75, axOd: null })).toMatchObject([
      { field: 'dsOd', sentence: '右眼球镜 −5.75 与 2026-11-21 主觉验光 的 −6 不同' },
      { field: 'axOd' },
    ])
  })
  it('the eyes of near lenses stand closer together: as measured, else as the far distance and the working distance say', () => {
    const exam = { pdOd: 31.5, pdOs: 31 }
    const pd = { pdFar: 62.5, pdFarOd: 30, pdFarOs: 31, pdNear: 59, workingDistance: 400 }
    expect(distancesOf(1, exam, pd)).toEqual({ pdOd: 31.5, pdOs: 31, pd: 62.5 })
    expect(distancesOf(3, { pdOd: null, pdOs: null }, pd)).toEqual({ pdOd: 30, pdOs: 31, pd: 62.5 })
    expect(distancesOf(2, exam, pd)).toEqual({ pdOd: 29.5, pdOs: 29.5, pd: 59 })
    expect(distancesOf(2, exam, { ...pd, pdNear: null })).toEqual({ pdOd: 29.5, pdOs: 29, pd: 58.5 })
    expect(distancesOf(2, exam, { ...pd, pdNear: null, workingDistance: 250 })).toEqual({ pdOd: 28.5, pdOs: 28, pd: 56.5 })
    expect(distancesOf(5, exam, pd)).toEqual({ pdOd: 30.5, pdOs: 30, pd: 60.5 })
    expect(distancesOf(2, exam, undefined)).toEqual({ pdOd: 29.5, pdOs: 29, pd: null })
    expect(distancesOf(2, { pdOd: null, pdOs: null }, { ...pd, pdFarOd: null, pdFarOs: null })).toEqual({ pdOd: null, pdOs: null, pd: 59 })
  })
})

/** The children of the demo's story: who they are, how their eyes grow, and what was done at each visit. */

/** What a visit comes to beside its examinations. */
export type ChildStep =
  | 'stock'
  | 'control'
  | 'refund'
  | 'late'
  | 'orthok'
  | 'drops'
  | 'patching'
  | 'contact'
  | 'top500'
  | 'top1000'
  | 'top2000'
  | 'gift'
  | 'package'

export interface Child {
  name: string
  gender: 0 | 1
  /** Years today. */
  age: number
  guardian: string
  parentsMyopic: 0 | 1 | 2
  shop: 0 | 1 | 2
  /** Sphere and axial length on the first visit: right, left. */
  sph: readonly [number, number]
  al: readonly [number, number]
  cyl: number
  /** D a year towards minus while nothing is done about it. */
  speed: number
  /** Best corrected acuity on the first visit where it is not full: right, left. */
  best?: readonly [number, number]
  diagnose: string
  /** Who recommended the clinic, by name; of the same store, there before. */
  by?: string
  /** Days before today. */
  visits: readonly number[]
  steps: Readonly<Record<number, readonly ChildStep[]>>
}

/** Half-yearly visits from a day on. */
const halfYearly = (first: number, times: number): number[] => Array.from({ length: times }, (_, n) => first - n * 182 + ((n * 7) % 5))

export const STORY: readonly Child[] = [
  {
    // The axis runs on in spite of glasses; drops, then lenses at night, hold it.
    name: '沈知行',
    gender: 0,
    age: 11.6,
    guardian: '沈志强',
    parentsMyopic: 2,
    shop: 0,
    diagnose: '近视进展快',
    sph: [-0.75, -1],
    al: [23.62, 23.71],
    cyl: -0.5,
    speed: 1.45,
    visits: halfYearly(1430, 8),
    steps: { 0: ['stock'], 2: ['control'], 4: ['drops', 'top1000'], 6: ['orthok', 'gift'] },
  },
  {
    // The weaker eye learns: 0.25 to 0.8 with full correction and patching.
    name: '顾念慈',
    gender: 1,
    age: 9.2,
    guardian: '顾海燕',
    parentsMyopic: 0,
    shop: 0,
    diagnose: '屈光参差性弱视（右眼）',
    sph: [5, 1.75],
    al: [20.92, 22.1],
    cyl: -0.5,
    speed: 0.18,
    best: [4.4, 4.9],
    visits: halfYearly(1400, 8),
    steps: { 0: ['stock', 'patching'], 3: ['stock'], 6: ['stock'] },
  },
  {
    // Comes to control lenses, gives back the second pair, and stays.
    name: '陆一鸣',
    gender: 0,
    age: 12.3,
    guardian: '陆丽华',
    parentsMyopic: 1,
    shop: 0,
    diagnose: '近视',
    by: '沈知行',
    sph: [-1.5, -1.25],
    al: [24.02, 23.94],
    cyl: -0.25,
    speed: 0.8,
    visits: halfYearly(1240, 7),
    steps: { 0: ['control'], 2: ['top500'], 4: ['refund'], 5: ['control'] },
  },
  {
    // Her lenses should have come days ago.
    name: '唐可馨',
    gender: 1,
    age: 10.4,
    guardian: '唐文静',
    parentsMyopic: 1,
    shop: 0,
    diagnose: '近视',
    by: '沈知行',
    sph: [-1, -1.25],
    al: [23.5, 23.58],
    cyl: -0.75,
    speed: 0.75,
    visits: [...halfYearly(1160, 6), 13],
    steps: { 0: ['stock'], 3: ['control'], 6: ['late'] },
  },
  {
    // From silver to gold by what was put on the card; a package a year.
    name: '韩雨桐',
    gender: 1,
    age: 13.1,
    guardian: '韩国栋',
    parentsMyopic: 1,
    shop: 0,
    diagnose: '近视',
    sph: [-2, -1.75],
    al: [24.2, 24.11],
    cyl: -0.5,
    speed: 0.7,
    visits: halfYearly(1370, 7),
    steps: { 0: ['control', 'top1000'], 2: ['top2000'], 3: ['orthok'], 5: ['package'], 6: ['gift'] },
  },
  {
    // Out of doors every day: hardly grows.
    name: '苏沐阳',
    gender: 0,
    age: 10.8,
    guardian: '苏敏',
    parentsMyopic: 0,
    shop: 0,
    diagnose: '远视储备不足',
    by: '韩雨桐',
    sph: [0.5, 0.5],
    al: [23.05, 23.02],
    cyl: 0,
    speed: 0.2,
    visits: halfYearly(1120, 6),
    steps: {},
  },
  {
    // Lenses at night from the start.
    name: '许嘉懿',
    gender: 0,
    age: 13.7,
    guardian: '许芳',
    parentsMyopic: 2,
    shop: 1,
    diagnose: '近视',
    sph: [-2.5, -2.75],
    al: [24.75, 24.83],
    cyl: -0.75,
    speed: 0.9,
    visits: halfYearly(1420, 8),
    steps: { 1: ['orthok', 'top500'], 5: ['control'] },
  },
  {
    // Both eyes see far, one sees near badly: glasses to read with at six.
    name: '何依诺',
    gender: 1,
    age: 9.9,
    guardian: '何静',
    parentsMyopic: 0,
    shop: 1,
    diagnose: '远视',
    by: '许嘉懿',
    sph: [3.25, 3.5],
    al: [21.7, 21.63],
    cyl: -0.25,
    speed: 0.25,
    best: [4.8, 4.8],
    visits: halfYearly(1300, 7),
    steps: { 0: ['stock'], 4: ['stock'] },
  },
  {
    // Begins late, with drops at once.
    name: '郑泽宇',
    gender: 0,
    age: 14.2,
    guardian: '郑艳',
    parentsMyopic: 1,
    shop: 1,
    diagnose: '近视',
    sph: [-0.5, -0.75],
    al: [24.05, 24.1],
    cyl: 0,
    speed: 0.6,
    visits: halfYearly(1200, 6),
    steps: { 1: ['drops', 'stock'], 4: ['stock'], 5: ['contact'] },
  },
  {
    // Two eyes apart: the left one goes ahead.
    name: '丁若曦',
    gender: 1,
    age: 12.9,
    guardian: '丁伟',
    parentsMyopic: 1,
    shop: 2,
    diagnose: '近视，屈光参差',
    sph: [-0.5, -2.25],
    al: [23.4, 24.15],
    cyl: -0.5,
    speed: 0.65,
    visits: halfYearly(1390, 7),
    steps: { 0: ['control'], 4: ['control', 'top1000'] },
  },
  {
    // High for the age; the fundus is looked at every year.
    name: '魏博文',
    gender: 0,
    age: 12.1,
    guardian: '魏霞',
    parentsMyopic: 2,
    shop: 2,
    diagnose: '高度近视',
    by: '丁若曦',
    sph: [-4.5, -4.25],
    al: [25.4, 25.31],
    cyl: -1,
    speed: 0.85,
    visits: halfYearly(1260, 6),
    steps: { 0: ['control'], 2: ['drops'], 4: ['control'] },
  },
  {
    // A slow and steady course with one pair a year and a half.
    name: '叶梦琪',
    gender: 1,
    age: 11.2,
    guardian: '叶玉梅',
    parentsMyopic: 1,
    shop: 2,
    diagnose: '近视',
    sph: [-0.75, -0.5],
    al: [23.2, 23.12],
    cyl: -0.25,
    speed: 0.45,
    visits: halfYearly(1330, 7),
    steps: { 1: ['stock'], 4: ['control'] },
  },
]

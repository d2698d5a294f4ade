/** The words of the shorthand: what may be typed instead of a field's own name, and in which order the values behind it are read. */

import { refractionKinds } from '../fields.ts'

/** Fields that the parts of one value stand for: `15/16` fills two, right eye first. */
export type Slots = readonly string[]
export interface Word {
  readonly kind: string
  /** The first value behind the word fills the first of these that has as many places, the second the next. */
  readonly values: readonly Slots[]
}
const pair = (base: string): Slots => [`${base}Od`, `${base}Os`]
const word = (kind: string, ...values: Slots[]): Word => ({ kind, values })

/** Short words beside the names of the fields themselves (`iop`, `al`, `farPhoria`), which need none. */
const SHORT: ReadonlyArray<readonly [names: readonly string[], of: Word]> = [
  [['裸眼'], word('visual', [...pair('ucva'), 'ucvaOu'])],
  [['戴镜'], word('visual', [...pair('cva'), 'cvaOu'])],
  [['矫正视力'], word('visual', [...pair('bcva'), 'bcvaOu'])],
  [['近视力'], word('visual', pair('near'))],
  [['眼压'], word('iop', pair('iop'))],
  [['k'], word('bioMeter', pair('k1'), pair('k2'))],
  [['眼轴'], word('bioMeter', pair('al'))],
  [['前房'], word('bioMeter', pair('acd'))],
  [['pd', '瞳距'], word('pd', ['pdFar'], pair('pdFar'), ['pdNear'])],
  [['ph', '瞳高'], word('pd', pair('ph'))],
  [['h', '身高'], word('heightWeight', ['height'])],
  [['w', '体重'], word('heightWeight', ['weight'])],
  [['but', 'fbut'], word('dry', pair('fbut1'), pair('fbut2'), pair('fbut3'))],
  [['sch'], word('dry', pair('schirmer'))],
  [['npc'], word('vision', ['npcBreak', 'npcRecovery'])],
  [['phoria', '隐斜'], word('vision', ['farPhoria', 'nearPhoria'])],
  [['worth', '四点'], word('vision', ['worthFar', 'worthNear'])],
  [['bif'], word('vision', ['farBiBlur', 'farBiBreak', 'farBiRecovery'])],
  [['bof'], word('vision', ['farBoBlur', 'farBoBreak', 'farBoRecovery'])],
  [['bin'], word('vision', ['nearBiBlur', 'nearBiBreak', 'nearBiRecovery'])],
  [['bon'], word('vision', ['nearBoBlur', 'nearBoBreak', 'nearBoRecovery'])],
  [['立体视'], word('vision', ['stereo'])],
  [['内皮'], word('corneal', pair('ecd'))],
]
export const words: ReadonlyMap<string, Word> = new Map(SHORT.flatMap(([names, word]) => names.map((name) => [name, word] as const)))

/** Words for a choice, beside its labels: `nct` is a method of measuring the pressure. */
export const options: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>> = {
  iop: { iopMethod: { nct: 1, gat: 2, icare: 3, schiotz: 4, tonopen: 5 } },
  refraction: {
    kind: {
      ...Object.fromEntries(Object.entries(refractionKinds).map(([n, label]) => [label, Number(n)])),
      old: 1,
      ar: 2,
      ret: 3,
      sub: 4,
      主觉: 4,
      cyc: 5,
      散瞳: 5,
      re: 6,
      trial: 7,
    },
    cycloplegia: { 小瞳: 0 },
  },
}
export const sides: Readonly<Record<string, 'Od' | 'Os' | 'Ou'>> = {
  od: 'Od',
  r: 'Od',
  右: 'Od',
  右眼: 'Od',
  os: 'Os',
  l: 'Os',
  左: 'Os',
  左眼: 'Os',
  ou: 'Ou',
  b: 'Ou',
  双: 'Ou',
  双眼: 'Ou',
}
/** Behind the power of one eye: `add1.00`, `va4.9`, `加1.00`, `矫正5.0`. */
export const behindPower: Readonly<Record<string, string>> = {
  add: 'add',
  加: 'add',
  va: 'va',
  矫正: 'va',
  pd: 'pd',
  瞳距: 'pd',
  prism: 'prism',
  棱镜: 'prism',
  base: 'base',
}
/** What may mean several things is asked about, never guessed. */
export const unclear: Readonly<Record<string, string>> = { va: '请写 ucva、cva 或 bcva', 视力: '请写 ucva、cva 或 bcva' }

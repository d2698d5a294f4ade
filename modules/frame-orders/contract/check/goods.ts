/** An order against what its goods are: a frame is a frame, a lens is a lens, and of the design that the type of glasses asks for. */
import { asks, stops, type Stance } from '#kernel/contract/index.ts'
import type { ChosenFrame, CheckInput, LensLimits, FrameOrderFinding } from './check.ts'
import { typeWord } from './basis.ts'
import { CLINICIAN, FRAME_WRITER } from './confirm.ts'

type Design = 'single' | 'bifocal' | 'progressive' | 'fatigue'
/** Design of a lens by its type in the catalogue (products, lensType). */
const DESIGN: Readonly<Record<number, Design>> = {
  1: 'single',
  2: 'bifocal',
  3: 'progressive',
  4: 'single',
  5: 'fatigue',
  6: 'single',
  7: 'bifocal',
  8: 'single',
  9: 'progressive',
  10: 'single',
}
/** The design of a lens; undefined where its catalogue entry names no type. */
export const designOf = (lensType: number | null | undefined): Design | undefined => (lensType == null ? undefined : DESIGN[lensType])
const ASKED: Readonly<Record<number, Design>> = {
  1: 'single',
  2: 'single',
  3: 'progressive',
  4: 'bifocal',
  5: 'single',
  6: 'fatigue',
  7: 'single',
}
const WORD: Readonly<Record<Design, string>> = { single: '单光', bifocal: '双光', progressive: '渐进', fatigue: '抗疲劳' }
const LENS = 3
const MYOPIA_CONTROL = { lens: 4, order: 5 }
/** Frames and sunglasses; finished reading glasses have lenses already. */
const FRAMES: ReadonlySet<number> = new Set([1, 6])

/** Whether a lens is of the design, and for children of the kind, that glasses of a type have; what stands against it as a sentence. */
function designFinding(type: number, lens: Pick<LensLimits, 'name' | 'lensType'>): (Stance & { sentence: string }) | undefined {
  const design = ASKED[type] ?? 'single'
  const word = typeWord(type)
  const { lensType } = lens
  const is = designOf(lensType)
  if (is === undefined)
    return design === 'single' ? undefined : { ...asks(CLINICIAN), sentence: `${lens.name} 没有登记镜片类型，订单是${word}，请核对` }
  if (is !== design) return { ...stops, sentence: `${lens.name} 是${WORD[is]}镜片，订单是${word}：请改镜片或订单类型` }
  const control = lensType === MYOPIA_CONTROL.lens
  if (type === 7 || control === (type === MYOPIA_CONTROL.order)) return undefined
  return {
    ...asks(CLINICIAN),
    sentence: control ? `${lens.name} 是近视管理镜片，订单是${word}` : `订单是${word}，${lens.name} 没有近视管理设计`,
  }
}

/** Catalogues state whole millimetres; a tracer and a ruler agree within half a one. */
const STATED = 1
const TRACED = 0.5
const differs = (is: number | null, stated: number | null | undefined, by: number): boolean =>
  stated != null && (is === null || Math.abs(is - stated) > by + 1e-9)
/** The size lenses are cut for against what the product states and what the tracer drew. */
function sizeFindings({ a, dbl, ed, stated, traced }: ChosenFrame): FrameOrderFinding[] {
  const out: FrameOrderFinding[] = []
  const say = (code: string, sentence: string) => out.push({ ...asks(FRAME_WRITER), field: 'frameA', code, sentence })
  const by = traced ? STATED : 0
  if (stated && (differs(a, stated.a, by) || differs(dbl, stated.dbl, by)))
    say('frame-size', `镜架尺寸 ${a ?? '—'}□${dbl ?? '—'} 与商品 ${stated.a}□${stated.dbl} 不同`)
  if (traced && (differs(a, traced.a, TRACED) || differs(dbl, traced.dbl, TRACED) || differs(ed, traced.ed, TRACED)))
    say(
      'trace-size',
      `镜架尺寸 ${a ?? '—'}□${dbl ?? '—'}，有效直径 ${ed ?? '—'} 与描迹 ${traced.a ?? '—'}□${traced.dbl ?? '—'}、${traced.ed ?? '—'} mm 不同`,
    )
  return out
}

export function goodsFindings(input: CheckInput): FrameOrderFinding[] {
  const out: FrameOrderFinding[] = []
  const { frame } = input
  if (frame?.category !== undefined && !FRAMES.has(frame.category))
    out.push({ ...stops, field: 'frameProductId', code: 'not-a-frame', sentence: `${frame.name} 不是镜架` })
  if (frame) out.push(...sizeFindings(frame))
  for (const [eye, suffix, side] of [
    ['od', 'Od', '右眼'],
    ['os', 'Os', '左眼'],
  ] as const) {
    const lens = input.lens[eye]
    if (!lens || !input[eye]) continue
    const field = `lensProduct${suffix}`
    if (lens.category !== undefined && lens.category !== LENS) {
      out.push({ ...stops, field, code: `not-a-lens-${eye}`, sentence: `${side}${lens.name} 不是镜片` })
      continue
    }
    if (lens.stocked && input[eye].prism)
      out.push({
        ...asks(CLINICIAN),
        field,
        code: `prism-stock-${eye}`,
        sentence: `${side}${lens.name} 是现片，没有棱镜：请改订制片，或说明由移心做出`,
      })
    const wrong = lens.category === undefined ? undefined : designFinding(input.binocleType, lens)
    if (wrong) out.push({ ...wrong, field, code: `design-${eye}`, sentence: `${side}${wrong.sentence}` })
  }
  return out
}

/** An order against the prescription it follows: whether glasses may be made from it, of which line, for whom. */
import { asks, stops, type Eyes } from '#kernel/contract/index.ts'
import { CLINICIAN } from './confirm.ts'
import type { CheckInput, FrameOrderFinding } from './check.ts'
import { fitsUse, MULTIFOCAL } from './use.ts'

export interface PrescriptionBasis {
  rxNo: string
  /** Why no glasses are made from it, and its last day. */
  ended?: 'draft' | 'voided' | 'expired' | undefined
  validUntil: string
  /** Line the order follows; none when no line is for spectacles. */
  line?: { kind: number } | undefined
  /** Far powers of the same prescription: near glasses stand narrower. */
  far?: Eyes | undefined
}
/** Words of the types and of the uses, as sentences need them. */
const TYPES: Readonly<Record<number, string>> = {
  1: '单光远用',
  2: '单光近用',
  3: '渐进',
  4: '双光',
  5: '离焦防控',
  6: '抗疲劳',
  7: '太阳镜及其他',
}
const KINDS: Readonly<Record<number, string>> = { 1: '远用', 2: '近用', 3: '渐进', 5: '中间距离' }
export const typeWord = (type: number): string => TYPES[type] ?? ''

const block = (code: string, sentence: string): FrameOrderFinding => ({ ...stops, field: 'prescriptionId', code, sentence })
const ENDED = {
  draft: (b: PrescriptionBasis) => `处方 ${b.rxNo} 还没有签发，不能据此配镜：请医师签发`,
  voided: (b: PrescriptionBasis) => `处方 ${b.rxNo} 已作废，不能据此配镜：请医师另开处方`,
  expired: (b: PrescriptionBasis) => `处方 ${b.rxNo} 已于 ${b.validUntil} 过期，不能据此配镜：由医师复核后另开处方`,
} as const

export function basisFindings(input: CheckInput): FrameOrderFinding[] {
  const { basis, binocleType: type, age } = input
  const out: FrameOrderFinding[] = []
  if (basis?.ended) out.push(block(`rx-ended-${basis.ended}`, ENDED[basis.ended](basis)))
  if (basis && !basis.line) out.push(block('not-spectacles', `处方 ${basis.rxNo} 没有框架镜的度数：隐形、塑形和训练处方不能配框架镜`))
  const kind = basis?.line?.kind
  if (kind !== undefined && !fitsUse(type, kind) && !(type === 2 && (input.prescribed?.od?.add || input.prescribed?.os?.add)))
    out.push({
      ...asks(CLINICIAN),
      field: 'binocleType',
      code: 'use',
      sentence: `处方用途是${KINDS[kind]}，订单是${typeWord(type)}`,
    })
  if (age !== undefined && age < 18 && MULTIFOCAL.has(type))
    out.push({ ...asks(CLINICIAN), field: 'binocleType', code: 'child', sentence: `18 岁以下配${typeWord(type)}镜，请与医师确认` })
  if (type === 2 && basis?.far) out.push(...narrower(input, basis.far))
  return out
}
/** Of near glasses the eyes stand closer together than of far ones. */
const narrower = (input: CheckInput, far: Eyes): FrameOrderFinding[] =>
  (
    [
      ['od', 'Od', '右眼'],
      ['os', 'Os', '左眼'],
    ] as const
  ).flatMap(([eye, suffix, side]): FrameOrderFinding[] => {
    const [pd, wide] = [input[eye]?.pd, far[eye]?.pd]
    return pd != null && wide != null && pd >= wide
      ? [{ ...asks(CLINICIAN), field: `pd${suffix}`, code: `pd-near-${eye}`, sentence: `${side}近用瞳距 ${pd} mm 应小于远用 ${wide} mm` }]
      : []
  })

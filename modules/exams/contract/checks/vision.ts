/**
 * Binocular function: what cannot be stops the save, what is likely a slip is asked about. What is merely unusual stands beside its norm
 * instead.
 */
import { stops } from '#kernel/contract/index.ts'
import { askExaminer } from './findings.ts'
import { acaOf } from '../aids/binocular.ts'
import { numberOf, type AidValues } from '../aids/values.ts'
import type { Finding } from './checks.ts'

/** Thresholds printed on the charts, seconds of arc, by the test's number. */
const CHARTS: Readonly<Record<number, readonly number[]>> = {
  1: [3000, 800, 400, 200, 140, 100, 80, 60, 50, 40],
  2: [600, 500, 400, 250, 200, 140, 100, 70, 63, 60, 50, 40, 30, 25, 20],
  3: [1980, 480, 240, 120, 60, 30, 15],
  4: [800, 600, 500, 400, 200, 100, 80, 60, 40],
  5: [1200, 600, 550, 400, 200],
}
const RANGES = [
  ['farBi', '远 BI'],
  ['farBo', '远 BO'],
  ['nearBi', '近 BI'],
  ['nearBo', '近 BO'],
] as const
const FOUND = 1
const NONE = 2
/** Most accommodation can be relaxed at 40 cm; more means that the lens in front is too minus. */
const MOST_RELAXED = 2.5

export const visionFindings = (values: AidValues): Finding[] => [
  ...rangesOf(values),
  ...phoriasOf(values),
  ...stereoOf(values),
  ...ratioOf(values),
]

const block = (field: string, code: string, sentence: string): Finding => ({ ...stops, field, code, sentence })
const warn = (field: string, code: string, sentence: string): Finding => ({ ...askExaminer, field, code, sentence })

/** Blur comes before the break, recovery before it on the way back; of the near point, further away. */
function rangesOf(values: AidValues): Finding[] {
  const out = RANGES.flatMap(([base, name]): Finding[] => {
    const [blur, broke, back] = [numberOf(values, `${base}Blur`), numberOf(values, `${base}Break`), numberOf(values, `${base}Recovery`)]
    return [
      ...(blur !== null && broke !== null && blur > broke
        ? [block(`${base}Blur`, `blur-${base}`, `${name} 模糊点 ${blur}Δ 大于破裂点 ${broke}Δ`)]
        : []),
      ...(broke !== null && back !== null && back > broke
        ? [block(`${base}Recovery`, `recovery-${base}`, `${name} 恢复点 ${back}Δ 大于破裂点 ${broke}Δ`)]
        : []),
    ]
  })
  const [broke, back] = [numberOf(values, 'npcBreak'), numberOf(values, 'npcRecovery')]
  if (broke !== null && back !== null && back < broke)
    out.push(block('npcRecovery', 'recovery-npc', `集合近点恢复 ${back} cm 应不近于破裂 ${broke} cm`))
  const nra = numberOf(values, 'nra')
  if (nra !== null && nra > MOST_RELAXED) out.push(warn('nra', 'nra-over', `NRA +${nra.toFixed(2)} 超过 +2.50，度数可能偏负`))
  return out
}
/** A vertical phoria has its higher eye. */
const phoriasOf = (values: AidValues): Finding[] =>
  numberOf(values, 'verticalPhoria') && !values.verticalEye ? [block('verticalEye', 'vertical-eye', '有垂直隐斜时请选择高位眼')] : []
/** A threshold stands on its chart, and only where stereopsis was found. */
function stereoOf(values: AidValues): Finding[] {
  const [stereo, test, result] = [numberOf(values, 'stereo'), numberOf(values, 'stereoTest'), numberOf(values, 'stereoResult')]
  if (stereo === null) return result === FOUND ? [block('stereo', 'stereo-missing', '测出立体视时请填写秒数')] : []
  if (result === NONE) return [block('stereo', 'stereo-none', `已选无立体视，不能再填 ${stereo}″`)]
  const chart = test === null ? undefined : CHARTS[test]
  return chart && !chart.includes(stereo) ? [block('stereo', 'stereo-chart', `这张立体视图没有 ${stereo}″：${chart.join('、')}`)] : []
}
/** What was written down against what follows from the phorias; the pupillary distance of the other method is not here. */
function ratioOf(values: AidValues): Finding[] {
  const [written, found] = [numberOf(values, 'aca'), acaOf(values, null)]
  return written !== null && found && Math.abs(written - found.aca) > 1
    ? [warn('aca', 'aca-differs', `AC/A ${written} 与计算值 ${found.aca} 不符：${found.formula}`)]
    : []
}

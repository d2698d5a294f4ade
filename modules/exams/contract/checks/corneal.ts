/** Endothelium: the areas belong to the density, and a wearer's cells are watched. */
import { stops } from '#kernel/contract/index.ts'
import { askExaminer } from './findings.ts'
import { areaOff, cellChange, meanArea } from '../aids/endothelium.ts'
import { numberOf, type AidValues } from '../aids/values.ts'
import { EYES, type Earlier, type Finding } from './checks.ts'

/** Loss by the year that is asked about in a wearer of lenses, as a share; and how far the mean area may be off the density's. */
const LOSS = -0.1
const AREA = 0.1
const EPS = 1e-9

export const cornealFindings = (values: AidValues, day: string, last?: Earlier): Finding[] =>
  EYES.flatMap(([eye, side]) => [...areasOf(values, eye, side), ...lossOf(values, day, last, eye, side)])

function areasOf(values: AidValues, eye: string, side: string): Finding[] {
  const value = (base: string) => numberOf(values, base + eye)
  const [ecd, mean, least, most] = [value('ecd'), value('areaMean'), value('areaMin'), value('areaMax')]
  const out: Finding[] = []
  if (ecd !== null && mean !== null && areaOff(ecd, mean) > AREA + EPS)
    out.push({
      ...stops,
      field: `areaMean${eye}`,
      code: `area-${eye}`,
      sentence: `${side}平均面积 ${mean} µm² 与密度 ${ecd} 不符：10⁶ / ${ecd} = ${Math.round(meanArea(ecd))}`,
    })
  if (least !== null && mean !== null && least > mean)
    out.push({ ...stops, field: `areaMin${eye}`, code: `area-min-${eye}`, sentence: `${side}最小面积 ${least} 大于平均面积 ${mean}` })
  if (most !== null && mean !== null && most < mean)
    out.push({ ...stops, field: `areaMax${eye}`, code: `area-max-${eye}`, sentence: `${side}最大面积 ${most} 小于平均面积 ${mean}` })
  return out
}
/** Who is not said to wear none is taken for a wearer. */
function lossOf(values: AidValues, day: string, last: Earlier | undefined, eye: string, side: string): Finding[] {
  const [now, before] = [numberOf(values, `ecd${eye}`), last ? numberOf(last.values, `ecd${eye}`) : null]
  if (now === null || before === null || !last || values.lensWear === 0) return []
  const change = cellChange(before, last.examTime, now, day)
  if (change === null || change > LOSS + EPS) return []
  const sentence = `${side}内皮密度比 ${last.examTime.slice(0, 10)} 的 ${before} 每年减少 ${Math.abs(change * 100).toFixed(0)}%，请评估是否继续戴镜`
  return [{ ...askExaminer, field: `ecd${eye}`, code: `cells-lost-${eye}`, was: before, sentence }]
}

/** Values of one line that do not fit each other: a base without its prism. A prism without its base is not even drafted. */
import { asks } from '#kernel/contract/index.ts'
import { CLINICIAN } from '#modules/frame-orders/contract/check/confirm.ts'
import { eyeName, type OrderCheck, type LensOrderFinding } from './check.ts'

export const prismPairs: OrderCheck = ({ lines }) =>
  lines.flatMap((line, i): LensOrderFinding[] => {
    if (!line.base || line.prism) return []
    const sentence = `${eyeName(line.eye)}填写了底向，没有棱镜度，漏填了吗？`
    return [{ ...asks(CLINICIAN), field: `items.${i}.base`, code: `prism-missing-${line.eye ?? i}`, sentence }]
  })

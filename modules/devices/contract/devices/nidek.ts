/**
 * NIDEK's own XML (`Data`): refractors and keratometers ARK/RKT, tonometers NT. Real samples of an ARK-1s and an NT-530P are read by the
 * tests.
 */
import { Notes, dayOf, momentOf, sexOf, sides, textOrNull, type DeviceReading, type ReadingSide } from './reading.ts'
import { attribute, childrenOf, nodeAt, textAt, type Node } from './tree.ts'

/** Whether a document is of this kind. */
export const isNidek = (root: Node): boolean => root.name === 'Data' && (!!nodeAt(root, 'R') || !!nodeAt(root, 'L'))

export function readNidek(root: Node): DeviceReading {
  const notes = new Notes()
  const time = textAt(root, 'Time')
  for (const [r, side] of sides) {
    const eye = nodeAt(root, r)
    if (!eye) continue
    refraction(notes, eye, side, r)
    acuity(notes, eye, side, r)
    cornea(notes, eye, side, r)
    pressure(notes, eye, side, r)
  }
  const measured = notes.taken
  if (measured.some((e) => e.kind === 'refraction')) vertex(notes, textAt(root, 'VD'))
  pupils(notes, nodeAt(root, 'PD/PDList'))
  if (measured.some((e) => e.kind === 'iop')) {
    notes.put('iop', 'iopMethod', 1)
    notes.put('iop', 'iopTime', /^\d\d:\d\d/.exec(time ?? '')?.[0])
  }
  const model = textOrNull(textAt(root, 'ModelName'))
  const names = ['LastName', 'MiddleName', 'FirstName'].map((name) => textAt(root, `Patient/${name}`)).filter(Boolean)
  return {
    profile: /^(NT|TONOREF)/i.test(model ?? '') ? 'nidek-nt' : 'nidek-rkt',
    model: model && `NIDEK ${model}`,
    serial: textOrNull(textAt(root, 'MachineNo|SerialNo')),
    measuredAt: momentOf(textAt(root, 'Date'), time),
    patient: {
      id: textOrNull(textAt(root, 'Patient/ID')),
      name: textOrNull(textAt(root, 'Patient/Name') ?? names.join('')),
      birth: dayOf(textAt(root, 'Patient/DOB|BirthDate|Birthday')),
      sex: sexOf(textAt(root, 'Patient/Sex|Gender')),
    },
    exams: notes.taken,
    beside: notes.beside,
    warnings: notes.warnings,
  }
}

/** Distance of the readings from the eye, of every refraction in the file. */
function vertex(notes: Notes, text: string | undefined): void {
  const vd = notes.number(text, 'VD')
  for (const { kind, values } of notes.taken) if (kind === 'refraction') notes.put('refraction', 'vd', vd, Number(values.kind))
}

const SPHERE = 'Sphere|Sphare|Sph'
const powerAt = (notes: Notes, node: Node, path: string) => ({
  sph: notes.number(textAt(node, SPHERE), `${path}/Sphere`),
  cyl: notes.number(textAt(node, 'Cylinder|Cyl'), `${path}/Cylinder`),
  axis: notes.number(textAt(node, 'Axis'), `${path}/Axis`),
})

function refraction(notes: Notes, eye: Node, side: ReadingSide, r: string): void {
  const lists = childrenOf(nodeAt(eye, 'AR'), 'ARList')
  for (const list of lists) {
    const error = textAt(list, 'Error')
    if (error) notes.warn(`${r}/AR/ARList[${attribute(list, 'No') ?? ''}]`, `第 ${attribute(list, 'No') ?? '?'} 次验光失败：${error}`)
  }
  // The median is the device's own answer; one reading stands for it only where there is none.
  const surest = () =>
    lists
      .filter((l) => !textAt(l, 'Error') && textAt(l, SPHERE))
      .sort((a, b) => Number(textAt(b, 'ConfidenceIndex') ?? 0) - Number(textAt(a, 'ConfidenceIndex') ?? 0))[0]
  const median = nodeAt(eye, 'AR/ARMedian')
  const objective = median ?? surest()
  if (objective) {
    if (!median) notes.warn(`${r}/AR`, '没有中位数，取用可信度最高的一次')
    notes.power(2, side, `${r}/AR`, powerAt(notes, objective, `${r}/AR`))
  }
  picture(notes, textAt(eye, 'AR/RingImage'), `${r}/AR/RingImage`)
  for (const [name, kind] of [
    ['SR', 4],
    ['LM', 1],
  ] as const) {
    const node = nodeAt(eye, name)
    if (!node) continue
    const path = `${r}/${name}`
    notes.power(kind, side, path, powerAt(notes, node, path))
    notes.put('refraction', `add${side}`, notes.number(textAt(node, 'ADD'), `${path}/ADD`), kind)
  }
  notes.besides('第二下加光', side, textAt(eye, 'LM/ADD2'))
}

function acuity(notes: Notes, eye: Node, side: ReadingSide, r: string): void {
  const va = nodeAt(eye, 'VA')
  for (const [name, field] of [
    ['UCVA', 'ucva'],
    ['BCVA', 'bcva'],
    ['NVA', 'near'],
  ] as const)
    notes.put('visual', field + side, notes.acuity(textAt(va, name), `${r}/VA/${name}`))
  notes.besides('低对比度视力', side, textAt(va, 'LVA'))
  notes.besides('眩光视力', side, textAt(va, 'GVA'))
}

function cornea(notes: Notes, eye: Node, side: ReadingSide, r: string): void {
  const km = nodeAt(eye, 'KM/KMMedian') ?? nodeAt(eye, 'KM/KMList')
  for (const [name, n] of [
    ['R1', '1'],
    ['R2', '2'],
  ] as const) {
    const node = nodeAt(km, name)
    const path = `${r}/KM/${name}`
    notes.put('cornea', `k${n}${side}`, notes.number(textAt(node, 'Power'), `${path}/Power`))
    notes.put('cornea', `k${n}Axis${side}`, notes.axis(notes.number(textAt(node, 'Axis'), `${path}/Axis`), `${path}/Axis`))
    notes.put('cornea', `r${n}${side}`, notes.number(textAt(node, 'Radius'), `${path}/Radius`))
  }
  notes.put('cornea', `wtw${side}`, notes.number(textAt(eye, 'CS/CSList/Size'), `${r}/CS`))
  notes.put('cornea', `pupil${side}`, notes.number(textAt(eye, 'PS/PSList/Size'), `${r}/PS`))
}

/**
 * The pressure as measured. What the device corrects for the thickness of the cornea stands beside: it is computed, never kept as a
 * measure.
 */
function pressure(notes: Notes, eye: Node, side: ReadingSide, r: string): void {
  const nt = nodeAt(eye, 'NT')
  notes.put(
    'iop',
    `iop${side}`,
    notes.number(textAt(nt, 'NTAverage/mmHg') ?? textAt(nt, 'CorrectedIOP/Measured/mmHg'), `${r}/NT/NTAverage`),
  )
  const thickness = textAt(nt, 'CorrectedIOP/CCT') ?? textAt(eye, 'PACHY/PACHYAverage/Thickness')
  if (nt) notes.put('iop', `cct${side}`, notes.number(thickness, `${r}/PACHY`))
  else notes.put('cornea', `cct${side}`, notes.number(thickness, `${r}/PACHY`))
  notes.besides('校正眼压', side, textAt(nt, 'CorrectedIOP/Corrected/mmHg'))
  picture(notes, textAt(eye, 'PACHY/PACHYImage'), `${r}/PACHY/PACHYImage`)
}

const picture = (notes: Notes, name: string | undefined, path: string) =>
  name && notes.warn(path, `图片 ${name.slice(0, 80)} 没有随文件送来`)

function pupils(notes: Notes, pd: Node | undefined): void {
  if (!pd) return
  for (const [name, field] of [
    ['FarPD', 'pdFar'],
    ['RPD', 'pdFarOd'],
    ['LPD', 'pdFarOs'],
    ['NearPD', 'pdNear'],
  ] as const)
    notes.put('pd', field, notes.number(textAt(pd, name), `PD/${name}`))
  if (notes.taken.some((e) => e.kind === 'pd')) notes.put('pd', 'pdMethod', 3)
}

/**
 * The JOIA standard (`Ophthalmology`): refraction REF, keratometry KM, lensmeter LM, subjective refraction SBJ, tonometry TM, by local name
 * whatever the prefix; NIDEK's LM-7 has the same root without namespaces. A real sample of a CV-5000 is read by the tests, the others
 * follow the layout of the standard.
 */
import { Notes, dioptresOf, dayOf, momentOf, sexOf, plain, sides, textOrNull, type DeviceReading, type ReadingSide } from './reading.ts'
import { attribute, below, childrenOf, nodeAt, textAt, type Node } from './tree.ts'

export const isJoia = (root: Node): boolean => root.name === 'Ophthalmology'

export function readJoia(root: Node): DeviceReading {
  const notes = new Notes()
  const common = nodeAt(root, 'Common') ?? root
  const measures = childrenOf(root, 'Measure')
  for (const measure of measures) {
    const type = attribute(measure, 'type')?.trim().toUpperCase() ?? ''
    const read = types[type]
    if (read) read(notes, measure)
    else notes.warn(`Measure[${type}]`, `不认识的测量类型 ${type || '（空）'}，未取用`)
  }
  const company = textAt(common, 'Company')
  const model = textAt(common, 'ModelName')
  const time = textAt(common, 'Time')
  if (notes.taken.some((e) => e.kind === 'iop')) {
    notes.put('iop', 'iopMethod', 1)
    notes.put('iop', 'iopTime', /^\d\d:\d\d/.exec(time ?? '')?.[0])
  }
  const patient = nodeAt(common, 'Patient')
  const names = ['LastName', 'MiddleName', 'FirstName'].map((n) => textAt(patient, n)).filter(Boolean)
  return {
    profile: /^LM-?7/i.test(model ?? '') ? 'nidek-lm' : 'joia',
    model: textOrNull([company, model].filter(Boolean).join(' ')),
    serial: textOrNull(textAt(common, 'MachineNo')),
    measuredAt: momentOf(textAt(common, 'Date'), time),
    patient: {
      id: textOrNull(textAt(patient, 'ID')),
      name: textOrNull(textAt(patient, 'NameJ1') ?? names.join('')),
      birth: dayOf(textAt(patient, 'DOB')),
      sex: sexOf(textAt(patient, 'Sex|Gender')),
    },
    exams: notes.taken,
    beside: notes.beside,
    warnings: notes.warnings,
  }
}

const types: Readonly<Record<string, (notes: Notes, measure: Node) => void>> = {
  REF: objective,
  KM: cornea,
  LM: lenses,
  SBJ: subjective,
  TM: pressure,
}

const SPHERE = 'Sphere|Sphare|Sph'
/** The device's own answer for an eye: its median or average, where it has one. */
const answer = (eye: Node | undefined): Node | undefined => nodeAt(eye, 'Median|Average') ?? eye
const powerAt = (notes: Notes, node: Node | undefined, path: string) => ({
  sph: notes.number(textAt(node, SPHERE), `${path}/Sphere`),
  cyl: notes.number(textAt(node, 'Cylinder|Cyl'), `${path}/Cylinder`),
  axis: notes.number(textAt(node, 'Axis'), `${path}/Axis`),
})
const failed = (notes: Notes, eye: Node | undefined, path: string) => {
  for (const list of childrenOf(eye, 'List')) {
    const error = textAt(list, 'Error')
    if (error) notes.warn(`${path}/List[${attribute(list, 'No') ?? ''}]`, `第 ${attribute(list, 'No') ?? '?'} 次测量失败：${error}`)
  }
}

function objective(notes: Notes, measure: Node): void {
  const ref = nodeAt(measure, 'REF')
  for (const [r, side] of sides) {
    const eye = nodeAt(ref, r)
    failed(notes, eye, `REF/${r}`)
    notes.power(2, side, `REF/${r}`, powerAt(notes, answer(eye), `REF/${r}`))
  }
  if (notes.taken.some((e) => e.values.kind === 2)) notes.put('refraction', 'vd', notes.number(textAt(measure, 'VD'), 'REF/VD'), 2)
  pupils(notes, nodeAt(measure, 'PD') ?? nodeAt(ref, 'PD'), 'REF/PD')
}

function cornea(notes: Notes, measure: Node): void {
  for (const [r, side] of sides) {
    const eye = answer(nodeAt(measure, `KM/${r}`))
    for (const [name, n] of [
      ['R1', '1'],
      ['R2', '2'],
    ] as const) {
      const path = `KM/${r}/${name}`
      const node = nodeAt(eye, name)
      const radius = notes.number(textAt(node, 'Radius'), `${path}/Radius`)
      notes.put('cornea', `k${n}${side}`, notes.number(textAt(node, 'Power'), `${path}/Power`) ?? dioptresOf(radius))
      notes.put('cornea', `k${n}Axis${side}`, notes.axis(notes.number(textAt(node, 'Axis'), `${path}/Axis`), `${path}/Axis`))
      notes.put('cornea', `r${n}${side}`, radius)
    }
  }
}

/** Glasses under the lensmeter are what the member wears: kind 1. `S` is a single lens of which nobody said whose it is. */
function lenses(notes: Notes, measure: Node): void {
  const lm = nodeAt(measure, 'LM')
  for (const [r, side] of sides) {
    const eye = answer(nodeAt(lm, r))
    const path = `LM/${r}`
    notes.power(1, side, path, powerAt(notes, eye, path))
    notes.put('refraction', `add${side}`, notes.number(textAt(eye, 'Add1|ADD|Add'), `${path}/ADD`) || undefined, 1)
    const [h, v] = [nodeAt(eye, 'PrismX|H'), nodeAt(eye, 'PrismY|V')]
    const base = (node: Node | undefined, other: string) => attribute(node, 'base') ?? textAt(eye, other) ?? ''
    notes.prism(
      1,
      side,
      `${path}/Prism`,
      [notes.number(h?.text, `${path}/PrismX`), base(h, 'HBase')],
      [notes.number(v?.text, `${path}/PrismY`), base(v, 'VBase')],
    )
    const uv = textAt(eye, 'UVTransmittance')
    notes.besides('紫外线透过率', side, uv && `${uv} %`)
  }
  const single = nodeAt(lm, 'S')
  if (textAt(single, SPHERE)) {
    notes.besides('未分左右的镜片', 'Ou', [SPHERE, 'Cylinder|Cyl', 'Axis'].map((n) => textAt(single, n) ?? '').join(' / '))
    notes.warn('LM/S', '镜片没有分左右，未取用')
  }
  pupils(notes, nodeAt(measure, 'PD') ?? nodeAt(lm, 'PD'), 'LM/PD')
}

function pupils(notes: Notes, pd: Node | undefined, path: string): void {
  const far = notes.number(textAt(pd, 'Distance|B|FarPD'), `${path}/Distance`)
  notes.put('pd', 'pdFar', far)
  notes.put('pd', 'pdFarOd', notes.number(textAt(pd, 'DistanceR|R|RPD'), `${path}/DistanceR`))
  notes.put('pd', 'pdFarOs', notes.number(textAt(pd, 'DistanceL|L|LPD'), `${path}/DistanceL`))
  notes.put('pd', 'pdNear', notes.number(textAt(pd, 'Near|NearPD'), `${path}/Near`))
  if (notes.taken.some((e) => e.kind === 'pd')) notes.put('pd', 'pdMethod', 3)
}

/** The pressure as measured; one corrected for the cornea stands beside. */
function pressure(notes: Notes, measure: Node): void {
  for (const [r, side] of sides) {
    const eye = nodeAt(measure, `TM/${r}`)
    failed(notes, eye, `TM/${r}`)
    notes.put('iop', `iop${side}`, notes.number(textAt(answer(eye), 'IOP_mmHg|mmHg|IOP'), `TM/${r}`))
    notes.put('iop', `cct${side}`, notes.number(textAt(answer(eye), 'CCT|Thickness') ?? textAt(eye, 'CorrectedIOP/CCT'), `TM/${r}/CCT`))
    notes.besides('校正眼压', side, textAt(eye, 'CorrectedIOP/Corrected/IOP_mmHg|mmHg'))
  }
}

/** From this distance on (cm) a subjective refraction is one for far. */
const FAR = 100
/** The one that is prescribed stands before the full correction; what else was tried is told, not taken. */
const ORDER = ['PRESCRIPTION', 'FINAL', 'FULL CORRECTION', 'BEST CORRECTION']

function subjective(notes: Notes, measure: Node): void {
  const all = [...below(measure, 'Type')]
  const rank = (t: Node) => ORDER.indexOf(textAt(t, 'TypeName')?.toUpperCase() ?? '')
  const ranked = all.filter((t) => rank(t) >= 0).sort((a, b) => rank(a) - rank(b))
  const type = ranked[0] ?? all[0]
  if (!type) return
  for (const other of all) if (other !== type) notes.warn(`SBJ/${textAt(other, 'TypeName') ?? 'Type'}`, '另一组验光结果未取用')
  const distances = childrenOf(type, 'ExamDistance').map((node) => ({
    node,
    cm: notes.number(textAt(node, 'Distance'), 'SBJ/Distance') ?? 0,
  }))
  const far = distances.find((d) => d.cm > FAR)?.node
  const near = distances.find((d) => d.cm > 0 && d.cm <= FAR)?.node
  if (far) farOf(notes, far)
  if (near) nearOf(notes, near, far)
}

function farOf(notes: Notes, far: Node): void {
  const data = nodeAt(far, 'RefractionData')
  for (const [r, side] of sides) {
    const eye = nodeAt(data, r)
    const path = `SBJ/Far/${r}`
    notes.power(4, side, path, powerAt(notes, eye, path))
    notes.prism(
      4,
      side,
      `${path}/Prism`,
      [notes.number(textAt(eye, 'HPri'), `${path}/HPri`), textAt(eye, 'HBase') ?? ''],
      [notes.number(textAt(eye, 'VPri'), `${path}/VPri`), textAt(eye, 'VBase') ?? ''],
    )
    notes.put('refraction', `va${side}`, notes.acuity(textAt(far, `VA/${r}`), `SBJ/Far/VA/${r}`), 4)
  }
  if (notes.taken.some((e) => e.values.kind === 4)) notes.put('refraction', 'vd', notes.number(textAt(data, 'VD'), 'SBJ/VD'), 4)
  pupils(notes, nodeAt(far, 'PD'), 'SBJ/Far/PD')
}

/** The addition is what the near sphere has more than the far one. */
function nearOf(notes: Notes, near: Node, far: Node | undefined): void {
  for (const [r, side] of sides) {
    const path = `SBJ/Near/${r}`
    const sphere = (node: Node | undefined) => notes.number(textAt(node, `RefractionData/${r}/${SPHERE}`), `${path}/Sph`)
    const [nearby, distant] = [sphere(near), sphere(far)]
    if (nearby !== undefined && distant !== undefined) addition(notes, side, path, plain(nearby - distant))
  }
  notes.put('pd', 'pdNear', notes.number(textAt(near, 'PD/B'), 'SBJ/Near/PD'))
}
const addition = (notes: Notes, side: ReadingSide, path: string, add: number) =>
  add >= 0 ? notes.put('refraction', `add${side}`, add, 4) : notes.warn(path, `近用球镜比远用低 ${-add} D，下加光未取用`)

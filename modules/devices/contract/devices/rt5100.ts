/**
 * The serial line of a NIDEK RT-5100 (2400 7E2): SOH head, STX lines, EOT. A capture with times before the lines is read as well; a real
 * one is read by the tests.
 */
import { NoReading, Notes, momentOf, numberOf, sides, textOrNull, untakenOf, type DeviceReading, type ReadingSide } from './reading.ts'

const [SOH, STX, EOT] = ['\u0001', '\u0002', '\u0004']
export const isRt5100 = (text: string): boolean => text.includes(`${SOH}NIDEK RT`)

/** The sessions of a capture, each its lines without control characters; one without its end was cut off. */
function sessionsOf(text: string): Array<{ head: string; lines: string[]; whole: boolean }> {
  const found: Array<{ head: string; lines: string[]; whole: boolean }> = []
  for (const raw of text.split(/\r?\n|\r/)) {
    const start = [SOH, STX, EOT].map((c) => raw.indexOf(c)).filter((i) => i >= 0)
    if (!start.length) continue
    const line = raw.slice(Math.min(...start))
    const now = found.at(-1)
    if (line.startsWith(SOH)) found.push({ head: line.slice(1), lines: [], whole: false })
    else if (line.startsWith(EOT) && now) now.whole = true
    else if (now && !now.whole) now.lines.push(line.slice(1).replace(/\u0003|\u0017/g, ''))
  }
  return found
}

export function readRt5100(text: string): DeviceReading {
  const all = sessionsOf(text)
  const session = all.findLast((s) => s.whole)
  if (!session) throw new NoReading('综合验光仪的数据没有传完，请在仪器上重新打印')
  const notes = new Notes()
  if (all.length > 1) notes.warn('RT-5100', `文件里有 ${all.length} 次传输，取用最后一次完整的`)
  let block = ''
  const lines = new Lines()
  for (const line of session.lines) {
    if (line.startsWith('@')) block = line.slice(1).trim()
    else lines.set(`${block} ${line.slice(0, 2)}`, line.slice(2))
  }
  for (const [, side] of sides) eyeOf(notes, lines, side)
  pupils(notes, lines)
  const untaken = untakenOf([...lines].flatMap(([key, value]) => (lines.looked.has(key) ? [] : [[nameOf(key), value] as const])))
  const day = /DA(\d{4}\/[ \d]\d\/[ \d]\d)/.exec(session.head)?.[1]
  return {
    profile: 'rt5100',
    model: 'NIDEK RT-5100',
    serial: null,
    measuredAt: momentOf(day),
    patient: { id: textOrNull(/ ID(.*?)DA/.exec(session.head)?.[1]), name: null, birth: null },
    exams: notes.taken,
    beside: notes.beside,
    warnings: notes.warnings,
    untaken,
  }
}

/** Lines by their block and letters; remembers which were looked at. */
class Lines extends Map<string, string> {
  readonly looked = new Set<string>()
  override get(key: string): string | undefined {
    this.looked.add(key)
    return super.get(key)
  }
}
/** What the device means by its letters, as far as it is known. */
const LETTERS: Readonly<Record<string, string>> = { U: '裸眼视力', N: '近用', V: '矫正视力', A: '下加光', M: '其他', W: '工作距离' }
const nameOf = (key: string): string => {
  const [block = '', letters = ''] = key.split(' ')
  const word = LETTERS[letters.charAt(0).toUpperCase()]
  return word ? `@${block} ${letters}（${word}）` : `@${block} ${letters}`
}
function eyeOf(notes: Notes, lines: Lines, side: ReadingSide): void {
  const r = side === 'Od' ? 'R' : 'L'
  const power = (kind: number, key: string) => {
    const columns = lines.get(key)
    if (columns === undefined) return
    // Six columns of sphere, six of cylinder, three of axis; the sign stands apart from its number.
    const [sph, cyl, axis] = [columns.slice(0, 6), columns.slice(6, 12), columns.slice(12, 15)]
    notes.power(kind, side, key, { sph: notes.number(sph, key), cyl: notes.number(cyl, key), axis: notes.number(axis, key) })
  }
  power(2, `RM O${r}`)
  power(1, `LM  ${r}`)
  const final = lines.has(`RT F${r}`)
  power(4, final ? `RT F${r}` : `RT f${r}`)
  const add = notes.number(lines.get(final ? `RT A${r}` : `RT a${r}`), `RT A${r}`)
  notes.put('refraction', `add${side}`, add, 4)
  notes.put('refraction', `va${side}`, notes.acuity(lines.get(final ? `RT V${r}` : `RT v${r}`), `RT V${r}`), 4)
  notes.put('refraction', `va${side}`, notes.acuity(lines.get(`LM V${r}`), `LM V${r}`), 1)
  notes.put('refraction', `add${side}`, notes.number(lines.get(`LM A${r}`), `LM A${r}`), 1)
  // Unaided acuity, of whichever block has it.
  const unaided = ['RM', 'RT', 'LM', 'UV'].map((block) => lines.get(`${block} U${r}`)).find((value) => value?.trim())
  notes.put('visual', `ucva${side}`, notes.acuity(unaided, `U${r}`))
  if (final) notes.besides('主觉验光（未定处方）', side, lines.get(`RT f${r}`)?.replace(/([+-]) +/g, '$1'))
  for (const [key, value] of lines)
    if (/ [MNW][RL]$/i.test(key) && key.endsWith(r)) {
      lines.looked.add(key)
      notes.besides(`RT-5100 ${key.at(-2)}`, side, value)
    }
}

function pupils(notes: Notes, lines: Lines): void {
  const valueOf = (...keys: string[]) => keys.map((k) => lines.get(k)).find((v) => v?.trim())
  const far = valueOf('RT PD', 'RT pD', 'RM PD')
  // Both eyes, then each: `64.0 32.0 32.0`.
  const [both, right, left] = (far ?? '').trim().split(/ +/)
  notes.put('pd', 'pdFar', notes.number(both, 'PD'))
  if (right && left) {
    notes.put('pd', 'pdFarOd', notes.number(right, 'PD'))
    notes.put('pd', 'pdFarOs', notes.number(left, 'PD'))
  }
  notes.put('pd', 'pdNear', notes.number(valueOf('RT Pd', 'RT pd')?.trim().split(/ +/)[0], 'Pd'))
  const working = numberOf(valueOf('RT WD', 'RT wd') ?? '')
  if (notes.taken.some((e) => e.kind === 'pd')) {
    notes.put('pd', 'pdMethod', 3)
    if (working) notes.put('pd', 'workingDistance', working * 10)
  }
}

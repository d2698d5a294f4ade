/**
 * DCS text (OMA/VCA Data Communication Standard): a record a line, `LABEL=right;left`, CRLF. Labels nobody here knows are kept. What was
 * formatted is parsed back to the same records, and the records of a job to the same powers: a right lens never arrives as a left one.
 */
import type { Job, JobEye, MakerProfile } from './job.ts'
import { nameAt } from './job.ts'

/** A record: its label and the texts between its semicolons. */
export interface DcsRecord {
  readonly label: string
  readonly values: readonly string[]
}
const RECORD = /^(_?[A-Z][A-Z0-9_]*)=([\s\S]*)$/
export const formatDcs = (records: readonly DcsRecord[]): string =>
  records.map(({ label, values }) => `${label}=${values.join(';')}\r\n`).join('')
/** Records of a text; a line that is none is left out. */
export const parseDcs = (text: string): DcsRecord[] =>
  text.split(/\r?\n/).flatMap((line): DcsRecord[] => {
    const [, label, value] = RECORD.exec(line) ?? []
    return label === undefined || value === undefined ? [] : [{ label, values: value.split(';') }]
  })

/** Kinds of lenses by type of the catalogue (products, lensType). */
const LTYPE: Readonly<Record<number, string>> = { 2: 'BI', 3: 'PR', 7: 'BI', 9: 'PR' }
/** Base of a prism as an angle seen from before the wearer: nasal is to the right of a right eye, to the left of a left one. */
const ANGLE = { od: { IN: 0, UP: 90, OUT: 180, DOWN: 270 }, os: { OUT: 0, UP: 90, IN: 180, DOWN: 270 } } as const
type Eye = 'od' | 'os'
const EYES = ['od', 'os'] as const
const fixed = (n: number | null, decimals: number): string => (n === null ? '' : n.toFixed(decimals))
/** Texts carry no separator and no line end. */
const plain = (s: string | null): string => (s ?? '').replace(/[;\r\n]+/g, ' ').trim()

/** How far above the maker's line a pupil stands, mm; unknown where that line is and the box is not. */
function heightOf(eye: JobEye, { frame }: Job, { height }: MakerProfile): number | null {
  if (eye.fitHeight === null || height === 'box') return eye.fitHeight
  return frame?.b ? eye.fitHeight - frame.b / 2 : null
}
const lens = (job: Job, profile: MakerProfile): ReadonlyArray<readonly [string, (eye: JobEye, side: Eye) => string]> => [
  ['SPH', (e) => fixed(e.sph, 2)],
  ['CYL', (e) => fixed(e.cyl, 2)],
  ['AX', (e) => (e.axis === null ? '' : String(e.axis))],
  ['ADD', (e) => fixed(e.addition, 2)],
  ['PRVM', (e) => (e.prism ? fixed(e.prism, 2) : '')],
  ['PRVA', (e, side) => (e.prism && e.base ? ANGLE[side][e.base].toFixed(1) : '')],
  ['IPD', (e) => fixed(e.monoPd, 2)],
  [job.od?.addition || job.os?.addition ? 'SEGHT' : 'OCHT', (e) => fixed(heightOf(e, job, profile), 2)],
  ['LNAM', (e) => plain(nameAt(profile, e.product))],
  ['LTYPE', (e) => LTYPE[e.product.lensType ?? 0] ?? 'SV'],
  ['LIND', (e) => fixed(e.product.index, 3)],
  ['DIA', (e) => fixed(e.dia ?? e.product.diameter, 2)],
  ['ACOAT', (e) => plain(e.product.film)],
]
/** What the workshop is asked for beside the usual, as records of the lab. */
const OPTIONS: Readonly<Record<string, DcsRecord>> = {
  开槽: { label: 'ETYP', values: ['3'] },
  打孔: { label: 'ETYP', values: ['2'] },
  抛光: { label: 'POLISH', values: ['1'] },
}
function frameRecords({ frame }: Job): DcsRecord[] {
  if (!frame) return []
  const both = (label: string, n: number | null): DcsRecord[] => (n === null ? [] : [{ label, values: [fixed(n, 2), fixed(n, 2)] }])
  return [
    ...both('HBOX', frame.a),
    ...both('VBOX', frame.b),
    ...(frame.dbl === null ? [] : [{ label: 'DBL', values: [fixed(frame.dbl, 2)] }]),
    ...both('FED', frame.ed),
  ]
}
const sides = ({ od, os }: Job): string => {
  if (od && os) return 'B'
  return od ? 'R' : 'L'
}
/** The records of a job as its maker reads them. */
export function recordsOf(job: Job, profile: MakerProfile): DcsRecord[] {
  const pairOf = (eye: Eye, say: (e: JobEye, side: Eye) => string) => (job[eye] ? say(job[eye], eye) : '')
  const chiral = lens(job, profile).map(([label, say]): DcsRecord => ({ label, values: [pairOf('od', say), pairOf('os', say)] }))
  return [
    { label: 'OMAV', values: ['03.10'] },
    { label: 'REQ', values: ['FIL'] },
    { label: 'JOB', values: [plain(job.orderNo)] },
    ...(profile.account ? [{ label: 'ACCN', values: [plain(profile.account)] }] : []),
    { label: 'DO', values: [sides(job)] },
    ...chiral.filter(({ values }) => values.some(Boolean)),
    ...frameRecords(job),
    ...job.options.flatMap((token) => OPTIONS[token] ?? []),
    ...parseDcs(profile.extra ?? ''),
    ...parseDcs((job.frame?.trace ?? []).join('\n')),
  ]
}

type Read = Pick<JobEye, 'sph' | 'cyl' | 'axis' | 'addition' | 'prism' | 'base' | 'monoPd' | 'fitHeight'>
const numberIn = (text: string | undefined): number | null => {
  const value = text?.trim()
  return !value || value === '?' || !Number.isFinite(Number(value)) ? null : Number(value)
}
/** What a file says of each eye; one value stands for both where no semicolon parts them. */
export function eyesIn(records: readonly DcsRecord[], profile: Pick<MakerProfile, 'height'>): Record<Eye, Read | null> {
  const valueOf = (label: string, eye: Eye): number | null => {
    const values = records.find((r) => r.label === label)?.values
    return numberIn(values?.[eye === 'od' || values.length === 1 ? 0 : 1])
  }
  const done = records.find((r) => r.label === 'DO')?.values[0] ?? 'B'
  const read = (eye: Eye): Read => {
    const [angle, height, box] = [valueOf('PRVA', eye), valueOf('OCHT', eye) ?? valueOf('SEGHT', eye), valueOf('VBOX', eye)]
    const bases = (['IN', 'OUT', 'UP', 'DOWN'] as const).find((base) => ANGLE[eye][base] === angle)
    return {
      sph: valueOf('SPH', eye),
      cyl: valueOf('CYL', eye),
      axis: valueOf('AX', eye),
      addition: valueOf('ADD', eye),
      prism: valueOf('PRVM', eye),
      base: bases ?? null,
      monoPd: valueOf('IPD', eye),
      fitHeight: height === null || profile.height === 'box' ? height : height + (box ?? 0) / 2,
    }
  }
  const [od, os] = EYES.map((eye) => (done === 'B' || done === (eye === 'od' ? 'R' : 'L') ? read(eye) : null))
  return { od: od ?? null, os: os ?? null }
}

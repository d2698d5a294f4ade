/**
 * The application identifiers of GS1 and what may stand behind each: the GS1 Barcode Syntax Dictionary (Apache License 2.0), grouped by
 * what they hold. `*` ends by its length and needs no FNC1; `N` digits, `X` character set 82, `Y` set 39, `Z` base64url; `..` up to so
 * many; `[ ]` may be absent. Pure.
 */
const DICTIONARY = `
*N18,csum: 00
*N14,csum: 01-03
X..20: 10 21-22 243 254 420 4318 7020-7022 710-717 7240 8002 8012
*N6,yymmd0: 11-13 15-17
*N2: 20
X..28: 235
X..30: 240-241 250-251 400-401 403 4308 4319 7002 7023 8004 90
N..6: 242
N13,csum [X..17]: 253
N13,csum [N..12]: 255
N..8: 30 37
*N6: 3100-3105 3110-3115 3120-3125 3130-3135 3140-3145 3150-3155 3160-3165 3200-3205 3210-3215 3220-3225 3230-3235
*N6: 3240-3245 3250-3255 3260-3265 3270-3275 3280-3285 3290-3295 3300-3305 3310-3315 3320-3325 3330-3335 3340-3345
*N6: 3350-3355 3360-3365 3370-3375 3400-3405 3410-3415 3420-3425 3430-3435 3440-3445 3450-3455 3460-3465 3470-3475
*N6: 3480-3485 3490-3495 3500-3505 3510-3515 3520-3525 3530-3535 3540-3545 3550-3555 3560-3565 3570-3575 3600-3605
*N6: 3610-3615 3620-3625 3630-3635 3640-3645 3650-3655 3660-3665 3670-3675 3680-3685 3690-3695
N..15: 3900-3909 3920-3929
N3 N..15: 3910-3919 3930-3939
N4: 3940-3943 8111
N6: 3950-3955 8005
N17,csum: 402
*N13,csum: 410-417
N3 X..9: 421
N3: 422 424 426
N3 [N3] [N3] [N3] [N3]: 423 425
X..3: 427 7008
X..35: 4300-4301 4310-4311 4320
X..70: 4302-4306 4312-4316 7257 8110 8112 8200
X2: 4307 4317
N10 N10: 4309
N1: 4321-4323 7252
N6,yymmd0 N4: 4324-4325
N6,yymmdd: 4326 7006
N6 [X1]: 4330-4333
N13: 7001
N6,yymmdd N4: 7003
N..4: 7004
X..12: 7005
N6,yymmdd [N6],yymmdd: 7007
X..10: 7009 7255
X..2: 7010
N6,yymmdd [N4]: 7011
N3 X..27: 7030-7039
N1 X1 X1 X1: 7040
X..4: 7041
X2 X..28: 7230-7239
N2: 7241
X..25: 7242 8013-8014 8020
N8: 7250
N8 N4: 7251
X..40: 7253-7254 7259
X..90: 7256 91-99
X3: 7258
N4 N5 N3 N1 N1: 8001
N1 N13,csum [X..16]: 8003
N14,csum N4: 8006 8026
X..34: 8007
N6,yymmdd N2 [N2] [N2]: 8008
X..50: 8009
Y..30: 8010
N..12: 8011
N18,csum: 8017-8018
N..10: 8019
Z..90: 8030
N15: 8040-8041
N32: 8042
N18 [N..2]: 8043`

type Check = 'csum' | 'yymmd0' | 'yymmdd'
interface Part {
  readonly pattern: string
  readonly length: number
  readonly check: Check | undefined
}
export interface Identifier {
  /** Its exact length, where it ends by it; undefined where FNC1 or the end of the code ends it. */
  readonly length: number | undefined
  readonly digits: boolean
  readonly parts: readonly Part[]
}
const CHARACTERS: Readonly<Record<string, string>> = {
  N: '\\d',
  X: '[!"%&\'()*+,\\-./0-9:;<=>?A-Z_a-z]',
  Y: '[#\\-/0-9A-Z]',
  Z: '[-0-9A-Z_a-z=]',
}
function partOf(written: string): Part {
  const [, open, set = '', upTo, count = '', , check] = /^(\[)?([NXYZ])(\.\.)?(\d+)(\])?(?:,(\w+))?$/.exec(written) ?? []
  const pattern = `(${CHARACTERS[set]}{${upTo ? `1,${count}` : count}})${open ? '?' : ''}`
  return { pattern, length: Number(count), check: check === 'csum' || check === 'yymmd0' || check === 'yymmdd' ? check : undefined }
}
function numbersOf(range: string): string[] {
  const [from = '', to = from] = range.split('-')
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => String(Number(from) + i).padStart(from.length, '0'))
}
function groupOf(line: string): Array<[string, Identifier]> {
  const [written = '', ranges = ''] = line.split(': ')
  const parts = written.replace('*', '').split(' ').map(partOf)
  const length = written.startsWith('*') ? parts.reduce((n, p) => n + p.length, 0) : undefined
  const identifier = { length, digits: !/[XYZ]/.test(written), parts }
  return ranges
    .split(' ')
    .flatMap(numbersOf)
    .map((ai) => [ai, identifier])
}
export const identifiers: ReadonlyMap<string, Identifier> = new Map(DICTIONARY.trim().split('\n').flatMap(groupOf))

/** The identifier an element string begins with; none is the beginning of another. */
export const identifierAt = (code: string): string | undefined => [2, 3, 4].map((n) => code.slice(0, n)).find((ai) => identifiers.has(ai))

/** Digits whose last is their check digit: weights 3 and 1 in turn, from the right. */
export const checksOut = (digits: string): boolean =>
  [...digits].toReversed().reduce((s, d, i) => s + Number(d) * (i % 2 ? 3 : 1), 0) % 10 === 0
/** A day of six digits. Day 00 is the last of its month; years 51–99 are of the century before. */
export function dayOf(six: string): string | undefined {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(six) ?? []
  const year = (Number(yy) > 50 ? 1900 : 2000) + Number(yy)
  const month = Number(mm)
  if (!dd || month < 1 || month > 12) return undefined
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const day = Number(dd) || last
  return day > last ? undefined : `${year}-${mm}-${String(day).padStart(2, '0')}`
}
/** What can be wrong with what stands behind an identifier. */
export type Gs1Fault = 'check' | 'day' | 'length' | 'content'
const CHECKS: Readonly<Record<Check, (value: string) => Gs1Fault | undefined>> = {
  csum: (v) => (checksOut(v) ? undefined : 'check'),
  yymmd0: (v) => (dayOf(v) ? undefined : 'day'),
  yymmdd: (v) => (dayOf(v) && !v.endsWith('00') ? undefined : 'day'),
}
/** What is wrong with what stands behind an identifier. */
export function faultOf({ parts, digits }: Identifier, value: string): Gs1Fault | undefined {
  const found = new RegExp(`^${parts.map((p) => p.pattern).join('')}$`).exec(value)
  if (!found) return digits ? 'length' : 'content'
  return parts.map(({ check }, i) => (check && found[i + 1] ? CHECKS[check](found[i + 1] ?? '') : undefined)).find(Boolean)
}

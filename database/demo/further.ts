/**
 * What some visits are examined for beside the usual: drops and a cycloplegic refraction, binocular function, tear film, endothelium, an
 * assessment.
 */
import { cycloplegia } from '#modules/exams/contract/kinds/cycloplegia.ts'
import { cornea } from '#modules/exams/contract/kinds/cornea.ts'
import { slitLamp } from '#modules/exams/contract/kinds/slitLamp.ts'
import { vision } from '#modules/exams/contract/kinds/vision.ts'
import { Chance, quarter } from './random.ts'
import { meant, type Teller } from './teller.ts'
import type { DemoMember } from './visits.ts'

interface Visit {
  readonly who: Teller
  readonly head: { pid: number; resid: number; examTime: string }
  readonly day: string
  readonly minute: number
}
/** The same for the same person and day, whatever else happened before. */
const chanceOf = ({ person }: DemoMember, day: string): Chance =>
  new Chance(Array.from(`${person.name}${person.birth}${day}`).reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) | 0, 7))
const clock = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const whole = (n: number): number => Math.round(n)

/** Examines further, for some of the members. */
export async function further(m: DemoMember, visit: Visit): Promise<void> {
  const c = chanceOf(m, visit.day)
  if (m.person.child) {
    if (c.chance(0.4)) await grown(c, m, visit)
    if (c.chance(0.15)) await colours(c, visit)
    if (c.chance(0.2)) await widened(c, m, visit)
    if (c.chance(0.2)) await binocular(c, visit)
    if (c.chance(0.15)) await assessed(c, visit)
  } else if (c.chance(0.2)) await tears(c, visit)
  if (c.chance(0.25)) await lamp(c, visit)
  if (c.chance(0.1)) await topography(m, visit)
  if (m.treated && c.chance(0.2)) await cells(c, visit)
}
/** Two drops, half an hour, and the refraction that names them. */
async function widened(c: Chance, { eyes: { od, os } }: DemoMember, { who, head, minute }: Visit): Promise<void> {
  const drops = { drop1: clock(minute - 45), drop2: clock(minute - 40), drop3: null, drug: c.pick([1, 2] as const) }
  const { id } = await who('examCycloplegia.save', { ...head, ...cycloplegia.example, ...drops })
  const relaxed = (sph: number) => quarter(sph + c.pick([0, 0.25, 0.25, 0.5]))
  const powers = { dsOd: relaxed(od.sph), dcOd: od.cyl, axOd: od.axis, dsOs: relaxed(os.sph), dcOs: os.cyl, axOs: os.axis }
  await who('examRefraction.save', meant({ ...head, kind: 5 as const, cycloplegiaId: id, ...powers }))
}
async function binocular(c: Chance, { who, head }: Visit): Promise<void> {
  const exo = c.chance(0.4)
  const found = exo
    ? {
        nearPhoria: -whole(c.between(7, 10)),
        npcBreak: whole(c.between(8, 12)),
        npcRecovery: 14,
        nearBoBlur: 9,
        nearBoBreak: 12,
        nearBoRecovery: 6,
      }
    : { nearPhoria: -whole(c.between(1, 4)), farPhoria: -whole(c.between(0, 2)) }
  const { nearPhoria } = found
  await who('examVision.save', meant({ ...head, ...vision.example, ...found, gradientPhoria: nearPhoria + 4 }))
}
/** Height and weight of a child, along the median of the age. */
async function grown(c: Chance, { person }: DemoMember, { who, head, day }: Visit): Promise<void> {
  const years = (Date.parse(day) - Date.parse(person.birth)) / 31_557_600_000
  const height = Math.round(c.around(76 + 6.2 * years, 3))
  await who('examHeightWeight.save', meant({ ...head, height, weight: Math.round(height * height * 0.00165) }))
}
async function colours(c: Chance, { who, head }: Visit): Promise<void> {
  const findings = c.chance(0.06) ? '红绿色弱' : '色觉检查正常'
  await who('examOthers.save', { ...head, name: '色觉', findings })
}
async function lamp(c: Chance, { who, head }: Visit): Promise<void> {
  const redness = c.pick([0, 0, 0.5, 1])
  await who(
    'exam-slit-lamp.create',
    meant({ ...head, ...slitLamp.example, scale: 1 as const, lensType: 0 as const, bulbarOd: redness, bulbarOs: redness }),
  )
}
async function topography({ eyes: { od, os } }: DemoMember, { who, head }: Visit): Promise<void> {
  const powers = { k1Od: od.k1, k2Od: od.k2, kmaxOd: od.k2 + 0.5, k1Os: os.k1, k2Os: os.k2, kmaxOs: os.k2 + 0.5 }
  await who('examCornea.save', meant({ ...head, ...cornea.example, ...powers, device: 'Medmont E300' }))
}
async function assessed(c: Chance, { who, head }: Visit): Promise<void> {
  const risk = { parents: c.pick([0, 1, 2] as const), outdoorHours: c.int(1, 4) / 2, nearHours: c.int(4, 12) / 2 }
  await who('patients.assess', meant({ ...head, score: c.int(55, 95), ...risk }))
}
async function tears(c: Chance, { who, head }: Visit): Promise<void> {
  const dry = c.chance(0.5)
  const often = () => (dry ? c.pick([1, 2, 3] as const) : c.pick([0, 1] as const))
  const seconds = () => Math.round((dry ? c.between(2, 5) : c.between(9, 14)) * 10) / 10
  const answers = {
    osdi1: often(),
    osdi2: often(),
    osdi3: often(),
    osdi4: often(),
    osdi5: often(),
    osdi6: often(),
    osdi7: 9 as const,
    osdi8: often(),
  }
  await who(
    'examDryeye.save',
    meant({
      ...head,
      ...answers,
      fbut1Od: seconds(),
      fbut2Od: seconds(),
      fbut1Os: seconds(),
      fbut2Os: seconds(),
      schirmerOd: whole(c.between(dry ? 4 : 11, dry ? 9 : 20)),
      schirmerOs: whole(c.between(dry ? 4 : 11, dry ? 9 : 20)),
      stainIOd: dry ? 1 : 0,
      stainIOs: dry ? 1 : 0,
      stainDotsOd: dry ? c.int(2, 9) : 0,
      stainDotsOs: dry ? c.int(2, 9) : 0,
      stainScale: 1 as const,
      schirmerAnaesthetic: false,
      symptoms: dry,
    }),
  )
}
async function cells(c: Chance, { who, head }: Visit): Promise<void> {
  const ecd = () => whole(c.between(2600, 3100))
  await who(
    'examCorneal.save',
    meant({
      ...head,
      ecdOd: ecd(),
      ecdOs: ecd(),
      cvOd: c.int(26, 38),
      cvOs: c.int(26, 38),
      hexOd: c.int(50, 65),
      hexOs: c.int(50, 65),
      cellsOd: c.int(80, 140),
      cellsOs: c.int(80, 140),
      lensWear: 3 as const,
    }),
  )
}

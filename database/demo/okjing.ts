/**
 * Children who wear ortho-k lenses, forty in all stores, standing everywhere in the chain: some wait for a doctor's signature, some for
 * their lenses, most are reviewed; a few are overdue, and one was stopped for staining of grade 3.
 */
import { daysBetween } from '#kernel/contract/age.ts'
import { monthsAfter } from '#kernel/contract/days.ts'
import { hardLens } from '#modules/exams/contract/kinds/hardLens.ts'
import { slitLamp } from '#modules/exams/contract/kinds/slitLamp.ts'
import { recordMachine } from '#modules/records/contract/okjing/states.ts'
import type { Chain, Shop } from './clinic.ts'
import { person } from './people.ts'
import { Chance, quarter, shiftDay } from './random.ts'
import { inTurn, meant, there } from './teller.ts'
import { timeOn } from './visits.ts'

const CASES = 40
/** How far a case has come; each has the steps of those before it. */
const STAGES = ['asked', 'suitable', 'tried', 'fitted', 'checked', 'taken', 'reviewed', 'long'] as const
type Stage = (typeof STAGES)[number]
/** Days since the first record. */
const AGO: Readonly<Record<Stage, number>> = { asked: 1, suitable: 2, tried: 3, fitted: 4, checked: 9, taken: 15, reviewed: 52, long: 230 }

/** From this case on those who wear long have lenses eleven months old, and were not seen since. */
const YEARLY = 15
const A_YEAR = 357

/** Settings of one store, then its cases. */
export async function okjingOf(chain: Chain, place: number, today: string): Promise<void> {
  const shop = there(chain.shops[place])
  const kit = await prepared(shop, shiftDay(today, -400))
  const own = Array.from({ length: CASES }, (_, n) => n).filter((n) => n % chain.shops.length === place)
  await inTurn(own, (n) => wearer(new Chance(53_000 + n), shop, kit, n, today))
}

interface Kit {
  designId: number
  trialLenses: number[]
  sha256: string
}
/** What a store needs to fit: its licence, a design, trial lenses. */
async function prepared(shop: Shop, day: string): Promise<Kit> {
  const clock = timeOn(day, 540)
  const manager = shop.as('manager', clock)
  await manager('settings.save', {
    hid: shop.hid,
    okInstitution: 'level2',
    okDepartment: true,
    okLicence: `PDY${1_000_000 + shop.hid}`,
    okPhysician: shop.who('doctor').name,
    okPhysicianTitle: 'attending',
    okEmergencyPhone: '010-65880120',
  })
  const { id: designId } = await manager('settings.ok-designs.create', {
    hid: shop.hid,
    name: '梦戴维 VST',
    brand: '梦戴维',
    family: 'VST',
    dia: 10.6,
    months: 18,
  })
  const optometrist = shop.as('optometrist', clock)
  const trialLenses = await inTurn([42.5, 43, 43.5, 44], async (ac) => {
    const lens = { hid: shop.hid, family: 'VST', designId, bc: 8.6, target: -3, ac, dia: 10.6 } as const
    return (await optometrist('trial-lenses.create', { ...lens, name: `V-${ac.toFixed(2)}`, box: 'A' })).id
  })
  const texts = await shop.as('reception', clock)('patients.consent.texts', {})
  return { designId, trialLenses, sha256: there(texts.find((t) => t.kind === 4)).sha256 }
}

interface Wearer {
  shop: Shop
  kit: Kit
  pid: number
  n: number
  lens: ReturnType<typeof lensOf>
}
const lensOf = (c: Chance) => {
  const [right, left] = [quarter(-c.int(6, 20) / 4), quarter(-c.int(6, 20) / 4)]
  const [kr, kl] = [42.5 + c.int(0, 4) / 4, 42.5 + c.int(0, 4) / 4]
  const bc = (k: number, target: number) => Math.round(33_750 / (k + target - 0.75)) / 100
  return {
    eyes: { dsOd: right, dcOd: -0.5, axOd: 180, dsOs: left, dcOs: -0.25, axOs: 175, k1Od: kr, k2Od: kr + 0.75, k1Os: kl, k2Os: kl + 0.75 },
    parameters: {
      bcOd: bc(kr, right),
      acOd: kr,
      targetOd: right,
      diaOd: 10.6,
      ctOd: 0.22,
      colourOd: 'green' as const,
      bcOs: bc(kl, left),
      acOs: kl,
      targetOs: left,
      diaOs: 10.6,
      ctOs: 0.22,
      colourOs: 'blue' as const,
    },
  }
}

/** One child from the desk to the stage it has come to. */
async function wearer(c: Chance, shop: Shop, kit: Kit, n: number, today: string): Promise<void> {
  const stage = there(STAGES[n % STAGES.length])
  const reached = (to: Stage) => STAGES.indexOf(stage) >= STAGES.indexOf(to)
  const day = shiftDay(today, -(n >= YEARLY && stage === 'long' ? A_YEAR : AGO[stage]) - c.int(0, 2))
  const { name, mobile, guardian } = person(c, day)
  const birth = shiftDay(day, -(9 * 365 + c.int(0, 1500)))
  const reception = shop.as('reception', timeOn(day, 545))
  const { pid } = await reception('patients.save', { hid: shop.hid, name, gender: c.pick([0, 1] as const), birth, mobile, guardian })
  await reception('patients.consent.give', {
    pid,
    kind: 4,
    sha256: kit.sha256,
    way: 1,
    guardianName: `${name.slice(0, 1)}女士`,
    guardianRelation: 2,
  })
  if (n === YEARLY) await followedByFather(shop, { pid, mobile }, day)
  const one: Wearer = { shop, kit, pid, n, lens: lensOf(c) }
  const firstId = await askSuitability(one, day, today)
  if (!reached('suitable')) return
  await shop.as('doctor', timeOn(day, 600))('okjing-first-record.status', { id: firstId, status: recordMachine.is.signed })
  if (!reached('tried')) return
  await tried(one, shiftDay(day, 1), reached('fitted'))
  if (!reached('fitted')) return
  // Every other one that waits for lenses has them ordered here.
  const ordered = stage === 'checked' && n % (STAGES.length * 2) < STAGES.length
  const fittingId = await fitted(one, shiftDay(day, 2), reached('checked'), ordered ? 'order' : 'outside')
  if (!reached('taken')) return
  const taken = shiftDay(day, 12)
  await takenHome(one, taken, fittingId, today)
  if (!reached('reviewed')) return
  await reviewed(one, taken, stage === 'long', today)
}

/** The father of one follows the clinic on the third phone of the local WeChat. */
async function followedByFather(shop: Shop, child: { pid: number; mobile: string }, day: string): Promise<void> {
  const desk = shop.as('reception', timeOn(day, 550))
  const { pid } = await desk('patients.save', { hid: shop.hid, name: '张大山', gender: 0, birth: '1984-05-20', mobile: child.mobile })
  await desk('patients.family.save', { pid: child.pid, relation: 1, otherPid: pid, isGuardian: true })
  await desk('patients.wechat.bind', { pid, wechatOpenId: 'local-phone-3', wechatName: '张大山' })
}

async function askSuitability({ shop, pid, lens }: Wearer, day: string, today: string): Promise<number> {
  const optometrist = shop.as('optometrist', timeOn(day, 560))
  await optometrist('medical-history.create', {
    pid,
    items: [
      { item: 'familyMyopia', reply: 'yes', saidBy: 'mother', text: '母亲近视 5.00 D' },
      { item: 'dryEye', reply: 'no', saidBy: 'mother' },
      { item: 'lensWear', reply: 'no', saidBy: 'mother' },
    ],
  })
  const { id } = await optometrist('okjing-first-record.create', {
    pid,
    ...lens.eyes,
    eccOd: 0.5,
    eccOs: 0.52,
    pupilOd: 4.5,
    pupilOs: 4.5,
    wtwOd: 11.6,
    wtwOs: 11.6,
    iopOd: 15,
    iopOs: 15.5,
    cctOd: 545,
    cctOs: 548,
    inflammation: 'no',
    dryEye: 'no',
    systemicBar: 'no',
    hygiene: 'good',
    parentMyopia: 'one',
    myopiaSince: 7,
    nearHours: 4,
    outdoorHours: 1,
    result: 'suitable',
    treatmentPlan: `夜戴塑形镜，${monthsAfter(today, 12).slice(0, 4)} 年前每 3 月复查`,
  })
  return id
}
/** Tried on; the lens goes back disinfected, of the last ones it is still out. */
async function tried({ shop, kit, pid, n, lens }: Wearer, day: string, back: boolean): Promise<void> {
  const optometrist = shop.as('optometrist', timeOn(day, 580))
  // The last lens of a set is the one still out, of the first child that waits with it.
  const out = n < STAGES.length * 2 ? kit.trialLenses.at(-1) : undefined
  const trialLensId = back ? kit.trialLenses[n % (kit.trialLenses.length - 1)] : out
  const { id } = await optometrist('okjing-trial-lens.create', {
    pid,
    eye: 'od',
    family: 'VST',
    bc: lens.parameters.bcOd,
    target: lens.parameters.targetOd,
    ...(trialLensId === undefined ? {} : { trialLensId }),
    insertedAt: timeOn(day, 550),
    checkedAt: timeOn(day, 578),
    minutes: 28,
    position: 'centre',
    movement: 1,
    treatmentZone: 'right',
    alignmentZone: 'right',
    edge: 'right',
    va: 5,
    verdict: 'use',
  })
  await optometrist('fluoresce-in.create', {
    pid,
    eye: 'od',
    trialId: id,
    minutes: 25,
    treatmentZone: 'right',
    treatmentWidth: 4.2,
    alignmentZone: 'right',
    edgeWidth: 0.5,
    bubble: 'no',
  })
  if (back && trialLensId !== undefined)
    await shop.as('optometrist', timeOn(day, 640))('okjing.trial-lens.return', { id, disinfection: 'peroxide' })
}
async function fitted({ shop, kit, pid, lens }: Wearer, day: string, checked: boolean, source: 'order' | 'outside'): Promise<number> {
  const { id, version } = await shop.as('optometrist', timeOn(day, 570))('fitting.create', {
    pid,
    product: '梦戴维 VST',
    family: 'VST',
    designId: kit.designId,
    fittedOd: true,
    fittedOs: true,
    source,
    ...lens.parameters,
  })
  if (checked) await shop.as('doctor', timeOn(day, 660))('fitting.update', { id, version, status: recordMachine.is.signed })
  return id
}
async function takenHome({ shop, pid, n, lens }: Wearer, day: string, fittingId: number, today: string): Promise<void> {
  const { id } = await shop.as('optometrist', timeOn(day, 575))('okjing-take-record.create', {
    pid,
    fittingId,
    product: '梦戴维 VST',
    takenBy: 'mother',
    quiz: 100,
    emergencyPhone: '010-65880120',
    firstNight: '22:00 前戴，7:00 摘，次日 8:30 复查',
    taught: ['wash', 'insert', 'remove', 'clean', 'suction', 'stuck', 'redEye', 'water'],
    care: [{ name: '双氧水护理液', batch: 'K2608-52', expiry: shiftDay(today, 300) }],
    serialOd: `7A${4100 + n}-R`,
    batchOd: `K26${10 + (n % 80)}`,
    expiryOd: shiftDay(today, 700),
    serialOs: `7A${4100 + n}-L`,
    batchOs: `K26${10 + (n % 80)}`,
    expiryOs: shiftDay(today, 700),
    ...lens.parameters,
  })
  await shop.as('doctor', timeOn(day, 620))('okjing-take-record.status', { id, status: recordMachine.is.signed })
}
/** The one who is stopped. */
const STAINED = STAGES.indexOf('long')
/** What was seen on the lenses of a day: a review names it. */
async function lensesSeen({ shop, pid }: Wearer, day: string, taken: string, stained = false): Promise<number> {
  const who = shop.as('optometrist', timeOn(day, 515))
  const worn = daysBetween(taken, day)
  const eyes = stained ? { stainAreaCOd: 3, stainDepthCOd: 2 } : {}
  const head = { pid, examTime: timeOn(day, 510) }
  if (stained)
    await who('exam-slit-lamp.create', meant({ ...head, ...slitLamp.example, scale: 1 as const, lensType: 3 as const, stainAreaCOd: 3 }))
  const decision = stained ? (3 as const) : (1 as const)
  const { id } = await who('exam-hard-lens.create', meant({ ...head, ...hardLens.example, ...eyes, daysWorn: worn, decision }))
  return id
}
/** Reviews up to today: the later ones of some are left out, which makes them overdue. */
async function reviewed(worn: Wearer, taken: string, long: boolean, today: string): Promise<void> {
  const { shop, pid, n } = worn
  const seen = (day: string) => shop.as('optometrist', timeOn(day, 520))
  const next = shiftDay(taken, 1)
  await seen(next)('okjing-first-review.create', {
    pid,
    examId: await lensesSeen(worn, next, taken),
    decision: 'continue',
    advice: '镜位居中，继续夜戴',
  })
  const week = shiftDay(taken, 7)
  await seen(week)('okjing-regular-review.create', {
    pid,
    examId: await lensesSeen(worn, week, taken),
    visit: 'week1',
    decision: 'continue',
  })
  if (n % 16 === STAGES.indexOf('reviewed')) return
  await seen(monthsAfter(taken, 1))('okjing-regular-review.create', {
    pid,
    visit: 'month1',
    decision: 'educate',
    decisionReason: '护理液过期',
  })
  if (!long) return
  await seen(monthsAfter(taken, 3))('okjing-regular-review.create', { pid, visit: 'month3', decision: 'continue' })
  if (n !== STAINED) return
  const last = shiftDay(today, -1)
  await seen(last)('okjing-regular-review.create', {
    pid,
    examId: await lensesSeen(worn, last, taken, true),
    visit: 'other',
    decision: 'pause',
    decisionReason: '角膜点状染色 3 级，停戴一周后复查',
  })
}

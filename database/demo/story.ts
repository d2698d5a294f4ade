/**
 * The children one shows: twelve with six to eight visits in four years, each with a course of its own. One runs away from the glasses, one learns to
 * see with the weaker eye, one pair of glasses is given back, one comes late; some bring others, some rise in level, some take gifts for points.
 */
import type { Chain } from './clinic.ts'
import type { Eye, Eyes } from './eyes.ts'
import type { Person } from './people.ts'
import { Chance, hundredth, quarter, shiftDay } from './random.ts'
import type { Rewards } from './rewards.ts'
import { inTurn, there } from './teller.ts'
import { arrive, at, examine, glasses, isAt, leave, payExams, type Glasses, type Member } from './visits.ts'

/** What a visit comes to beside its examinations. */
type Step =
  | 'stock'
  | 'control'
  | 'refund'
  | 'late'
  | 'orthok'
  | 'drops'
  | 'patching'
  | 'top500'
  | 'top1000'
  | 'top2000'
  | 'gift'
  | 'package'

interface Child {
  name: string
  gender: 0 | 1
  /** Years today. */
  age: number
  guardian: string
  parentsMyopic: 0 | 1 | 2
  shop: 0 | 1 | 2
  /** Sphere and axial length on the first visit: right, left. */
  sph: readonly [number, number]
  al: readonly [number, number]
  cyl: number
  /** D a year towards minus while nothing is done about it. */
  speed: number
  /** Best corrected acuity on the first visit where it is not full: right, left. */
  best?: readonly [number, number]
  diagnose: string
  /** Who recommended the clinic, by name; of the same store, there before. */
  by?: string
  /** Days before today. */
  visits: readonly number[]
  steps: Readonly<Record<number, readonly Step[]>>
}

/** Half-yearly visits from a day on. */
const halfYearly = (first: number, times: number): number[] => Array.from({ length: times }, (_, n) => first - n * 182 + ((n * 7) % 5))

export const STORY: readonly Child[] = [
  {
    // The axis runs on in spite of glasses; drops, then lenses at night, hold it.
    name: '沈知行',
    gender: 0,
    age: 11.6,
    guardian: '沈志强',
    parentsMyopic: 2,
    shop: 0,
    diagnose: '近视进展快',
    sph: [-0.75, -1],
    al: [23.62, 23.71],
    cyl: -0.5,
    speed: 1.45,
    visits: halfYearly(1430, 8),
    steps: { 0: ['stock'], 2: ['control'], 4: ['drops', 'top1000'], 6: ['orthok', 'gift'] },
  },
  {
    // The weaker eye learns: 0.25 to 0.8 with full correction and patching.
    name: '顾念慈',
    gender: 1,
    age: 9.2,
    guardian: '顾海燕',
    parentsMyopic: 0,
    shop: 0,
    diagnose: '屈光参差性弱视（右眼）',
    sph: [5, 1.75],
    al: [20.92, 22.1],
    cyl: -0.5,
    speed: 0.18,
    best: [4.4, 4.9],
    visits: halfYearly(1400, 8),
    steps: { 0: ['stock', 'patching'], 3: ['stock'], 6: ['stock'] },
  },
  {
    // Comes to control lenses, gives back the second pair, and stays.
    name: '陆一鸣',
    gender: 0,
    age: 12.3,
    guardian: '陆丽华',
    parentsMyopic: 1,
    shop: 0,
    diagnose: '近视',
    by: '沈知行',
    sph: [-1.5, -1.25],
    al: [24.02, 23.94],
    cyl: -0.25,
    speed: 0.8,
    visits: halfYearly(1240, 7),
    steps: { 0: ['control'], 2: ['top500'], 4: ['refund'], 5: ['control'] },
  },
  {
    // Her lenses should have come days ago.
    name: '唐可馨',
    gender: 1,
    age: 10.4,
    guardian: '唐文静',
    parentsMyopic: 1,
    shop: 0,
    diagnose: '近视',
    by: '沈知行',
    sph: [-1, -1.25],
    al: [23.5, 23.58],
    cyl: -0.75,
    speed: 0.75,
    visits: [...halfYearly(1160, 6), 13],
    steps: { 0: ['stock'], 3: ['control'], 6: ['late'] },
  },
  {
    // From silver to gold by what was put on the card; a package a year.
    name: '韩雨桐',
    gender: 1,
    age: 13.1,
    guardian: '韩国栋',
    parentsMyopic: 1,
    shop: 0,
    diagnose: '近视',
    sph: [-2, -1.75],
    al: [24.2, 24.11],
    cyl: -0.5,
    speed: 0.7,
    visits: halfYearly(1370, 7),
    steps: { 0: ['control', 'top1000'], 2: ['top2000'], 3: ['orthok'], 5: ['package'], 6: ['gift'] },
  },
  {
    // Out of doors every day: hardly grows.
    name: '苏沐阳',
    gender: 0,
    age: 10.8,
    guardian: '苏敏',
    parentsMyopic: 0,
    shop: 0,
    diagnose: '远视储备不足',
    by: '韩雨桐',
    sph: [0.5, 0.5],
    al: [23.05, 23.02],
    cyl: 0,
    speed: 0.2,
    visits: halfYearly(1120, 6),
    steps: {},
  },
  {
    // Lenses at night from the start.
    name: '许嘉懿',
    gender: 0,
    age: 13.7,
    guardian: '许芳',
    parentsMyopic: 2,
    shop: 1,
    diagnose: '近视',
    sph: [-2.5, -2.75],
    al: [24.75, 24.83],
    cyl: -0.75,
    speed: 0.9,
    visits: halfYearly(1420, 8),
    steps: { 1: ['orthok', 'top500'], 5: ['control'] },
  },
  {
    // Both eyes see far, one sees near badly: glasses to read with at six.
    name: '何依诺',
    gender: 1,
    age: 9.9,
    guardian: '何静',
    parentsMyopic: 0,
    shop: 1,
    diagnose: '远视',
    by: '许嘉懿',
    sph: [3.25, 3.5],
    al: [21.7, 21.63],
    cyl: -0.25,
    speed: 0.25,
    best: [4.8, 4.8],
    visits: halfYearly(1300, 7),
    steps: { 0: ['stock'], 4: ['stock'] },
  },
  {
    // Begins late, with drops at once.
    name: '郑泽宇',
    gender: 0,
    age: 14.2,
    guardian: '郑艳',
    parentsMyopic: 1,
    shop: 1,
    diagnose: '近视',
    sph: [-0.5, -0.75],
    al: [24.05, 24.1],
    cyl: 0,
    speed: 0.6,
    visits: halfYearly(1200, 6),
    steps: { 1: ['drops', 'stock'], 4: ['stock'] },
  },
  {
    // Two eyes apart: the left one goes ahead.
    name: '丁若曦',
    gender: 1,
    age: 12.9,
    guardian: '丁伟',
    parentsMyopic: 1,
    shop: 2,
    diagnose: '近视，屈光参差',
    sph: [-0.5, -2.25],
    al: [23.4, 24.15],
    cyl: -0.5,
    speed: 0.65,
    visits: halfYearly(1390, 7),
    steps: { 0: ['control'], 4: ['control', 'top1000'] },
  },
  {
    // High for the age; the fundus is looked at every year.
    name: '魏博文',
    gender: 0,
    age: 12.1,
    guardian: '魏霞',
    parentsMyopic: 2,
    shop: 2,
    diagnose: '高度近视',
    by: '丁若曦',
    sph: [-4.5, -4.25],
    al: [25.4, 25.31],
    cyl: -1,
    speed: 0.85,
    visits: halfYearly(1260, 6),
    steps: { 0: ['control'], 2: ['drops'], 4: ['control'] },
  },
  {
    // A slow and steady course with one pair a year and a half.
    name: '叶梦琪',
    gender: 1,
    age: 11.2,
    guardian: '叶玉梅',
    parentsMyopic: 1,
    shop: 2,
    diagnose: '近视',
    sph: [-0.75, -0.5],
    al: [23.2, 23.12],
    cyl: -0.25,
    speed: 0.45,
    visits: halfYearly(1330, 7),
    steps: { 1: ['stock'], 4: ['control'] },
  },
]

/** A child on its way: what the eyes truly are, between the steps they are measured in. */
interface Led {
  of: Child
  m: Member
  true: Record<'od' | 'os', { sph: number; al: number }>
  /** Share of the speed that is left under what is done about it. */
  held: number
}

/** Tells the story up to yesterday: the stores side by side, each in order of its days. Answers the children. */
export async function tellStory(chain: Chain, rewards: Rewards, today: string): Promise<Member[]> {
  const told = await Promise.all(
    chain.shops.map(async (_, shop) => {
      const led = new Map<string, Led>()
      const here = STORY.filter((child) => child.shop === shop)
      const plan = here.flatMap((child) => child.visits.map((ago, n) => ({ child, ago, n }))).sort((a, b) => b.ago - a.ago)
      await inTurn(plan, ({ child, ago, n }) => visit(chain, rewards, led, child, n, shiftDay(today, -ago), today))
      return [...led.values()].map(({ m }) => m)
    }),
  )
  return told.flat()
}

async function visit(
  chain: Chain,
  rewards: Rewards,
  led: Map<string, Led>,
  child: Child,
  n: number,
  day: string,
  today: string,
): Promise<void> {
  const c = new Chance(88_000 + STORY.indexOf(child) * 100 + n)
  const minute = 9 * 60 + c.int(0, 30) * 15
  if (n === 0) led.set(child.name, await enrol(chain, led, child, day, minute, today))
  const one = there(led.get(child.name))
  if (n > 0) lead(one, day)
  const { m } = one
  const resid = await arrive(c, m, day, minute)
  const examId = await examine(c, m, resid, day, minute + 25)
  await payExams(c, m, day, minute + 40)
  for (const step of child.steps[n] ?? []) await take(step, { c, chain, rewards, one, resid, examId, day, minute: minute + 45 })
  await leave(m, resid, day, minute + 60)
}

/** A new child at the desk, perhaps recommended by one who is there already. */
async function enrol(chain: Chain, led: Map<string, Led>, of: Child, day: string, minute: number, today: string): Promise<Led> {
  const shop = there(chain.shops[of.shop])
  const index = STORY.indexOf(of)
  const birth = shiftDay(today, -Math.round(of.age * 365.25))
  const { name, gender, guardian, parentsMyopic } = of
  const told = {
    name,
    gender,
    birth,
    guardian,
    parentsMyopic,
    mobile: `1391100${String(2001 + index * 37)}`,
    school: '实验小学',
    allergy: null,
  }
  const { pid } = await shop.as('reception', at(day, minute))('patients.save', {
    ...told,
    sourceId: chain.sources[of.by ? 1 : 0],
    levelId: chain.levels[0],
    ...(of.by ? { inviterPid: there(led.get(of.by)).m.pid } : {}),
  })
  const person: Person = { ...told, child: true }
  const m: Member = { pid, person, eyes: firstEyes(of, day), shop, treated: false, stored: 0, diagnose: of.diagnose, wears: 0 }
  if (of.best) m.best = { od: of.best[0], os: of.best[1] }
  return { of, m, true: { od: { sph: of.sph[0], al: of.al[0] }, os: { sph: of.sph[1], al: of.al[1] } }, held: 1 }
}
function firstEyes({ sph, al, cyl, age, gender, visits, speed }: Child, day: string): Eyes {
  const eye = (n: 0 | 1): Eye => ({
    sph: sph[n],
    cyl,
    axis: cyl ? (n ? 5 : 175) : null,
    al: al[n],
    k1: hundredth(43.1 - (al[n] - 23.5) * 0.3),
    k2: hundredth(43.9 - (al[n] - 23.5) * 0.3),
    acd: 3.5,
    lt: 3.45,
  })
  const years = age - Math.max(...visits) / 365.25
  return { od: eye(0), os: eye(1), pd: Math.round((50 + (years - 5) * 0.95 - (gender ? 0.5 : 0)) * 2) / 2, speed, day }
}

/** Brings a child to a later day: refraction and axis go on by what they truly did, and are measured in their steps. */
function lead(one: Led, day: string): void {
  const { eyes, best } = one.m
  const years = (Date.parse(day) - Date.parse(eyes.day)) / 86_400_000 / 365.25
  const change = one.of.speed * one.held * years
  for (const side of ['od', 'os'] as const) {
    const now = one.true[side]
    now.sph -= change
    now.al += change * 0.42 + 0.04 * years
    eyes[side].sph = quarter(now.sph)
    eyes[side].al = hundredth(now.al)
    // A corrected eye gains a line in about a year, up to full sight.
    if (best) best[side] = Math.min(5, Math.round((best[side] + 0.12 * years) * 100) / 100)
  }
  eyes.pd = Math.round((eyes.pd + 0.8 * years) * 2) / 2
  eyes.day = day
}

interface At {
  c: Chance
  chain: Chain
  rewards: Rewards
  one: Led
  resid: number
  examId: number
  day: string
  minute: number
}
const TREATED = {
  orthok: {
    held: 0.35,
    wears: 3,
    treatments: '角膜塑形镜夜戴',
    advice: '每晚配戴 8–10 小时，规范护理；每半年停戴两周后验光，三个月复查眼轴与角膜',
  },
  drops: { held: 0.5, wears: undefined, treatments: '0.01% 阿托品滴眼液，每晚一次', advice: '睡前一滴，畏光或看近不清随诊，三个月复查' },
  patching: {
    held: 1,
    wears: undefined,
    treatments: '全矫配镜，健眼遮盖每日 4 小时',
    advice: '坚持戴镜与遮盖，配合精细目力训练，三个月复查',
  },
} as const

async function take(step: Step, of: At): Promise<void> {
  const { one, rewards, day, minute, c } = of
  const { m } = one
  const call = (role: 'cashier' | 'reception') => m.shop.as(role, at(day, minute + 12))
  switch (step) {
    case 'orthok':
    case 'drops':
    case 'patching':
      return treat(of, step)
    case 'stock':
    case 'control':
    case 'late':
      return void (await dispense(of, step))
    case 'refund':
      return giveBack(of, await dispense(of, 'control'))
    case 'gift': {
      const giftId = c.pick(rewards.gifts.slice(0, 2))
      return void (await call('reception')('points.exchange', { pid: m.pid, giftId, handOver: true }))
    }
    case 'package': {
      const { fgid } = there(rewards.combos.get(m.shop.hid))
      const { feebill } = await call('cashier')('feebill.save', { pid: m.pid, items: [{ fgid, quantity: 1 }] })
      return void (await call('cashier')('feebill.confirm', {
        fbid: feebill.fbid,
        payStyleList: [{ payWay: 2, amount: feebill.billPrice }],
      }))
    }
    default:
      return topUp(of, Number(step.slice(3)))
  }
}

/** Money on the card by a scheme of the store: the larger ones raise the level. */
async function topUp({ rewards, one: { m }, day, minute }: At, amount: number): Promise<void> {
  const { hid } = m.shop
  const { id, money, moneyGift } = there(there(rewards.schemes.get(hid)).find((s) => s.money === amount))
  await m.shop.as('cashier', at(day, minute + 5))('chargebill.insert-and-pay', {
    hid,
    pid: m.pid,
    money,
    moneyGift,
    payWay: 2,
    storageSchemeId: id,
  })
  m.stored += money
}

/** A treatment begins: told in the history and written in the record of the visit. */
async function treat({ one, resid, day, minute }: At, kind: keyof typeof TREATED): Promise<void> {
  const { m } = one
  const { held, wears, treatments, advice } = TREATED[kind]
  one.held = Math.min(one.held, held)
  if (wears !== undefined) m.wears = wears
  await m.shop.as('reception', at(day, minute + 8))('patients.others-info.save', {
    pid: m.pid,
    treatments,
    parentsMyopic: m.person.parentsMyopic,
  })
  await m.shop.as('doctor', at(day, minute + 10))('ecase.save', {
    pid: m.pid,
    resid,
    visitAt: at(day, minute),
    chiefComplaint: '近视防控复查',
    findings: '双眼前节正常，眼底未见异常',
    diagnosis: one.of.diagnose,
    advice: `${treatments}。${advice}`,
    nextDate: shiftDay(day, 90),
  })
}

async function dispense({ c, chain, one, examId, day, minute }: At, kind: 'stock' | 'control' | 'late'): Promise<Glasses> {
  const { m } = one
  const made = await glasses(c, chain, m, examId, day, minute, {
    use: kind === 'stock' ? 'stock' : 'control',
    ...(kind === 'late' ? { reached: isAt.awaitingGoods } : {}),
  })
  m.wears = 1
  if (kind !== 'stock') one.held = Math.min(one.held, 0.55)
  if (!made) throw new Error(`demo: no glasses could be ordered for ${one.of.name}`)
  return made
}

/** The glasses come back a fortnight later: the manager gives the money back, and the order ends as returned. */
async function giveBack({ one: { m }, day }: At, { fbid }: Glasses): Promise<void> {
  const manager = m.shop.as('manager', at(shiftDay(day, 14), 15 * 60))
  const { BillItemList } = await manager('feebill.info', { id: fbid })
  await manager('fee-bills.refund', {
    fbid,
    items: BillItemList.map(({ biid }) => ({ biid })),
    reason: '孩子戴镜不适应，两周内无理由退镜',
    goodsBack: false,
    consent: true,
  })
}

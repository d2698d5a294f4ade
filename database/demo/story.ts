/**
 * The children one shows: twelve with six to eight visits in four years, each with a course of its own. One runs away from the glasses, one
 * learns to see with the weaker eye, one pair of glasses is given back, one comes late; some bring others, some rise in level, some take
 * gifts for points.
 */
import { daysBetween } from '#kernel/contract/age.ts'
import { STORY, type Child, type ChildStep } from './children.ts'
import type { Chain } from './clinic.ts'
import type { DemoEye, DemoEyes } from './eyes.ts'
import type { Person } from './people.ts'
import { photograph } from './pictures.ts'
import { Chance, hundredth, quarter, shiftDay } from './random.ts'
import type { Rewards } from './rewards.ts'
import { inTurn, there } from './teller.ts'
import { treated } from './treatments.ts'
import { arrive, timeOn, examine, glasses, isAt, leave, payExams, type Glasses, type DemoMember } from './visits.ts'

/** The visit from which on lenses are worn at night. */
const NIGHTS = 6

/** A child on its way: what the eyes truly are, between the steps they are measured in. */
interface Led {
  of: Child
  m: DemoMember
  true: Record<'od' | 'os', { sph: number; al: number }>
  /** Share of the speed that is left under what is done about it. */
  held: number
}

/** Tells the story of one store up to yesterday, in the order of its days. */
export async function storyOf(chain: Chain, rewards: Rewards, shop: number, today: string): Promise<void> {
  const led = new Map<string, Led>()
  const here = STORY.filter((child) => child.shop === shop)
  const plan = here.flatMap((child) => child.visits.map((ago, n) => ({ child, ago, n }))).sort((a, b) => b.ago - a.ago)
  await inTurn(plan, ({ child, ago, n }) => visit(chain, rewards, led, child, n, shiftDay(today, -ago), today))
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
  if (n >= NIGHTS - 2 && child.steps[NIGHTS]?.includes('orthok')) await photograph(m, day, minute + 32, n > NIGHTS)
  await payExams(c, m, day, minute + 40)
  for (const step of child.steps[n] ?? []) await take(step, { c, chain, rewards, one, resid, examId, day, minute: minute + 45 })
  await leave(m, resid, day, minute + 60)
}

/** A new child at the desk, perhaps recommended by one who is there already. */
async function enrol(chain: Chain, led: Map<string, Led>, child: Child, day: string, minute: number, today: string): Promise<Led> {
  const shop = there(chain.shops[child.shop])
  const index = STORY.indexOf(child)
  const birth = shiftDay(today, -Math.round(child.age * 365.25))
  const { name, gender, guardian, parentsMyopic } = child
  const facts = {
    name,
    gender,
    birth,
    guardian,
    parentsMyopic,
    mobile: `1391100${String(2001 + index * 37)}`,
    school: '实验小学',
    allergy: null,
  }
  const { pid } = await shop.as('manager', timeOn(day, minute))('patients.save', {
    ...facts,
    sourceId: chain.sources[child.by ? 1 : 0],
    levelId: chain.levels[0],
    ...(child.by ? { inviterPid: there(led.get(child.by)).m.pid } : {}),
  })
  const person: Person = { ...facts, child: true }
  const m: DemoMember = { pid, person, eyes: firstEyes(child, day), shop, treated: false, stored: 0, diagnose: child.diagnose, wears: 0 }
  if (child.best) m.best = { od: child.best[0], os: child.best[1] }
  return { of: child, m, true: { od: { sph: child.sph[0], al: child.al[0] }, os: { sph: child.sph[1], al: child.al[1] } }, held: 1 }
}
function firstEyes({ sph, al, cyl, age, gender, visits, speed }: Child, day: string): DemoEyes {
  const eye = (n: 0 | 1): DemoEye => ({
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
  const years = daysBetween(eyes.day, day) / 365.25
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

async function take(step: ChildStep, place: At): Promise<void> {
  const { one, rewards, day, minute, c } = place
  const { m } = one
  const call = (role: 'cashier' | 'reception') => m.shop.as(role, timeOn(day, minute + 12))
  switch (step) {
    case 'orthok':
    case 'drops':
    case 'patching':
      return treat(place, step)
    case 'contact':
      return treated({ m, resid: place.resid, examId: place.examId, day, minute, diagnose: one.of.diagnose }, step)
    case 'stock':
    case 'control':
    case 'late':
      return void (await dispense(place, step))
    case 'refund':
      return giveBack(place, await dispense(place, 'control'))
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
      return topUp(place, Number(step.slice(3)))
  }
}

/** Money on the card by a scheme of the store: the larger ones raise the level. */
async function topUp({ rewards, one: { m }, day, minute }: At, amount: number): Promise<void> {
  const { hid } = m.shop
  const { id, money, moneyGift } = there(there(rewards.schemes.get(hid)).find((s) => s.money === amount))
  await m.shop.as('cashier', timeOn(day, minute + 5))('chargebill.insert-and-pay', {
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
async function treat({ one, resid, examId, day, minute }: At, kind: keyof typeof TREATED): Promise<void> {
  const { m } = one
  const { held, wears, treatments, advice } = TREATED[kind]
  one.held = Math.min(one.held, held)
  if (wears !== undefined) m.wears = wears
  await m.shop.as('reception', timeOn(day, minute + 8))('patients.others-info.save', {
    pid: m.pid,
    treatments,
    parentsMyopic: m.person.parentsMyopic,
  })
  await m.shop.as('doctor', timeOn(day, minute + 10))('ecase.save', {
    pid: m.pid,
    resid,
    visitAt: timeOn(day, minute),
    chiefComplaint: '近视防控复查',
    findings: '双眼前节正常，眼底未见异常',
    diagnosis: one.of.diagnose,
    advice: `${treatments}。${advice}`,
    nextDate: shiftDay(day, 90),
  })
  await treated({ m, resid, examId, day, minute, diagnose: one.of.diagnose }, kind)
}

async function dispense({ c, chain, one, resid, examId, day, minute }: At, kind: 'stock' | 'control' | 'late'): Promise<Glasses> {
  const { m } = one
  const made = await glasses(c, chain, m, examId, day, minute, {
    use: kind === 'stock' ? 'stock' : 'control',
    ...(kind === 'late' ? { reached: isAt.awaitingGoods } : {}),
  })
  m.wears = 1
  if (kind !== 'stock') one.held = Math.min(one.held, 0.55)
  if (kind === 'control') await treated({ m, resid, examId, day, minute, diagnose: one.of.diagnose }, kind)
  if (!made) throw new Error(`demo: no glasses could be ordered for ${one.of.name}`)
  return made
}

/** The glasses come back a fortnight later: the manager gives the money back, and the order ends as returned. */
async function giveBack({ one: { m }, day }: At, { fbid }: Glasses): Promise<void> {
  const manager = m.shop.as('manager', timeOn(shiftDay(day, 14), 15 * 60))
  const { BillItemList } = await manager('feebill.info', { id: fbid })
  await manager('fee-bills.refund', {
    fbid,
    items: BillItemList.map(({ biid }) => ({ biid })),
    reason: '孩子戴镜不适应，两周内无理由退镜',
    goodsBack: false,
    consent: true,
  })
}

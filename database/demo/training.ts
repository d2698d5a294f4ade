/**
 * Training and the eye guardian of the first store: users over six brands with their cards, plans whose members get better, stay as they
 * are or do not come, and the children of the eye guardian with fourteen days.
 */
import type { BrandCode } from '#modules/training/contract/brands.ts'
import { brandCodes } from '#modules/training/contract/brands.ts'
import { PLACE } from '#modules/training/contract/fields.ts'
import { trainSession } from '#modules/training/contract/states.ts'
import type { Chain } from './clinic.ts'
import { Chance, shiftDay } from './random.ts'
import { shortDemo } from './scale.ts'
import { inTurn, meant, there } from './teller.ts'
import { timeOn } from './visits.ts'

type Shop = Chain['shops'][number]
type Course = 'improving' | 'flat' | 'absent'
/** From how many members on the demo is the whole one. */
const WHOLE = 500
const sizes = () => ((shortDemo() ?? WHOLE) < WHOLE ? { users: 6, plans: 3, guarded: 6 } : { users: 60, plans: 20, guarded: 200 })
/** Days of the plans before today: they are in their eleventh week. */
const BEGUN = 76
const HOURS = ['09:00', '10:00', '11:00', '14:00', '15:00', '16:00', '17:00'] as const
const SURNAMES = '贺段陶程陆温邱苏费白罗汤祝乐岳凌霍虞万柯'
const GIVEN = [
  '小满',
  '嘉禾',
  '知行',
  '安安',
  '星辰',
  '以宁',
  '子墨',
  '沐橙',
  '一诺',
  '予希',
  '子期',
  '圆圆',
  '书宁',
  '慕言',
  '清和',
  '青禾',
  '望舒',
  '景明',
  '若谷',
  '怀瑾',
]
/** Users of a device who are no members: a hundred and more names that differ. */
const nameOf = (n: number): string =>
  `${SURNAMES[n % SURNAMES.length] ?? '贺'}${GIVEN[Math.floor(n / SURNAMES.length + n) % GIVEN.length] ?? '小满'}`
const courses: readonly Course[] = ['improving', 'flat', 'absent', 'improving', 'improving', 'flat']
const WEEK = [1, 2, 3, 4, 5, 6, 7] as const
/** The weekday some days after a day. */
const weekdayAfter = (day: string, more: number) => there(WEEK[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6 + more) % 7])

async function openBrands(shop: Shop, now: string, began: string): Promise<void> {
  await shop.as('chain', began)('payments.receive', { hid: shop.hid, money: 50_000, payWay: 4, note: '训练卡预存' })
  const manager = shop.as('manager', now)
  const set = (brand: BrandCode, unit: 0 | 1, price: number) =>
    manager('train.brands.save', { hid: shop.hid, brand, unit, price, validDays: unit ? 7 : 2 })
  await inTurn(brandCodes, (brand) => set(brand, brand === 'zsk' || brand === 'gyxt' ? 1 : 0, brand === 'gyxt' ? 30 : 12))
  const { list } = await manager('train-program.list', { hid: shop.hid })
  if (list.length)
    await manager('train.combinations.create', {
      hid: shop.hid,
      name: '弱视十二周',
      startonFlag: 1,
      trainPrograms: list.slice(0, 2).map((p) => ({ programId: p.id, minutes: p.minutes ?? 15, perWeek: 3 })),
    })
}
/** Users with cards of every length, some nearly used up. */
async function users(shop: Shop, count: number, today: string): Promise<void> {
  const c = new Chance(1154)
  await inTurn(
    Array.from({ length: count }, (_, n) => n),
    async (n) => {
      const day = shiftDay(today, -c.int(3, 70))
      const brand = there(brandCodes[n % brandCodes.length])
      const { id, unit } = await shop.as('trainer', timeOn(day, 600))('train.sdx-users.create', {
        hid: shop.hid,
        name: nameOf(n + 40),
        mobile: `138${String(20_000_000 + n * 7919)}`,
        birth: shiftDay(today, -c.int(4 * 365, 12 * 365)),
        brand,
        purpose: n % 4 === 3 ? 1 : 0,
        isAddWechat: c.chance(0.6),
      })
      if (n % 9 === 8) return
      const many = c.pick([5, 12, 24, 36])
      await shop.as('cashier', timeOn(day, 610))('train.sdxAccount.renew', { sdxUid: id, ...(unit ? { times: many } : { days: many }) })
    },
  )
}

/** Acuity of a month of a course, five-grade. */
function acuityOf(course: Course, n: number, c: Chance): number {
  const start = 4.4
  const value = course === 'improving' ? start + n * 0.08 + c.around(0, 0.01) : start + 0.1 + c.pick([-0.1, 0, 0, 0.1])
  return Math.round(value * 10) / 10
}
/** Stereopsis and facility of a month: both get better with the weaker eye, or stay. */
function binocular(course: Course, month: number) {
  const step = course === 'improving' ? month : 0
  return { stereo: there([400, 200, 200, 100, 100, 80][step]), flipOd: 3 + step, flipOs: 9 + Math.ceil(step / 3), flipOu: 3 + step }
}
async function planOf(shop: Shop, n: number, today: string): Promise<void> {
  const c = new Chance(2200 + n)
  const course = there(courses[n % courses.length])
  const registered = shiftDay(today, -150)
  const name = nameOf(n)
  const { pid } = await shop.as('reception', timeOn(registered, 600 + n))('patients.save', {
    hid: shop.hid,
    name,
    gender: n % 2 ? 1 : 0,
    birth: shiftDay(today, -(6 * 365 + n * 71)),
    mobile: `137${String(30_000_000 + n * 104_729)}`,
  })
  await inTurn([0, 1, 2, 3, 4, 5], async (month) => {
    const day = shiftDay(today, -143 + month * 28)
    const bcvaOd = acuityOf(course, month, c)
    await shop.as('optometrist', timeOn(day, 540 + n))(
      'examVisual.save',
      meant({ pid, examTime: timeOn(day, 538 + n), cvaOd: bcvaOd, cvaOs: 5, bcvaOd, bcvaOs: 5, distance: 5, glassesType: 1 as const }),
    )
    await shop.as('optometrist', timeOn(day, 550 + n))(
      'examVision.save',
      meant({ pid, examTime: timeOn(day, 548 + n), stereoTest: 1 as const, stereoResult: 1 as const, ...binocular(course, month) }),
    )
  })
  const begun = shiftDay(today, -BEGUN)
  const user = await shop.as('trainer', timeOn(begun, 600))('train.sdx-users.create', {
    hid: shop.hid,
    name,
    mobile: `137${String(30_000_000 + n * 104_729)}`,
    brand: 'zsk',
  })
  await shop.as('cashier', timeOn(begun, 610))('train.sdxAccount.renew', { sdxUid: user.id, times: course === 'absent' ? 30 : 36 })
  const time = there(HOURS[n % HOURS.length])
  // One of the three days is today's, so that today has its sessions.
  const days = [0, 2, 5].map((more) => weekdayAfter(today, more))
  const { id } = await shop.as('trainer', timeOn(begun, 620))('train.plans.create', {
    hid: shop.hid,
    pid,
    purpose: 0,
    modules: [3, 8],
    goalMeasure: 'bcva',
    goalEye: 'od',
    goal: 4.9,
    startsOn: begun,
    weeks: 12,
    sdxUid: user.id,
    template: [
      ...days.map((weekday) => ({ weekday, time, place: 0 as const, minutes: 40 })),
      ...[1, 4].map((more) => ({ weekday: weekdayAfter(today, more), time: '19:30', place: 1 as const, minutes: 20 })),
    ],
  })
  await shop.as('trainer', timeOn(begun, 625))('train.plans.move', { id, move: 'start' })
  await sessionsOf(shop, id, { course, today, c })
}
interface Told {
  readonly course: Course
  readonly today: string
  readonly c: Chance
}
/** What came of the sessions before today. */
async function sessionsOf(shop: Shop, planId: number, { course, today, c }: Told): Promise<void> {
  const { sessions } = await shop.as('trainer', timeOn(today, 500))('train.plans.get', { id: planId })
  const past = sessions.filter((s) => s.day < today && s.status === trainSession.is.planned)
  await inTurn(past, async (s) => {
    const comes = course === 'absent' && s.day > shiftDay(today, -30) ? c.chance(0.25) : c.chance(0.9)
    const minute = Number(s.time.slice(0, 2)) * 60 + 45
    await shop.as('trainer', timeOn(s.day, minute))(
      'train.sessions.sign',
      comes
        ? { id: s.id, ...(s.place === PLACE.home ? { minutes: c.int(15, 25) } : { score: c.int(58, 92) }) }
        : { id: s.id, absent: true },
    )
  })
}

const csv = (head: string, rows: readonly string[]) => ({
  mimetype: 'text/csv',
  bytes: new Uint8Array(Buffer.from([head, ...rows].join('\n'))),
})
/** Children of the eye guardian: most keep their days, some fall off; half of them have a service. */
async function guardian(shop: Shop, count: number, now: string): Promise<void> {
  const c = new Chance(1155)
  const today = now.slice(0, 10)
  const children = Array.from({ length: count }, (_, n) => ({
    name: nameOf(n + 200),
    device: `EG${String(260_001 + n)}`,
    birth: shiftDay(today, -c.int(6 * 365, 12 * 365)),
    kept: c.pick([0.95, 0.9, 0.8, 0.6, 0]),
    outdoor: c.int(60, 160),
  }))
  const before = timeOn(shiftDay(today, -60), 540)
  const manager = shop.as('manager', before)
  await manager('patients.eg.import', {
    hid: shop.hid,
    file: {
      filename: '护眼用户.csv',
      ...csv(
        '姓名,出生日期,学校,设备号',
        children.map((k) => `${k.name},${k.birth},实验小学,${k.device}`),
      ),
    },
  })
  const program = await manager('settings.eg-program.create', { hid: shop.hid, name: '每天户外两小时', minutes: 120, perDay: 1 })
  const combination = await manager('settings.eg-combination.create', {
    hid: shop.hid,
    name: '护眼十二周',
    programIds: [program.id],
    weeks: 12,
    price: 199,
  })
  const { list } = await shop.as('eg', before)('eg.data', { hid: shop.hid, pageSize: 200 })
  await inTurn(
    list.filter((_, n) => n % 2 === 0),
    (user) => shop.as('eg', before)('eg.service.open', { egId: user.id, combinationId: combination.id, startsOn: before.slice(0, 10) }),
  )
  const days = children.flatMap((k) =>
    Array.from({ length: 14 }, (_, ago) => ago + 1)
      .filter(() => c.chance(k.kept))
      .map((ago) => `${k.name},${k.device},${shiftDay(today, -ago)},${k.outdoor + c.int(-30, 40)},${c.int(60, 240)},${c.int(24, 38)}`),
  )
  await shop.as('eg', now)('eg.checkins.import', {
    hid: shop.hid,
    file: { filename: '护眼打卡.csv', ...csv('姓名,设备号,日期,户外,近距离用眼,用眼距离', days) },
  })
}

export async function trainingOf(chain: Chain, now: string): Promise<void> {
  const shop = there(chain.shops[0])
  const today = now.slice(0, 10)
  const size = sizes()
  await openBrands(shop, timeOn(shiftDay(today, -140), 560), timeOn(shiftDay(today, -140), 540))
  await users(shop, size.users, today)
  await inTurn(
    Array.from({ length: size.plans }, (_, n) => n),
    (n) => planOf(shop, n, today),
  )
  await guardian(shop, size.guarded, now)
}

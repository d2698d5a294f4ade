/** Schools of a screening: rolls as the schools send them, who follows the children up, whose parents agreed, and what was moved up. */
import { addDays } from '#kernel/contract/days.ts'
import { entryYearOf, gradeLabel, schoolYearOf } from '#modules/screening/contract/grades.ts'
import { residentNumber } from '#modules/screening/server/make.ts'
import { studentStates } from '#modules/screening/contract/states.ts'
import type { Chain, Shop } from './clinic.ts'
import { Chance } from './random.ts'
import { earlier, screenedIn } from './screenings.ts'
import { shortDemo } from './scale.ts'
import { inTurn, there } from './teller.ts'

const COUNTY = '110105'
const FAMILY = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡林郭何高罗郑梁谢宋唐许邓韩冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万覃武钱戴',
]
const GIVEN = [
  ...'子涵梓轩雨桐浩然欣怡宇航诗琪嘉懿思远若溪沐辰语嫣俊杰佳宁明轩可馨奕辰一诺泽洋晨曦书瑶承恩安然星宇婉清乐知锦程清扬予墨知行',
]
const TEACHERS = ['赵敏', '钱颖', '孙莉', '李维', '周航', '吴桐', '郑爽', '王蕾']

interface Plan {
  readonly name: string
  readonly stage: 1 | 2 | 3
  readonly grades: readonly number[]
  readonly classes: number
  readonly children: number
  /** The school went up this autumn. */
  readonly moved: boolean
  /** Its first roll is so many autumns old; it was screened in each since (`screenings.ts`). */
  readonly autumns?: number
}
/** The school whose children were followed over the years. */
const FOLLOWED = '东坝第一小学'
const PRIMARY = [11, 12, 13, 14, 15, 16] as const
const WHOLE: readonly Plan[] = [
  { name: '望京实验小学', stage: 2, grades: PRIMARY, classes: 6, children: 34, moved: false },
  { name: '花家地小学', stage: 2, grades: PRIMARY, classes: 6, children: 33, moved: true },
  { name: '酒仙桥育才小学', stage: 2, grades: PRIMARY, classes: 6, children: 34, moved: false },
  { name: FOLLOWED, stage: 2, grades: PRIMARY, classes: 6, children: 33, moved: true, autumns: 4 },
  { name: '育才中学', stage: 3, grades: [21, 22, 23], classes: 8, children: 35, moved: true },
  { name: '阳光幼儿园', stage: 1, grades: [51, 52, 53], classes: 4, children: 28, moved: true },
]
/** 180 classes and 6,000 children; where a test builds eighty members, one school with two classes. */
const SMALL: readonly Plan[] = [
  { name: '望京实验小学', stage: 2, grades: [12, 13], classes: 1, children: 12, moved: false },
  { name: FOLLOWED, stage: 2, grades: [13, 14, 15], classes: 1, children: 4, moved: true, autumns: 3 },
]
const FEW = 1000

export async function schoolsOf(chain: Chain, now: string): Promise<void> {
  const shop = there(chain.shops[0])
  const plans = (shortDemo() ?? FEW) < FEW ? SMALL : WHOLE
  const chance = new Chance(60_220)
  const made = { children: 0, homes: [] }
  const { id: channelId } = await shop.as('optometrist', now)('eyefile.channels.create', {
    hid: shop.hid,
    name: '朝阳区教委',
    kind: 1,
    contact: '刘老师',
    mobile: '010-65090000',
  })
  const community = await shop.as('optometrist', now)('eyefile.communities.create', { hid: shop.hid, name: '望京街道', areaCode: COUNTY })
  await shop.as('optometrist', now)('eyefile.villages.create', { hid: shop.hid, name: '南湖西园社区', communityId: community.id })
  await inTurn(plans, (plan) => schoolOf(shop, { plan, channelId, communityId: community.id, chance, made, now }))
}

/** A household of a child, as the roll has it. */
interface Home {
  readonly surname: string
  readonly family: string
  readonly mobile: string
  readonly grade: number
}
interface Making {
  readonly plan: Plan
  readonly channelId: number
  readonly communityId: number
  readonly chance: Chance
  /** How many children there are so far: no two have one number. Those with a guardian who may have another child. */
  readonly made: { children: number; readonly homes: Home[] }
  readonly now: string
}
/** The autumns of a school's rolls, the oldest first: this one's classes are those of last autumn until the school has gone up. */
const autumnsOf = (year: number, many: number): number[] => Array.from({ length: many }, (_, n) => year - many + 1 + n)

/** A school with its roll of last autumn; some went up since. */
async function schoolOf(shop: Shop, { plan, channelId, communityId, chance, made, now }: Making): Promise<void> {
  const year = schoolYearOf(now.slice(0, 10))
  const [first = year, ...later] = autumnsOf(year, plan.autumns ?? 2)
  const { id: schoolId } = await shop.as('optometrist', timeIn(first, now))('eyefile.schools.create', {
    hid: shop.hid,
    name: plan.name,
    stage: plan.stage,
    areaCode: COUNTY,
    channelId,
    communityId,
  })
  // Who would have left by now is not on the roll of a school that is followed from its first one.
  const stayed = plan.autumns ? plan.grades.filter((grade) => grade + later.length <= Math.max(...plan.grades)) : plan.grades
  await enrol(shop, { schoolId, plan: { ...plan, grades: stayed }, day: timeIn(first, now), chance, made })
  if (!plan.autumns && plan.moved) await goUp(shop, schoolId, year)
  if (plan.autumns) {
    await screenedIn(shop, schoolId, first, now)
    await inTurn(later, async (autumn) => {
      await goUp(shop, schoolId, autumn)
      if (plan.grades.includes(FIRST_GRADE))
        await enrol(shop, { schoolId, plan: { ...plan, grades: [FIRST_GRADE] }, day: timeIn(autumn, now), chance, made })
      await screenedIn(shop, schoolId, autumn, now)
    })
  }
  await followed(shop, schoolId, now)
}
const FIRST_GRADE = 11
const timeIn = (autumn: number, now: string): string => earlier(`${autumn}-09-10 09:00:00`, now)
const goUp = (shop: Shop, schoolId: number, autumn: number) =>
  shop.as('manager', `${autumn}-09-01 09:00:00`)('eyefile.students.upgrades', { schoolIds: [schoolId], schoolYear: autumn })
/** The roll of an autumn. */
async function enrol(
  shop: Shop,
  { schoolId, plan, day, chance, made }: Pick<Making, 'plan' | 'chance' | 'made'> & { schoolId: number; day: string },
): Promise<void> {
  const csv = [
    '年级,班级,座号,姓名,性别,出生日期,身份证号,学号,监护人,手机号码',
    ...childrenOf(plan, { chance, made }, day.slice(0, 10)),
  ].join('\n')
  await shop.as('manager', day)('eyefile.students.import', {
    file: { filename: `${plan.name}名册.csv`, mimetype: 'text/csv', bytes: new TextEncoder().encode(csv) } as never,
    hid: shop.hid,
    schoolId,
  })
}
/** Who agreed, became a member, and is followed up by whom. */
async function followed(shop: Shop, schoolId: number, now: string): Promise<void> {
  const { list } = await shop.as('manager', now)('eyefile.students.list', {
    hid: shop.hid,
    schoolId,
    status: studentStates.is.present,
    page_size: 200,
  })
  const some = list.filter((_, i) => i % 3 === 0).map((s) => s.studentId)
  await shop.as('optometrist', now)('eyefile.students.consent', { hid: shop.hid, studentIds: some, way: 1, guardianRelation: 2 })
  await shop.as('manager', now)('eyefile.sync.batch-patients', { studentIds: some.slice(0, Math.max(2, Math.floor(some.length / 6))) })
  await shop.as('manager', now)('eyefile.students.batch-assign', {
    ctid: shop.who('optometrist').ctid,
    studentIds: list.slice(0, 120).map((s) => s.studentId),
  })
}

/** Lines of a roll: each child of the usual age of its grade. */
function childrenOf({ grades, classes, children }: Plan, { chance, made }: Pick<Making, 'chance' | 'made'>, day: string): string[] {
  return grades.flatMap((grade) =>
    Array.from({ length: classes }, (_, n) => n + 1).flatMap((n) =>
      Array.from({ length: children }, (_, seat) => {
        const nth = ++made.children
        const gender = chance.chance(0.52) ? 0 : 1
        // Seven at the end of August of the first grade, with a year between the oldest and the youngest.
        const firstOf = entryYearOf(grade, day) - startAge(grade)
        const birth = addDays(`${firstOf}-08-31`, -chance.int(0, 364))
        // A brother or sister of another grade has the same guardian.
        const elder = chance.chance(0.08) ? made.homes.findLast((home) => home.grade !== grade) : undefined
        const surname = elder?.surname ?? chance.pick(FAMILY)
        const name = `${surname}${chance.pick(GIVEN)}${chance.chance(0.8) ? chance.pick(GIVEN) : ''}`
        const family = elder?.family ?? `${surname}${chance.pick(TEACHERS)[1]}${chance.pick(GIVEN)}`
        const mobile = elder?.mobile ?? `138${String(20_000_000 + nth * 37).slice(0, 8)}`
        if (!elder) made.homes.push({ surname, family, mobile, grade })
        return [
          gradeLabel(grade),
          `${n}班`,
          seat + 1,
          name,
          gender === 0 ? '男' : '女',
          birth,
          residentNumber(COUNTY, birth, gender, nth),
          `G${100_000 + nth}`,
          family,
          mobile,
        ].join(',')
      }),
    ),
  )
}
const startAge = (grade: number): number => ({ 5: 3, 1: 6, 2: 12 })[Math.floor(grade / 10)] ?? 15

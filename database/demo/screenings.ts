/**
 * Screenings of a school: of the autumn before and of the spring with everything that followed, one of today half done, with an examiner
 * who reads too high.
 */
import { addDays } from '#kernel/contract/index.ts'
import { keypadLines } from '#modules/screening/contract/entry.ts'
import { schoolYearOf } from '#modules/screening/contract/grades.ts'
import { screeningResult } from '#modules/screening/contract/states.results.ts'
import { QUESTIONS, questionFields } from '#modules/screening/contract/letter/behaviour.ts'
import { studentStates } from '#modules/screening/contract/states.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { treatment } from '#modules/records/contract/treatment.ts'
import type { Chain, Shop } from './clinic.ts'
import { Chance } from './random.ts'
import { inTurn, there, type Teller } from './teller.ts'
import { timeOn } from './visits.ts'

/** School that is screened, of those `schools.ts` makes, and how many of its classes in spring. */
const SCHOOL = '望京实验小学'
const SPRING_CLASSES = 12
/** Entries a station sends at once. */
const BATCH = 2000

interface Pupil {
  readonly studentId: number
  readonly classId: number
  /** What both eyes really see, and the sphere. */
  readonly line: number
  readonly sphere: number
  readonly glasses: 0 | 1 | 3
  readonly height: number
  /** Fills in the behaviour form. */
  readonly tells: boolean
}

/** The children of a school as its archive has them, with eyes of their own. */
async function pupilsOf(manager: Teller, hid: number, schoolId: number, chanceOf: (studentId: number) => Chance): Promise<Pupil[]> {
  const { list } = await manager('eyefile.students.list', { hid, schoolId, status: studentStates.is.present, page_num: 1, page_size: 0 })
  // A class differs from the others: by its room, its teacher's habits, its days of birth.
  const effects = new Map<number, number>()
  return list.flatMap(({ studentId, classId, grade }): Pupil[] => {
    if (classId === null) return []
    const c = chanceOf(studentId)
    const effect = effects.get(classId) ?? new Chance(classId).pick([-0.16, -0.05, 0, 0, 0.05, 0.2])
    effects.set(classId, effect)
    // And the share grows with the grade.
    const isPoor = c.chance(0.24 + ((grade ?? 11) % 10) * 0.03 + effect)
    return [
      {
        studentId,
        classId,
        line: isPoor ? 5 - c.int(1, 6) / 10 : 5 + c.int(0, 2) / 10,
        sphere: isPoor ? -c.int(2, 12) / 4 : c.int(0, 3) / 4,
        glasses: isPoor ? c.pick([0, 0, 0, 1, 1, 1, 1, 3] as const) : 0,
        tells: c.chance(0.15),
        height: Math.round(c.around(116 + ((grade ?? 11) - 11) * 6, 5) * 10) / 10,
      },
    ]
  })
}

let made = 0
const number = (day: string): string => `${day.replaceAll('-', '')}-0000-4000-8000-${(++made).toString(16).padStart(12, '0')}`
const shownLine = (line: number): string => there(keypadLines[Math.max(0, Math.min(13, Math.round((line - 4) * 10)))])
interface Station {
  readonly tell: Teller
  readonly deviceId: string
  lamport: number
}
/** What an examiner enters of a child; `bias` is what is read too high. */
function entries(
  station: Station,
  pupil: Pupil,
  c: Chance,
  { day, minute, bias, drift }: { day: string; minute: number; bias: number; drift: number },
) {
  const op = (field: string, value: string | number) => ({
    opId: number(day),
    lamport: ++station.lamport,
    studentId: pupil.studentId,
    field,
    value,
    at: timeOn(day, minute),
  })
  const read = () => shownLine(pupil.line + drift + bias + c.pick([-0.1, 0, 0, 0, 0.1]))
  const bare = [op('ucvaOd', read()), op('ucvaOs', read())]
  const worn = [op('cvaOd', c.pick(['4.9', '5.0', '5.0'])), op('cvaOs', c.pick(['4.9', '5.0', '5.0']))]
  const sphere = (pupil.sphere + drift * 2).toFixed(2)
  return [
    op('glassesType', pupil.glasses),
    ...(pupil.glasses === 3 ? worn : pupil.glasses === 0 ? bare : [...bare, ...worn]),
    ...(pupil.glasses === 3 ? [] : [op('arOd1', `${sphere}/-0.25/180`), op('arOs1', `${sphere}/-0.50/175`)]),
    op('height', Math.round((pupil.height + drift * -10) * 10) / 10),
    op('weight', Math.round((pupil.height - 100) * 0.9 * 10) / 10),
    ...(pupil.tells ? habits(pupil, c).map((answer, i) => op(there(questionFields[i]), answer)) : []),
  ]
}

/** Answers of a behaviour form: who sees badly is outdoors less and reads closer, most of the time. */
const habits = (pupil: Pupil, c: Chance): number[] => QUESTIONS.map(() => c.int(0, pupil.sphere < 0 ? 3 : 2))

interface Plan {
  readonly name: string
  readonly day: string
  readonly term: 1 | 2
  /** Children measured, and how far their eyes have still to go. */
  readonly measured: number
  readonly drift: number
  readonly bias: number
}
async function screen(shop: Shop, schoolId: number, pupils: readonly Pupil[], c: Chance, plan: Plan): Promise<number> {
  const clock = (minute: number) => timeOn(plan.day, minute)
  const manager = shop.as('manager', clock(480))
  const task = await manager('eyefile.tasks.create', {
    hid: shop.hid,
    name: plan.name,
    schoolId,
    schoolYear: schoolYearOf(plan.day),
    term: plan.term,
    items: ['ucva', 'cva', 'autorefraction', 'heightWeight'],
    startOn: plan.day,
    endOn: addDays(plan.day, 1),
    lux: 300,
    chartDistance: 5,
    classIds: [...new Set(pupils.map(({ classId }) => classId))],
  })
  await manager('eyefile.tasks.move', { id: task.id, move: 'publish' })
  const { pin } = await manager('eyefile.tasks.pin', { id: task.id })
  const open = async (role: 'optometrist' | 'doctor', name: string): Promise<Station> => {
    const station = { tell: shop.as(role, clock(485)), deviceId: number(plan.day), lamport: 0 }
    await station.tell('eyefile.tasks.pack', { id: task.id, pin, deviceId: station.deviceId, name })
    return station
  }
  const stations = [await open('optometrist', '视力站 1'), await open('doctor', '视力站 2')] as const
  for (const [i, station] of stations.entries()) {
    const own = pupils.slice(0, plan.measured).filter((_, n) => n % 2 === i)
    const ops = own.flatMap((pupil, n) =>
      entries(station, pupil, c, {
        day: plan.day,
        minute: 490 + Math.floor((n * 69) / own.length),
        bias: i === 1 ? plan.bias : 0,
        drift: plan.drift,
      }),
    )
    for (let from = 0; from < ops.length; from += BATCH)
      await shop.as(i === 0 ? 'optometrist' : 'doctor', clock(560))('eyefile.ops', {
        taskId: task.id,
        deviceId: station.deviceId,
        ops: ops.slice(from, from + BATCH),
      })
  }
  await remeasure(shop, task.id, pupils, stations, plan)
  return task.id
}
/** The drawn children, each by the other examiner, who reads what is there. */
async function remeasure(
  shop: Shop,
  taskId: number,
  pupils: readonly Pupil[],
  stations: readonly [Station, Station],
  plan: Plan,
): Promise<void> {
  const { list } = await shop.as('manager', timeOn(plan.day, 565))('eyefile.results.list', {
    hid: shop.hid,
    taskId,
    status: screeningResult.is.retest,
    page_num: 1,
    page_size: 0,
  })
  for (const [i, station] of stations.entries()) {
    const other = list.filter(({ ctid }) => ctid !== shop.who(i === 0 ? 'optometrist' : 'doctor').ctid)
    const ops = other.flatMap(({ studentId, glassesType }) => {
      const pupil = there(pupils.find((each) => each.studentId === studentId))
      const field = glassesType === 3 ? 're.cva' : 're.ucva'
      const line = glassesType === 3 ? '5.0' : shownLine(pupil.line + plan.drift)
      return (['Od', 'Os'] as const).map((side) => ({
        opId: number(plan.day),
        lamport: ++station.lamport,
        studentId,
        field: `${field}${side}`,
        value: line,
        at: timeOn(plan.day, 570),
      }))
    })
    await shop.as(i === 0 ? 'optometrist' : 'doctor', timeOn(plan.day, 575))('eyefile.ops', { taskId, deviceId: station.deviceId, ops })
  }
}
/** Children of the advised who become members and come to the clinic: all of them seen, most treated, some looked at once more. */
const COMING = [true, true, true, false, false, false] as const
async function comesHere(chain: Chain, studentIds: readonly number[], day: string): Promise<void> {
  const shop = there(chain.shops[0])
  const onDay = (role: 'manager' | 'optometrist' | 'doctor', after: number) => shop.as(role, timeOn(addDays(day, after), 600))
  const manager = onDay('manager', 12)
  const which = { studentIds: [...studentIds] }
  await manager('eyefile.students.consent', { hid: shop.hid, ...which, way: 1, guardianRelation: 2, guardianName: '家长' })
  await manager('eyefile.sync.batch-patients', which)
  await inTurn(studentIds, async (id) => {
    const { pid } = await manager('eyefile.students.get', { id })
    if (pid === null) return
    const optometrist = [onDay('optometrist', 20), onDay('optometrist', 50)]
    const values = {
      pid,
      kind: 4 as const,
      dsOd: -1.25,
      dcOd: 0,
      dsOs: -1,
      dcOs: 0,
      status: examStates.is.submitted,
      confirmed: ['cycloplegia=null'],
    }
    await there(optometrist[0])('examRefraction.save', values)
    const reason = '筛查后验光，戴多点离焦镜片'
    const { list: former } = await onDay('doctor', 21)('treatments.list', { pid })
    // Who came after the screening before wears the lenses already.
    if (former.length) return
    await onDay('doctor', 21)('treatments.save', { pid, eye: 'ou', start: addDays(day, 21), kind: treatment.defocus, what: reason, reason })
    if (COMING[studentIds.indexOf(id)]) await there(optometrist[1])('examRefraction.save', values)
  })
}
/** What became of the children advised: most were seen, some refused, some never went. */
async function follow(chain: Chain, taskId: number, { day, term }: Pick<Plan, 'day' | 'term'>, c: Chance): Promise<void> {
  const shop = there(chain.shops[0])
  const manager = shop.as('manager', timeOn(addDays(day, 10), 600))
  await manager('eyefile.results.sign', { id: taskId })
  await manager('eyefile.tasks.told', { id: taskId })
  const { list } = await manager('eyefile.referrals.list', { hid: shop.hid, taskId, page_num: 1, page_size: 0 })
  const optometrist = shop.as('optometrist', timeOn(addDays(day, 60), 600))
  // In the order of the children's numbers after one screening, backwards after the other: hardly a child comes twice.
  const coming = (term === 1 ? list : list.toReversed()).slice(0, COMING.length)
  await comesHere(
    chain,
    coming.map(({ studentId }) => studentId),
    day,
  )
  await inTurn(
    list.filter((row) => !coming.includes(row)),
    async ({ id }) => {
      if (c.chance(0.55)) await optometrist('eyefile.referrals.move', { id, move: 'visit', visitedOn: addDays(day, c.int(12, 50)) })
      else if (c.chance(0.25))
        await optometrist('eyefile.referrals.move', { id, move: 'refuse', reason: c.pick(['没时间', '觉得没事', '已在别处看']) })
    },
  )
  await manager('eyefile.tasks.move', { id: taskId, move: 'finish' })
}

/** The screening of an autumn in a school that is followed over the years: the same children, whose eyes go on, told and finished. */
export async function screenedIn(shop: Shop, schoolId: number, autumn: number, now: string): Promise<void> {
  const day = earlier(`${autumn}-10-20`, now.slice(0, 10))
  const pupils = await pupilsOf(shop.as('manager', timeOn(day, 480)), shop.hid, schoolId, (studentId) => new Chance(studentId))
  const years = schoolYearOf(now.slice(0, 10)) - autumn
  const id = await screen(shop, schoolId, pupils, new Chance(autumn), {
    name: `${autumn} 年秋季`,
    day,
    term: 1,
    measured: pupils.length,
    drift: years * 0.08,
    bias: 0,
  })
  const manager = shop.as('manager', earlier(timeOn(addDays(day, 10), 600), now))
  await manager('eyefile.results.sign', { id })
  await manager('eyefile.tasks.told', { id })
  await manager('eyefile.tasks.move', { id, move: 'finish' })
}
/** A time of a past autumn, which in its first weeks is no later than now. */
export const earlier = (time: string, now: string): string => (time < now ? time : now)

export async function screeningsOf(chain: Chain, now: string): Promise<void> {
  const shop = there(chain.shops[0])
  const c = new Chance(5_501)
  const today = now.slice(0, 10)
  const manager = shop.as('manager', now)
  const { list: schools } = await manager('eyefile.schools.list', { hid: shop.hid, name: SCHOOL, page_num: 1, page_size: 20 })
  const schoolId = there(schools[0]).id
  const pupils = await pupilsOf(manager, shop.hid, schoolId, () => c)
  const early = [...new Set(pupils.map(({ classId }) => classId))].slice(0, SPRING_CLASSES)
  const spring = addDays(today, -200)
  const before = pupils.filter(({ classId }) => early.includes(classId))
  const autumn = `${schoolYearOf(today) - 1}-10-20`
  const first = await screen(shop, schoolId, before, c, {
    name: `${SCHOOL} 上年秋季`,
    day: autumn,
    term: 1,
    measured: before.length,
    drift: 0.1,
    bias: 0,
  })
  await follow(chain, first, { day: autumn, term: 1 }, c)
  const former = await screen(shop, schoolId, before, c, {
    name: `${SCHOOL} 春季`,
    day: spring,
    term: 2,
    measured: before.length,
    drift: 0.05,
    bias: 0,
  })
  await follow(chain, former, { day: spring, term: 2 }, c)
  await screen(shop, schoolId, pupils, c, {
    name: `${SCHOOL} 秋季`,
    day: today,
    term: 1,
    measured: Math.ceil(pupils.length * 0.56),
    drift: 0,
    bias: 0.1,
  })
}

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
import type { Chain } from './clinic.ts'
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

/** The children of the school as its archive has them, with eyes of their own. */
async function pupilsOf(manager: Teller, hid: number, c: Chance): Promise<{ schoolId: number; pupils: Pupil[] }> {
  const { list: schools } = await manager('eyefile.schools.list', { hid, name: SCHOOL, page_num: 1, page_size: 20 })
  const schoolId = there(schools[0]).id
  const { list } = await manager('eyefile.students.list', { hid, schoolId, status: studentStates.is.present, page_num: 1, page_size: 0 })
  const pupils = list.flatMap(({ studentId, classId, grade }): Pupil[] => {
    if (classId === null) return []
    const isPoor = c.chance(0.36)
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
  return { schoolId, pupils }
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
async function screen(chain: Chain, schoolId: number, pupils: readonly Pupil[], c: Chance, plan: Plan): Promise<number> {
  const shop = there(chain.shops[0])
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
      entries(station, pupil, c, { day: plan.day, minute: 490 + (n % 69), bias: i === 1 ? plan.bias : 0, drift: plan.drift }),
    )
    for (let from = 0; from < ops.length; from += BATCH)
      await shop.as(i === 0 ? 'optometrist' : 'doctor', clock(560))('eyefile.ops', {
        taskId: task.id,
        deviceId: station.deviceId,
        ops: ops.slice(from, from + BATCH),
      })
  }
  await remeasure(chain, task.id, pupils, stations, plan)
  return task.id
}
/** The drawn children, each by the other examiner, who reads what is there. */
async function remeasure(
  chain: Chain,
  taskId: number,
  pupils: readonly Pupil[],
  stations: readonly [Station, Station],
  plan: Plan,
): Promise<void> {
  const shop = there(chain.shops[0])
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
/** What became of the children advised in spring: most were seen, some refused, some never went. */
async function follow(chain: Chain, taskId: number, day: string, c: Chance): Promise<void> {
  const shop = there(chain.shops[0])
  const manager = shop.as('manager', timeOn(addDays(day, 10), 600))
  await manager('eyefile.results.sign', { id: taskId })
  await manager('eyefile.tasks.told', { id: taskId })
  const { list } = await manager('eyefile.referrals.list', { hid: shop.hid, taskId, page_num: 1, page_size: 0 })
  const optometrist = shop.as('optometrist', timeOn(addDays(day, 60), 600))
  await inTurn(list, async ({ id }) => {
    if (c.chance(0.55)) await optometrist('eyefile.referrals.move', { id, move: 'visit', visitedOn: addDays(day, c.int(12, 50)) })
    else if (c.chance(0.25))
      await optometrist('eyefile.referrals.move', { id, move: 'refuse', reason: c.pick(['没时间', '觉得没事', '已在别处看']) })
  })
  await manager('eyefile.tasks.move', { id: taskId, move: 'finish' })
}

export async function screeningsOf(chain: Chain, now: string): Promise<void> {
  const shop = there(chain.shops[0])
  const c = new Chance(5_501)
  const today = now.slice(0, 10)
  const { schoolId, pupils } = await pupilsOf(shop.as('manager', now), shop.hid, c)
  const early = [...new Set(pupils.map(({ classId }) => classId))].slice(0, SPRING_CLASSES)
  const spring = addDays(today, -200)
  const before = pupils.filter(({ classId }) => early.includes(classId))
  const autumn = `${schoolYearOf(today) - 1}-10-20`
  const first = await screen(chain, schoolId, before, c, {
    name: `${SCHOOL} 上年秋季`,
    day: autumn,
    term: 1,
    measured: before.length,
    drift: 0.1,
    bias: 0,
  })
  await follow(chain, first, autumn, c)
  const former = await screen(chain, schoolId, before, c, {
    name: `${SCHOOL} 春季`,
    day: spring,
    term: 2,
    measured: before.length,
    drift: 0.05,
    bias: 0,
  })
  await follow(chain, former, spring, c)
  await screen(chain, schoolId, pupils, c, {
    name: `${SCHOOL} 秋季`,
    day: today,
    term: 1,
    measured: Math.ceil(pupils.length * 0.56),
    drift: 0,
    bias: 0.1,
  })
}

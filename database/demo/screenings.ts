/** Screenings of a school: one of the spring with everything that followed, one of today half done, with an examiner who reads too high. */
import { addDays } from '#kernel/contract/index.ts'
import { keypadLines } from '#modules/screening/contract/entry.ts'
import { schoolYearOf } from '#modules/screening/contract/grades.ts'
import type { Chain } from './clinic.ts'
import { Chance } from './random.ts'
import { inTurn, there, type Teller } from './teller.ts'
import { at } from './visits.ts'

/** Children of a class; a demo for tests has fewer. */
const CHILDREN = 30
const ROOMS = [
  { grade: 13, name: '1班' },
  { grade: 13, name: '2班' },
  { grade: 14, name: '1班' },
] as const
const FAMILY = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严华金魏陶姜'
const GIVEN = ['若溪', '子墨', '一诺', '沐阳', '承泽', '乐瑶', '嘉言', '晨曦', '雨桐', '书宁', '星辰', '景行', '可心', '梓萱', '浩然']

interface Pupil {
  readonly studentId: number
  readonly classId: number
  /** What both eyes really see, and the sphere. */
  readonly line: number
  readonly sphere: number
  readonly glasses: 0 | 1 | 3
  readonly height: number
}

async function enrol(manager: Teller, hid: number, c: Chance, today: string): Promise<{ schoolId: number; pupils: Pupil[] }> {
  const school = await manager('eyefile.schools.create', { hid, name: '朝阳实验小学', stage: 2, areaCode: '110105' })
  const pupils: Pupil[] = []
  for (const { grade, name } of ROOMS) {
    const { classId } = await manager('eyefile.classes.create', {
      hid,
      schoolId: school.id,
      grade,
      name,
      teacher: c.pick(['赵敏', '周宁', '何静']),
    })
    for (let seat = 1; seat <= CHILDREN; seat++) {
      const born = schoolYearOf(today) - (grade - 11) - 6
      const child = await manager('eyefile.students.create', {
        hid,
        name: `${c.pick([...FAMILY])}${c.pick(GIVEN)}`,
        gender: c.chance(0.5) ? 0 : 1,
        birth: `${born}-${String(c.int(1, 8)).padStart(2, '0')}-${String(c.int(1, 28)).padStart(2, '0')}`,
        schoolId: school.id,
        classId,
        seat,
        // Two children of one name, birth and sex are asked about.
        isAnother: true,
      })
      const isPoor = c.chance(0.36)
      const line = isPoor ? 5 - c.int(1, 6) / 10 : 5 + c.int(0, 2) / 10
      pupils.push({
        studentId: child.studentId,
        classId,
        line,
        sphere: isPoor ? -c.int(2, 12) / 4 : c.int(0, 3) / 4,
        glasses: isPoor && c.chance(0.5) ? (c.chance(0.12) ? 3 : 1) : 0,
        height: Math.round(c.around(131 + (grade - 13) * 5, 5) * 10) / 10,
      })
    }
  }
  return { schoolId: school.id, pupils }
}

let made = 0
const number = (): string => `00000000-0000-4000-8000-${(++made).toString(16).padStart(12, '0')}`
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
    opId: number(),
    lamport: ++station.lamport,
    studentId: pupil.studentId,
    field,
    value,
    at: at(day, minute),
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
  ]
}

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
  const clock = (minute: number) => at(plan.day, minute)
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
    const station = { tell: shop.as(role, clock(485)), deviceId: number(), lamport: 0 }
    await station.tell('eyefile.tasks.pack', { id: task.id, pin, deviceId: station.deviceId, name })
    return station
  }
  const stations = [await open('optometrist', '视力站 1'), await open('doctor', '视力站 2')] as const
  for (const [i, station] of stations.entries()) {
    const own = pupils.slice(0, plan.measured).filter((_, n) => n % 2 === i)
    const ops = own.flatMap((pupil, n) =>
      entries(station, pupil, c, { day: plan.day, minute: 490 + n, bias: i === 1 ? plan.bias : 0, drift: plan.drift }),
    )
    await shop.as(i === 0 ? 'optometrist' : 'doctor', clock(560))('eyefile.ops', { taskId: task.id, deviceId: station.deviceId, ops })
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
  const { list } = await shop.as('manager', at(plan.day, 565))('eyefile.results.list', {
    hid: shop.hid,
    taskId,
    status: 2,
    page_num: 1,
    page_size: 200,
  })
  for (const [i, station] of stations.entries()) {
    const other = list.filter(({ ctid }) => ctid !== shop.who(i === 0 ? 'optometrist' : 'doctor').ctid)
    const ops = other.flatMap(({ studentId, glassesType }) => {
      const pupil = there(pupils.find((each) => each.studentId === studentId))
      const field = glassesType === 3 ? 're.cva' : 're.ucva'
      const line = glassesType === 3 ? '5.0' : shownLine(pupil.line + plan.drift)
      return (['Od', 'Os'] as const).map((side) => ({
        opId: number(),
        lamport: ++station.lamport,
        studentId,
        field: `${field}${side}`,
        value: line,
        at: at(plan.day, 570),
      }))
    })
    await shop.as(i === 0 ? 'optometrist' : 'doctor', at(plan.day, 575))('eyefile.ops', { taskId, deviceId: station.deviceId, ops })
  }
}
/** What became of the children advised in spring: most were seen, some refused, some never went. */
async function follow(chain: Chain, taskId: number, day: string, c: Chance): Promise<void> {
  const shop = there(chain.shops[0])
  const manager = shop.as('manager', at(addDays(day, 10), 600))
  await manager('eyefile.results.sign', { id: taskId })
  await manager('eyefile.tasks.told', { id: taskId })
  const { list } = await manager('eyefile.referrals.list', { hid: shop.hid, taskId, page_num: 1, page_size: 200 })
  const optometrist = shop.as('optometrist', at(addDays(day, 60), 600))
  await inTurn(list, async ({ id }) => {
    if (c.chance(0.55)) await optometrist('eyefile.referrals.move', { id, move: 'visit', on: addDays(day, c.int(12, 50)) })
    else if (c.chance(0.25))
      await optometrist('eyefile.referrals.move', { id, move: 'refuse', reason: c.pick(['没时间', '觉得没事', '已在别处看']) })
  })
  await manager('eyefile.tasks.move', { id: taskId, move: 'finish' })
}

export async function buildScreenings(chain: Chain, now: string): Promise<void> {
  const shop = there(chain.shops[0])
  const c = new Chance(5_501)
  const today = now.slice(0, 10)
  const spring = addDays(today, -200)
  const { schoolId, pupils } = await enrol(shop.as('manager', at(addDays(spring, -5), 540)), shop.hid, c, today)
  const former = await screen(chain, schoolId, pupils, c, {
    name: '朝阳实验小学 春季',
    day: spring,
    term: 2,
    measured: pupils.length,
    drift: 0.05,
    bias: 0,
  })
  await follow(chain, former, spring, c)
  await screen(chain, schoolId, pupils, c, { name: '朝阳实验小学 秋季', day: today, term: 1, measured: 75, drift: 0, bias: 0.22 })
}

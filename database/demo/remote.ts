/**
 * Remote consultations of the first store: four experts, twelve cases, one in every state and of either sort, one broken off, one written.
 */
import { later } from '#modules/remote/contract/room.ts'
import { roomDoor } from '#modules/remote/server/door.ts'
import { DAYS_OF_WEEK } from '#modules/remote/server/make.ts'
import type { Booted } from '../../apps/server/boot.ts'
import type { Chain } from './clinic.ts'
import { photograph } from './pictures.ts'
import { shiftDay } from './random.ts'
import { inTurn, there } from './teller.ts'
import { timeOn, type DemoMember } from './visits.ts'

const QUESTIONS = [
  '眼轴半年增长 0.4 mm，是否加用低浓度阿托品？',
  '塑形镜配戴半年，角膜中央点染 1 级，能否继续？',
  '双眼屈光参差 2.5 D，弱视训练方案是否合适？',
  '青少年高度近视，建议哪种控制方式？',
  '复诊视力波动，请协助判断是否调节问题。',
  '角膜地形图示右眼下方陡峭，是否可疑圆锥角膜？',
] as const
/** How far each case has come. */
const STAGES = [
  'applied',
  'applied',
  'asked',
  'accepted',
  'held',
  'waiting',
  'consulting',
  'broken',
  'signed',
  'signed',
  'cancelled',
  'ended',
] as const
type Stage = (typeof STAGES)[number]
/** Minutes from now at which a talk of a stage begins. */
const BEGINS: Readonly<Partial<Record<Stage, number>>> = { applied: 120, accepted: 300, waiting: 5, broken: -40 }
const VIDEO: ReadonlySet<number> = new Set([1, 3, 5, 7, 9])
const WEEKDAYS = DAYS_OF_WEEK.filter((day) => day < 6)

export async function buildRemote(chain: Chain, booted: Booted, members: readonly DemoMember[], now: string): Promise<void> {
  const shop = there(chain.shops[0])
  const today = now.slice(0, 10)
  const opened = timeOn(shiftDay(today, -20), 540)
  const manager = shop.as('manager', opened)
  const experts = [
    { ctid: shop.who('expert').ctid, title: '教授、主任医师', hospital: '首都眼视光中心', skills: '儿童近视防控、角膜塑形镜', fee: 100 },
    ...chain.shops.map((s, n) => ({
      ctid: s.who('doctor').ctid,
      title: '副主任医师',
      hospital: s.name,
      skills: there(['弱视与斜视', '干眼与眼表', '屈光手术前后'][n]),
      fee: 80,
    })),
  ]
  await inTurn([...experts.entries()], ([n, { ctid, ...rest }]) =>
    manager('specialist.create', {
      ctid,
      ...rest,
      minutes: 20,
      slots: (n ? WEEKDAYS : DAYS_OF_WEEK).map((day) => ({ day, from: '09:00', to: '17:00' })),
    }),
  )
  await shop.as('chain', opened)('payments.receive', { hid: shop.hid, money: 2000, payWay: 9, note: '预存' })
  const own = members.filter((m) => m.shop.hid === shop.hid).slice(0, STAGES.length)
  await inTurn(STAGES.entries(), ([n, stage]) => one(chain, booted, { m: there(own[n % own.length]), n, stage, now }))
}

interface One {
  m: DemoMember
  n: number
  stage: Stage
  now: string
}
/** Eight things that go with a case: what was photographed before the rest. */
const packed = <T extends { kind: string; id: number | null }>(list: readonly T[]) =>
  [...list.filter((x) => x.kind === 'image'), ...list.filter((x) => x.kind !== 'image')].slice(0, 8).map(({ kind, id }) => ({ kind, id }))
/** One case up to its stage. What is over happened days ago; what goes on is of now, at a time the expert proposed. */
async function one(chain: Chain, booted: Booted, { m, n, stage, now }: One): Promise<void> {
  const shop = there(chain.shops[0])
  const { pid } = m
  const over = stage === 'signed' || stage === 'cancelled' || stage === 'ended'
  const appliedAt = over ? timeOn(shiftDay(now.slice(0, 10), -3 - n), 560) : later(now, -60)
  const start = over ? later(appliedAt, 60) : later(now, BEGINS[stage] ?? 0)
  const [doctor, expert] = [(clock: string) => shop.as('doctor', clock), (clock: string) => shop.as('expert', clock)]
  const text = there((await doctor(appliedAt)('patients.consent.texts', {})).find((t) => t.kind === 5))
  await doctor(appliedAt)('patients.consent.give', { pid, kind: 5, sha256: text.sha256, way: 1, guardianName: '家长', guardianRelation: 2 })
  if (stage === 'signed' && VIDEO.has(n)) await photograph(m, appliedAt.slice(0, 10), 555, true)
  const { list } = await doctor(appliedAt)('telemedicine-subscribes.sendable', { pid })
  const pack = packed(list)
  const urgency = there(([0, 0, 1, 2] as const)[n % 4])
  const { id } = await doctor(appliedAt)('telemedicine-subscribes.create', {
    pid,
    ctid: shop.who('expert').ctid,
    question: there(QUESTIONS[n % QUESTIONS.length]),
    urgency,
    pack,
  })
  if (VIDEO.has(n)) {
    await expert(later(appliedAt, 1))('telemedicine-subscribes.say', {
      id,
      kind: 3,
      content: '请改为视频会诊，这个时间可以吗？',
      proposedAt: start,
    })
    await doctor(later(appliedAt, 2))('telemedicine-subscribes.update', { id, mode: 0, startAt: start })
  }
  if (stage === 'asked')
    await expert(later(appliedAt, 3))('telemedicine-subscribes.say', { id, kind: 2, content: '请补充散瞳验光结果和最近一次眼轴。' })
  if (stage === 'applied' || stage === 'asked') return
  const move = (
    role: 'doctor' | 'expert' | 'manager',
    clock: string,
    step: 'accept' | 'hold' | 'wait' | 'start' | 'cancel' | 'breakOff',
    reason?: string,
  ) => shop.as(role, clock)('telemedicine-subscribes.move', { id, move: step, ...(reason ? { reason } : {}) })
  await move('expert', later(appliedAt, 4), 'accept')
  if (stage === 'accepted') return
  await move('doctor', later(appliedAt, 5), 'hold')
  if (stage === 'held') return
  if (stage === 'cancelled') return void (await move('doctor', later(appliedAt, 6), 'cancel', '家长改为线下就诊'))
  const began = over ? start : later(now, -2)
  await move('doctor', began, 'wait')
  if (stage === 'waiting') return
  await move('expert', stage === 'broken' ? now : began, 'start')
  if (stage === 'broken')
    return void (await booted.database.inTenant(shop.who('expert'), { requestId: 'demo' }, (cx) => roomDoor.leftAlone(cx, id)))
  const { id: report } = await expert(began)('telemedicine-records.create', {
    reserveId: id,
    opinion: '符合进展性近视，建议加强用眼管理并考虑低浓度阿托品。',
    advice: '三个月后复查眼轴与散瞳验光。',
    // The right eye was photographed first.
    images: pack.flatMap((x) => (x.kind === 'image' && x.id ? [x.id] : [])).sort((a, b) => a - b),
  })
  if (stage === 'ended') return void (await move('manager', later(began, 15), 'breakOff', '家长临时离开'))
  if (stage === 'signed') await expert(later(began, 20))('telemedicine-records.sign', { id: report })
}

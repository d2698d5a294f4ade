/**
 * Two parents with phones: what was examined of their children is signed, one has a visit to come, both are bound to a phone of the local
 * WeChat and have a number that opens theirs.
 */
import { addDays } from '#kernel/contract/days.ts'
import type { Chain, Shop } from './clinic.ts'
import { shiftDay } from './random.ts'
import { inTurn, there } from './teller.ts'

const PARENTS = [
  { name: '沈志强', gender: 0, birth: '1982-03-16', child: '沈知行', relation: 1, phone: 'phone-1', sibling: '沈知夏' },
  { name: '顾海燕', gender: 1, birth: '1986-09-02', child: '顾念慈', relation: 2, phone: 'phone-2', sibling: undefined },
] as const
type Parent = (typeof PARENTS)[number]

export async function phonesOf(chain: Chain, now: string): Promise<void> {
  const shop = there(chain.shops[0])
  await inTurn(PARENTS, (parent) => phoneFor(shop, parent, now))
}

async function phoneFor(shop: Shop, parent: Parent, now: string): Promise<void> {
  const desk = shop.as('reception', now)
  const { list } = await desk('patients.list', { hid: shop.hid, name: parent.child })
  const child = list.find((p) => p.name === parent.child)
  // A demo of a few members tells no story.
  if (!child?.mobile) return
  const { name, gender, birth, relation } = parent
  const { pid } = await desk('patients.save', { hid: shop.hid, name, gender, birth, mobile: child.mobile })
  const guard = (ward: number) =>
    desk('patients.family.save', { pid: ward, relation, otherPid: pid, isGuardian: true, myopic: relation === 1 ? 1 : 0 })
  await guard(child.pid)
  if (parent.sibling) {
    const little = await desk('patients.save', {
      hid: shop.hid,
      name: parent.sibling,
      gender: 1,
      birth: shiftDay(now.slice(0, 10), -(6 * 365 + 40)),
      mobile: child.mobile,
      guardian: name,
    })
    await guard(little.pid)
  }
  await desk('patients.wechat.bind', { pid, wechatOpenId: `local-${parent.phone}`, wechatName: name })
  await agree(shop, [pid, child.pid], name, relation, now)
  await sign(shop, child.pid, now)
  if (relation === 1) await bookFor(shop, child.pid, now)
}

/** Care and messages, by the parent for both. */
async function agree(shop: Shop, pids: readonly number[], guardianName: string, guardianRelation: 1 | 2, now: string): Promise<void> {
  const desk = shop.as('reception', now)
  const texts = await desk('patients.consent.texts', {})
  for (const pid of pids)
    for (const { kind, sha256 } of texts.filter((t) => t.kind <= 2))
      await desk('patients.consent.give', { pid, kind, sha256, way: 1, guardianName, guardianRelation })
}

/** Signs what was measured of a child so far: the phone shows nothing else. */
async function sign(shop: Shop, pid: number, now: string): Promise<void> {
  const doctor = shop.as('doctor', now)
  const { al, se, visual } = await doctor('examVisual.curve', { pid })
  const kinds = [
    ['bioMeter', al],
    ['refraction', se],
    ['visual', visual],
  ] as const
  for (const [kind, points] of kinds) await inTurn(points, ({ id }) => doctor('exams.sign', { kind, id }))
}

const AHEAD = 2
/** A recheck at the first free time from the day after tomorrow on. */
async function bookFor(shop: Shop, pid: number, now: string): Promise<void> {
  const desk = shop.as('reception', now)
  const days = await desk('reservations.wechat-intervals', { hid: shop.hid, startDate: addDays(now.slice(0, 10), AHEAD), days: 7 })
  const day = days.find((d) => d.slots.some((s) => s.left > 0))
  const slot = day?.slots.find((s) => s.left > 0)
  if (!day || !slot) return
  await desk('reservations.legacy.save', {
    hid: shop.hid,
    pid,
    doctorId: day.doctorId,
    visitAt: `${day.date} ${slot.from}:00`,
    type: 2,
    requestFrom: 3,
    confirm: true,
  })
}

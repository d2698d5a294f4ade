/**
 * What ties people to the clinic beside their visits: consents, families, recommendations, gifts, coupons, questions, and those who may yet
 * come.
 */
import type { Chain } from './clinic.ts'
import type { Rewards } from './rewards.ts'
import { person } from './people.ts'
import { Chance, shiftDay } from './random.ts'
import type { DemoMember } from './visits.ts'

const QUESTIONS = [
  [1, '孩子一年涨了 100 度，要不要戴塑形镜？', '先查眼轴和角膜地形图，再看是否适合。'],
  [3, '塑形镜多久换一副？', '一般一年到一年半，按复查情况定。'],
  [2, '新眼镜看地面有点晕，正常吗？', '新镜适应约一到两周，超过两周请来复查。'],
  [6, '眼轴测量收费多少？', null],
] as const

/** As many as the demo's screens want to show, not more. One call after the other. */
export async function buildBonds(chain: Chain, rewards: Rewards, members: DemoMember[], now: string): Promise<void> {
  const day = now.slice(0, 10)
  const chosen = new Chance(1122).shuffled(members)
  await consents(new Chance(1124), chosen.slice(0, 60), shiftDay(day, -30))
  await families(chosen, shiftDay(day, -20))
  await questions(chosen.slice(0, 12), day)
  await giveRewards(chain, rewards, chosen, day)
  await packages(
    rewards,
    chosen.filter((m) => m.person.child),
    day,
  )
  await maybes(new Chance(1125), chain, day)
}

async function questions(members: DemoMember[], day: string): Promise<void> {
  for (const [n, m] of members.entries()) {
    const [topic, question, answer] = QUESTIONS[n % QUESTIONS.length]!
    await m.shop.as('reception', `${shiftDay(day, -n - 1)} 15:00:00`)('patients.consultation.save', {
      pid: m.pid,
      topic,
      way: n % 2 ? 2 : 1,
      question,
      ...(answer ? { answer } : {}),
    })
  }
}

/** The guardian agrees for a child, the others for themselves. */
async function consents(c: Chance, members: DemoMember[], day: string): Promise<void> {
  const clock = `${shiftDay(day, -1)} 10:00:00`
  const texts = await members[0]!.shop.as('reception', clock)('patients.consent.texts', {})
  for (const m of members)
    for (const { kind, sha256 } of texts)
      if (kind === 1 || c.chance(0.5))
        await m.shop.as('reception', clock)('patients.consent.give', {
          pid: m.pid,
          kind,
          sha256,
          way: 1,
          ...(m.person.guardian ? { guardianName: m.person.guardian, guardianRelation: 2 as const } : {}),
        })
}

/** Children whose parent is a member too, and brothers and sisters through that parent. */
async function families(members: DemoMember[], day: string): Promise<void> {
  const parents = members.filter((m) => !m.person.child && m.person.birth > '1975')
  const children = members.filter((m) => m.person.child)
  for (const [n, parent] of parents.slice(0, 12).entries())
    for (const child of children.slice(n * 2, n * 2 + (n % 3 ? 1 : 2)))
      await child.shop.as('reception', `${day} 11:00:00`)('patients.family.save', {
        pid: child.pid,
        relation: parent.person.gender ? 2 : 1,
        otherPid: parent.pid,
        isGuardian: true,
        myopic: parent.eyes.od.sph < -0.5 ? 1 : 0,
      })
}

/** Coupons handed out, gifts exchanged for points, a number of points passed on. */
async function giveRewards(chain: Chain, { gifts, coupons }: Rewards, members: DemoMember[], day: string): Promise<void> {
  const manager = chain.shops[0]!.as('manager', `${shiftDay(day, -10)} 09:00:00`)
  const here = members.filter((m) => m.shop === chain.shops[0])
  await manager('receive-record.create', { kindId: coupons.voucher, pids: here.slice(0, 25).map((m) => m.pid), note: '开学季回馈' })
  await manager('receive-record.create', { kindId: coupons.discount, pids: here.slice(10, 25).map((m) => m.pid), note: '新店开业' })
  let handed = 0
  for (const m of here) {
    if (handed >= 12) break
    const { points } = await m.shop.as('reception', `${shiftDay(day, -5)} 16:00:00`)('loyalty.wallet', { pid: m.pid })
    if (points < 200) continue
    await m.shop.as('reception', `${shiftDay(day, -5)} 16:00:00`)('points.exchange', {
      pid: m.pid,
      giftId: gifts[handed % 2]!,
      handOver: handed % 3 !== 0,
    })
    handed++
  }
}

/** A year of check-ups bought at once; some of it used. */
async function packages({ combos }: Rewards, members: DemoMember[], day: string): Promise<void> {
  for (const [n, m] of members.slice(0, 16).entries()) {
    const on = shiftDay(day, -200 + n * 8)
    const { fgid } = combos.get(m.shop.hid)!
    const cashier = m.shop.as('cashier', `${on} 10:00:00`)
    const { feebill } = await cashier('feebill.save', { pid: m.pid, items: [{ fgid, quantity: 1 }] })
    await cashier('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 2, amount: feebill.billPrice }] })
    const later = m.shop.as('optometrist', `${shiftDay(on, 7)} 15:00:00`)
    const [bought] = (await later('packages.list', { pid: m.pid })).list
    const items = await later('packages.items', { package_id: bought!.package_id })
    for (const item of items.slice(0, n % 3)) await later('packages.item.confirm', { package_item_id: item.package_item_id, quantity: 1 })
  }
}

/** People who asked and have not come yet. */
async function maybes(c: Chance, chain: Chain, day: string): Promise<void> {
  for (const shop of chain.shops)
    for (let n = 0; n < 6; n++) {
      const { name, gender, birth, mobile, guardian, school } = person(c, day)
      const reception = shop.as('reception', `${shiftDay(day, -8 + n)} 10:30:00`)
      const { pid } = await reception('patients.save', {
        name,
        gender,
        birth,
        mobile,
        guardian,
        school,
        isPotential: true,
        sourceId: c.pick(chain.sources),
      })
      await reception('patients.potential.followup', {
        pid,
        way: 1,
        result: n % 3 === 0 ? 1 : n % 3 === 1 ? 2 : 5,
        content: ['问塑形镜，想先来检查', '在比较几家，下周再联系', '未接通'][n % 3],
        nextFollowAt: `${shiftDay(day, n - 2)} 10:00`,
      })
    }
}

/** The demo chain before its first member: stores, staff with accounts, price list, goods on the shelves, rooms. */
import type { Role } from '#kernel/contract/index.ts'
import { codesOf } from '#kernel/server/declared.ts'
import { clinicNow, type Who, type Row } from '#kernel/server/index.ts'
import { addStaff, createOrganisation } from '#modules/account/server/door.ts'
import { hashPassword } from '#modules/account/server/password.ts'
import { makeFeeItems } from '#modules/billing/server/make.ts'
import type { Booted } from '../../apps/server/boot.ts'
import { stockUp, type Goods } from './goods.ts'
import { fillLists } from './lists.ts'
import { shiftDay } from './random.ts'
import { inTurn, tellerOf, there, type Teller } from './teller.ts'

export const PASSWORD = 'Demo2026!'
export interface Shop {
  hid: number
  name: string
  /** Staff of a role in this store. */
  who(role: Role): Who
  as(role: Role, clock: string): Teller
  fees: Map<string, number>
  rooms: number[]
}
export interface Chain {
  oid: number
  shops: Shop[]
  goods: Goods
  levels: number[]
  sources: number[]
}
type Staff = Pick<Who, 'hid' | 'hids' | 'uid' | 'ctid' | 'name' | 'account'>
/** A chain as it is written down, for whoever goes on with its past. */
export interface ToldChain extends Omit<Chain, 'shops'> {
  shops: Array<Pick<Shop, 'hid' | 'name' | 'rooms'> & { fees: Array<[string, number]>; staff: Array<[Role, Staff]> }>
}
/** A chain whose staff makes its calls through `tell`. */
export function chainOf({ shops, ...facts }: ToldChain, tell: (who: Who, clock: string) => Teller): Chain {
  const people = shops.map(
    ({ staff }) =>
      new Map(staff.map(([role, account]): [Role, Who] => [role, { ...account, oid: facts.oid, role, roles: [role], can: codesOf(role) }])),
  )
  return {
    ...facts,
    shops: shops.map(({ hid, name, rooms, fees }, i) => {
      const who = (role: Role) => there(people[i]?.get(role) ?? people[0]?.get(role))
      const as: Shop['as'] = (role, moment) => tell({ ...who(role), hid, ...(role === 'chain' ? {} : { hids: [hid] }) }, moment)
      return { hid, name, rooms, fees: new Map(fees), who, as }
    }),
  }
}

type Work = Row<'contact'>['type']
const STAFF: ReadonlyArray<readonly [Role, string, Work, string?]> = [
  ['manager', '沈岚', 5, '店长'],
  ['doctor', '陈静怡', 1, '副主任医师'],
  ['optometrist', '何明哲', 2, '验光师'],
  ['cashier', '罗晓岚', 5],
  ['warehouse', '高建平', 5],
  ['workshop', '郭海涛', 3, '高级定配工'],
  ['reception', '周雅文', 5],
  ['trainer', '许可', 5],
  ['finance', '蒋文静', 5, '会计'],
  ['marketer', '许宁', 5, '营销'],
]
const ONLY_FIRST: ReadonlyArray<readonly [Role, string, Work]> = [
  ['chain', '林志远', 5],
  ['expert', '韩教授', 1],
  ['tv', '候诊大屏', 5],
  ['eg', '护眼账号', 5],
  ['inspector', '田检查', 5],
]
const OTHER_NAMES = [
  ['苏敏', '赵文彬', '梁思琪', '丁洁', '魏强', '范国栋', '姚晓', '邵琳', '顾清', '白露'],
  ['江海燕', '孟庆', '叶知秋', '秦霜', '龙军', '汤立新', '尹欣', '常悦', '薛平', '贺然'],
]

/** Days an inspector's account is valid. */
const INSPECTED = 30
/** Doctors and optometrists have a licence; one of them runs out in two months, so that the list has something to say. */
const licence = (type: number, n: number) =>
  type === 1 || type === 2
    ? {
        licenceNo: `1101${type === 1 ? '10' : '26'}${String(100_200_300 + n * 137)}`,
        licenceExpires: shiftDay(clinicNow().slice(0, 10), type === 2 && n < 10 ? 60 : 400 + n * 31),
      }
    : {}

const STORES = [
  ['明眸眼科朝阳院', '朝阳院', '朝阳区建国路 88 号', '010-65880001'],
  ['明眸视光海淀店', '海淀店', '海淀区中关村大街 27 号', '010-62560002'],
  ['明眸视光通州店', '通州店', '通州区新华大街 16 号', '010-69540003'],
] as const
const hours = { timeOpen: '08:30', timeClose: '12:00', timeOpen2: '13:00', timeClose2: '20:00' }
const LEVELS = [
  ['普通会员', 10, 1],
  ['银卡会员', 9.5, 1],
  ['金卡会员', 9, 1.5],
] as const
const SOURCES = ['到店', '转介绍', '学校筛查', '大众点评', '微信']

/** What people earn beside their wages, as shares of what they sell or yuan a piece. */
const COMMISSION = [
  { role: 1, percent: 2 },
  { role: 1, kind: 101, percent: 4 },
  { role: 2, kind: 0, percent: 8 },
  { role: 4, kind: 103, piece: 5 },
  { role: 5, percent: 1 },
] as const

const NOTHING: Goods = {
  frames: [],
  stock: [],
  control: [],
  progressive: [],
  care: [],
  suppliers: [],
  ordered: { hard: 0, soft: 0, care: 0, device: 0, other: 0 },
}
/** Builds the organisation at a day in the past. */
export async function buildChain(booted: Booted, day: string): Promise<ToldChain> {
  const clock = `${day} 08:00:00`
  const stores = STORES.map(([name, shortName, address, phone]) => {
    const named = { name, shortName, address, phone, printHead: name }
    return { ...named, ...hours, memberDiscountMin: 7, openedOn: shiftDay(day, -365) }
  })
  const made = await createOrganisation(booted.database, { name: '明眸眼视光连锁', stores }, clock)
  const people = await hire(made)
  const empty = { oid: made.oid, levels: [], sources: [], goods: NOTHING }
  const bare = made.hids.map((hid, i) => ({ hid, name: STORES[i]![1], rooms: [], fees: [], staff: people[i]! }))
  const { shops } = chainOf({ ...empty, shops: bare }, tellerOf(booted))
  for (const shop of shops) {
    await furnish(shop, clock)
    await shop.as('manager', clock)('settings.save', { hid: shop.hid, grantDayMost: 5000 })
  }
  const goods = await stockUp(shops, made.tx, day)
  const { hid, as } = shops[0]!
  const manager = as('manager', clock)
  const levels = await inTurn(
    LEVELS,
    async ([name, discount, pointMultiple]) => (await manager('settings.level.save', { hid, name, discount, pointMultiple })).id,
  )
  const sources = await inTurn(SOURCES, async (name) => (await manager('patients.source.save', { hid, name })).id)
  await fillLists(shops, clock)
  const furnished = shops.map(({ rooms, fees }, i) => ({ ...bare[i]!, rooms, fees: [...fees] }))
  return { oid: made.oid, shops: furnished, goods, levels, sources }
}

/** The staff of each store by role, with their accounts. */
async function hire(made: Awaited<ReturnType<typeof createOrganisation>>): Promise<Array<Array<[Role, Staff]>>> {
  const passwordHash = await hashPassword(PASSWORD)
  return made.tx((cx) =>
    inTurn(made.hids.entries(), async ([store, hid]) => {
      return inTurn(namedIn(store).entries(), async ([n, [role, name, type, title]]): Promise<[Role, Staff]> => {
        const account = store === 0 ? role : `${role}${store + 1}`
        const { ctid, uid } = await addStaff(cx, {
          hid,
          name,
          type,
          ...(title ? { title } : {}),
          mobile: `1380000${store}${String(n + 1).padStart(3, '0')}`,
          ...licence(type, store * 10 + n),
          account,
          passwordHash,
          role,
          allStores: role === 'chain',
          ...(role === 'inspector' ? { validUntil: shiftDay(clinicNow().slice(0, 10), INSPECTED) } : {}),
        })
        const hids = role === 'chain' ? made.hids : [hid]
        return [role, { hid, hids, uid: uid!, ctid, name, account }]
      })
    }),
  )
}
/** Every store has the same roles under other names; the first one has those the chain needs once. */
const namedIn = (store: number): ReadonlyArray<(typeof STAFF)[number]> =>
  store === 0 ? [...STAFF, ...ONLY_FIRST] : STAFF.map(([role, , type, title], n) => [role, OTHER_NAMES[store - 1]![n]!, type, title])

async function furnish(shop: Shop, clock: string): Promise<void> {
  const manager = shop.as('manager', clock)
  await manager('mall.open', { open: true })
  const fees = await makeFeeItems({ call: manager }, shop.hid)
  for (const [name, fiid] of fees) shop.fees.set(name, fiid)
  for (const rule of COMMISSION) await manager('statistics.commission-add', { hid: shop.hid, fromDay: `${clock.slice(0, 7)}-01`, ...rule })
  const office = await manager('settings.office-manage.create', { hid: shop.hid, name: '视光门诊', series: 'A' })
  for (const name of ['1 诊室', '2 诊室', '验光室'])
    shop.rooms.push((await manager('settings.consulting-manage.create', { hid: shop.hid, name, officeId: office.id })).id)
}

/** A second, unrelated organisation with one store and one account. */
export async function buildOther(booted: Booted, day: string): Promise<void> {
  const made = await createOrganisation(
    booted.database,
    { name: '邻家眼镜', kind: 'single', stores: [{ name: '邻家眼镜店', shortName: '邻家', timeOpen: '09:00', timeClose: '21:00' }] },
    `${day} 08:00:00`,
  )
  const passwordHash = await hashPassword(PASSWORD)
  await made.tx((cx) =>
    addStaff(cx, { hid: made.hids[0]!, name: '邻店长', type: 5, account: 'other', passwordHash, role: 'chain', allStores: true }),
  )
}

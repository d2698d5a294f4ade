/** Point, gift and draw queries of the screens. */
import type { Page } from '#kernel/contract/index.ts'
import { columnsOf, dayEnd, dayStart, idIn, pageOf, remove, sql, lit, type Cx, type Handlers, type Sql } from '#kernel/server/index.ts'
import { membersFound, patientOf } from '#modules/patients/server/door.ts'
import { patientStates } from '#modules/patients/contract/states.ts'
import type { points } from '../contract/endpoints.points.ts'
import { worthOf } from '../contract/rules.ts'
import { Draw, Gift, GiftOrder, PointAccount, PointRecord, Recommended } from '../contract/shapes.points.ts'
import { dropGift, cancelGift, exchange, giftOf, handOverGift, saveGift, stockGift } from './gifts.ts'
import { draw, prizes, savePrize } from './lottery.ts'
import { adjustMany, lapseDay, lapsingBefore, transferPoints } from './points.ts'
import { earningRows, ruleSet } from './queries.ts'
import { giftOrder } from '../contract/states.ts'

type Days = { startTime?: string | undefined; endTime?: string | undefined }
const during = (column: Sql, { startTime, endTime }: Days): Array<Sql | undefined> => [
  startTime ? sql`${column} >= ${dayStart(startTime)}` : undefined,
  endTime ? sql`${column} < ${dayEnd(endTime)}` : undefined,
]
/** Member of a ledger account as a number, because comparing numbers is faster than comparing built strings. */
const MEMBER = idIn(sql`a.key`, 'member')
const member = (text: string | undefined): Sql | undefined => (text ? sql`p.pid in ${membersFound(text)}` : undefined)

const GIFT = (cx: Cx): Sql => sql`
  ${columnsOf(Gift, 'g', 'productName', 'exchanged', 'stock')},
  nullif(concat_ws(' ', d.brand, d.name, d.spec), '') product_name,
  (
    select count(*)
    from gift_order o
    where o.oid = g.oid and o.gift_id = g.gift_id and o.status in ${lit(giftOrder.in.exchanged)}
  ) exchanged,
  case when g.product_id is null then coalesce(
    (
      select a.balance
      from ledger_account a
      where a.book = 'gifts' and a.key = 'gift:' || g.gift_id || ':' || ${cx.who.hid}::bigint
    ),
    0
  )
    else coalesce(
      (
        select sum(k.on_hand)
        from sku_level k
        where k.oid = g.oid and k.product_id = g.product_id and k.hid = ${cx.who.hid}
      ),
      0
    )
  end::int stock
`
const GIFTS = sql`gift g left join product d on d.oid = g.oid and d.product_id = g.product_id`
const giftShown = async (cx: Cx, giftId: number): Promise<Gift> => {
  await giftOf(cx, giftId)
  return await cx.db.the(Gift, sql`select ${GIFT(cx)} from ${GIFTS} where g.gift_id = ${giftId}`)
}

const ORDER = sql`
  ${columnsOf(GiftOrder, 'o', 'patientName', 'memberNo', 'mobile', 'operatorName', 'takenByName')}, p.name patient_name, p.member_no,
  p.mobile, c.name operator_name, t.name taken_by_name
`
const ORDERS = sql`
  gift_order o
  left join patient p on p.oid = o.oid and p.pid = o.pid
  left join contact c on c.oid = o.oid and c.ctid_ = o.ctid_
  left join contact t on t.oid = o.oid and t.ctid_ = o.taken_by
`
const orderShown = async (cx: Cx, id: number): Promise<GiftOrder> =>
  await cx.db.the(GiftOrder, sql`select ${ORDER} from ${ORDERS} where o.gift_order_id = ${id}`)

const DRAW = sql`${columnsOf(Draw, 'd', 'patientName', 'memberNo', 'operatorName')}, p.name patient_name, p.member_no, c.name operator_name`
const DRAWS = sql`
  lottery_draw d
  left join patient p on p.oid = d.oid and p.pid = d.pid
  left join contact c on c.oid = d.oid and c.ctid_ = d.ctid_
`
const FRIEND = sql`
  p.pid, p.name patient_name, p.member_no, p.mobile, i.pid inviter_pid, i.name inviter_name, p.created_at registered_at, w.at rewarded_at,
  w.points, w.own_points
`
const FRIENDS = sql`
  patient p
  left join patient i on i.oid = p.oid and i.pid = p.inviter_pid
  left join recommend_reward w on w.oid = p.oid and w.pid = p.pid
`

const Account = PointAccount.omit({ expiring: true })
async function accounts(
  cx: Cx,
  query: { search?: string | undefined; least?: number | undefined; sort: '-points' | 'points' | '-lastAt' },
): Promise<Page<PointAccount>> {
  const order = {
    '-points': sql`a.balance desc, p.pid`,
    points: sql`a.balance, p.pid`,
    '-lastAt': sql`
      (
        select max(l.line_id)
        from ledger_line l
        where l.oid = a.oid and l.account_id = a.account_id
      ) desc nulls last,
      p.pid
    `,
  }[query.sort]
  const sum = (expression: Sql) =>
    sql`
      coalesce(
        (select ${expression} from ledger_line l where l.oid = a.oid and l.account_id = a.account_id), 0
      )::bigint
    `
  const page = await pageOf(
    cx,
    {
      of: Account,
      select: sql`
        p.pid, p.name patient_name, p.member_no, p.mobile, v.name level_name, a.balance points,
        ${sum(sql`sum(l.amount) filter (where l.amount > 0)`)} earned, ${sum(sql`-sum(l.amount) filter (where l.amount < 0)`)} spent,
        (
          select e.at
          from ledger_line l
          join ledger_entry e using (oid, entry_id)
          where l.oid = a.oid and l.account_id = a.account_id
          order by l.line_id desc
          limit 1
        ) "lastAt"
      `,
      from: sql`
        ledger_account a
        join patient p on p.oid = a.oid and p.pid = ${MEMBER}
        left join level v on v.oid = p.oid and v.id = p.level_id
      `,
      key: sql`a.account_id`,
      where: [
        sql`a.book = 'points'`,
        sql`p.hid = ${cx.who.hid}`,
        sql`p.status = ${lit(patientStates.is.present)}`,
        member(query.search),
        query.least ? sql`a.balance >= ${query.least}` : undefined,
      ],
      order,
    },
    query,
  )
  const until = await lapseDay(cx, 30)
  const soon = until
    ? await lapsingBefore(
        cx,
        until,
        page.list.map((r) => r.pid),
      )
    : new Map<number, number>()
  return { list: page.list.map((r) => ({ ...r, expiring: soon.get(r.pid) ?? 0 })), total: page.total }
}

async function figures(cx: Cx) {
  const month = `${cx.today.slice(0, 8)}01`
  const inStore = sql`
    ledger_account a
    join patient p on p.oid = a.oid and p.pid = ${MEMBER} and p.hid = ${cx.who.hid}
  `
  const [totals, flow, rules, until] = await Promise.all([
    cx.db.one(
      { held: 'number', members: 'number' },
      sql`
        select coalesce(sum(a.balance), 0)::bigint held, count(*) filter (where a.balance > 0) members
        from ${inStore}
        where a.book = 'points'
      `,
    ),
    cx.db.one(
      { earned: 'number', spent: 'number', lapsed: 'number' },
      sql`
        select coalesce(sum(l.amount) filter (where l.amount > 0), 0)::bigint earned,
          coalesce(-sum(l.amount) filter (where l.amount < 0 and e.reason <> '积分过期'), 0)::bigint spent,
          coalesce(-sum(l.amount) filter (where e.reason = '积分过期'), 0)::bigint lapsed
        from ${inStore}
        join ledger_line l on l.oid = a.oid and l.account_id = a.account_id
        join ledger_entry e on e.oid = l.oid and e.entry_id = l.entry_id
        where a.book = 'points' and e.at >= ${dayStart(month)}
      `,
    ),
    ruleSet(cx),
    lapseDay(cx, 30),
  ])
  const pids = until
    ? (await cx.db.rows({ pid: 'number' }, sql`select p.pid from ${inStore} where a.book = 'points' and a.balance > 0`)).map((r) => r.pid)
    : []
  const expiring = until ? [...(await lapsingBefore(cx, until, pids)).values()].reduce((a, b) => a + b, 0) : 0
  return { ...totals!, ...flow!, worth: worthOf(totals!.held, rules), expiring }
}
async function memberFigures(cx: Cx, pid: number) {
  await patientOf(cx, pid)
  const [sums, rules, until] = await Promise.all([
    cx.db.one(
      { points: 'number', earned: 'number', spent: 'number' },
      sql`
        select coalesce(sum(l.amount), 0)::bigint points, coalesce(sum(l.amount) filter (where l.amount > 0), 0)::bigint earned,
          coalesce(-sum(l.amount) filter (where l.amount < 0), 0)::bigint spent
        from ledger_account a
        join ledger_line l using (oid, account_id)
        where a.book = 'points' and a.key = ${`member:${pid}`}
      `,
    ),
    ruleSet(cx),
    lapseDay(cx, 30),
  ])
  return {
    pid,
    ...sums!,
    worth: worthOf(sums!.points, rules),
    expiring: until ? ((await lapsingBefore(cx, until, [pid])).get(pid) ?? 0) : 0,
  }
}

const friends = (cx: Cx, where: Array<Sql | undefined>, query: object): Promise<Page<Recommended>> =>
  pageOf(
    cx,
    {
      of: Recommended,
      select: FRIEND,
      from: FRIENDS,
      where: [sql`p.status = ${lit(patientStates.is.present)}`, sql`p.inviter_pid is not null`, ...where],
      order: sql`p.created_at desc, p.pid desc`,
      key: sql`p.pid`,
    },
    query,
  )

export const pointHandlers: Handlers<typeof points> = {
  'patients.points.adjust-batch': adjustMany,
  'points.transfer': transferPoints,
  'points.exchange': async (cx, input) => orderShown(cx, await exchange(cx, input)),
  'points.recommended-records': async (cx, { pid, ...query }) =>
    friends(cx, [sql`p.inviter_pid = ${(await patientOf(cx, pid)).pid}`], query),
  'points.gifts.list': (cx, query) =>
    pageOf(
      cx,
      {
        of: Gift,
        select: GIFT(cx),
        from: GIFTS,
        where: [
          sql`g.archived_at is null`,
          query.status === undefined ? undefined : sql`g.status = ${query.status}`,
          query.search ? sql`position(${query.search} in g.gift_name) > 0` : undefined,
        ],
        order: sql`g.status, g.points, g.gift_id`,
      },
      query,
    ),
  'points.gifts.create': async (cx, { stock, ...gift }) => giftShown(cx, await saveGift(cx, undefined, gift, stock)),
  'points.gifts.update': async (cx, { id, ...gift }) => giftShown(cx, await saveGift(cx, id, gift)),
  'points.gifts.delete': async (cx, { id }) => {
    await dropGift(cx, id)
    return null
  },
  'points.gifts.stock': async (cx, { id, quantity, reason }) => {
    await stockGift(cx, id, quantity, reason)
    return giftShown(cx, id)
  },
  'points.record': (cx, query) =>
    pageOf(
      cx,
      {
        of: PointRecord,
        select: sql`
          l.line_id, e.at, p.pid, p.name patient_name, p.member_no, e.reason, e.ref, l.amount, l.balance, c.name operator_name, e.note
        `,
        from: sql`
          ledger_line l
          join ledger_account a using (oid, account_id)
          join ledger_entry e using (oid, entry_id)
          join patient p on p.oid = a.oid and p.pid = ${MEMBER}
          left join contact c on c.oid = e.oid and c.ctid_ = e.ctid_
        `,
        where: [
          sql`l.book = 'points'`,
          query.pid ? sql`p.pid = ${query.pid}` : sql`p.hid = ${cx.who.hid}`,
          query.reason ? sql`e.reason = ${query.reason}` : undefined,
          member(query.search),
          ...during(sql`e.at`, query),
        ],
        order: sql`l.line_id desc`,
        key: sql`l.line_id`,
      },
      query,
    ),
  'points.orders': (cx, query) =>
    pageOf(
      cx,
      {
        of: GiftOrder,
        select: ORDER,
        from: ORDERS,
        order: sql`o.gift_order_id desc`,
        key: sql`o.gift_order_id`,
        where: [
          query.pid ? sql`o.pid = ${query.pid}` : sql`o.hid = ${cx.who.hid}`,
          query.status === undefined ? undefined : sql`o.status = ${query.status}`,
          query.search
            ? sql`(${member(query.search)!} or o.order_no = ${query.search.toUpperCase()} or position(${query.search} in o.gift_name) > 0)`
            : undefined,
          ...during(sql`o.created_at`, query),
        ],
      },
      query,
    ),
  'points.orders.hand-over': async (cx, { giftOrderId }) => {
    await handOverGift(cx, giftOrderId)
    return orderShown(cx, giftOrderId)
  },
  'points.orders.cancel': async (cx, { giftOrderId, reason }) => {
    await cancelGift(cx, giftOrderId, reason)
    return orderShown(cx, giftOrderId)
  },
  'points.accounts': accounts,
  'points.figures': figures,
  'points.member': (cx, { pid }) => memberFigures(cx, pid),
  'points.rules.earning': earningRows,
  'points.lottery.prizes': prizes,
  'points.lottery.save': async (cx, prize) => {
    await savePrize(cx, prize)
    return prizes(cx)
  },
  'points.lottery.delete': async (cx, { id }) => {
    if (!(await remove(cx, 'lottery_prize', { prizeId: id }))) cx.refuse('not_found', { what: '奖项' })
    return null
  },
  'points.lottery.draw': async (cx, { pid }) =>
    await cx.db.the(Draw, sql`select ${DRAW} from ${DRAWS} where d.draw_id = ${await draw(cx, pid)}`),
  'points.lottery.records': (cx, query) =>
    pageOf(
      cx,
      {
        of: Draw,
        select: DRAW,
        from: DRAWS,
        where: [
          query.pid ? sql`d.pid = ${query.pid}` : sql`d.hid = ${cx.who.hid}`,
          query.kind === undefined ? undefined : sql`d.kind = ${query.kind}`,
          ...during(sql`d.at`, query),
        ],
        order: sql`d.draw_id desc`,
      },
      query,
    ),
  'points.recommended': (cx, query) =>
    friends(
      cx,
      [
        sql`p.hid = ${cx.who.hid}`,
        query.search ? sql`(${member(query.search)!} or position(${query.search} in i.name) > 0)` : undefined,
        query.rewarded === undefined ? undefined : query.rewarded ? sql`w.reward_id is not null` : sql`w.reward_id is null`,
      ],
      query,
    ),
}

/** Staff with their accounts: post, role and stores. Editors can neither grant nor touch more than they hold. */
import type { Handlers } from '#kernel/server/implement.ts'
import { allOf, change, insert, join, may, pageOf, raw, sql, update, type Cx, type Out, type Sql, lit } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import type { z } from '#kernel/contract/index.ts'
import type { staff } from '../contract/endpoints.staff.ts'
import { Staff, type StaffQuery } from '../contract/shapes.ts'
import { type InitAccount, type SaveStaff, StaffAccount, type StaffAccountQuery, WechatContact } from '../contract/shapes.staff.ts'
import { endSessions, FIRST_LASTS, hashPassword, setPassword } from './password.ts'
import { mayGive, mayTouch } from './touch.ts'
import { refuseWeak } from './weak.ts'
import { forgetAccounts, roleByCode, roleOf } from './roles.ts'
import { staffStates, accountStates, staffLicence } from '../contract/states.ts'

const worksIn = (hid: number) =>
  sql`
    (
      c.hid = ${hid}
      or exists (
        select 1
        from contact_store cs
        where cs.oid = c.oid and cs.ctid_ = c.ctid_ and cs.hid = ${hid}
      )
    )
  `
/**
 * A person as colleagues see them. Phone number and licence are visible to editors of staff in one of the person's stores, and to the
 * person.
 */
const asColleague = (cx: Cx): Sql => {
  const edited = cx.who.hids.filter((hid) => may(cx, 'staff:edit', hid))
  const maySee = sql`
    (
      c.ctid_ = ${cx.who.ctid}
      or c.hid = any(${edited})
      or exists (
        select 1
        from contact_store cs
        where cs.oid = c.oid and cs.ctid_ = c.ctid_ and cs.hid = any(${edited})
      )
    )
  `
  const masked = ['mobile', 'licence_no', 'licence_expires'].map(
    (column) => sql`case when ${maySee} then c.${raw(column)} end ${raw(column)}`,
  )
  return sql`c.ctid_, c.hid, c.name, c.type, c.title, c.status, ${join(masked)}`
}
const staffRows = (cx: Cx, query: z.output<typeof StaffQuery>) =>
  pageOf(
    cx,
    {
      of: Staff,
      select: asColleague(cx),
      from: sql`contact c`,
      where: [worksIn(query.hid), query.type > 0 && sql`c.type = ${query.type}`],
      order: sql`c.type, c.ctid_`,
    },
    query,
  )

const { is } = staffLicence
const LICENCE = sql`
  case when c.licence_no is null then ${lit(is.none)}
    when c.licence_expires < app_now()::date then ${lit(is.expired)}
    when c.licence_expires < app_now()::date + 90 then ${lit(is.ending)}
    else ${lit(is.valid)}
  end
`
const withAccount = {
  select: sql`
    c.ctid_, c.hid, c.name, c.mobile, c.type, c.title, c.licence_no, c.licence_expires, c.status, c.reachable, ${LICENCE} licence_state,
    a.uid, a.account, a.role_id, r.code "role", r.name role_name, a.status account_status, a.must_change, a.valid_until, a.all_stores,
    h.hids, h.store_names, (select max(l.at) from login_log l where l.oid = a.oid and l.uid = a.uid and l.ok) last_login
  `,
  from: sql`
    contact c
    left join account a on a.oid = c.oid and a.ctid_ = c.ctid_
    left join role r on r.oid = a.oid and r.role_id = a.role_id
    cross join lateral (
      select coalesce(array_agg(s.hid order by s.sort, s.hid), '{}') hids,
        coalesce(array_agg(s.short_name order by s.sort, s.hid), '{}') store_names
      from store s
      where s.oid = c.oid
        and (
          coalesce(a.all_stores, false)
          or s.hid = c.hid
          or exists (
            select 1
            from contact_store cs
            where cs.oid = c.oid and cs.ctid_ = c.ctid_ and cs.hid = s.hid
          )
        )
    ) h
  `,
  order: sql`c.status, c.type, c.ctid_`,
}
const accounts = (cx: Cx, query: z.output<typeof StaffAccountQuery>) => {
  const like = query.text && `%${query.text.replace(/[\\%_]/g, '\\$&')}%`
  return pageOf(
    cx,
    {
      of: StaffAccount,
      ...withAccount,
      where: [
        worksIn(ownStore(cx, query.hid)),
        like && sql`(c.name like ${like} or c.mobile like ${like} or a.account like ${like})`,
        query.type && sql`c.type = ${query.type}`,
        query.status !== undefined && sql`c.status = ${query.status}`,
        query.roleId !== undefined && sql`a.role_id = ${query.roleId}`,
        query.licenceState !== undefined && sql`${LICENCE} = ${query.licenceState}`,
      ],
    },
    query,
  )
}
const one = async (cx: Cx, ctid: number): Promise<StaffAccount> =>
  await cx.db.the(StaffAccount, sql`select ${withAccount.select} from ${withAccount.from} where c.ctid_ = ${ctid}`)

/** Refuses to remove the last account that can grant permissions. */
async function keepsAnAdmin(cx: Cx<'last_admin'>, ctid: number): Promise<void> {
  const otherGiver = await cx.db.one(
    { n: 'number' },
    sql`
      select count(*) n
      from account a
      join contact c using (oid, ctid_)
      join role r using (oid, role_id)
      where r.code = 'chain'
        and a.status = ${lit(accountStates.is.on)}
        and a.valid_until is null
        and c.status = ${lit(staffStates.is.working)}
        and a.ctid_ <> ${ctid}
    `,
  )
  const isGiver = await cx.db.any(
    sql`
      select 1
      from account a
      join role r using (oid, role_id)
      where r.code = 'chain' and a.ctid_ = ${ctid}
    `,
  )
  if (isGiver && !otherGiver?.n) cx.refuse('last_admin')
}

async function save(
  cx: Cx<'beyond_own' | 'beyond_stores' | 'last_admin' | 'no_account' | 'not_yourself'>,
  { ctid, roleId, validUntil, ...values }: z.output<typeof SaveStaff>,
): Promise<StaffAccount> {
  if (values.hid !== undefined) ownStore(cx, values.hid)
  if (ctid === undefined) {
    const created = await insert(cx, 'contact', { ...values, hid: values.hid ?? cx.who.hid })
    if (roleId !== undefined) return cx.refuse('no_account', { field: 'roleId' })
    if (validUntil) return cx.refuse('no_account', { field: 'validUntil' })
    return one(cx, created.ctid)
  }
  const { account, reach } = await mayTouch(cx, ctid)
  await change(cx, 'contact', { ctid }, {}, values)
  if (roleId !== undefined && roleId !== account?.roleId) {
    if (!account) return cx.refuse('no_account', { field: 'roleId' })
    const role = await roleOf(cx, roleId)
    await mayGive(cx, role, reach.hids)
    if (role.code !== 'chain') await keepsAnAdmin(cx, ctid)
    await update(cx, 'account', { uid: account.uid }, { roleId })
  }
  if (validUntil !== undefined) await lasts(cx, ctid, account, validUntil)
  if (account) await forgetAccounts(cx, sql`a.uid = ${account.uid}`)
  return one(cx, ctid)
}
/** Sets the expiry of an account. Refused for the own account and for the last one that can grant permissions. */
async function lasts(
  cx: Cx<'no_account' | 'last_admin' | 'not_yourself'>,
  ctid: number,
  account: { uid: number } | undefined,
  validUntil: string | null,
): Promise<void> {
  if (!account) return validUntil === null ? undefined : cx.refuse('no_account', { field: 'validUntil' })
  if (validUntil !== null) {
    if (ctid === cx.who.ctid) cx.refuse('not_yourself', { field: 'validUntil' })
    await keepsAnAdmin(cx, ctid)
  }
  await update(cx, 'account', { uid: account.uid }, { validUntil })
}

type Initialising = 'taken' | 'beyond_own' | 'beyond_stores' | 'last_admin' | 'not_yourself' | 'password_used' | 'password_weak'
/** Checked before the password is hashed, so that a refusal is quick, and again in the writing transaction. */
async function mayInitialise(cx: Cx<Initialising>, { ctid, account: name, password, role: code }: z.output<typeof InitAccount>) {
  const { person, account, reach } = await mayTouch(cx, ctid)
  const role = await roleByCode(cx, code)
  await mayGive(cx, role, reach.hids)
  await refuseWeak(cx, password, { known: [name, person.mobile] }, 'password')
  if (account && role.code !== 'chain') await keepsAnAdmin(cx, ctid)
  return { hid: person.hid, uid: account?.uid, roleId: role.roleId }
}
async function initAccount(out: Out<Initialising>, input: z.output<typeof InitAccount>): Promise<StaffAccount> {
  const { ctid, account: name, password } = input
  if (ctid === out.who.ctid) return out.refuse('not_yourself')
  const { uid } = await out.tx((cx) => mayInitialise(cx, input))
  // Runs in its own transaction, so that a refusal does not roll back the count.
  const attempt = await out.tx((cx) => cx.db.the({ taken: 'boolean | null' }, sql`select login_name_elsewhere(${name}) taken`))
  if (attempt.taken === null) return out.refuse('too_frequent')
  if (attempt.taken) return out.refuse('taken', { field: 'account' })
  if (uid !== undefined) {
    const also = async (cx: Cx<Initialising>) => {
      const { roleId } = await mayInitialise(cx, input)
      await update(cx, 'account', { uid }, { account: name, roleId, status: accountStates.is.on })
    }
    await setPassword(out, uid, password, { mustChange: true, field: 'password', also })
    return out.tx((cx) => one(cx, ctid))
  }
  const passwordHash = await hashPassword(password)
  return out.tx(async (cx) => {
    const { hid, roleId } = await mayInitialise(cx, input)
    const created = await insert(cx, 'account', { ctid, hid, account: name, passwordHash, roleId, mustChange: true })
    await cx.db.run(sql`update account set must_change_by = ${FIRST_LASTS} where uid = ${created.uid}`)
    return one(cx, ctid)
  })
}

export const staffHandlers: Handlers<typeof staff> = {
  'staff.list': (cx, query) => staffRows(cx, query),
  'staff.by-clinic': (cx, query) => staffRows(cx, { ...query, type: 0 }),
  'frame.wechat-contacts': (cx, { hid }) =>
    allOf(
      cx,
      WechatContact,
      sql`
        select c.ctid_, c.hid, c.name, c.title, c.type
        from contact c
        where ${worksIn(hid)} and c.reachable and c.status = ${lit(staffStates.is.working)}
        order by c.type, c.ctid_
      `,
    ),
  'staff.get': async (cx, { ctid }) =>
    (await cx.db.one(Staff, sql`select ${asColleague(cx)} from contact c where c.ctid_ = ${ctid}`)) ??
    cx.refuse('not_found', { what: '员工' }),
  'staff.accounts': accounts,
  'staff.save': save,
  'staff.status': async (cx, { ctid, status }) => {
    if (ctid === cx.who.ctid && status !== staffStates.is.working) return cx.refuse('not_yourself')
    const { account } = await mayTouch(cx, ctid)
    if (status !== staffStates.is.working) {
      await keepsAnAdmin(cx, ctid)
      if (account) await endSessions(cx, account.uid, 'stopped')
    }
    await change(cx, 'contact', { ctid }, {}, { status })
    return one(cx, ctid)
  },
  'staff.init-account': initAccount,
  'staff.store-auth': async (cx, { ctid, hids, allStores }) => {
    const { person, account } = await mayTouch(cx, ctid)
    for (const hid of hids) ownStore(cx, hid)
    // "All stores", including future ones, can be granted only by accounts that have it.
    if (allStores && (await cx.db.the({ n: 'number' }, sql`select count(*) n from store`)).n !== cx.who.hids.length)
      return cx.refuse('beyond_own', { what: '全部门店', field: 'allStores' })
    // Stores that the caller cannot see stay unchanged.
    await cx.db.run(sql`
      delete from contact_store
      where ctid_ = ${ctid} and hid = any(${cx.who.hids}) and not hid = any(${hids})
    `)
    for (const hid of hids)
      if (hid !== person.hid) await cx.db.run(sql`insert into contact_store (ctid_, hid) values (${ctid}, ${hid}) on conflict do nothing`)
    if (allStores !== undefined) {
      if (!account) return cx.refuse('no_account', { field: 'allStores' })
      await update(cx, 'account', { uid: account.uid }, { allStores })
    }
    await forgetAccounts(cx, sql`a.ctid_ = ${ctid}`)
    return one(cx, ctid)
  },
  'staff.end-sessions': async (cx, { ctid }) => {
    const { account } = await mayTouch(cx, ctid)
    if (account) await endSessions(cx, account.uid, 'logout')
    return null
  },
}

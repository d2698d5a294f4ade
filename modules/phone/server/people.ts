/** Who is logged in: oneself, the children one is guardian of, the stores. */
import { ageOn } from '#kernel/contract/index.ts'
import { lit, sql, wholeRow, type Cx, type Row } from '#kernel/server/index.ts'
import { staffStates } from '#modules/account/contract/states.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { storeOf } from '#modules/institution/server/door.ts'
import { clockOf, openSpans } from '#modules/reservations/contract/hours.ts'
import { PhoneContact, PhoneSession, type PhoneContacts, type PhoneMe, type PhoneStore } from '../contract/shapes.ts'

/** Who is logged in. Calls of members are served to nobody else, which the answerer sees to. */
export const selfOf = (cx: Cx): NonNullable<Cx['who']['member']> => cx.who.member ?? cx.refuse('no_token')

/** A member of one's own; anybody else's number is not found, whoever they are. The database shows no other row either. */
export async function ownMember(cx: Cx, pid: number): Promise<Row<'patient'>> {
  return selfOf(cx).pids.includes(pid) ? patientOf(cx, pid) : cx.refuse('not_found', { what: '会员' })
}

const shownStore = (s: Row<'store'>): PhoneStore => ({
  hid: s.hid,
  name: s.name,
  phone: s.phone,
  address: s.address,
  hours: openSpans(s).map(({ from, to }) => ({ from: clockOf(from), to: clockOf(to) })),
})
export const phoneStore = async (cx: Cx, hid: number): Promise<PhoneStore> => shownStore(await storeOf(cx, hid))

const OwnSession = { mobile: 'string | null', expiresAt: 'string' } as const
export async function me(cx: Cx): Promise<PhoneMe> {
  const { pid: self, pids } = selfOf(cx)
  const people = await cx.db.rows(wholeRow('patient'), sql`select * from patient where pid = any(${pids}) order by pid`)
  const stores = await cx.db.rows(wholeRow('store'), sql`select * from store order by sort, hid`)
  const own = await cx.db.the(OwnSession, sql`select mobile, expires_at from member_session where token_hash = ${cx.who.session ?? ''}`)
  return {
    pid: self,
    mobile: own.mobile,
    byWechat: own.mobile === null,
    expiresAt: own.expiresAt,
    people: people
      .map(({ pid, name, memberNo, birth, hid }) => ({
        pid,
        name,
        memberNo,
        birth,
        age: birth === null ? null : (ageOn(birth, cx.today)?.years ?? null),
        isSelf: pid === self,
        hid,
      }))
      // Children first, the youngest last; a grown person stands behind the children they look after.
      .sort((a, b) => Number(isGrown(a)) - Number(isGrown(b)) || (a.birth ?? '').localeCompare(b.birth ?? '')),
    stores: stores.map(shownStore),
  }
}
const GROWN = 18
const isGrown = ({ age }: { age: number | null }): boolean => age === null || age >= GROWN

/** Live sessions of the same person, this phone first. */
export const ownSessions = (cx: Cx): Promise<PhoneSession[]> =>
  cx.db.rows(
    PhoneSession,
    sql`
      select id, created_at, seen_at, expires_at, open_id is not null by_wechat, agent, token_hash = ${cx.who.session ?? ''} "current"
      from member_session
      where pid = ${selfOf(cx).pid} and ended is null and expires_at > now()
      order by 7 desc, seen_at desc
    `,
  )
/** Ends a session of the same person. Idempotent. */
export async function endSession(cx: Cx, id: number): Promise<null> {
  const session = await cx.db.one({ id: 'number' }, sql`select id from member_session where id = ${id} and pid = ${selfOf(cx).pid}`)
  if (!session) return cx.refuse('not_found', { what: '登录' })
  await cx.db.run(sql`
    update member_session
    set ended = 'logout', ended_at = ${cx.now}
    where id = ${id} and ended is null
  `)
  return null
}
export async function logout(cx: Cx): Promise<null> {
  await cx.db.run(
    sql`
      update member_session
      set ended = 'logout', ended_at = ${cx.now}
      where token_hash = ${cx.who.session ?? ''} and ended is null
    `,
  )
  return null
}

/** A store and those of its staff whom members may reach. */
export async function contactsOf(cx: Cx, hid: number): Promise<PhoneContacts> {
  const store = await phoneStore(cx, hid)
  const people = await cx.db.rows(
    PhoneContact,
    sql`
      select c.ctid_, c.name, c.title
      from contact c
      where c.reachable
        and c.status = ${lit(staffStates.is.working)}
        and (
          c.hid = ${hid}
          or exists (
            select 1
            from contact_store s
            where s.oid = c.oid and s.ctid_ = c.ctid_ and s.hid = ${hid}
          )
        )
      order by c.type, c.ctid_
    `,
  )
  return { store, people }
}

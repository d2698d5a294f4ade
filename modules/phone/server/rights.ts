/**
 * What a member decides about their data: consents, no more marketing, what is kept, and requests to the house (PIPL 2021, articles 15, 44
 * to 50).
 */
import { ageOn, type StateOf, type z } from '#kernel/contract/index.ts'
import { find, ident, insert, lit, sql, update, type Cx } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { consentOf, consentStates, consentTextsOf, erasePreview, giveConsent, withdrawConsent } from '#modules/patients/server/door.ts'
import {
  MemberRequest,
  PhoneHeld,
  StoreRequest,
  type AnswerRequest,
  type GivePhoneConsent,
  type NewMemberRequest,
  type PhoneConsents,
  type PhoneUnsubscribed,
  type WithdrawPhoneConsent,
} from '../contract/shapes.ts'
import { consenting } from '#modules/patients/contract/states.ts'
import { memberRequested, memberUnsubscribed } from '../contract/events.ts'
import { requestStates } from '../contract/states.ts'
import { ownMember, selfOf } from './people.ts'

export const MARKETING = 2
const BY_PHONE = 2

const { is: standing } = consenting
const CONSENT = {
  [standing.none]: 'none',
  [standing.given]: 'given',
  [standing.outdated]: 'outdated',
  [standing.withdrawn]: 'withdrawn',
} as const satisfies Record<StateOf<typeof consenting>, PhoneConsents['list'][number]['state']>
export async function consentsOf(cx: Cx, pid: number): Promise<PhoneConsents> {
  await ownMember(cx, pid)
  const states = new Map((await consentStates(cx, pid)).map((s) => [s.kind, s]))
  const texts = await consentTextsOf(cx)
  return {
    pid,
    list: texts.map(({ kind, no, text, sha256 }) => {
      const last = states.get(kind)
      const state = last ? CONSENT[last.state] : 'none'
      return { kind, no, text, sha256, state, givenAt: last?.at ?? null, guardianName: last?.guardianName ?? null }
    }),
  }
}

/** What the person who is logged in is to a child: the relation the family has on record. */
async function guardianFor(cx: Cx, pid: number): Promise<{ guardianName: string; guardianRelation: 1 | 2 | 6 | 7 } | undefined> {
  const self = selfOf(cx).pid
  const link = await cx.db.one(
    { relation: 'number' },
    sql`
      select relation
      from patient_family
      where pid = ${pid} and other_pid = ${self} and is_guardian
    `,
  )
  const relation = link && ([1, 2, 6] as const).find((r) => r === link.relation)
  return self === pid ? undefined : { guardianName: cx.who.name, guardianRelation: relation ?? 7 }
}
const GUARDED_BELOW = 14
export async function giveByPhone(
  cx: Cx<'guardian_needed' | 'text_changed'>,
  { pid, kind, sha256 }: z.output<typeof GivePhoneConsent>,
): Promise<PhoneConsents> {
  const { birth } = await ownMember(cx, pid)
  const isChild = birth !== null && (ageOn(birth, cx.today)?.years ?? 0) < GUARDED_BELOW
  const guardian = isChild ? await guardianFor(cx, pid) : undefined
  await giveConsent(cx, { pid, kind, sha256, way: BY_PHONE, ...guardian })
  return consentsOf(cx, pid)
}
export async function withdrawByPhone(cx: Cx, { pid, kind, reason }: z.output<typeof WithdrawPhoneConsent>): Promise<PhoneConsents> {
  await ownMember(cx, pid)
  const consent = await consentOf(cx, pid, kind)
  if (consent?.id) await withdrawConsent(cx, { id: consent.id, reason: reason ?? '会员在手机上撤回' })
  return consentsOf(cx, pid)
}

const Family = { pid: 'number', name: 'string' } as const
/**
 * Takes back the consent to marketing of everybody on the number of this phone; answers whose of one's own that was. Others on the number
 * are not named.
 */
export async function unsubscribe(cx: Cx): Promise<PhoneUnsubscribed> {
  const { pid: self, pids } = selfOf(cx)
  const people = await cx.db.rows(Family, sql`select pid, name from patient where pid = any(${pids}) order by pid`)
  const members = []
  for (const person of people) {
    const consent = await consentOf(cx, person.pid, MARKETING)
    if (consent?.id && consent.withdrawnAt === null) members.push(person)
  }
  const { mobile } = await cx.db.the(
    { mobile: 'string | null' },
    sql`select nullif(reverse(phone_tail), '') mobile from patient where pid = ${self}`,
  )
  await cx.announce(memberUnsubscribed, { mobile, pids })
  return { members }
}

const { is: request } = requestStates
/** The state in a word. */
const stateOfRequest = (row: string) => sql`
  case ${ident(row)}.status when ${lit(request.open)} then 'open' when ${lit(request.answered)} then 'answered' else 'takenBack'
  end state
`
const requestColumns = sql`r.id, r.pid, r.kind, r.words, ${stateOfRequest('r')}, r.at, r.done_at, r.answer`
export async function heldOf(cx: Cx, pid: number): Promise<PhoneHeld> {
  await ownMember(cx, pid)
  const held = await erasePreview(cx, pid)
  const readers = await cx.db.rows(
    PhoneHeld.shape.readers.element,
    sql`
      select max(a.at) at, c.name staff_name
      from audit a
      left join contact c on c.oid = a.oid and c.ctid_ = a.ctid_
      where a.pid = ${pid} and a.action = 'read'
      group by a.at::date, c.name
      order by 1 desc
      limit 30
    `,
  )
  const requests = await cx.db.rows(
    MemberRequest,
    sql`
      select ${requestColumns}
      from member_request r
      where r.pid = ${pid}
      order by r.id desc
      limit 20
    `,
  )
  return { pid, held, readers, requests }
}

export async function makeRequest(cx: Cx<'request_open'>, { pid, kind, words }: z.output<typeof NewMemberRequest>): Promise<MemberRequest> {
  const { hid } = await ownMember(cx, pid)
  if (
    await cx.db.any(sql`
      select 1
      from member_request
      where pid = ${pid} and kind = ${kind} and status = ${lit(request.open)}
    `)
  )
    return cx.refuse('request_open')
  const { id } = await insert(cx, 'member_request', { pid, hid, kind, words: words ?? null })
  await cx.announce(memberRequested, { pid, kind, words: words ?? null })
  return requestOf(cx, id)
}
const requestOf = (cx: Cx, id: number): Promise<MemberRequest> =>
  cx.db.the(MemberRequest, sql`select ${requestColumns} from member_request r where r.id = ${id}`)

/** Takes a request back; one that was answered stays. */
export async function takeBack(cx: Cx, id: number): Promise<MemberRequest> {
  const row = await find(cx, 'member_request', { id })
  if (!row) return cx.refuse('not_found', { what: '申请' })
  if (row.status === requestStates.is.answered) return cx.refuse('locked', { what: '申请' })
  if (row.status === requestStates.is.open)
    await update(cx, 'member_request', { id }, { status: requestStates.is.takenBack, doneAt: cx.now })
  return requestOf(cx, id)
}

const ofStore = sql`
  select r.id, r.pid, r.kind, r.words, r.status, r.at, r.done_at, r.answer, r.done_by, p.name, p.member_no
  from member_request r
  join patient p on p.oid = r.oid and p.pid = r.pid
`
/** Open requests of a store's members, the oldest first. */
export const storeRequests = (cx: Cx, hid: number): Promise<Array<z.output<typeof StoreRequest>>> =>
  cx.db.rows(
    StoreRequest,
    sql`
      ${ofStore}
      where r.hid = ${ownStore(cx, hid)} and r.status = ${lit(requestStates.is.open)}
      order by r.id
      limit 200
    `,
  )
export async function answerRequest(cx: Cx, { id, answer }: z.output<typeof AnswerRequest>): Promise<z.output<typeof StoreRequest>> {
  const row = await find(cx, 'member_request', { id })
  if (!row || !cx.who.hids.includes(row.hid)) return cx.refuse('not_found', { what: '申请' })
  if (row.status !== requestStates.is.open) return cx.refuse('locked', { what: '申请' })
  await update(cx, 'member_request', { id }, { status: requestStates.is.answered, answer, doneAt: cx.now, doneBy: cx.who.ctid })
  return cx.db.the(StoreRequest, sql`${ofStore} where r.id = ${id}`)
}

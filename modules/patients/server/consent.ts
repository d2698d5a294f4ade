/** Consents: texts version after version, who agreed to which, and whether marketing may reach a member. */
import { createHash } from 'node:crypto'
import { ageOn, basisFallen, metaOf, type FallenBasis } from '#kernel/contract/index.ts'
import { find, insert, sql, update, type Cx } from '#kernel/server/index.ts'
import type { z } from '#kernel/contract/index.ts'
import { consentTexts } from './texts.ts'
import { ConsentState, ConsentText, type GiveConsent, type PublishConsent, type WithdrawConsent } from '../contract/shapes.record.ts'
import { patientOf } from './queries.ts'
import { consenting } from '../contract/states.ts'

type Kind = ConsentText['kind']
const kinds: readonly Kind[] = [1, 2, 3, 4, 5, 6, 7, 8]
const printOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n').trim()).digest('hex')

/** The text of every kind in force: the newest one published, else the one a clinic starts with (number 1, not yet kept). */
export async function consentTextsOf(cx: Cx): Promise<ConsentText[]> {
  const published = await cx.db.rows(
    ConsentText,
    sql`
      select distinct on (kind) id, kind, no, text, sha256, at
      from consent_text
      order by kind, no desc
    `,
  )
  return kinds.map(
    (kind) =>
      published.find((t) => t.kind === kind) ?? {
        id: null,
        kind,
        no: 1,
        text: consentTexts[kind],
        sha256: printOf(consentTexts[kind]),
        at: null,
      },
  )
}
const inForce = async (cx: Cx, kind: Kind): Promise<ConsentText> => (await consentTextsOf(cx)).find((t) => t.kind === kind)!
/** Id of the text of a kind in force, which is kept from then on. */
export async function consentTextId(cx: Cx, kind: Kind): Promise<number> {
  const text = await inForce(cx, kind)
  return text.id ?? (await keep(cx, text)).id!
}
interface CarriedConsent {
  readonly pid: number
  readonly textId: number
  readonly way: number
  readonly guardianName: string
  readonly guardianRelation: number
  readonly at: string
}
/** Takes over a consent a guardian gave before the child was a member. */
export const carryConsent = async (cx: Cx, carried: CarriedConsent): Promise<void> => {
  await insert(cx, 'consent', { ...carried, hid: cx.who.hid })
}
const keep = async (cx: Cx, { kind, no, text }: Pick<ConsentText, 'kind' | 'no' | 'text'>): Promise<ConsentText> =>
  await insert(cx, 'consent_text', { kind, no, text, sha256: printOf(text) })

/** Publishes a text. The same text again is no new version. */
export async function publishConsent(cx: Cx, { kind, text }: z.output<typeof PublishConsent>): Promise<ConsentText> {
  const now = await inForce(cx, kind)
  if (printOf(text) === now.sha256) return now
  const former = now.id ? now : await keep(cx, now)
  return keep(cx, { kind, no: former.no + 1, text: text.replaceAll('\r\n', '\n').trim() })
}

const stateOf = (last: { withdrawnAt: string | null; givenNo: number | null }, no: number) => {
  const { is } = consenting
  if (last.withdrawnAt) return is.withdrawn
  return last.givenNo === no ? is.given : is.outdated
}
const Given = ConsentState.omit({ state: true, no: true })
/** Where a member stands with every kind. */
export async function consentStates(cx: Cx, pid: number): Promise<ConsentState[]> {
  await patientOf(cx, pid)
  const texts = await consentTextsOf(cx)
  const consent = await cx.db.rows(
    Given,
    sql`
      select distinct
        on (t.kind) t.kind, s.id, t.no given_no, s.way, s.at, s.guardian_name, s.guardian_relation, c.name staff_name, s.withdrawn_at,
        s.withdraw_reason
      from consent s
      join consent_text t on t.oid = s.oid and t.id = s.text_id
      left join contact c on c.oid = s.oid and c.ctid_ = s.ctid_
      where s.pid = ${pid}
      order by t.kind, s.id desc
    `,
  )
  return texts.map(({ kind, no }) => {
    const last = consent.find((g) => g.kind === kind)
    if (!last)
      return {
        kind,
        no,
        state: consenting.is.none,
        id: null,
        givenNo: null,
        way: null,
        at: null,
        guardianName: null,
        guardianRelation: null,
        staffName: null,
        withdrawnAt: null,
        withdrawReason: null,
      }
    return { ...last, no, state: stateOf(last, no) }
  })
}

/** A member agrees to the text that was shown; for a child under fourteen the guardian does (PIPL 2021, article 31). */
export async function giveConsent(
  cx: Cx<'guardian_needed' | 'text_changed'>,
  { pid, kind, sha256, ...how }: GiveConsent,
): Promise<ConsentState[]> {
  const patient = await patientOf(cx, pid)
  const text = await inForce(cx, kind)
  if (text.sha256 !== sha256) return cx.refuse('text_changed')
  if (patient.birth && (ageOn(patient.birth, cx.today)?.years ?? 0) < 14 && !(how.guardianName && how.guardianRelation))
    return cx.refuse('guardian_needed', { field: how.guardianName ? 'guardianRelation' : 'guardianName' })
  const { id } = text.id ? text : await keep(cx, text)
  await insert(cx, 'consent', { ...how, pid, textId: id!, hid: cx.who.hid })
  return consentStates(cx, pid)
}

/** Takes a consent back; what was withdrawn stays withdrawn. Work that stands on it stops. */
export async function withdrawConsent(cx: Cx, { id, reason }: z.output<typeof WithdrawConsent>): Promise<ConsentState[]> {
  const row = await find(cx, 'consent', { id })
  if (!row) return cx.refuse('not_found', { what: '同意记录' })
  if (!row.withdrawnAt)
    await update(cx, 'consent', { id }, { withdrawnAt: cx.now, withdrawnBy: cx.who.ctid || null, withdrawReason: reason ?? null })
  const { kind } = await cx.db.the({ kind: 'number' }, sql`select kind from consent_text where id = ${row.textId}`)
  const fallen = await consentBasis(cx, row.pid, kind)
  if (fallen) await cx.announce(basisFallen, { ...fallen, pid: row.pid, hid: cx.who.hid })
  return consentStates(cx, row.pid)
}

/**
 * Why a member's consent of a kind is no basis: none was given, or the last one was taken back. A newer version of the text leaves one that
 * was given in force for what was begun on it.
 */
export async function consentBasis(cx: Cx, pid: number, kind: number): Promise<FallenBasis | undefined> {
  const last = await cx.db.one(
    { id: 'number', withdrawnAt: 'string | null' },
    sql`
      select s.id, s.withdrawn_at
      from consent s
      join consent_text t on t.oid = s.oid and t.id = s.text_id
      where s.pid = ${pid} and t.kind = ${kind}
      order by s.id desc
      limit 1
    `,
  )
  if (last && last.withdrawnAt === null) return undefined
  const name = metaOf(ConsentText.shape.kind).options?.[String(kind)] ?? '知情同意'
  const sentence = last?.withdrawnAt ? `“${name}”的同意已于 ${last.withdrawnAt.slice(0, 10)} 撤回` : `会员还没有“${name}”的同意`
  return { kind: 'consent', id: kind, sentence, decides: '由监护人或本人重新同意，或取消订单' }
}

/** Those of the members whom marketing may reach: they agreed to the text in force and did not take it back. */
export async function mayMarket(cx: Cx, pids: readonly number[]): Promise<ReadonlySet<number>> {
  const { id } = await inForce(cx, 2)
  if (!id || !pids.length) return new Set()
  const rows = await cx.db.rows(
    { pid: 'number' },
    sql`
      select pid
      from (
        select distinct on (s.pid) s.pid, s.text_id, s.withdrawn_at
        from consent s
        join consent_text t on t.oid = s.oid and t.id = s.text_id
        where t.kind = 2 and s.pid = any(${pids})
        order by s.pid, s.id desc
      ) x
      where text_id = ${id} and withdrawn_at is null
    `,
  )
  return new Set(rows.map((r) => r.pid))
}

/** The consent of one kind in force for a member: given to the text in force and not taken back; undefined without one. */
export async function consentOf(cx: Cx, pid: number, kind: Kind): Promise<ConsentState | undefined> {
  return (await consentStates(cx, pid)).find((s) => s.kind === kind && s.state === consenting.is.given)
}
/** Whether a member, or the guardian, agreed to the text in force. */
export const consentGiven = async (cx: Cx, pid: number, kind: Kind): Promise<boolean> => (await consentOf(cx, pid, kind)) !== undefined

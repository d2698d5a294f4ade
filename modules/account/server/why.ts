/** Explains access: evaluates the rule the server enforces without acting. */
import { declaredCalls, declaredMoves, declaredPermissions } from '#kernel/server/declared.ts'
import { sql, type Cx, type Database, type Who, lit, type ShapedRow } from '#kernel/server/index.ts'
import { heldIn, isExpired, kindOf } from '../contract/kinds.ts'
import type { AccessSimulation, AccessAnswer } from '../contract/shapes.access.ts'
import type { AccessVerdict } from '../contract/shapes.staff.ts'
import { rolesOf } from './roles.ts'
import { leftAfterExpiry, type ScreensAfterExpiry } from './session.ts'
import { arrangementOf, screensGiven } from './tree.ts'
import { staffStates, accountStates } from '../contract/states.ts'

/**
 * A person or a role as far as permissions are concerned. A role can enter every store of its organisation. The edition is that of the
 * home store.
 */
export interface AccessSubject {
  readonly codes: ReadonlySet<string>
  readonly edition: string
  readonly hids: readonly number[] | 'any'
  /** Set after the expiry of the home store. */
  readonly left?: ScreensAfterExpiry | undefined
}
type Store = { readonly hid: number; readonly withheld: ReadonlySet<string>; readonly pages: ReadonlySet<string> }
/** The access rule: may enter the store, is not expired, holds the permission, the edition includes it, and the store was granted it. */
function verdictOf(subject: AccessSubject, can: string, store: Store): AccessVerdict {
  if (can === 'public') return 'allowed'
  if (subject.hids !== 'any' && !subject.hids.includes(store.hid)) return 'no_store'
  if (subject.left && !subject.left.allows(can)) return 'expired'
  if (can === 'session') return 'allowed'
  if (!subject.codes.has(can)) return 'no_access'
  return store.withheld.has(can) || !heldIn(subject.edition, can) ? 'withheld' : 'allowed'
}

/** A screen is in the menu when its permission is held, it remains after an expiry, and the store has it. */
function screenVerdict(subject: AccessSubject, screen: { path: string; can: string }, store: Store): AccessVerdict {
  const verdict = verdictOf(subject, screen.can, store)
  if (verdict !== 'allowed') return verdict
  if (subject.left && !subject.left.screens.includes(screen.path)) return 'expired'
  return store.pages.has(screen.path) ? 'withheld' : 'allowed'
}

/** Answers "why can't I?": the verdict for the caller in this store, the roles that hold the permission, the people who can grant it. */
export async function why(cx: Cx, code: string): Promise<AccessAnswer> {
  const { who } = cx
  const roles = await rolesOf(cx)
  const holders = roles.filter((r) => r.codes.includes(code))
  const verdict: AccessVerdict = who.can.has(code) ? 'allowed' : holders.some((r) => r.code === who.role) ? 'withheld' : 'no_access'
  // What a store lacks is granted by those who grant stores, what its edition lacks by those who change editions, what the role lacks by
  // those who edit roles.
  const giver =
    verdict !== 'withheld' ? 'role:edit' : (await arrangementOf(cx, who.hid)).withheldCodes.has(code) ? 'store:grant' : 'account:edition'
  const givers = roles.filter((r) => r.codes.includes(giver)).map((r) => r.roleId)
  const people = await cx.db.rows(
    { name: 'string' },
    sql`
      select c.name
      from account a
      join contact c using (oid, ctid_)
      where a.role_id = any(${givers}) and a.status = ${lit(accountStates.is.on)} and c.status = ${lit(staffStates.is.working)}
      order by (a.hid = ${who.hid}) desc, a.uid
      limit 5
    `,
  )
  return { code, label: labelOf(code), verdict, roles: holders.map((r) => r.name), grantors: people.map((p) => p.name) }
}
const labelOf = (code: string): string => declaredPermissions().find((p) => p.code === code)?.label ?? code

/** Hook for the kernel: text to add to a refusal for a missing permission. */
export const explain = (database: Database, who: Who, code: string, requestId: string): Promise<AccessAnswer> =>
  database.inTenant(who, { requestId, readOnly: true }, (cx) => why(cx, code))

/** Every screen, call and move for every role, or for one person, in a store. */
export async function simulate(
  cx: Cx,
  { hid, ctid, code }: { hid: number; ctid?: number | undefined; code?: string | undefined },
): Promise<AccessSimulation> {
  if (!cx.who.hids.includes(hid)) return cx.refuse('not_found', { what: '门店' })
  const roles = await rolesOf(cx)
  const bought = await termsOf(cx, hid)
  const subjects =
    ctid === undefined
      ? roles.map((r) => ({
          key: `role:${r.roleId}`,
          name: r.name,
          codes: new Set(r.codes),
          hids: 'any' as const,
          ...within(cx, r.code, bought),
        }))
      : [await personOf(cx, ctid, roles)]
  const { withheldCodes, withheldMenus } = await arrangementOf(cx, hid)
  const store = { hid, withheld: withheldCodes, pages: withheldMenus }
  const calls = declaredCalls().filter((c) => c.endpoint.can !== 'public' && c.endpoint.can !== 'member')
  const actions = [
    ...screensGiven().map((s) => ({ kind: 'screen' as const, id: s.path, title: s.title, module: s.module, code: s.can })),
    ...calls.map((c) => ({ kind: 'call' as const, id: c.id, title: c.endpoint.summary ?? c.id, module: c.module, code: c.endpoint.can })),
    ...declaredMoves()
      .filter((m) => m.move.can !== 'session')
      .map((m) => ({
        kind: 'move' as const,
        id: `${m.machine.name}.${m.name}`,
        title: `${m.machine.noun}：${m.move.label}`,
        module: m.module,
        code: m.move.can,
      })),
  ].filter((a) => !code || a.code === code)
  return {
    subjects: subjects.map(({ key, name }) => ({ key, name })),
    actions: actions.map((a) => ({
      ...a,
      label: a.code === 'session' ? '' : labelOf(a.code),
      verdicts: subjects.map((s) =>
        a.kind === 'screen' ? screenVerdict(s, { path: a.id, can: a.code }, store) : verdictOf(s, a.code, store),
      ),
    })),
  }
}

const Terms = {
  edition: 'string',
  expireDate: 'string | null',
  organisation: 'string',
} as const
type Terms = ShapedRow<typeof Terms>
/** What a store bought, and its expiry. */
const termsOf = async (cx: Cx, hid: number): Promise<Terms> =>
  (await cx.db.one(
    Terms,
    sql`
      select h.edition, h.expire_date, o.kind organisation
      from store h
      join organisation o using (oid)
      where h.hid = ${hid}
    `,
  )) ?? cx.refuse('not_found', { what: '门店' })
/** Effect of these terms on a role. */
const within = (cx: Cx, role: string, terms: Terms): Pick<AccessSubject, 'edition' | 'left'> => ({
  edition: terms.edition,
  left: isExpired(terms.expireDate, cx.today) ? leftAfterExpiry(kindOf({ role, ...terms })) : undefined,
})

async function personOf(cx: Cx, ctid: number, roles: Awaited<ReturnType<typeof rolesOf>>) {
  const row = await cx.db.one(
    { name: 'string', roleId: 'number | null', home: 'number', hids: 'number[]' },
    sql`
      select c.name, a.role_id, coalesce(a.hid, c.hid) home,
        array(
          select s.hid
          from store s
          where s.oid = c.oid
            and (
              a.all_stores
              or s.hid = a.hid
              or exists (
                select 1
                from contact_store cs
                where cs.oid = c.oid and cs.ctid_ = c.ctid_ and cs.hid = s.hid
              )
            )
        ) hids
      from contact c
      left join account a on a.oid = c.oid and a.ctid_ = c.ctid_ and a.status = ${lit(accountStates.is.on)}
      where c.ctid_ = ${ctid} and c.status = ${lit(staffStates.is.working)}
    `,
  )
  if (!row) return cx.refuse('not_found', { what: '员工' })
  const role = roles.find((r) => r.roleId === row.roleId)
  return {
    key: `staff:${ctid}`,
    name: row.name,
    codes: new Set(role?.codes),
    hids: row.hids,
    ...within(cx, role?.code ?? '', await termsOf(cx, row.home)),
  }
}

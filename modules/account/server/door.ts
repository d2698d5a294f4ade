import { find, sql, type Cx, type Row } from '#kernel/server/index.ts'
export { authenticate, forgetSession, hearSessions } from './session.ts'
export { setViewPassword, tryViewPassword, viewPasswordOf } from './view-password.ts'
export { explain } from './why.ts'
export { forgetAccounts } from './roles.ts'
export { createOrganisation, addStaff, newSetupLink, systemOf } from './setup.ts'
export { hashPassword, proofOf, provePresence } from './password.ts'
export { captchaRead, newCaptcha } from './captcha.ts'
export { codeProves, requestCode } from './forgotten.ts'

/** Loads a staff member. Staff of other organisations are not found. */
export async function staffOf(cx: Cx, ctid: number): Promise<Row<'contact'>> {
  return (await find(cx, 'contact', { ctid })) ?? cx.refuse('not_found', { what: '员工' })
}
/** Names of all staff of the organisation, by ctid. */
export async function staffNames(cx: Cx): Promise<Map<number, string>> {
  const rows = await cx.db.rows({ ctid: 'number', name: 'string' }, sql`select ctid_, name from contact`)
  return new Map(rows.map((r) => [r.ctid, r.name]))
}

/** Why an action was refused, in a sentence: the permission, the roles that hold it, who can grant it. */
import { NO_ACCESS, RECORD_LOCKED, type Denied } from '#kernel/contract/refusal.ts'
import { CallFailed } from '../calls/catalogue.ts'
import { t, tr } from '../i18n.ts'

/** What the server said about a refusal for want of a permission; undefined for any other failure. */
export const deniedOf = (error: unknown): Denied | undefined =>
  error instanceof CallFailed && error.code === NO_ACCESS ? ((error.body?.data as Denied | null | undefined) ?? undefined) : undefined

/** The sentences of a refusal for want of a permission, for a page or a toast. */
export function whyOf({ label, verdict, roles, grantors }: Denied): string[] {
  const people = grantors.map((name) => tr(name)).join(t`、`)
  return [
    verdict === 'withheld' ? t`本门店没有开通“${tr(label)}”` : t`需要“${tr(label)}”权限`,
    verdict === 'withheld'
      ? ''
      : roles.length
        ? t`拥有此权限的角色：${roles.map((name) => tr(name)).join(t`、`)}`
        : t`目前没有角色拥有此权限`,
    people ? t`可以找 ${people} 开通` : '',
  ].filter(Boolean)
}

/** Asks whatever is on the page to open the dialog for a record under a view password; its detail is `{ pid, hid }`. */
export const LOCKED = 'mingmou:record-locked'
export interface LockedRecord {
  readonly pid: number
  readonly hid: number
}
/** The record a failed call is locked out of. */
export const lockedOf = (error: unknown): LockedRecord | undefined =>
  error instanceof CallFailed && error.code === RECORD_LOCKED ? (error.body?.data as LockedRecord) : undefined
/** Opens the dialog. */
export const askToUnlock = (record: LockedRecord): void => void dispatchEvent(new CustomEvent(LOCKED, { detail: record }))

/**
 * Late entries (decision 1080): what happened longer ago than its table allows needs a reason. No form has a box for it; the refusal asks
 * for it, whatever form, move or import was sent.
 */
import { t, trSentence } from '../i18n.ts'
import type { Effects } from './catalogue.ts'

/** Field the refusal stands at, and under which the reason is sent. */
const FIELD = 'backdateReason'

/** The reason last given: sections of one page that are dated back together are asked one after another. */
let last = ''

const refusedFor = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'field' in body && body.field === FIELD && 'message' in body
    ? String(body.message)
    : undefined

/** Asks for the reason of a late entry where an answer wants one; undefined where it wants none, or where none was given. */
export async function askLateReason(body: unknown, { confirm }: Pick<Effects, 'confirm'>): Promise<string | undefined> {
  const message = refusedFor(body)
  if (message === undefined) return undefined
  const answer = await confirm({
    title: t`补录`,
    message: trSentence(message),
    ok: t`补录`,
    reason: { label: t`补录原因`, required: true, initial: last },
  })
  if (typeof answer !== 'string' || !answer.trim()) return undefined
  return (last = answer.trim())
}

/**
 * What another person has to agree to (decision 1300): a refusal at `approver` asks for their account and password on this screen, proves
 * them, and the call is sent again in their name.
 */
import type { Callable } from './api.ts'
import { t, trSentence } from '../i18n.ts'
import type { Effects } from './catalogue.ts'

/** Field the refusal stands at, and under which the person is sent. */
const FIELD = 'approver'
const presence = { method: 'POST', path: '/account/{product}/presence' } as const satisfies Callable
interface Agreeing {
  readonly effects: Pick<Effects, 'confirm'>
  /** Sends the proof; its failure is told by it. */
  readonly prove: (endpoint: typeof presence, input: Record<string, unknown>) => Promise<unknown>
}
const refusedFor = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'field' in body && body.field === FIELD && 'message' in body
    ? String(body.message)
    : undefined

/** The person who agrees; undefined where the answer wants nobody, or nobody came. */
export async function askApprover(body: unknown, { effects, prove }: Agreeing): Promise<number | undefined> {
  const message = refusedFor(body)
  if (message === undefined) return undefined
  const ask = async (label: string, kind: 'line' | 'secret') => {
    const answer = await effects.confirm({
      title: t`他人批准`,
      message: trSentence(message),
      ok: t`批准`,
      reason: { label, required: true, kind },
    })
    return typeof answer === 'string' && answer ? answer : undefined
  }
  const account = await ask(t`批准人账号`, 'line')
  const password = account && (await ask(t`批准人登录密码`, 'secret'))
  if (!account || !password) return undefined
  const proven = await prove(presence, { account, password, purpose: /退费/.test(message) ? '批准退费' : '批准手工赠送' })
  return typeof proven === 'object' && proven !== null && 'approver' in proven ? Number(proven.approver) : undefined
}

/**
 * Which calls change something, and which are made once. Apart from the endpoints themselves, because the login page loads it without zod.
 */
import type { Endpoint } from './endpoint.ts'

/** Whether a call changes something. The legacy client deletes by GET here and there. */
export const writes = ({ method, pure }: Pick<Endpoint, 'method' | 'pure'>): boolean => method !== 'GET' || pure === false
/**
 * Whether a repeated `Idempotency-Key` answers what the first call answered: every call that writes, unless it says why not (`again`).
 * Before a login there is nobody whose key it could be, and a file is never kept as an answer.
 */
export const isOnce = (e: Pick<Endpoint, 'method' | 'pure' | 'again' | 'binary'> & Partial<Pick<Endpoint, 'kind'>>): boolean =>
  writes(e) && e.kind !== 'open' && !e.binary && e.again === undefined

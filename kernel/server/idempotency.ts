/**
 * A call sent again under the same `Idempotency-Key` is made once: the first one does the work, a repeated one answers what it answered. A
 * key is one person's, in one store, for one call (the primary key says so), and is kept for seven days.
 */
import { createHash } from 'node:crypto'
import type { Cx } from './cx.ts'
import type { Leaves } from './database/tenant.ts'
import { sql } from './database/sql.ts'
import { nightly } from './registry.ts'

/** Minutes after which the work of a call that talks to the outside counts as given up: its process died. */
const GIVEN_UP = 2

/** A key as it came, with what it was used for. */
export interface Once {
  readonly endpoint: string
  readonly key: string
  /** Fingerprint of the input: another input under the key is refused. */
  readonly hash: string
}
/** Characters of a key; a longer one is kept as its fingerprint, so that two that begin alike stay two. */
const LONGEST_KEY = 100
export const keyOf = (sent: string): string => (sent.length > LONGEST_KEY ? createHash('sha256').update(sent).digest('base64url') : sent)
export const onceOf = (endpoint: string, key: string, input: unknown): Once => ({ endpoint, key, hash: fingerprint(input) })

/** The bytes of an upload count by their own hash. */
function fingerprint(input: unknown): string {
  const text = JSON.stringify(input, function (this: Record<string, unknown>, name: string, value: unknown) {
    const raw = this[name]
    return raw instanceof Uint8Array ? createHash('sha256').update(raw).digest('base64url') : value
  })
  return createHash('sha256')
    .update(text ?? '')
    .digest('base64url')
}

/**
 * Runs work in the caller's transaction unless the key was used; a call with the same key at the same time waits for the first. The answer
 * is kept by a statement that `leaves` together with the commit.
 */
export async function onlyOnce(cx: Cx, once: Once, work: () => Promise<unknown>, leaves: Leaves): Promise<unknown> {
  if (!(await claim(cx, once))) return (await former(cx, once)).answer
  const answer = await work()
  leaves(keep(cx, once, answer))
  return answer
}

/** The same around work that talks to the outside: the key is taken first, and given back when the work fails. */
export async function onlyOnceOutside(
  tx: <T>(work: (cx: Cx) => Promise<T>) => Promise<T>,
  once: Once,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const done = await tx(async (cx) => ((await claim(cx, once)) ? undefined : former(cx, once)))
  if (done?.answered) return done.answer
  if (done && !(await tx((cx) => takeOver(cx, once)))) return tx((cx) => Promise.resolve(cx.refuse('too_frequent')))
  try {
    const answer = await work()
    await tx((cx) => keep(cx, once, answer))
    return answer
  } catch (error) {
    await tx((cx) => cx.db.run(sql`delete from idempotency where ${mine(cx, once)} and answer is null`))
    throw error
  }
}

const mine = ({ who }: Cx, { endpoint, key }: Once) =>
  sql`hid = ${who.hid} and uid = ${who.uid} and endpoint = ${endpoint} and key = ${key}`
/** Takes the key; false when it was used. */
const claim = async ({ db, who }: Cx, { endpoint, key, hash }: Once): Promise<boolean> =>
  (await db.run(
    sql`
      insert into idempotency (hid, uid, endpoint, key, input_hash)
      values (${who.hid}, ${who.uid}, ${endpoint}, ${key}, ${hash})
      on conflict do nothing
    `,
  )) > 0
const keep = (cx: Cx, once: Once, answer: unknown): Promise<number> =>
  cx.db.run(sql`
    update idempotency
    set answer = ${JSON.stringify(answer ?? null)}::jsonb
    where ${mine(cx, once)}
  `)

async function former(cx: Cx, once: Once): Promise<{ answered: boolean; answer: unknown }> {
  const first = await cx.db.one(
    { inputHash: 'string', answered: 'boolean', answer: 'unknown' },
    sql`
      select input_hash, answer is not null answered, answer
      from idempotency
      where ${mine(cx, once)}
    `,
  )
  // The key was given back in this very moment: the next try is the first.
  if (!first) return cx.refuse('too_frequent')
  if (first.inputHash !== once.hash) return cx.refuse('bad_input', { what: '重复的提交编号用于了不同的内容，请刷新页面后重试' })
  return first
}
/** Takes over a key whose process died at work. */
const takeOver = async (cx: Cx, once: Once): Promise<boolean> =>
  (await cx.db.run(
    sql`
      update idempotency
      set at = now()
      where ${mine(cx, once)} and answer is null and at < now() - make_interval(mins => ${GIVEN_UP})
    `,
  )) > 0

/** Days a key is kept: a browser that was closed over a weekend may still send again. */
const KEPT = 7
export const forgetKeys = nightly(
  'idempotency.forget',
  '50 19 * * *',
  async ({ db }) => void (await db.run(sql`delete from idempotency where at < now() - make_interval(days => ${KEPT})`)),
)

/**
 * What a filling leaves for later (the past of the demo): a plan, worked step by step beside the clinic's own work, by one process at a
 * time. A step that was interrupted is taken again: what it read is kept here, what it wrote is kept under its idempotency keys, so it goes
 * on where it stopped.
 */
import type pg from 'pg'
import { onClient } from './once.ts'

const REST_LOCK = 7_204_136

/** Lays down a plan; call it at the end of a filling, so that a filling cut short leaves none. */
export const leaveRest = (ownerUrl: string, plan: unknown): Promise<void> =>
  onClient(ownerUrl, async (client) => {
    // Outside of public, as the marker of fillings is.
    await client.query(
      `
        create schema filling_rest;
        create table filling_rest.plan (plan jsonb not null, next int not null default 0);
        create table filling_rest.kept (id int primary key, state jsonb not null);
        create table filling_rest.said (n int primary key, answer jsonb)
      `,
    )
    await client.query('insert into filling_rest.plan (plan) values ($1)', [JSON.stringify(plan)])
  })

/** A plan under way. What is kept and said is JSON, as it was given. */
export interface Rest<Plan = unknown, Kept = unknown> {
  readonly plan: Plan
  /** Number of steps taken whole. */
  readonly next: number
  /** What earlier steps left for later ones. */
  readonly kept: ReadonlyMap<number, Kept>
  /** What the interrupted step had read; whoever said it knows what it is. */
  readonly said: ReadonlyMap<number, never>
  /** Keeps an answer that the step under way goes by. */
  say(n: number, answer: unknown): Promise<void>
  /** The step is taken; keeps something for later ones, or forgets it. */
  taken(kept: { id: number; state: Kept | undefined }): Promise<void>
}

const taken = async (client: pg.Client): Promise<boolean> =>
  (await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) taken', [REST_LOCK])).rows[0]?.taken ?? false

/**
 * Works what a filling left, if anything: waits while another process does, until `givenUp` says so. `work` answers whether the plan is
 * done; it is gone then, and gone on with at the next start otherwise. Answers whether it worked.
 */
export const workRest = <Plan, Kept>(
  ownerUrl: string,
  work: (rest: Rest<Plan, Kept>) => Promise<boolean>,
  givenUp = () => false,
): Promise<boolean> =>
  onClient(ownerUrl, async (client) => {
    // What is told of a step follows what the step wrote, which does not wait for the disk either.
    await client.query('set synchronous_commit = off')
    while (!(await taken(client))) {
      if (givenUp()) return false
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    const { rows: there } = await client.query<{ left: boolean }>(`select to_regclass('filling_rest.plan') is not null as left`)
    if (!there[0]?.left) return false
    const { rows } = await client.query<{ plan: Plan; next: number }>('select plan, next from filling_rest.plan')
    const [laid] = rows
    if (!laid) return false
    const kept = await client.query<{ id: number; state: Kept }>('select id, state from filling_rest.kept')
    const answers = await client.query<{ n: number; answer: never }>('select n, answer from filling_rest.said')
    const done = await work({
      ...laid,
      kept: new Map(kept.rows.map(({ id, state }) => [id, state])),
      said: new Map(answers.rows.map(({ n, answer }) => [n, answer])),
      say: async (n, answer) =>
        void (await client.query('insert into filling_rest.said (n, answer) values ($1, $2)', [n, JSON.stringify(answer ?? null)])),
      taken: async ({ id, state }) =>
        void (await client.query(
          state === undefined
            ? `
              begin;
              update filling_rest.plan
              set next = next + 1;
              delete from filling_rest.said;
              delete from filling_rest.kept
              where id = ${id};
              commit
            `
            : {
                text: `with plan as (update filling_rest.plan set next = next + 1), said as (delete from filling_rest.said)
                  insert into filling_rest.kept (id, state) values ($1, $2) on conflict (id) do update set state = excluded.state`,
                values: [id, JSON.stringify(state)],
              },
        )),
    })
    if (done) await client.query('drop schema filling_rest cascade')
    return true
  })

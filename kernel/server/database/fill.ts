/** A long first filling of an empty database (the demo clinics): done once, whoever starts at the same time, and never left half done. */
import type pg from 'pg'
import { onClient } from './once.ts'

const FILL_LOCK = 7_204_135

/** Holds the lock of fillings for as long as the work takes, on a connection of its own. */
const alone = <T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  onClient(ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [FILL_LOCK])
    return work(client)
  })

/** Fills the database when `isEmpty` says so. Answers whether it did. */
export const fillOnce = (ownerUrl: string, isEmpty: () => Promise<boolean>, work: () => Promise<void>): Promise<boolean> =>
  alone(ownerUrl, async (client) => {
    if (!(await isEmpty())) return false
    // Outside of public, so that no wipe and no wall reaches the marker.
    await client.query(
      `
        create schema if not exists filling;
        create table if not exists filling.unfinished (at timestamptz not null default now());
        insert into filling.unfinished
        default values
      `,
    )
    await work()
    await client.query('drop schema filling cascade')
    return true
  })

/**
 * Empties a database whose filling was interrupted; call it before migrating. Nothing but a filling that began on an empty database
 * and did not end leaves the marker, so nobody's own data can be lost. Waits for a filling that is under way elsewhere.
 */
export const wipeUnfinished = (ownerUrl: string): Promise<boolean> =>
  alone(ownerUrl, async (client) => {
    const { rows } = await client.query<{ unfinished: boolean }>(`select to_regclass('filling.unfinished') is not null as unfinished`)
    if (!rows[0]?.unfinished) return false
    await client.query(
      `
        drop schema if exists graphile_worker cascade;
        drop schema if exists filling_rest cascade;
        drop schema public cascade;
        create schema public;
        drop schema filling cascade
      `,
    )
    return true
  })

/**
 * The baseline (decision 1101): on 2026-11-27 the migrations up to number 1099 were merged into one file per module. A database at exactly
 * their head has the same tables and data, so it is taken over as if the baseline had made it; its functions and triggers are made anew by
 * the repeatable files.
 */
import type pg from 'pg'
import { checksumOf, inTransaction, noteSeen, seenFiles, type SqlFile } from './files.ts'
import { OBJECTS } from './repeatable.ts'

/** Numbers of the baseline; smaller ones are those of merged files. */
export const FIRST_BASELINE = '1101'
const LAST_BASELINE = '1125'
/** Checksum of the merged files: `<name> <checksum>` a line, sorted. */
const SQUASHED_HEAD = '73e8da6a90dcb46b8efc2ddbcff225a64c8bbcc4d3877f4598097fe251705cde'

const headOf = (landed: ReadonlyMap<string, string>): string =>
  checksumOf(
    [...landed]
      .filter(([name]) => /^\d{4}-/.test(name))
      .map(([name, checksum]) => `${name} ${checksum}\n`)
      .sort()
      .join(''),
  )

/** Takes over a database at the head of the merged files. Leaves every other one as it is. */
export async function adoptSquashed(client: pg.Client, files: readonly SqlFile[], head = SQUASHED_HEAD): Promise<void> {
  if (headOf(await seenFiles(client)) !== head) return
  await inTransaction(client, async () => {
    await client.query(`delete from schema_migration where name ~ '^[0-9]{4}-'`)
    const baseline = files.filter(({ name }) => name.slice(0, 4) >= FIRST_BASELINE && name.slice(0, 4) <= LAST_BASELINE)
    for (const file of baseline) await noteSeen(client, file)
    // Of a file that does not exist: the repeatable files drop or replace them. What a column or index is built on belongs to the baseline.
    await client.query(
      `insert into repeatable_object (kind, name, file)
       select kind, name, 'before the baseline' from (${OBJECTS}) o
       where (kind <> 'routine' or not exists (
           select from pg_depend d
           where d.refclassid = 'pg_proc'::regclass and d.refobjid = o.oid and d.classid <> 'pg_trigger'::regclass
         ))
         and name !~ '^guard_status on '`,
    )
  })
}

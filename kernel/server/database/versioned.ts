/**
 * Versioned files, `NNNN-<word>.sql` in `kernel/database/` and `modules/<module>/database/`: tables, columns, constraints, indexes and
 * data, in the one order of their numbers, each in its own transaction and once.
 */
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { adoptSquashed, FIRST_BASELINE } from './baseline.ts'
import { CannotStart } from './cannot.ts'
import { databaseFolders, inTransaction, noteSeen, readSql, runFile, seenFiles, type SqlFile } from './files.ts'

/** Number of a versioned file; nothing for other files. */
const numberOf = (file: string): string | undefined => /^\d{4}(?=-.*\.sql$)/.exec(file)?.[0]

/** Applies the files that have not landed. Refuses when one that has landed was changed or has gone. Answers their names. */
export async function applyVersioned(client: pg.Client, root: string): Promise<string[]> {
  const files = versionedFiles(root)
  await adoptSquashed(client, files)
  const landed = await seenFiles(client)
  checkLanded(landed, files)
  const applied: string[] = []
  for (const file of files) {
    if (landed.has(file.name)) continue
    await inTransaction(client, async () => {
      await runFile(client, file)
      await noteSeen(client, file)
    })
    applied.push(file.name)
  }
  return applied
}

/** The files of all folders in the order of their numbers. */
function versionedFiles(root: string): SqlFile[] {
  const files = databaseFolders(root)
    .flatMap(([, folder]) => fs.readdirSync(folder).map((file) => path.join(folder, file)))
    .filter((file) => numberOf(path.basename(file)))
    .sort((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1))
  const numbers = files.map((file) => numberOf(path.basename(file)))
  const twice = numbers.find((number, i) => numbers.indexOf(number) !== i)
  if (twice) throw new CannotStart(`Two migrations have the number ${twice}.`)
  return files.map((file) => readSql(path.basename(file), file))
}

function checkLanded(landed: ReadonlyMap<string, string>, files: readonly SqlFile[]): void {
  const byName = new Map(files.map((file) => [file.name, file]))
  for (const [name, checksum] of landed) {
    const number = numberOf(name)
    if (!number) continue
    const file = byName.get(name)
    if (!file && number < FIRST_BASELINE)
      throw new CannotStart(
        `The database has seen ${name}, which was merged into a baseline since, and it was not at the last file before it. ` +
          'Bring it there with the version of 2026-11-26, or export what it holds and start with an empty one.',
      )
    if (!file) throw new CannotStart(`The database has seen ${name}, which is not here: it belongs to a newer version of the product.`)
    if (file.checksum !== checksum)
      throw new CannotStart(`${name} was changed after it had landed in this database: put it back and write a new migration.`)
  }
}

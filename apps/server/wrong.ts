/** What a person can get wrong about a start, found before anything of it is begun: each is one sentence. */
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { CannotStart } from '#kernel/server/database/cannot.ts'
import { codeOf } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import type { Environment } from '#kernel/server/environment.ts'
import { placeOf } from '#ports/storage/choose.ts'
import type { StoragePlace } from '#ports/storage/port.ts'

/** Bytes a new cluster, its log and a day's work want. */
const LEAST_SPACE = 300 * 1024 * 1024
/** Longest wait for a database of one's own, ms. */
const PATIENCE = 10_000

/**
 * Throws the sentence for the first thing that would stop the start later: the port, the storage of files, the folder of the data, the
 * database.
 */
export async function findWrong(env: Environment): Promise<void> {
  await portIsFree(env.PORT, env.HOST)
  if (env.STORAGE !== 'local') await storageAnswers(placeOf(env), env.STORAGE)
  if (env.DATABASE_URL) await databaseAnswers(env.DATABASE_URL)
  else folderIsOurs(env.dataDir)
}

/** The sentence for an error of listening; undefined for any other. */
export function portTrouble(error: NodeJS.ErrnoException, port: number, host: string): CannotStart | undefined {
  const why: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken: choose another one with PORT.`,
    EACCES: `Port ${port} may not be opened by this user: choose one above 1023 with PORT.`,
    EADDRNOTAVAIL: `HOST=${host} is no address of this machine.`,
    ENOTFOUND: `HOST=${host} is no address of this machine.`,
  }
  const sentence = why[error.code ?? '']
  return sentence === undefined ? undefined : new CannotStart(sentence)
}
async function portIsFree(port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = net
      .createServer()
      .once('error', (error) => reject(portTrouble(error, port, host) ?? error))
      .listen(port, host, () => probe.close(() => resolve()))
  })
}

/** Whether a folder can be made and written, and has room; `free` answers the bytes left where a folder is. */
export function folderIsOurs(dir: string, free: (dir: string) => number = freeBytes): void {
  const probe = path.join(dir, `.probe-${process.pid}`)
  try {
    makeFolder(dir)
    fs.writeFileSync(probe, 'x'.repeat(4096))
    fs.rmSync(probe)
  } catch (error) {
    throw new CannotStart(`The data folder ${dir} cannot be written (${whyNot(error)}). Choose another one with DATA_DIR.`)
  }
  const left = free(dir)
  if (left < LEAST_SPACE) {
    const [leftMb, neededMb] = [left, LEAST_SPACE].map((bytes) => Math.floor(bytes / 1024 / 1024))
    throw new CannotStart(
      `The disk of the data folder ${dir} has ${leftMb} MB left, ${neededMb} MB are needed. ` +
        'Make room, or choose another folder with DATA_DIR.',
    )
  }
}
/** Step by step: Node's own recursive mkdir never comes back from a path below /proc. */
function makeFolder(dir: string): void {
  const found = fs.statSync(dir, { throwIfNoEntry: false })
  if (!found) makeFolder(path.dirname(dir))
  if (!found?.isDirectory()) fs.mkdirSync(dir)
}
function freeBytes(dir: string): number {
  const { bavail, bsize } = fs.statfsSync(dir)
  return bavail * bsize
}
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  ENOTDIR: 'part of its path is a file',
  EEXIST: 'it is a file',
  ENOENT: 'it cannot be made there',
}
function whyNot(error: unknown): string {
  return reasons[codeOf(error)] ?? String(error)
}

async function storageAnswers(place: StoragePlace, chosen: string): Promise<void> {
  try {
    await place.read('nothing')
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    throw new CannotStart(
      `STORAGE=${chosen}: the storage cannot be used (${cause instanceof Error ? cause.message || codeOf(cause) : message}).`,
    )
  }
}

async function databaseAnswers(url: string): Promise<void> {
  const { hostname, port, pathname, username } = new URL(url)
  const where = `the database at ${hostname}:${port || 5432}`
  try {
    await onClient(url, (client) => client.query('select 1'), { patience: PATIENCE })
  } catch (error) {
    const [code, message] = [codeOf(error), error instanceof Error ? error.message : '']
    const why: Record<string, string> = {
      ECONNREFUSED: `nobody listens there`,
      ENOTFOUND: `there is no such host`,
      EAI_AGAIN: `there is no such host`,
      '28P01': `the password of "${username}" is wrong`,
      '28000': `"${username}" may not log in`,
      '3D000': `there is no database "${pathname.slice(1)}"`,
    }
    const reason = why[code] ?? (/timeout|terminated/i.test(message) ? `no answer within ${PATIENCE / 1000} s` : message || code)
    throw new CannotStart(`DATABASE_URL: ${where} cannot be used (${reason}).`)
  }
}

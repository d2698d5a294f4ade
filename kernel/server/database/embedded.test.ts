import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEmbedded, type Embedded } from './embedded.ts'
import { onClient } from './once.ts'
import { isAlive, processesIn, startedAt, until } from './processes.ts'

let dir: string
let running: Embedded[]
const start = async (): Promise<Embedded> => {
  const db = await startEmbedded({ dir })
  running.push(db)
  return db
}
const home = () => fs.realpathSync(path.join(dir, 'postgres'))
const scalar = (db: Embedded, sql: string) => onClient(db.url, async (client) => Object.values((await client.query<Record<string, unknown>>(sql)).rows[0] ?? {})[0])

beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-embedded-'))
  running = []
})
afterEach(async () => {
  const place = home()
  for (const db of running) await db.stop()
  fs.rmSync(place, { recursive: true })
  fs.rmSync(dir, { recursive: true, force: true })
})

describe('embedded PostgreSQL', () => {
  it('starts in a folder closed to other users, keeps what was written, and stops', async () => {
    const first = await start()
    await onClient(first.url, (client) => client.query('create table kept (a int); insert into kept values (42)'))
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    const second = await start()
    expect(second.port).toBe(first.port)
    expect(await scalar(second, 'select a from kept')).toBe(42)
  })

  it('listens on this machine only, with a password nobody else can read', async () => {
    const db = await start()
    expect(await scalar(db, 'show listen_addresses')).toBe('127.0.0.1')
    expect(fs.statSync(path.join(home(), 'password')).mode & 0o077).toBe(0)
    const wrong = new URL(db.url)
    wrong.password = 'wrong'
    await expect(onClient(wrong.toString(), async () => undefined)).rejects.toMatchObject({ code: '28P01' })
  })

  it('finds Chinese characters by trigram and counts them as characters', async () => {
    const db = await start()
    await onClient(db.url, (client) => client.query('create extension pg_trgm'))
    expect(await scalar(db, `select show_trgm('欧阳明月')::text`)).not.toBe('{}')
    expect(await scalar(db, `select length('明眸')`)).toBe(2)
  })

  it('recovers after kill -9 of the postmaster, with what was committed', async () => {
    const first = await start()
    await onClient(first.url, (client) => client.query('create table kept (a int); insert into kept values (7)'))
    process.kill(first.pid, 'SIGKILL')
    await first.exited
    const second = await startAgain(first)
    expect(await scalar(second, 'select a from kept')).toBe(7)
  })

  it('stops the orphan that a killed Node left behind', async () => {
    const first = await start()
    // What kill -9 of Node leaves: a running server and a claim of a process that is gone.
    fs.writeFileSync(path.join(home(), 'server.json'), JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }))
    const second = await start()
    expect(isAlive(first.pid)).toBe(false)
    expect(second.pid).not.toBe(first.pid)
    expect(await until(() => !processesIn(path.join(home(), 'cluster')).includes(first.pid), 1000)).toBe(true)
  })

  it('refuses a second server on the same folder', async () => {
    await start()
    fs.writeFileSync(path.join(home(), 'server.json'), JSON.stringify({ pid: 1, started: startedAt(1) ?? '' }))
    await expect(startEmbedded({ dir })).rejects.toThrow('Another Mingmou (process 1) is using')
  })
})

/** A killed postmaster takes its claim with it only when Node stops: give it back first, as the end of the process would. */
const startAgain = async (old: Embedded): Promise<Embedded> => {
  await old.stop()
  return start()
}

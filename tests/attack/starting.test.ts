/** Starting it wrong: one sentence for the person who did, found before anything is begun. */
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneDatabase } from '#kernel/server/database/migrate.ts'
import { folderIsOurs } from '../../apps/server/wrong.ts'
import { start, started } from '../built.ts'

let dir: string
beforeAll(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-wrong-'))
  fs.chmodSync(dir, 0o755)
})
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }))

/** What a start says that must not succeed: its only sentence, its exit code 1 checked. */
async function refused(env: Record<string, string>, uid?: number): Promise<string> {
  const product = await start({ env: { DATA_DIR: path.join(dir, 'data'), ...env }, ...(uid === undefined ? {} : { uid }) })
  if (!('code' in product)) {
    await product.stop()
    throw new Error(`it started: ${product.said()}`)
  }
  expect(product.said.split('\n'), product.said).toHaveLength(1)
  expect(product.code).toBe(1)
  return product.said
}
const listening = async (answer?: (socket: net.Socket) => void): Promise<{ port: number; close: () => void }> => {
  const sockets: net.Socket[] = []
  const server = net.createServer((socket) => (sockets.push(socket), answer?.(socket)))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as net.AddressInfo).port, close: () => (sockets.forEach((s) => s.destroy()), server.close()) }
}

describe('a start that cannot succeed ends with one sentence', () => {
  it('a taken port, before anything is made', async () => {
    const taken = await listening()
    expect(await refused({ PORT: String(taken.port) })).toBe(`Port ${taken.port} is taken: choose another one with PORT.`)
    expect(fs.existsSync(path.join(dir, 'data'))).toBe(false)
    taken.close()
  })
  it('an address that is not of this machine', async () => {
    expect(await refused({ HOST: '203.0.113.1' })).toMatch(/^HOST=203\.0\.113\.1 is no address of this machine/)
  })
  it('a data folder that is a file, lies in one, cannot be made, or belongs to somebody else', async () => {
    const file = path.join(dir, 'file')
    fs.writeFileSync(file, '')
    const closed = path.join(dir, 'closed')
    fs.mkdirSync(closed, { mode: 0o555 })
    for (const [DATA_DIR, why] of [
      [file, 'it is a file'],
      [path.join(file, 'data'), 'part of its path is a file'],
      ['/proc/mingmou', 'it cannot be made there'],
    ] as const)
      expect(await refused({ DATA_DIR })).toBe(`The data folder ${DATA_DIR} cannot be written (${why}). Choose another one with DATA_DIR.`)
    // Root may write everywhere: there another user tries.
    const nobody = process.getuid?.() === 0 ? 65534 : undefined
    for (const DATA_DIR of [closed, path.join(closed, 'data')])
      expect(await refused({ DATA_DIR }, nobody)).toBe(
        `The data folder ${DATA_DIR} cannot be written (this user may not). Choose another one with DATA_DIR.`,
      )
  })
  it('a disk with no room', () => {
    expect(() => folderIsOurs(path.join(dir, 'small'), () => 5_300_000)).toThrow(/has 5 MB left, 300 MB are needed/)
    expect(() => folderIsOurs(path.join(dir, 'small'), () => 1e10)).not.toThrow()
  })
  it('a database that is not there, does not answer, does not know the user or has another name', async () => {
    const silent = await listening()
    const gone = await listening()
    gone.close()
    const right = new URL(inject('ownerUrl'))
    const [wrong, other] = [new URL(right), new URL(right)]
    wrong.password = 'wrong'
    other.pathname = '/no_such_database'
    const address = `the database at 127.0.0.1:${right.port}`
    for (const [url, sentence] of [
      [`postgres://a:b@127.0.0.1:${gone.port}/x`, `the database at 127.0.0.1:${gone.port} cannot be used (nobody listens there).`],
      [`postgres://a:b@no-such-host.invalid/x`, `the database at no-such-host.invalid:5432 cannot be used (there is no such host).`],
      [`postgres://a:b@127.0.0.1:${silent.port}/x`, `the database at 127.0.0.1:${silent.port} cannot be used (no answer within 10 s).`],
      [wrong.toString(), `${address} cannot be used (the password of "${right.username}" is wrong).`],
      [other.toString(), `${address} cannot be used (there is no database "no_such_database").`],
    ] as const)
      expect(await refused({ DATABASE_URL: url })).toBe(`DATABASE_URL: ${sentence}`)
    silent.close()
  })
  it('a bucket that is not there, or does not know the key', async () => {
    const bucket = { STORAGE: 's3', S3_BUCKET: 'pictures', S3_ACCESS_KEY: 'k', S3_SECRET_KEY: 's' }
    const gone = await listening()
    gone.close()
    const unknown = await listening((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 18\r\n\r\nInvalidAccessKeyId')),
    )
    const refusalOf = (port: number) => refused({ ...bucket, S3_ENDPOINT: `http://127.0.0.1:${port}` })
    expect(await refusalOf(gone.port)).toMatch(/^STORAGE=s3: the storage cannot be used \(.*ECONNREFUSED/)
    expect(await refusalOf(unknown.port)).toMatch(/^STORAGE=s3: the storage cannot be used \(S3 answered 403 .*InvalidAccessKeyId\)\.$/)
    unknown.close()
  })
  it('a demo in production', async () => {
    expect(await refused({ NODE_ENV: 'production', DEMO: 'yes' })).toMatch(/^NODE_ENV=production makes no demo/)
  })
})

describe('a start outside of production', () => {
  const output = async (env: Record<string, string>) => {
    const DATABASE_URL = await cloneDatabase(inject('ownerUrl'), inject('template'), `start_${process.pid}_${Date.now()}`)
    const product = await started({ env: { DATABASE_URL, ...env } })
    await expect.poll(() => product.said()).toMatch(/\n.*\n/)
    expect(await product.stop()).toBe(0)
    return product.said()
  }
  it('says that nothing is real, and who can come in', async () => {
    expect(await output({ HOST: '0.0.0.0' })).toMatch(
      /^Accounts, payments and messages are simulated.*\nEverybody in the network can enter .*HOST=0\.0\.0\.0/m,
    )
    const alone = await output({ HOST: '127.0.0.1' })
    expect(alone).toMatch(/^Accounts, payments and messages are simulated/m)
    expect(alone).not.toContain('Everybody')
  })
  it('logs as much as LOG_LEVEL says', async () => {
    const logged = /^\{"level":30,/m
    expect(await output({ LOG_LEVEL: 'info' })).toMatch(logged)
    expect(await output({ LOG_LEVEL: 'warn' })).not.toMatch(logged)
  })
  it('in production says neither', async () => {
    expect(await output({ NODE_ENV: 'production', HOST: '0.0.0.0' })).not.toMatch(/simulated here|Everybody/)
  })
})

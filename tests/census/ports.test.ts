/** Facts about the ports: what they are in production, and that nothing reaches a simulated one but by the choice. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { holding } from '#kernel/server/database/held.ts'
import { environment, readEnvironment } from '#kernel/server/environment.ts'
import { answerOf, Refused } from '#kernel/server/refuse.ts'
import { ports, portsThat, simulating } from '#ports/all.ts'
import { chosen, type PortChoice } from '#ports/choose.ts'
import { nameOf } from '#ports/storage/addressed.ts'
import { storage } from '#ports/storage/choose.ts'

const production = readEnvironment({ NODE_ENV: 'production' })
const folders = fs.readdirSync('ports', { withFileTypes: true }).flatMap((e) => (e.isDirectory() ? [e.name] : []))
const filesBelow = (dir: string): string[] =>
  fs.readdirSync(dir, { withFileTypes: true, recursive: true }).flatMap((e) => (e.isFile() ? [path.posix.join(e.parentPath, e.name)] : []))

/** What a function of a port answers, or the sentence it refuses with. */
async function reasonOf(call: (...args: never[]) => unknown): Promise<unknown> {
  try {
    return await call(...(['x', 'y'] as never[]))
  } catch (error) {
    return error instanceof Refused ? answerOf(error).message : error
  }
}

describe('ports', () => {
  it('every folder with a simulated implementation declares its choice', () => {
    const simulated = folders.filter((f) => fs.existsSync(`ports/${f}/local.ts`))
    const all = fs.readFileSync('ports/all.ts', 'utf8')
    expect(simulated.filter((f) => !all.includes(`'./${f}/choose.ts'`))).toEqual([])
    expect(simulated.length).toBeGreaterThan(2)
  })
  it('in production nothing is simulated; what is not connected refuses every call with a sentence, and the start names it', async () => {
    for (const choice of ports as ReadonlyArray<PortChoice<{ readonly simulated: boolean }>>) {
      const port = chosen(choice, production)
      expect(port.simulated, choice.word).toBe(false)
      const calls = Object.entries<unknown>({ ...port }).filter((e): e is [string, () => unknown] => typeof e[1] === 'function')
      const answers = await Promise.all(calls.map(([, call]) => reasonOf(call)))
      expect(JSON.stringify(answers), choice.word).toContain(choice.word)
      expect(answers.filter((a) => a instanceof Error)).toEqual([])
      expect(JSON.stringify(answers)).not.toMatch(/"paid"|"taken":true|"delivered"|https?:/)
    }
    expect(portsThat('off', production)).toEqual(['短信服务 (SMS)', '微信支付 (PAYMENT)', '支付宝 (ALIPAY)', '微信 (WECHAT)'])
    expect(simulating(production)).toBe(false)
  })
  it('outside production every simulated one says so', () => {
    const env = readEnvironment({})
    for (const choice of ports as ReadonlyArray<PortChoice<{ readonly simulated: boolean; readonly label: string }>>)
      expect(chosen(choice, env)).toMatchObject({ simulated: true, label: expect.stringMatching(/^本地/) })
    expect(simulating(env)).toBe(true)
  })
  it('a simulated implementation is reached by the choice of its folder only', () => {
    const reached = ['apps', 'kernel', 'modules', 'ports', 'database'].flatMap(filesBelow).filter((file) => {
      if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file) || /^ports\/[^/]+\/(choose|phone)\.ts$/.test(file)) return false
      return /from '(?:#ports\/[^']*|\.)\/local\.ts'/.test(fs.readFileSync(file, 'utf8'))
    })
    expect(reached).toEqual([])
  })
  it('files are kept below DATA_DIR, and nobody waits for them who holds a connection', async () => {
    const { sha256 } = await storage().put(1, Buffer.from('a picture'))
    expect(fs.readFileSync(path.join(environment().dataDir, 'files', nameOf(1, sha256)), 'utf8')).toBe('a picture')
    await expect(holding(() => storage().get(1, sha256))).rejects.toThrow('本机文件 was asked for while the caller holds a connection')
  })
})

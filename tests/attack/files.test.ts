/** Files in and out: one of each at a time for a person, three for an organisation. */
import { beforeAll, expect, it } from 'vitest'
import type { Envelope } from '#kernel/contract/internal.ts'
import { OneFile } from '#kernel/server/files.ts'
import { freshClinic, type Clinic } from '../harness.ts'

const IMPORTING = { code: 100, message: '上一个文件还在导入，请等它完成后再试' }
const EXPORTING = { code: 100, message: '上一个文件还在导出，请等它完成后再试' }

let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
  for (const name of ['甲一', '乙二', '丙三'])
    await clinic.as('reception').call('patients.save', { name, mobile: '13900000001', birth: '2015-05-05', gender: 1 })
})
const bodyOf = async (answer: Response) => {
  if (!/json/.test(answer.headers.get('content-type') ?? '')) return { code: 200, size: (await answer.arrayBuffer()).byteLength }
  const { code, message } = (await answer.json()) as Envelope
  return code === 200 ? { code } : { code, message }
}
const file = { filename: 'a.csv', mimetype: 'text/csv', bytes: new Uint8Array(Buffer.from(`姓名,手机号\n${'张三,1390\n'.repeat(20_000)}`)) }
const imported = async (role: 'manager' | 'chain') =>
  bodyOf(await clinic.as(role).raw('patients.import', { file, hid: clinic.hid, dryRun: true }))
const exported = async (role: 'manager' | 'chain') => bodyOf(await clinic.as(role).raw('patients.export', { hid: clinic.hid }))

it('a second import of the same person is told to wait, another person is served; when the first is done the next is taken', async () => {
  const [first, second, other] = await Promise.all([imported('manager'), imported('manager'), imported('chain')])
  expect([first, second]).toContainEqual(IMPORTING)
  expect([first, second]).toContainEqual({ code: 200 })
  expect(other).toEqual({ code: 200 })
  expect(await imported('manager')).toEqual({ code: 200 })
})

it('a second export of the same person is told to wait, another person is served; when the first is done the next is taken', async () => {
  const [first, second, other] = await Promise.all([exported('manager'), exported('manager'), exported('chain')])
  expect([first, second]).toContainEqual(EXPORTING)
  expect([first, second]).toContainEqual({ code: 200, size: expect.any(Number) as number })
  expect(other.code).toBe(200)
  for (let i = 0; i < 5; i++) expect((await exported('manager')).code).toBe(200)
})

it('an organisation has three files under way, and another one its own', () => {
  const exporting = new OneFile('export_busy')
  const begin = (oid: number, uid: number) => exporting.begin({ oid, uid })
  const ends = [1, 2, 3].map((uid) => begin(1, uid))
  expect(() => begin(1, 4)).toThrow('files_busy')
  expect(begin(2, 5)).toBeTypeOf('function')
  ends[0]!()
  expect(() => begin(1, 2)).toThrow('export_busy')
  expect(begin(1, 4)).toBeTypeOf('function')
})

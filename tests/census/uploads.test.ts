/** Whatever takes a file has it read in a thread with limits, under no connection, and one at a time. */
import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, metaOf, type Endpoint, type Endpoints } from '#kernel/contract/internal.ts'
import { parsed } from '#kernel/server/parse/parse.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, type CallId, type Clinic } from '../harness.ts'
import { plausible } from './plausible.ts'

const all = modules.flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints))
const files = ({ input }: Endpoint) =>
  Object.entries(fieldsOf(input)).flatMap(([name, field]) => (metaOf(field).format === 'file' ? [name] : []))
const taking = all.filter(([, e]) => e.multipart || files(e).length)
/**
 * Asked by a computer with the key of its store instead of a session (decision 0151): the field of the key. Without a key nothing is read.
 */
const BY_KEY: Readonly<Record<string, string>> = { 'devices.arrive': 'key' }
const withSession = taking.filter(([id]) => !BY_KEY[id])

let clinic: Clinic
beforeAll(async () => void (clinic = await freshClinic()))

describe('calls that take a file', () => {
  it('are forms with a field for it, asked by somebody with a session, and hold no connection of their own', () => {
    expect(taking.length).toBeGreaterThan(4)
    for (const [id, e] of withSession) {
      expect({ id, multipart: e.multipart, kind: e.kind, public: e.can === 'public' }).toEqual({
        id,
        multipart: true,
        kind: 'outside',
        public: false,
      })
      expect(files(e), id).not.toEqual([])
    }
  })
  it.each(Object.entries(BY_KEY))('%s is asked with a key: without a right one no file is read', async (id, key) => {
    const before = parsed.files
    const file = { filename: 'a.csv', mimetype: 'text/csv', bytes: new Uint8Array(Buffer.from('甲,乙\n1,2\n')) }
    const answer = await clinic.as('chain').raw(id as CallId, { [key]: 'wrong', file })
    expect(await answer.json()).toMatchObject({ code: 1, field: key })
    expect(parsed.files).toBe(before)
  })
  it.each(withSession.map(([id, e]) => [id, e] as const))('%s has it read in a thread', async (id, e) => {
    const before = parsed.files
    const file = { filename: 'a.csv', mimetype: 'text/csv', bytes: new Uint8Array(Buffer.from('甲,乙\n1,2\n')) }
    const uploads = Object.fromEntries(files(e).map((name) => [name, file]))
    const store = 'hid' in fieldsOf(e.input) ? { hid: clinic.hid } : {}
    const answer = await clinic.as('chain').raw(id as CallId, { ...plausible(e.input, false), ...store, ...uploads })
    expect(answer.status, id).toBe(200)
    expect(parsed.files, `${id}: ${await answer.text()}`).toBe(before + files(e).length)
  })
})

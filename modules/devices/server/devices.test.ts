import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashToken, readIn, sql } from '#kernel/server/index.ts'
import { parsed } from '#kernel/server/parse/parse.ts'
import { forgetSession } from '#modules/account/server/door.ts'
import { everyKind } from '#modules/exams/contract/kinds/index.ts'
import { makeWalkIn } from '#modules/reservations/server/make.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import * as written from './make.ts'
import type { Arrived, DeviceFile } from '../contract/shapes.ts'

const REAL = path.resolve('../shared/domain/data/devices/samples')
if (!existsSync(REAL))
  process.stderr.write('The real device files are not beside this checkout (../shared/domain/data): their keratometry is not accepted.\n')

let clinic: Clinic
let other: Clinic
let memberNo = ''
let pid = 0
const now = () => clinicTime(new Date())
/** This moment on the clinic's clock. */
const clinicTime = (moment: Date) => new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Sends a form with a file as the browser does. */
async function form(path: string, fields: Record<string, string>, bytes: Uint8Array | string, filename: string, token?: string) {
  const body = new FormData()
  for (const [key, value] of Object.entries(fields)) body.set(key, value)
  body.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), filename)
  const response = await fetch(`${clinic.base}/api${path}`, { method: 'POST', headers: token ? { token } : {}, body })
  const envelope = (await response.json()) as { code: number; message: string; field?: string; data: Arrived }
  return { status: response.status, ...envelope }
}
const drop = async (bytes: Uint8Array | string, filename = 'ARK.xml', role: 'optometrist' | 'reception' = 'optometrist') =>
  form('/v1/mingmou/device-files', { hid: String(clinic.hid) }, bytes, filename, await clinic.token(role))
const file = (id: number): Promise<DeviceFile> => clinic.as('optometrist').call('devices.file', { id })
const newMember = (name: string, mobile: string) =>
  clinic.as('reception').call('patients.save', { hid: clinic.hid, name, mobile, gender: 0, birth: '2015-05-01' })

let n = 0
/** Another file each time: nobody's values are another's. */
const reading = (id: string, more: Partial<written.DeviceFileSpec> = {}): written.DeviceFileSpec => ({
  id,
  at: now(),
  od: { sph: `-${(1 + (n % 40) / 8).toFixed(2)}`, cyl: '-0.75', axis: String(10 + (n++ % 160)) },
  os: { sph: '-2.50', cyl: '0.00', axis: '0' },
  ...more,
})

beforeAll(async () => {
  clinic = await freshClinic()
  other = await freshClinic()
  const made = await newMember('陈一诺', '13900001111')
  pid = made.pid
  memberNo = (await clinic.as('reception').call('patients.index', { id: pid })).memberNo
})

describe('a file arrives', () => {
  it('is read, matched by the number the device was told, and waits for somebody', async () => {
    const { data, code } = await drop(written.ark(reading(memberNo)))
    expect({ code, data }).toMatchObject({ code: 200, data: { status: 1, profile: 'nidek-rkt', warnings: 2, known: false } })
    const [row] = (await clinic.as('optometrist').call('devices.list', { hid: clinic.hid })).list
    expect(row).toMatchObject({ fileId: data.fileId, pid, name: '陈一诺', matchedBy: 'number', model: 'NIDEK ARK-1s', source: 'drop' })
  })
  it('the same file twice is one row, whoever sends it and however often at once', async () => {
    const bytes = written.ark(reading(memberNo))
    const sent = await Promise.all([drop(bytes), drop(bytes, 'again.xml')])
    const answers = sent.filter((s) => s.code === 200).map((s) => s.data)
    const again = (await drop(bytes)).data
    expect(new Set([...answers, again].map((a) => a.fileId)).size).toBe(1)
    expect(again.known).toBe(true)
  })
  it('that two stores received stands in the inbox of each', async () => {
    const bytes = written.ark(reading(memberNo))
    const [here, there] = clinic.hids.map(String)
    const token = await clinic.token('chain')
    const own = await form('/v1/mingmou/device-files', { hid: here! }, bytes, 'ARK.xml', token)
    const theirs = await form('/v1/mingmou/device-files', { hid: there! }, bytes, 'ARK.xml', token)
    expect([own.code, theirs.code, theirs.data.known]).toEqual([200, 200, false])
    expect(theirs.data.fileId).not.toBe(own.data.fileId)
    for (const [n, { data }] of [own, theirs].entries()) {
      const { list } = await clinic.as('chain').call('devices.list', { hid: clinic.hids[n]! })
      expect(list.map((f) => f.fileId)).toContain(data.fileId)
    }
  })
  it('by phone, by the code of a booking, by a name that has an open visit; what fits nobody or two waits unclaimed', async () => {
    const { pid: second } = await newMember('林小满', '13900002222')
    const phone = (await drop(written.ark(reading('139 0000 2222')))).data
    expect(await file(phone.fileId)).toMatchObject({ pid: second, matchedBy: 'phone', status: 1 })
    const nobody = (await drop(written.ark(reading('ZZZ-404')))).data
    expect(await file(nobody.fileId)).toMatchObject({ pid: null, matchedBy: null, status: 0, saidId: 'ZZZ-404', candidates: [] })
    const named = written.joia(reading(''), { name: '林小满' })
    expect((await drop(named)).data.status).toBe(0)
    const { resid } = await makeWalkIn((id, input) => clinic.as('reception').call(id as never, input as never), {
      hid: clinic.hid,
      pid: second,
    })
    const slip = (await drop(written.ark(reading(`RES${resid}`)))).data
    expect(await file(slip.fileId)).toMatchObject({ pid: second, matchedBy: 'qr' })
    const visiting = (await drop(named.replace('09:', '10:').replace('KR-800S', 'KR-800'))).data
    expect(await file(visiting.fileId)).toMatchObject({ pid: second, matchedBy: 'visit', saidName: '林小满' })
  })
  it('a sound file of no known kind is kept as one that cannot be read', async () => {
    const { data } = await drop('hello, world', 'readme.txt')
    expect(data).toMatchObject({ status: 9, profile: null })
    expect(await clinic.as('optometrist').refusal('devices.reread', { id: data.fileId })).toMatchObject({
      code: 1,
      message: '这个文件仍然无法解析，原文件已保留',
    })
    const raw = await clinic.as('optometrist').raw('devices.raw', { id: data.fileId })
    expect(await raw.text()).toBe('hello, world')
  })
  it('what is empty, too large, cut off or a threat is refused with a sentence at its field, never with 500', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}">]><Data><R>&b;</R></Data>`
    const xxe = '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><Data><R>&x;</R></Data>'
    const dicom = written.dicomRefraction(reading(memberNo))
    const bad: ReadonlyArray<readonly [Uint8Array | string, RegExp]> = [
      ['', /空/],
      [bomb, /文档类型/],
      [xxe, /文档类型/],
      [`<Data>${'<a>'.repeat(5000)}`, /过深/],
      [dicom.subarray(0, dicom.length - 20), /不完整/],
      ['HBOX=50;50\r\nVBOX=40;40\r\nDBL=18\r\nTRCFMT=1;360;E;R;F\r\nR=2500\r\n', /只有 1 个半径/],
    ]
    for (const [bytes, sentence] of bad)
      expect(await drop(bytes)).toMatchObject({ status: 200, code: 1, field: 'file', message: expect.stringMatching(sentence) })
    expect(await drop(new Uint8Array(21 * 1024 * 1024))).toMatchObject({ status: 413, message: '提交的内容过大，最多 20 MB' })
  })
  it('another clinic sees nothing of it, reception may not', async () => {
    const { fileId } = (await drop(written.ark(reading(memberNo)))).data
    expect(await other.as('optometrist').refusal('devices.file', { id: fileId })).toMatchObject({
      code: 1,
      message: '设备文件不存在或已被删除',
    })
    expect(await other.as('optometrist').refusal('devices.raw', { id: fileId })).toMatchObject({ code: 1 })
    expect(await drop(written.ark(reading(memberNo)), 'x.xml', 'reception')).toMatchObject({ code: 20405 })
  })
})

describe('the thread files are read in', () => {
  const sound = () => written.ark(reading('x'))
  it('reads the next one after a sound file, and none after one it refused', async () => {
    await readIn('devices', sound())
    const { threads } = parsed
    for (let n = 0; n < 5; n++) await readIn('devices', sound())
    expect(parsed.threads).toBe(threads)
    await expect(readIn('devices', new Uint8Array(Buffer.from('<!DOCTYPE x><Data/>')))).rejects.toThrow()
    expect(await readIn('devices', sound())).toMatchObject({ profile: 'nidek-rkt' })
    expect(parsed.threads).toBe(threads + 1)
  })
  it('answers two at once each with its own', async () => {
    const [one, two] = await Promise.all([readIn('devices', sound()), readIn('devices', written.oma(52, 40, 18))])
    expect([one, two]).toMatchObject([{ profile: 'nidek-rkt' }, { profile: 'oma' }])
  })
})

describe('accepting', () => {
  const all = (f: DeviceFile) =>
    f.compared.filter((c) => c.known).map((c) => ({ index: c.index, fields: c.values.filter((v) => !v.wrong).map((v) => v.field) }))

  it('shows new beside old with the difference, writes drafts, and each number leads back to its file and time', async () => {
    const first = await file((await drop(written.ark(reading(memberNo, { od: { sph: '-3.25', cyl: '-0.75', axis: '178' } })))).data.fileId)
    const accepted = await clinic.as('optometrist').call('devices.accept', { id: first.fileId, version: first.version, take: all(first) })
    expect(accepted.status).toBe(2)
    const refraction = accepted.taken.find((t) => t.kind === 'refraction')!
    const row = await clinic.as('optometrist').call('examRefraction.info', { id: refraction.id })
    expect(row).toMatchObject({ status: 0, kind: 2, dsOd: -3.25, dcOd: -0.75, axOd: 178, device: 'NIDEK ARK-1s' })
    expect(row.origin.dsOd).toBe(`device:${first.fileId} NIDEK ARK-1s ${first.measuredAt!.slice(0, 16)}`)

    const second = await file((await drop(written.ark(reading(memberNo, { od: { sph: '-3.50', cyl: '-0.75', axis: '3' } })))).data.fileId)
    const exam = second.compared.find((c) => c.kind === 'refraction')!
    expect(exam).toMatchObject({ title: '电脑验光', intoDraft: true })
    expect(exam.values.map((v) => v.field)).toEqual(['dsOd', 'dsOs', 'dcOd', 'dcOs', 'axOd', 'vd'])
    expect(exam.values.find((v) => v.field === 'dsOd')).toEqual({ field: 'dsOd', value: -3.5, old: -3.25, difference: -0.25, wrong: null })
    expect(exam.values.find((v) => v.field === 'axOd')).toMatchObject({ value: 3, old: 178, difference: 5 })
  })
  it.runIf(existsSync(REAL))(
    'keratometry of a real file lands in the examination of the cornea, as measured; the file again adds nothing',
    async () => {
      const bytes = new Uint8Array(readFileSync(path.join(REAL, 'nidek_ark1s_utf16.xml')))
      const { pid: member } = await newMember('钟离知夏', '13900007777')
      const { fileId } = (await drop(bytes)).data
      const unclaimed = await file(fileId)
      const one = await clinic.as('optometrist').call('devices.claim', { id: fileId, pid: member, version: unclaimed.version })
      // The clock of the device stands in 2013: its values are written for when they came.
      const input = { id: fileId, version: one.version, take: all(one), clock: 'received' as const }
      const { taken } = await clinic.as('optometrist').call('devices.accept', input)
      const id = taken.find((t) => t.kind === 'cornea')?.id ?? expect.fail('no cornea')
      const cornea = await clinic.as('optometrist').call('examCornea.info', { id })
      expect(cornea).toMatchObject({
        pid: member,
        status: 0,
        k1Od: 44.7,
        k1AxisOd: 178,
        r1Od: 7.55,
        k2Od: 46.3,
        k2AxisOd: 88,
        r2Od: 7.29,
        wtwOd: 12.1,
      })
      expect(cornea).toMatchObject({ k1Os: null, device: 'NIDEK ARK-1s' })
      expect(cornea.origin.k1Od).toBe(`device:${fileId} NIDEK ARK-1s 2013-03-11 16:03`)
      const again = (await drop(bytes, 'again.xml')).data
      expect(again).toMatchObject({ fileId, known: true, status: 2 })
      expect((await clinic.as('optometrist').call('examCornea.list', { pid: member })).list.map((row) => row.id)).toEqual([id])
    },
  )
  it('only what was chosen goes into the draft that stands there; the rest of it stays with its own origin', async () => {
    const one = await file((await drop(written.ark(reading(memberNo, { od: { sph: '-4.00', cyl: '-1.00', axis: '90' } })))).data.fileId)
    const index = one.compared.find((c) => c.kind === 'refraction')!.index
    const before = await clinic.as('optometrist').call('examRefraction.list', { pid, kind: 2 })
    const taken = await clinic
      .as('optometrist')
      .call('devices.accept', { id: one.fileId, version: one.version, take: [{ index, fields: ['dsOd'] }] })
    expect(taken.taken).toEqual([{ kind: 'refraction', id: before.list[0]!.id, fields: ['dsOd'] }])
    const after = (await clinic.as('optometrist').call('examRefraction.list', { pid, kind: 2 })).list[0]!
    expect(after).toMatchObject({ dsOd: -4, dcOd: before.list[0]!.dcOd, axOd: before.list[0]!.axOd })
    expect(after.origin.dsOd).toContain(`device:${one.fileId} `)
    expect(after.origin.axOd).toBe(before.list[0]!.origin.axOd)
  })
  it('two who accept the same file: one does, the other is told; nothing chosen is refused', async () => {
    const one = await file((await drop(written.ark(reading(memberNo)))).data.fileId)
    const input = { id: one.fileId, version: one.version, take: all(one) }
    expect(await clinic.as('optometrist').refusal('devices.accept', { ...input, take: [] })).toMatchObject({
      code: 1,
      message: '没有选中任何测量值',
    })
    const sent = await Promise.allSettled([
      clinic.as('optometrist').call('devices.accept', input),
      clinic.as('doctor').call('devices.accept', input),
    ])
    expect(sent.filter((s) => s.status === 'fulfilled')).toHaveLength(1)
    expect((await file(one.fileId)).status).toBe(2)
  })
  it('a file of nobody is not accepted; claimed by hand it is, and a claim can be taken back', async () => {
    const one = await file((await drop(written.nt({ id: 'nobody', at: now() }, ['15.3', '16.0'], [540, 545]))).data.fileId)
    expect(
      await clinic.as('optometrist').refusal('devices.accept', { id: one.fileId, version: one.version, take: all(one) }),
    ).toMatchObject({ message: '当前状态为“未归属”，不能采用' })
    const claimed = await clinic.as('optometrist').call('devices.claim', { id: one.fileId, version: one.version, pid })
    expect(claimed).toMatchObject({ status: 1, matchedBy: 'hand' })
    const released = await clinic.as('optometrist').call('devices.claim', { id: one.fileId, version: claimed.version, pid: null })
    expect(released).toMatchObject({ status: 0, pid: null })
    const again = await clinic.as('optometrist').call('devices.claim', { id: one.fileId, version: released.version, pid })
    const accepted = await clinic.as('optometrist').call('devices.accept', { id: one.fileId, version: again.version, take: all(again) })
    const iop = await clinic.as('optometrist').call('examIop.info', { id: accepted.taken[0]!.id })
    expect(iop).toMatchObject({ iopOd: 15.3, iopOs: 16, cctOd: 540, iopMethod: 1 })
  })
  it('a value beyond what the record takes is marked, and refused at its field when it is sent all the same', async () => {
    const one = await file((await drop(written.nt({ id: memberNo, at: now() }, ['95.0', '16.0'], [540, 545]))).data.fileId)
    expect(one.compared[0]!.values.find((v) => v.field === 'iopOd')!.wrong).toMatch(/不能大于|不超过|80/)
    expect(
      await clinic
        .as('optometrist')
        .refusal('devices.accept', { id: one.fileId, version: one.version, take: [{ index: 0, fields: ['iopOd'] }] }),
    ).toMatchObject({ code: 1, field: 'iopOd' })
    expect((await file(one.fileId)).status).toBe(1)
  })
  it('a file whose clock is years behind is written for when it came, if somebody says so', async () => {
    const one = await file((await drop(written.ark(reading(memberNo, { at: '2013-03-11 16:03:07' })))).data.fileId)
    const take = all(one)
    expect(await clinic.as('optometrist').refusal('devices.accept', { id: one.fileId, version: one.version, take })).toMatchObject({
      code: 1,
      field: 'examTime',
      message: '检查时间早于会员的出生日期 2015-05-01',
    })
    const accepted = await clinic
      .as('optometrist')
      .call('devices.accept', { id: one.fileId, version: one.version, clock: 'received', take })
    const row = await clinic.as('optometrist').call('examRefraction.info', { id: accepted.taken.find((t) => t.kind === 'refraction')!.id })
    expect(row.examTime.slice(0, 10)).toBe(now().slice(0, 10))
    expect(row.origin.dsOd).toContain('2013-03-11 16:03')
  })
  it('set aside with a reason, taken back to where it was; what was taken is neither', async () => {
    const one = await file((await drop(written.ark(reading(memberNo)))).data.fileId)
    expect((await clinic.as('optometrist').refusal('devices.ignore', { id: one.fileId, version: one.version })).field).toBe('reason')
    const ignored = await clinic.as('optometrist').call('devices.ignore', { id: one.fileId, version: one.version, reason: '测量重复' })
    expect(ignored.status).toBe(3)
    const back = await clinic.as('optometrist').call('devices.restore', { id: one.fileId, version: ignored.version })
    expect(back).toMatchObject({ status: 1, pid })
    const taken = await clinic.as('optometrist').call('devices.accept', { id: one.fileId, version: back.version, take: all(back) })
    expect(await clinic.as('optometrist').refusal('devices.ignore', { id: one.fileId, version: taken.version, reason: 'x' })).toMatchObject(
      { message: '当前状态为“已采用”，不能忽略' },
    )
  })
  it('every field a reader fills is a field of its examination', async () => {
    const files = [
      written.ark(reading(memberNo)),
      written.nt({ id: memberNo, at: now() }, ['14', '15'], [530, 531]),
      written.lm7(reading(memberNo), { x: '1', xBase: 'in', y: '', yBase: '' }),
      new Uint8Array(Buffer.from(written.joia(reading(memberNo)))),
      written.myah({ id: memberNo, at: now() }, biometry, biometry),
      written.al550({ id: memberNo, at: now() }, { ...biometry, flat: 43, steep: 44 }, { ...biometry, flat: 43, steep: 44 }),
      new Uint8Array(Buffer.from(written.rt5100(reading(memberNo)))),
      written.dicomRefraction(reading(memberNo)),
    ]
    const wrong: string[] = []
    for (const bytes of files) {
      const { compared } = await file((await drop(bytes)).data.fileId)
      for (const exam of compared.filter((c) => everyKind.some((k) => k.kind === c.kind)))
        wrong.push(...exam.values.flatMap((v) => (v.wrong ? [`${exam.kind} ${v.field} ${v.wrong}`] : [])))
    }
    expect(wrong).toEqual([])
  })
})
const biometry = { al: 24.31, flat: 7.8, steep: 7.5, cct: 543, acd: 3.6, wtw: 11.8 }

describe('frames', () => {
  it('a trace is kept at its member: box, and both outlines', async () => {
    const { data } = await drop(written.oma(52, 40, 18), 'trace.oma')
    expect(data).toMatchObject({ status: 0, profile: 'oma' })
    const one = await file(data.fileId)
    await clinic.as('optometrist').call('devices.claim', { id: one.fileId, version: one.version, pid })
    const frames = await clinic.as('optometrist').call('devices.frames', { pid })
    expect(frames.list).toHaveLength(1)
    expect(frames.list[0]).toMatchObject({ fileId: data.fileId, frame: { a: 52, b: 40, dbl: 18 } })
    expect(frames.list[0]!.frame.od!.points).toHaveLength(360)
  })
})

describe('the bridge of a store', () => {
  const arrive = (key: string, bytes: Uint8Array) => form('/v1/mingmou/device-arrivals', { key }, bytes, 'ARK_1.xml')
  it('shows a key made by the manager, and its file stands in the inbox of that store', async () => {
    const made = await clinic.as('manager').call('device-keys.make', { hid: clinic.hid, name: '验光室电脑' })
    expect(made.key).toMatch(/^mmd_/)
    const bytes = written.ark(reading(memberNo))
    const { data, code } = await arrive(made.key, bytes)
    expect({ code, data }).toMatchObject({ code: 200, data: { status: 1, known: false } })
    expect(await file(data.fileId)).toMatchObject({ hid: clinic.hid, source: 'bridge', pid })
    expect((await arrive(made.key, bytes)).data).toMatchObject({ fileId: data.fileId, known: true })
    const [key] = (await clinic.as('manager').call('device-keys.list', { hid: clinic.hid })).list
    expect(key).toMatchObject({ name: '验光室电脑', revokedAt: null })
    expect(key!.lastUsedAt).not.toBeNull()
    expect(key).not.toHaveProperty('key')
  })
  it('a key that is ended, wrong or empty opens nothing', async () => {
    const made = await clinic.as('manager').call('device-keys.make', { hid: clinic.hid, name: '旧电脑' })
    await clinic.as('manager').call('device-keys.revoke', { id: made.keyId })
    for (const key of [made.key, 'mmd_wrong'])
      expect(await arrive(key, written.ark(reading(memberNo)))).toMatchObject({
        code: 1,
        message: '上传密钥无效或已停用，请向店长要一个新的',
      })
  })
  it('keys are the manager’s business, and of their own clinic', async () => {
    expect(await clinic.as('optometrist').refusal('device-keys.make', { hid: clinic.hid, name: 'x' })).toMatchObject({ code: 20405 })
    const made = await clinic.as('manager').call('device-keys.make', { hid: clinic.hid, name: '另一台' })
    expect(await other.as('manager').refusal('device-keys.revoke', { id: made.keyId })).toMatchObject({ code: 1 })
  })
  it('a key of a store whose time is up sends as little as its people do', async () => {
    const { key } = await other.as('manager').call('device-keys.make', { hid: other.hid, name: '验光室' })
    const until = (day: string | null) =>
      other.tx((cx) => cx.db.run(sql`update store set expire_date = ${day}::date where hid = ${other.hid}`))
    await until('2020-01-01')
    expect(await arrive(key, written.ark(reading('a')))).toMatchObject({ code: 1, field: 'key' })
    await until(null)
    expect((await arrive(key, written.ark(reading('b')))).code).toBe(200)
  })
})

describe('an inbox is of its store', () => {
  it('nobody of another store opens, fetches, claims or sets aside a file by number; the same bytes are another row there', async () => {
    const bytes = written.ark(reading('ZZZ-405'))
    const { fileId: id, fileId } = (await drop(bytes)).data
    const [sister] = clinic.hids.slice(1)
    const open = async (hid: number) => {
      const token = await clinic.token('doctor')
      await clinic.tx(async (cx) => {
        await cx.db.run(sql`update account set hid = ${hid} where ctid_ = ${clinic.ctid('doctor')}`)
        await cx.db.run(sql`update contact set hid = ${hid} where ctid_ = ${clinic.ctid('doctor')}`)
      })
      forgetSession(hashToken(token))
    }
    await open(sister!)
    const there = clinic.as('doctor')
    const closed = { code: 1, message: '设备文件不存在或已被删除' }
    for (const caller of [there, other.as('doctor'), other.as('chain')]) {
      for (const call of ['devices.file', 'devices.raw', 'devices.restore', 'devices.reread'] as const)
        expect(await caller.refusal(call, { id }), call).toMatchObject(closed)
      expect(await caller.refusal('devices.claim', { id, pid: null })).toMatchObject(closed)
      expect(await caller.refusal('devices.ignore', { id, reason: '不是我们的' })).toMatchObject(closed)
      expect(await caller.refusal('devices.accept', { id, take: [] })).toMatchObject({ code: 1 })
    }
    const own = await form('/v1/mingmou/device-files', { hid: String(sister) }, bytes, 'ARK.xml', await clinic.token('doctor'))
    expect(own.data).toMatchObject({ known: false })
    expect(own.data.fileId).not.toBe(fileId)
    expect(await there.call('devices.file', { id: own.data.fileId })).toMatchObject({ hid: sister })
    await open(clinic.hid)
    expect(await file(fileId)).toMatchObject({ hid: clinic.hid, status: 0 })
    expect((await clinic.as('chain').raw('devices.raw', { id: own.data.fileId })).headers.get('content-type')).toContain('octet-stream')
  })
})

/** Pictures of examinations: stored once, tied to one eye of one examination, read by who may, and what is submitted stays as it is. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { environment } from '#kernel/server/environment.ts'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic, type Sent } from '../../../tests/harness.ts'
import { makeFront, makePng, makeTopography } from './make.ts'

let clinic: Clinic
let other: Clinic
let pid: number
const member = async (of: Clinic, name: string) =>
  (await of.as('reception').call('patients.save', { hid: of.hid, name, gender: 1, birth: '2015-07-12' })).pid
beforeAll(async () => {
  clinic = await freshClinic()
  other = await freshClinic()
  pid = await member(clinic, '林子涵')
})

let shade = 0
/** A picture like no other. */
const picture = () => makePng(8, 8, () => [++shade % 256, (shade >> 8) % 256, 7])
const file = (bytes: Uint8Array, filename = 'x.png') => ({ filename, mimetype: 'image/png', bytes })
const upload = (bytes: Uint8Array = picture(), of = clinic) => of.as('optometrist').call('common.images', { file: file(bytes) })
const exam = async (status: 0 | 1 = 0, of = clinic, whose = pid) =>
  (await of.as('optometrist').call('examRefraction.save', { pid: whose, kind: 2, status, dsOd: -1, dsOs: -1.25 })).id
const newImage = async (examId: number, more: Partial<Sent<'exam-image.create'>> = {}): Promise<Sent<'exam-image.create'>> => ({
  pid,
  kind: 'refraction',
  examId,
  eye: 'OD',
  imageType: 2,
  fileId: (await upload()).id,
  ...more,
})
const tied = async (examId: number, more: Partial<Sent<'exam-image.create'>> = {}) =>
  clinic.as('optometrist').call('exam-image.create', await newImage(examId, more))
const refused = (id: Parameters<ReturnType<Clinic['as']>['refusal']>[0], input: unknown) => clinic.as('optometrist').refusal(id, input)

describe('an upload', () => {
  it('answers where it is, for who sent it until it is somebody’s picture', async () => {
    const bytes = picture()
    const sent = await upload(bytes)
    expect(sent.url).toBe(`/common/images/${sent.id}`)
    const own = await clinic.as('optometrist').raw('common.images.file', { id: sent.id })
    expect(own.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await own.arrayBuffer()).equals(bytes)).toBe(true)
    expect(await clinic.as('doctor').refusal('common.images.file', { id: sent.id })).toMatchObject({
      code: 1,
      message: '图像不存在或已被删除',
    })
    await tied(await exam(), { fileId: sent.id })
    expect(await refused('common.images.file', { id: sent.id })).toMatchObject({ code: 1, message: '图像不存在或已被删除' })
  })
  it('of the same file twice is one file', async () => {
    const bytes = picture()
    const [first, second] = [await upload(bytes), await upload(bytes)]
    expect(first).toEqual(second)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const rows = await clinic.tx((cx) => cx.db.rows({ size: 'number' }, sql`select size from exam_file where sha256 = ${sha256}`))
    expect(rows).toEqual([{ size: bytes.length }])
    const folder = path.join(environment().dataDir, 'files', String(clinic.oid), sha256.slice(0, 2))
    expect(fs.readdirSync(folder).filter((name) => name.startsWith(sha256))).toEqual([sha256])
  })
  it('of a picture that somebody else sent, here or in another store, takes nothing away from them', async () => {
    const bytes = picture()
    const first = await upload(bytes)
    const second = await clinic.as('doctor').call('common.images', { file: file(bytes) })
    const third = await clinic.as('chain').call('common.images', { file: file(bytes) }, { hid: clinic.hids[1]! })
    expect(new Set([first.id, second.id, third.id]).size).toBe(3)
    for (const [role, { id }] of [
      ['optometrist', first],
      ['doctor', second],
    ] as const) {
      const answer = await clinic.as(role).raw('common.images.file', { id })
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    }
    expect(await clinic.as('doctor').refusal('common.images.file', { id: first.id })).toMatchObject({ code: 1 })
    expect(await tied(await exam(), { fileId: first.id })).toMatchObject({ pid })
  })
  it('as base64 is the same as a file, with and without what stands before it', async () => {
    const bytes = picture()
    const { id } = await upload(bytes)
    const base64 = bytes.toString('base64')
    const base = clinic.as('optometrist')
    expect((await base.call('common.images.base', { base64, image_type: 'png' })).id).toBe(id)
    expect((await base.call('common.images.base', { base64: `data:image/png;base64,${base64}` })).id).toBe(id)
    expect(await base.refusal('common.images.base', { base64: '<svg>' })).toMatchObject({ code: 1, field: 'base64' })
  })
  it('of nothing, of 21 MB, of another kind, or cut off is refused at its field', async () => {
    const described = async (bytes: Uint8Array) => {
      const { code, message, status, field } = await refused('common.images', { file: file(bytes) })
      return { code, message, status, field }
    }
    expect(await described(Buffer.alloc(0))).toEqual({ code: 1, message: '文件：是空的，请检查后重新选择', status: 200, field: 'file' })
    expect(await described(Buffer.alloc(21 * 1024 * 1024, 1))).toMatchObject({ code: 1, status: 413 })
    for (const foreign of ['GIF89a…', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'PK\u0003\u0004'])
      expect((await described(Buffer.from(foreign))).message).toBe('文件：不是 JPEG、PNG、WebP、PDF 或 DICOM')
    expect((await described(picture().subarray(0, 60))).message).toBe('文件：不完整或已损坏，请重新上传')
  })
  it('is cleaned before it is kept: what is read back does not say where it was made', async () => {
    const bytes = picture()
    const secret = Buffer.from('\0\0\0\x13tEXtComment\0GPS 31.2304N!!!!', 'latin1')
    const { id } = await upload(
      Buffer.concat([
        bytes.subarray(0, 33),
        secret.subarray(0, 8),
        Buffer.from('GPS 31.2304N 121.47'),
        Buffer.alloc(4),
        bytes.subarray(33),
      ]),
    )
    const read = await clinic.as('optometrist').raw('common.images.file', { id })
    expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true)
  })
})

describe('a picture of an examination', () => {
  it('is listed with its eye, type, day and examination; each filter finds it and hides it', async () => {
    const one = await exam(0, clinic, pid)
    const od = await tied(one, { takenAt: '2026-03-02 09:30:00', note: '首次' })
    expect(od).toMatchObject({
      pid,
      kind: 'refraction',
      examId: one,
      eye: 'OD',
      imageType: 2,
      mime: 'image/png',
      locked: false,
      shapes: [],
      note: '首次',
    })
    expect(od.url).toBe(`/examImage/file/${pid}/${od.id}`)
    const found = async (query: Partial<Sent<'examImage.list'>>) =>
      (await clinic.as('doctor').call('examImage.list', { pid, examId: one, ...query })).list.map((i) => i.id)
    expect(await found({ kind: 'refraction', eye: 'OD', imageType: 2, day: '2026-03-02' })).toEqual([od.id])
    for (const not of [{ kind: 'pd' }, { eye: 'OS' }, { imageType: 1 }, { day: '2026-03-03' }, { day: '2026-03-01' }] as const)
      expect(await found(not), JSON.stringify(not)).toEqual([])
  })
  it('is read through its member only, and the reading is kept', async () => {
    const bytes = picture()
    const image = await tied(await exam(), { fileId: (await upload(bytes)).id })
    const answer = await clinic.as('doctor').raw('examImage.file', { pid, id: image.id })
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const lines = await clinic.tx((cx) =>
      cx.db.rows({ what: 'string', ctid: 'number' }, sql`select what, ctid_ from reading where what = ${`examImage.file ${pid}`}`),
    )
    expect(lines).toContainEqual({ what: `examImage.file ${pid}`, ctid: clinic.ctid('doctor') })
    const second = await member(clinic, '另一位')
    expect(await clinic.as('doctor').refusal('examImage.file', { pid: second, id: image.id })).toMatchObject({
      message: '图像不存在或已被删除',
    })
  })
  it('comes in pairs and in numbers, all or none', async () => {
    const one = await exam()
    const { fileId: _, eye: __, ...both } = await newImage(one)
    const [od, os] = [(await upload()).id, (await upload()).id]
    const pair = await clinic.as('optometrist').call('exam-image.insert-odos', { ...both, od, os })
    expect(pair.list.map((i) => i.eye)).toEqual(['OD', 'OS'])
    const list = [await newImage(one, { eye: 'OS' }), await newImage(one, { fileId: 999_999 })]
    expect(await refused('exam-image.insert', { list })).toMatchObject({ code: 1, message: '上传的文件不存在或已被删除' })
    expect((await clinic.as('optometrist').call('examImage.list', { pid, examId: one })).total).toBe(2)
  })
  it('of another member’s examination, of somebody else’s upload or beyond fifty is refused', async () => {
    const second = await member(clinic, '苏小小')
    expect(await refused('exam-image.create', await newImage(await exam(), { pid: second }))).toMatchObject({
      field: 'examId',
      message: '这项检查不是该会员的，图像不能放在这里',
    })
    const foreign = await newImage(await exam())
    expect(await clinic.as('doctor').refusal('exam-image.create', foreign)).toMatchObject({
      field: 'fileId',
      message: '上传的文件不存在或已被删除',
    })
    const full = await exam()
    const many = await newImage(full)
    await clinic.as('optometrist').call('exam-image.insert', { list: Array.from({ length: 50 }, () => many) })
    expect(await refused('exam-image.create', many)).toMatchObject({ message: '一项检查最多 50 张图像' })
    expect((await clinic.as('optometrist').call('examImage.list', { pid, examId: full })).total).toBe(50)
  })
  it('of another organisation is not found, whatever is asked of it', async () => {
    const theirs = await member(other, '别家')
    const examId = await exam(0, other, theirs)
    const { id: fileId } = await upload(picture(), other)
    const image = await other
      .as('optometrist')
      .call('exam-image.create', { pid: theirs, kind: 'refraction', examId, eye: 'OD', imageType: 1, fileId })
    const doctor = clinic.as('doctor')
    expect(await doctor.refusal('examImage.file', { pid: theirs, id: image.id })).toMatchObject({ code: 1 })
    expect(await doctor.refusal('common.images.file', { id: fileId })).toMatchObject({ code: 1 })
    expect(await doctor.refusal('examImage.update', { id: image.id, eye: 'OS' })).toMatchObject({
      code: 1,
      message: '图像不存在或已被删除',
    })
    expect(await doctor.refusal('examImage.delete', { id: image.id, reason: 'x' })).toMatchObject({
      code: 1,
      message: '图像不存在或已被删除',
    })
    expect((await doctor.call('examImage.list', { pid: theirs })).list).toEqual([])
    expect(await refused('exam-image.create', await newImage(examId))).toMatchObject({ code: 1 })
  })
})

describe('a picture of a draft', () => {
  it('changes and goes, and goes with its examination', async () => {
    const one = await exam()
    const image = await tied(one)
    const edited = await clinic.as('optometrist').call('examImage.update', { id: image.id, eye: 'OS', imageType: 1, note: '重拍' })
    expect(edited).toMatchObject({ eye: 'OS', imageType: 1, note: '重拍', takenAt: image.takenAt })
    await clinic.as('optometrist').call('examImage.delete', { id: image.id })
    await tied(one)
    await clinic.as('optometrist').call('patients.delete-inspection', { type: 'refraction', id: one })
    expect((await clinic.as('optometrist').call('examImage.list', { pid, examId: one, withVoid: true })).list).toEqual([])
  })
})

describe('a picture of a submitted examination', () => {
  it('stays as it is; it is voided with a reason, stays readable and in the list of voided ones', async () => {
    const image = await tied(await exam(1))
    expect(image.locked).toBe(true)
    expect(await refused('examImage.update', { id: image.id, eye: 'OS' })).toMatchObject({
      message: '检查已提交，图像不能修改；请填写原因作废后重新上传',
    })
    expect(await refused('examImage.delete', { id: image.id })).toMatchObject({
      field: 'reason',
      message: '已提交的检查中的图像请填写原因作废，不能删除',
    })
    await clinic.as('optometrist').call('examImage.delete', { id: image.id, reason: '左右眼拍反' })
    const list = async (withVoid: boolean) =>
      (await clinic.as('doctor').call('examImage.list', { pid, examId: image.examId, withVoid })).list
    expect(await list(false)).toEqual([])
    expect(await list(true)).toMatchObject([{ id: image.id, voidReason: '左右眼拍反' }])
    expect((await clinic.as('doctor').raw('examImage.file', { pid, id: image.id })).status).toBe(200)
    // Once more is as before.
    await clinic.as('optometrist').call('examImage.delete', { id: image.id, reason: '再次' })
    expect(await list(true)).toMatchObject([{ voidReason: '左右眼拍反' }])
  })
  it('of a signed one is voided by who may sign', async () => {
    const one = await exam(1)
    const image = await tied(one)
    await clinic.as('doctor').call('exams.sign', { kind: 'refraction', id: one })
    expect(await refused('examImage.delete', { id: image.id, reason: '模糊' })).toMatchObject({
      code: 20405,
      message: expect.stringContaining('审核和更正检查'),
    })
    await clinic.as('doctor').call('examImage.delete', { id: image.id, reason: '模糊' })
    expect((await clinic.as('doctor').call('examImage.list', { pid, examId: one })).list).toEqual([])
  })
  it('does not change behind the handler either: the database keeps it, its file and its drawings', async () => {
    const image = await tied(await exam(1))
    for (const change of [
      sql`update exam_image set eye = 'OS' where id = ${image.id}`,
      sql`update exam_image set pid = ${await member(clinic, '谁')} where id = ${image.id}`,
      sql`delete from exam_image where id = ${image.id}`,
      sql`update exam_file set sha256 = repeat('0', 64)`,
      sql`update exam_image_mark set shapes = '[]'`,
    ])
      await expect(clinic.tx((cx) => cx.db.run(change))).rejects.toThrow()
    expect((await clinic.as('doctor').call('examImage.list', { pid, examId: image.examId })).list).toEqual([image])
  })
  it('takes drawings: each is a version with its author, the newest is shown', async () => {
    const image = await tied(await exam(1))
    const stain = { tool: 'stamp', stamp: 'stain', at: { x: 500, y: 620 }, grade: 2 } as const
    const frame = { tool: 'frame', template: 'cornea', at: { x: 500, y: 500 }, r: 240, mm: 11.8 } as const
    await clinic.as('optometrist').call('examImage.update', { id: image.id, shapes: [stain] })
    const drawn = await clinic.as('doctor').call('examImage.update', { id: image.id, shapes: [frame, stain] })
    expect(drawn.shapes).toEqual([frame, stain])
    expect(drawn.markedBy).not.toBe(image.createdByName)
    const rows = await clinic.tx((cx) =>
      cx.db.the({ n: 'number' }, sql`select count(*) n from exam_image_mark where image_id = ${image.id}`),
    )
    expect(rows.n).toBe(2)
    expect(
      await refused('examImage.update', { id: image.id, shapes: [{ tool: 'stamp', stamp: 'stain', at: { x: 5000, y: 1 } }] }),
    ).toMatchObject({ code: 1 })
  })
})

describe('pictures that are drawn for the demo', () => {
  it('are pictures like any other', async () => {
    for (const bytes of [
      makeTopography({ k1: 42.5, k2: 43.75, axis: 5, treated: [0.2, 0.1] }, 120),
      makeFront({ light: 0.2, stained: [[500, 400]] }, 120),
    ])
      expect(await upload(bytes)).toMatchObject({ url: expect.stringMatching(/^\/common\/images\/\d+$/) })
  })
})

describe('who may', () => {
  it('reception sees no picture and says which right is missing; the expert reads and does not add', async () => {
    const image = await tied(await exam())
    const missing = (label: string) => ({ code: 20405, message: expect.stringContaining(label) })
    expect(await clinic.as('reception').refusal('examImage.list', { pid })).toMatchObject(missing('查看检查'))
    expect(await clinic.as('reception').refusal('examImage.file', { pid, id: image.id })).toMatchObject(missing('查看检查'))
    expect(await clinic.as('expert').refusal('common.images', { file: file(picture()) })).toMatchObject(missing('填写检查'))
    expect(await clinic.as('expert').refusal('examImage.delete', { id: image.id })).toMatchObject(missing('填写检查'))
    expect((await clinic.as('expert').raw('examImage.file', { pid, id: image.id })).status).toBe(200)
  })
})

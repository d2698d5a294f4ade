/** A tracer's file at an order: kept once, its box is the frame's size, the check is asked again. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { oma as oval } from '#modules/devices/server/make.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import type { FrameOrderInfo } from '../contract/shapes.ts'
import { makeOrder } from './make.ts'

const REAL = path.resolve('../shared/domain/data/oma/R360_3.oma')
if (!existsSync(REAL))
  process.stderr.write('The real traces are not beside this checkout (../shared/domain/data): the real one is not traced.\n')
let clinic: Clinic
let pid: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const member = async (name: string) => (await as('reception').call('patients.save', { name, birth: '2015-07-01', gender: 1 })).pid
const order = (of = pid) => makeOrder(as('optometrist'), { hid: clinic.hid, pid: of })
async function trace(id: number, bytes: string | Uint8Array, role: 'workshop' | 'cashier' = 'workshop', differsReason?: string) {
  const body = new FormData()
  if (differsReason) body.set('differsReason', differsReason)
  body.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), 'frame.oma')
  const response = await fetch(`${clinic.base}/api/frame/trace/${id}`, {
    method: 'POST',
    headers: { token: await clinic.token(role) },
    body,
  })
  return (await response.json()) as { code: number; message: string; field?: string; data: FrameOrderInfo }
}
beforeAll(async () => {
  clinic = await freshClinic()
  pid = await member('林子涵')
})

describe('the trace of a frame at its order', () => {
  it('is drawn with the order, its box is the size the lenses are reckoned with, the same file again is the same row', async () => {
    const { recordFrameId } = await order()
    const { data } = await trace(recordFrameId, oval(52, 40, 18))
    expect(data).toMatchObject({ frameA: 52, frameDbl: 18, trace: { a: 52, b: 40, dbl: 18 } })
    expect(data.trace!.od!.points).toHaveLength(360)
    const again = await trace(recordFrameId, oval(52, 40, 18))
    expect(again.data.traceId).toBe(data.traceId)
    const seen = await as('optometrist').call('frame.simulated', { id: recordFrameId })
    // ED + 2·|(A + DBL) / 2 − PD| + 2 mm, right eye at 31.5.
    expect(seen.eyes.find((e) => e.eye === 'od')!.blank).toBeCloseTo(data.frameEd! + 2 * Math.abs(35 - 31.5) + 2, 1)
    expect((await as('optometrist').call('devices.frames', { pid })).list.map((f) => f.fileId)).toContain(data.traceId)
  })
  it.skipIf(!existsSync(REAL))('of a real tracer is its box of 51.00 × 44.01 mm', async () => {
    const { recordFrameId } = await order(await member('真实描迹'))
    expect((await trace(recordFrameId, readFileSync(REAL))).data).toMatchObject({ frameA: 51, trace: { a: 51, b: 44.01 } })
  })
  it('is asked about where the order is chosen with another size, and stops a lens too small for it', async () => {
    const { recordFrameId } = await order(await member('尺寸不符'))
    const { frameEd } = (await trace(recordFrameId, oval(60, 50, 18))).data
    const lensProductOd = (
      await as('manager').call('product.save', {
        category: 3,
        name: '小直径镜片',
        unit: '片',
        price: 100,
        diameter: '60',
        sphMin: -8,
        sphMax: 4,
      })
    ).productId
    const choice = { id: recordFrameId, ownFrame: true, lensProductOd, lensProductOs: lensProductOd }
    const codes = async (size: object) =>
      (await as('optometrist').call('frame.preview', { ...choice, ...size })).findings.map((f) => f.code)
    expect(await codes({ frameA: 60, frameDbl: 18, frameEd })).toEqual(expect.arrayContaining(['blank-od', 'blank-os']))
    expect(await codes({ frameA: 60, frameDbl: 18, frameEd })).not.toContain('trace-size')
    expect(await codes({ frameA: 52, frameDbl: 18, frameEd })).toContain('trace-size')
  })
  it('that names somebody else is asked about like a file of the inbox, and the reason stays with it', async () => {
    const named = await member('林子墨')
    const { recordFrameId } = await order(named)
    const other = `${Buffer.from(oval(51, 41, 17)).toString()}LNAME=张\r\nFNAME=伟\r\n`
    expect(await trace(recordFrameId, other)).toMatchObject({
      code: 1,
      field: 'differsReason',
      message: expect.stringContaining('姓名：文件是 张伟，会员是 林子墨'),
    })
    expect(await trace(recordFrameId, other, 'workshop', '.')).toMatchObject({ code: 1, field: 'differsReason' })
    const { data } = await trace(recordFrameId, other, 'workshop', '仪器沿用了上一位的姓名')
    expect(data).toMatchObject({ frameA: 51 })
    const own = `${Buffer.from(oval(53, 41, 17)).toString()}LNAME=林\r\nFNAME=子墨\r\n`
    expect((await trace(recordFrameId, own)).data).toMatchObject({ frameA: 53 })
    const kept = await clinic.tx((cx) =>
      cx.db.rows({ reason: 'string | null' }, sql`select differs_reason reason from device_file where pid = ${named} order by file_id`),
    )
    expect(kept.map((row) => row.reason)).toEqual(['仪器沿用了上一位的姓名', null])
  })
  it('is refused at the file when it has no shape, is no size of a frame or is of another member', async () => {
    const { recordFrameId } = await order(await member('另一位'))
    expect(await trace(recordFrameId, oval(52, 40, 18))).toMatchObject({ code: 1, field: 'file' })
    expect(await trace(recordFrameId, oval(90, 40, 18))).toMatchObject({
      code: 1,
      field: 'file',
      message: expect.stringContaining('镜圈宽'),
    })
    expect(await trace(recordFrameId, 'HBOX=52;52\r\nTRCFMT=1;1;E;R;F\r\nR=2500\r\n')).toMatchObject({ code: 1, field: 'file' })
    expect(await trace(recordFrameId, oval(50, 40, 18), 'cashier')).toMatchObject({ code: 20405 })
  })
  it('of another member the database itself refuses, and another clinic finds no such order', async () => {
    const mine = await order()
    const { traceId } = (await trace(mine.recordFrameId, oval(48, 40, 18))).data
    const theirs = await order(await member('库里改'))
    await expect(
      clinic.tx((cx) =>
        cx.db.run(sql`
          update record_frame
          set trace_id = ${traceId}
          where record_frame_id = ${theirs.recordFrameId}
        `),
      ),
    ).rejects.toThrow(/trace of another member/)
    clinic = await freshClinic()
    expect(await trace(mine.recordFrameId, oval(47, 40, 18))).toMatchObject({ code: 1 })
  })
})

/** A frame that is traced for somebody's order: its file is kept as one of the inbox, of that member. */
import { find, move, type Cx } from '#kernel/server/index.ts'
import { KeptReading, type TracedFrame } from '../contract/shapes.ts'
import { deviceFile } from '../contract/states.ts'
import type { z } from '#kernel/contract/index.ts'
import { keep, type Read } from './arrive.ts'

export { readFile } from './arrive.ts'

export type Traced = z.output<typeof TracedFrame>
const frameIn = (reading: unknown): Traced | undefined => KeptReading.parse(reading).frame

/** Keeps a read file as the trace of a member's frame, once; refuses at `file` one without a shape, and another member's. */
export async function keepTrace(
  cx: Cx,
  read: Read,
  { hid, pid }: { hid: number; pid: number },
): Promise<{ fileId: number; frame: Traced }> {
  if (!read.reading?.frame) cx.refuse('bad_input', { what: '文件：没有镜框描迹', field: 'file' })
  const { fileId } = await keep(cx, read, { hid, source: 'drop' })
  const row = await find(cx, 'device_file', { fileId })
  const frame = row && frameIn(row.reading)
  if (!row || !frame || (row.pid !== null && row.pid !== pid) || deviceFile.is.ignored === row.status)
    return cx.refuse('bad_input', { what: '文件：这个描迹已归其他会员或已忽略，请在设备收件箱核对', field: 'file' })
  if (row.pid === null) await move(cx, deviceFile, fileId, 'claim', { set: { pid, matchedBy: 'hand' }, automatic: true })
  return { fileId, frame }
}
/** The frame of a kept trace; undefined where nothing of it is kept. */
export async function traceOf(cx: Cx, fileId: number | null): Promise<Traced | undefined> {
  const row = fileId === null ? undefined : await find(cx, 'device_file', { fileId })
  return row && frameIn(row.reading)
}

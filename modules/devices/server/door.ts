/** A frame that is traced for somebody's order: its file is kept as one of the inbox, of that member. */
import { find, move, type Cx } from '#kernel/server/index.ts'
import { KeptReading, type TracedFrame } from '../contract/shapes.ts'
import { deviceFile } from '../contract/states.ts'
import type { z } from '#kernel/contract/index.ts'
import { keep, type ReadFile } from './arrive.ts'
import { askWhose, personIn } from './whose.ts'

export { readFile } from './arrive.ts'

export type Traced = z.output<typeof TracedFrame>
const frameIn = (reading: unknown): Traced | undefined => KeptReading.parse(reading).frame

/** Whose order a file is read for, and why it is theirs where the file names somebody else. */
interface Owned {
  readonly hid: number
  readonly pid: number
  readonly differsReason: string | null
}
/**
 * Keeps a read file as the trace of a member's frame, once; refuses at `file` one without a shape, and another member's; at `differsReason`
 * one that names somebody else.
 */
export async function keepTrace(
  cx: Cx<'device_other_person'>,
  read: ReadFile,
  { hid, pid, differsReason }: Owned,
): Promise<{ fileId: number; frame: Traced }> {
  if (!read.reading?.frame) cx.refuse('bad_input', { what: '文件：没有镜框描迹', field: 'file' })
  const { fileId } = await keep(cx, read, { hid, source: 'drop' })
  const row = await find(cx, 'device_file', { fileId })
  const frame = row && frameIn(row.reading)
  if (!row || !frame || (row.pid !== null && row.pid !== pid) || deviceFile.is.ignored === row.status)
    return cx.refuse('bad_input', { what: '文件：这个描迹已归其他会员或已忽略，请在设备收件箱核对', field: 'file' })
  await askWhose(cx, personIn(row), pid, differsReason ?? row.differsReason, 'differsReason')
  if (row.pid === null) await move(cx, deviceFile, fileId, 'claim', { set: { pid, matchedBy: 'hand', differsReason }, automatic: true })
  return { fileId, frame }
}
/**
 * Keeps a lensmeter's reading of a member's new glasses: no examination of what is worn, so it waits in no inbox. Refuses at `file` what
 * holds no lenses, at `differsReason` one that names somebody else.
 */
export async function keepLenses(
  cx: Cx<'device_other_person'>,
  read: ReadFile,
  { hid, pid, differsReason, what }: Owned & { readonly what: string },
): Promise<{ fileId: number; lenses: Lenses }> {
  if (!lensesIn(read.reading)) cx.refuse('bad_input', { what: '文件：没有焦度计读数', field: 'file' })
  const { fileId } = await keep(cx, read, { hid, source: 'drop' })
  const row = await find(cx, 'device_file', { fileId })
  const lenses = row && lensesIn(KeptReading.parse(row.reading))
  const open = row !== undefined && deviceFile.in.claimable.includes(row.status)
  if (!row || !lenses || !(row.pid === pid || (open && row.pid === null)) || deviceFile.is.taken === row.status)
    return cx.refuse('bad_input', { what: '文件：这个读数已归其他会员或已作为检查采用，请在设备收件箱核对', field: 'file' })
  await askWhose(cx, personIn(row), pid, differsReason ?? row.differsReason, 'differsReason')
  if (open) await move(cx, deviceFile, fileId, 'ignore', { note: what, set: { pid, matchedBy: 'hand', differsReason }, automatic: true })
  return { fileId, lenses: { ...lenses, device: row.model, measuredAt: row.measuredAt, saidId: row.saidId } }
}
/** What a kept file says of lenses; undefined where nothing of it is kept. */
export async function lensesOf(cx: Cx, fileId: number, pid: number): Promise<Values | undefined> {
  const row = await find(cx, 'device_file', { fileId, pid })
  return row && lensesIn(KeptReading.parse(row.reading))?.values
}
type Values = Readonly<Record<string, number | string>>
export interface Lenses {
  /** Powers, additions and prisms by the fields of an examination of worn glasses, and the distance of both centres. */
  values: Values
  device: string | null
  measuredAt: string | null
  /** Whose the device says they are. */
  saidId: string | null
}
/** Lenses under a lensmeter are read as worn glasses: a refraction of this kind. */
const WORN = 1
function lensesIn(reading: { exams: ReadonlyArray<{ kind: string; values: Values }> } | null): Pick<Lenses, 'values'> | undefined {
  const exam = reading?.exams.find((e) => e.kind === 'refraction' && e.values['kind'] === WORN)
  return exam && { values: exam.values }
}
/** The frame of a kept trace; undefined where nothing of it is kept. */
export async function traceOf(cx: Cx, fileId: number | null): Promise<Traced | undefined> {
  const row = fileId === null ? undefined : await find(cx, 'device_file', { fileId })
  return row && frameIn(row.reading)
}

/** Values of a file become drafts of examinations, each with the file and the time it came from. */
import type { z } from '#kernel/contract/index.ts'
import { dayEnd, dayStart, lit, move, sameVersion, locked, sql, type Cx } from '#kernel/server/index.ts'
import { saveDraft, standingOf, type ExamSaveFail } from '#modules/exams/server/door.ts'
import { reservationStates } from '#modules/reservations/contract/states.ts'
import { deviceFile } from '../contract/states.ts'
import type { AcceptFile, KeptReading } from '../contract/shapes.ts'
import { wordOf } from '#kernel/contract/index.ts'
import { kindOf } from './compare.ts'
import { keptFile } from './queries.ts'
import { askWhose, personIn } from './whose.ts'

type Fails = ExamSaveFail | 'device_nothing' | 'device_other_person'
type File = Awaited<ReturnType<typeof keptFile>>

/** When the eyes were measured: by the device's clock, or when the file came where that clock has no time, or one to come. */
export function measuredAtOf({ measuredAt, receivedAt }: Pick<File, 'measuredAt' | 'receivedAt'>, now: string): string {
  if (!measuredAt || measuredAt > now) return receivedAt
  // A device that tells only the day: the file came on that day, or the day is all there is.
  return measuredAt.endsWith('00:00:00') && measuredAt.slice(0, 10) === receivedAt.slice(0, 10) ? receivedAt : measuredAt
}
/** Where a value came from, as the record keeps it: the file, its device and its time, so that nobody has to look them up. */
const originOf = (file: Pick<File, 'fileId' | 'model' | 'profile' | 'measuredAt' | 'receivedAt'>): string =>
  `device:${file.fileId} ${file.model ?? file.profile ?? ''} ${(file.measuredAt ?? file.receivedAt).slice(0, 16)}`

/** Writes the chosen values; the file is taken with it. Refuses a file nobody owns, and one that is taken already. */
export async function accept(cx: Cx<Fails>, input: z.output<typeof AcceptFile>): Promise<void> {
  const row = await locked(cx, 'device_file', { fileId: input.id }, { what: deviceFile.noun })
  await sameVersion(cx, 'device_file', { fileId: input.id }, row, { what: deviceFile.noun, version: input.version ?? null })
  const file = await keptFile(cx, input.id)
  const { label, from } = deviceFile.moves.take
  if (file.pid === null || !from.some((s) => s === file.status))
    return cx.refuse('illegal_move', { state: wordOf(deviceFile, file.status), move: label })
  // Asked again: the member's own facts may have been changed since.
  await askWhose(cx, personIn(file), file.pid, file.differsReason, 'id')
  const time = input.clock === 'received' ? file.receivedAt : measuredAtOf(file, cx.now)
  const resid = await visitOf(cx, file.hid, file.pid, time)
  const taken: Array<{ kind: string; id: number; fields: string[] }> = []
  for (const { index, fields } of input.take) {
    const exam = file.reading.exams[index] ?? cx.refuse('bad_input', { what: '文件里没有这一项检查', field: 'take' })
    if (fields.length) taken.push(await draft(cx, file, exam, fields, { pid: file.pid, at: time, resid }))
  }
  if (!taken.length && !file.reading.frame) return cx.refuse('device_nothing', { field: 'take' })
  await move(cx, deviceFile, file.fileId, 'take', { set: { taken: JSON.stringify(taken) } })
  cx.touch('devices')
  cx.touch('exams')
}

interface Made {
  pid: number
  at: string
  resid: number | undefined
}
/** One examination of a file into the draft of that day, or a new one. What the draft holds beside stays, with where it came from. */
async function draft(
  cx: Cx<Fails>,
  file: File,
  exam: KeptReading['exams'][number],
  fields: readonly string[],
  { pid, at: time, resid }: Made,
): Promise<{ kind: string; id: number; fields: string[] }> {
  const kind = kindOf(exam.kind) ?? cx.refuse('bad_input', { what: '还没有这一项检查', field: 'take' })
  const chosen = Object.fromEntries(Object.entries(exam.values).filter(([field]) => fields.includes(field)))
  const standing = await standingOf(cx, kind.kind, exam.values, { pid, at: time })
  const before = standing.draft
  const came = originOf(file)
  const origin = { ...before?.origin, ...Object.fromEntries(Object.keys(chosen).map((field) => [field, came])) }
  const values = {
    ...(kind.within ? { [kind.within]: exam.values[kind.within] } : {}),
    ...chosen,
    pid,
    hid: before?.hid ?? cx.who.hid,
    ...(before ? { id: before.id, version: before.version } : { examTime: time, ...(resid ? { resid } : {}) }),
    ...(before || !file.model ? {} : { device: file.model }),
  }
  const { id } = await saveDraft(cx, kind.kind, values, origin)
  return { kind: kind.kind, id, fields: Object.keys(chosen) }
}

/** The member's open visit of that day in the store. */
const visitOf = async (cx: Cx, hid: number, pid: number, time: string): Promise<number | undefined> =>
  (
    await cx.db.one(
      { resid: 'number' },
      sql`
        select resid
        from reservation
        where hid = ${hid}
          and pid = ${pid}
          and status in ${lit(reservationStates.in.here)}
          and visit_at >= ${dayStart(time.slice(0, 10))}
          and visit_at < ${dayEnd(time.slice(0, 10))}
        order by resid desc
        limit 1
      `,
    )
  )?.resid

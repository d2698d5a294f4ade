/** A file arrives: read in a thread, its bytes kept by their hash, its row written once however often it comes. */
import type { Upload } from '#kernel/contract/index.ts'
import { begin, find, move, readIn, sql, wholeRow, type Cx } from '#kernel/server/index.ts'
import { storage } from '#ports/storage/choose.ts'
import type { DeviceReading } from '../contract/devices/reading.ts'
import { ArrivedRow, type Arrived } from '../contract/shapes.ts'
import { deviceFile } from '../contract/states.ts'
import { ownerOf, saidBy } from './whose.ts'

const { is } = deviceFile
/** Read, and its bytes put away: what a transaction needs to write its row. */
export interface ReadFile {
  filename: string
  sha256: string
  size: number
  /** Null where nothing can be taken from it. */
  reading: DeviceReading | null
}

/** Reads a file and keeps its bytes. Holds no connection; refuses at the field `file` what is empty, broken or a threat. */
export async function readFile(oid: number, { bytes, filename }: Pick<Upload, 'bytes' | 'filename'>): Promise<ReadFile> {
  const reading = await readIn<DeviceReading | null>('devices', bytes)
  const { sha256, size } = await storage().put(oid, bytes)
  return { filename: cleanName(filename), sha256, size, reading: reading && (reading.exams.length || reading.frame) ? reading : null }
}
/** A name as it may be shown: the last part of a path, without control characters. */
const cleanName = (name: string): string =>
  [...(name.split(/[\\/]/).at(-1) ?? '')]
    .filter((c) => c >= ' ' && c !== '\u007f')
    .join('')
    .slice(0, 200) || '未命名'

interface From {
  hid: number
  source: 'drop' | 'bridge' | 'serial'
  keyId?: number
}
/** Columns of what was read. */
const columnsOf = (reading: DeviceReading | null) =>
  reading
    ? {
        profile: reading.profile,
        model: reading.model,
        serial: reading.serial,
        measuredAt: reading.measuredAt,
        saidId: reading.patient.id,
        saidName: reading.patient.name,
        saidBirth: reading.patient.birth,
        saidSex: reading.patient.sex ?? null,
        reading: JSON.stringify({
          exams: reading.exams,
          beside: reading.beside,
          warnings: reading.warnings,
          untaken: reading.untaken ?? [],
          ...(reading.frame ? { frame: reading.frame } : {}),
        }),
      }
    : {}

/** Writes the row of a file, once in a store: the same bytes again answer the row that is there. */
export async function keep(cx: Cx, read: ReadFile, { hid, source, keyId }: From): Promise<Arrived> {
  const { reading } = read
  const owner = reading ? await ownerOf(cx, hid, saidBy(reading.patient)) : undefined
  const status = reading ? (owner ? is.claimed : is.unclaimed) : is.unreadable
  const c = {
    profile: null,
    model: null,
    serial: null,
    measuredAt: null,
    saidId: null,
    saidName: null,
    saidBirth: null,
    saidSex: null,
    reading: NOTHING,
    ...columnsOf(reading),
  }
  const row = await cx.db.one(
    wholeRow('device_file'),
    sql`
      insert into device_file (
        hid, sha256, size, filename, source, key_id, profile, model, serial, measured_at, said_id, said_name, said_birth, said_sex,
        reading, pid, matched_by, status
      )
      values (
        ${hid}, ${read.sha256}, ${read.size}, ${read.filename}, ${source}, ${keyId ?? null}, ${c.profile}, ${c.model}, ${c.serial},
        ${c.measuredAt}::timestamptz, ${c.saidId}, ${c.saidName}, ${c.saidBirth}::date, ${c.saidSex}, ${c.reading}::jsonb,
        ${owner?.pid ?? null}, ${owner?.why ?? null}, ${status}
      )
      on conflict on constraint device_file__twice do nothing
      returning *
    `,
  )
  if (row) {
    await begin(cx, deviceFile, row.fileId, status)
    cx.touch('devices')
    return arrived(cx, row.fileId, false)
  }
  const existing = await find(cx, 'device_file', { hid, sha256: read.sha256 })
  return existing ? arrived(cx, existing.fileId, true) : cx.refuse('not_found', { what: deviceFile.noun })
}
const NOTHING = JSON.stringify({ exams: [], beside: [], warnings: [] })

/** Reads again what could not be read: the readers may know it now. */
export async function readAgain(cx: Cx<'device_unknown'>, fileId: number, reading: DeviceReading | null): Promise<Arrived> {
  if (!reading) return cx.refuse('device_unknown')
  const row = await move(cx, deviceFile, fileId, 'read', { set: columnsOf(reading) })
  const owner = await ownerOf(cx, row.hid, saidBy(reading.patient))
  cx.touch('devices')
  if (owner) await move(cx, deviceFile, fileId, 'claim', { set: { pid: owner.pid, matchedBy: owner.why } })
  return arrived(cx, fileId, false)
}

const arrived = async (cx: Cx, fileId: number, isKnown: boolean): Promise<Arrived> => ({
  ...(await cx.db.the(
    ArrivedRow,
    sql`
      select file_id, status, profile, jsonb_array_length(reading -> 'warnings') warnings
      from device_file
      where file_id = ${fileId}
    `,
  )),
  known: isKnown,
})

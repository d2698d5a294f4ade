import { find, implement, lit, move, pageOf, readIn, sql, type Cx, type Row } from '#kernel/server/index.ts'
import { patientOf } from '#modules/patients/server/door.ts'
import { storage } from '#ports/storage/choose.ts'
import type { DeviceReading } from '../contract/devices/reading.ts'
import { devices } from '../contract/endpoints.ts'
import { DeviceFileRow, KeptReading, type DeviceFile } from '../contract/shapes.ts'
import { deviceFile } from '../contract/states.ts'
import { accept, measuredAtOf } from './accept.ts'
import { keep, readAgain, readFile } from './arrive.ts'
import { compared } from './compare.ts'
import { holderOf, keysOf, makeKey, revokeKey, used } from './keys.ts'
import { fileListing, keptFile } from './queries.ts'
import { askWhose, candidatesOf, identityOf, personIn } from './whose.ts'

/** One file as its page shows it. */
async function fileOf(cx: Cx, id: number): Promise<DeviceFile> {
  await inboxFile(cx, id)
  const file = await keptFile(cx, id)
  const open = deviceFile.in.claimable.includes(file.status)
  return {
    ...file,
    compared: await compared(cx, file.reading, file.pid, measuredAtOf(file, cx.now)),
    identity: file.pid === null ? [] : await identityOf(cx, personIn(file), file.pid),
    candidates: open ? await candidatesOf(cx, file.hid, { id: file.saidId, ...personIn(file) }) : [],
  }
}
/** A file in the inbox of one of the stores the call reaches: the table is of the chain, an inbox is of its store. */
async function inboxFile(cx: Cx, fileId: number): Promise<Row<'device_file'>> {
  const file = await find(cx, 'device_file', { fileId })
  return file && cx.who.hids.includes(file.hid) ? file : cx.refuse('not_found', { what: deviceFile.noun })
}

export default implement(devices, {
  'devices.list': (cx, query) => pageOf(cx, { of: DeviceFileRow, ...fileListing(cx, query) }, query),
  'devices.file': (cx, { id }) => fileOf(cx, id),
  'devices.raw': async (out, { id }) => {
    const { sha256, filename } = await out.tx((cx) => inboxFile(cx, id))
    const body = (await storage().get(out.who.oid, sha256)) ?? out.refuse('not_found', { what: '原文件' })
    return { filename, type: 'application/octet-stream', body }
  },
  'devices.upload': async (out, { hid, file, source }) => {
    const read = await readFile(out.who.oid, file)
    return out.tx((cx) => keep(cx, read, { hid, source }))
  },
  'devices.arrive': async (open, { key, file }) => {
    const { who, keyId } = await holderOf(open, key)
    const read = await readFile(who.oid, file)
    return open.as(who, async (cx) => {
      await used(cx, keyId)
      return keep(cx, read, { hid: who.hid, source: 'bridge', keyId })
    })
  },
  'devices.claim': async (cx, { id, version, pid, differsReason = null }) => {
    await inboxFile(cx, id)
    const seen = version === undefined || version === null ? {} : { version }
    if (pid === null) await move(cx, deviceFile, id, 'release', { ...seen, set: { pid: null, matchedBy: null, differsReason: null } })
    else {
      await askWhose(cx, personIn(await keptFile(cx, id)), (await patientOf(cx, pid)).pid, differsReason, 'differsReason')
      await move(cx, deviceFile, id, 'claim', { ...seen, set: { pid, matchedBy: 'hand', differsReason } })
    }
    cx.touch('devices')
    return fileOf(cx, id)
  },
  'devices.accept': async (cx, input) => {
    await inboxFile(cx, input.id)
    await accept(cx, input)
    return fileOf(cx, input.id)
  },
  'devices.ignore': async (cx, { id, version, reason }) => {
    await inboxFile(cx, id)
    await move(cx, deviceFile, id, 'ignore', { note: reason, ...(version === undefined || version === null ? {} : { version }) })
    cx.touch('devices')
    return fileOf(cx, id)
  },
  'devices.restore': async (cx, { id, version }) => {
    await inboxFile(cx, id)
    await move(cx, deviceFile, id, 'restore', version === undefined || version === null ? {} : { version })
    cx.touch('devices')
    return fileOf(cx, id)
  },
  'devices.reread': async (out, { id }) => {
    const { sha256 } = await out.tx((cx) => inboxFile(cx, id))
    const bytes = (await storage().get(out.who.oid, sha256)) ?? out.refuse('not_found', { what: '原文件' })
    const reading = await readIn<DeviceReading | null>('devices', bytes)
    return out.tx((cx) => readAgain(cx, id, reading))
  },
  'devices.frames': async (cx, { pid }) => {
    const rows = await cx.db.rows(
      { fileId: 'number', receivedAt: 'string', reading: 'unknown' },
      sql`
        select file_id, received_at, reading
        from device_file
        where pid = ${pid} and profile = 'oma' and status in ${lit(deviceFile.in.owned)}
        order by file_id desc
        limit 50
      `,
    )
    const list = rows.flatMap(({ fileId, receivedAt, reading }) => {
      const { frame } = KeptReading.parse(reading)
      return frame ? [{ fileId, receivedAt, frame }] : []
    })
    return { pid, list, total: list.length }
  },
  'device-keys.list': keysOf,
  'device-keys.make': makeKey,
  'device-keys.revoke': async (cx, { id }) => {
    await revokeKey(cx, id)
    return null
  },
})

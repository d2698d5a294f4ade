/** Files by what they hold: the name of a file is the hash of its bytes, below its organisation. */
import { createHash } from 'node:crypto'
import type { StoragePlace, StoragePort } from './port.ts'

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Where a file lies. What is no organisation or no hash has no place, whoever asks. */
export function nameOf(oid: number, sha256: string): string {
  if (!Number.isSafeInteger(oid) || oid <= 0 || !/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`no file is called ${oid}/${sha256}`)
  return `${oid}/${sha256.slice(0, 2)}/${sha256}`
}

/** A storage on a place for bytes. */
export const addressed = (place: StoragePlace): StoragePort => ({
  label: place.label,
  put: async (oid, bytes) => {
    const sha256 = sha256Of(bytes)
    const name = nameOf(oid, sha256)
    if (!(await place.has(name))) await place.write(name, bytes, sha256)
    return { sha256, size: bytes.byteLength }
  },
  get: async (oid, sha256) => {
    const bytes = await place.read(nameOf(oid, sha256))
    // A picture that changed on the disk is no finding of anybody's.
    if (bytes && sha256Of(bytes) !== sha256) throw new Error(`${place.label}: the file ${nameOf(oid, sha256)} is damaged`)
    return bytes
  },
  has: async (oid, sha256) => place.has(nameOf(oid, sha256)),
  remove: async (oid, sha256) => place.remove(nameOf(oid, sha256)),
})

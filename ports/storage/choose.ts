/**
 * The storage of this server (STORAGE): a folder below DATA_DIR, or a bucket. Both are real ones: a clinic without a bucket keeps its files
 * too.
 */
import path from 'node:path'
import { environment, type Environment } from '#kernel/server/environment.ts'
import { fromOutside } from '#kernel/server/outside.ts'
import { addressed } from './addressed.ts'
import { filesOnDisk } from './disk.ts'
import type { StoragePlace, StoragePort } from './port.ts'
import { filesInBucket } from './s3.ts'

/** The place an environment asks for. One without the names of its bucket has not been read: the start says which is missing. */
export function placeOf({ STORAGE, dataDir, S3_ENDPOINT, S3_REGION, ...env }: Environment): StoragePlace {
  if (STORAGE === 'local') return filesOnDisk(path.join(dataDir, 'files'))
  const { S3_BUCKET: bucket = '', S3_ACCESS_KEY: accessKey = '', S3_SECRET_KEY: secret = '' } = env
  const where = { ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}), ...(S3_REGION ? { region: S3_REGION } : {}) }
  return filesInBucket({ bucket, accessKey, secret, ...where })
}

let port: StoragePort | undefined
/** The storage; its failure is an outside failure, and nobody asks it under a connection. */
export const storage = (): StoragePort => (port ??= outside(addressed(placeOf(environment()))))

const outside = (chosen: StoragePort): StoragePort => ({
  label: chosen.label,
  put: (oid, bytes) => fromOutside(chosen.label, () => chosen.put(oid, bytes)),
  get: (oid, sha256) => fromOutside(chosen.label, () => chosen.get(oid, sha256)),
  has: (oid, sha256) => fromOutside(chosen.label, () => chosen.has(oid, sha256)),
  remove: (oid, sha256) => fromOutside(chosen.label, () => chosen.remove(oid, sha256)),
})

/** Files in a bucket of an S3-compatible service. The library aws4fetch signs the requests (AWS Signature Version 4). */
import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { StoragePlace } from './port.ts'

export interface S3Options {
  /** Address of the service, without a path; of AWS itself when absent. */
  readonly endpoint?: string
  readonly bucket: string
  readonly region?: string
  readonly accessKey: string
  readonly secret: string
  readonly fetch?: typeof fetch
  readonly now?: () => Date
}
/** Longest wait for a transfer of up to 20 MB, and for an answer without a body. */
const TRANSFER_MS_MAX = 60_000
const ANSWER_MS_MAX = 8000
const EMPTY_SHA256 = createHash('sha256').update('').digest('hex')

/** Address of the bucket: a host that begins with its name is the bucket's own, below any other host it is the first part of the path. */
export function addressOf({ endpoint, bucket, region }: Pick<S3Options, 'endpoint' | 'bucket' | 'region'>): string {
  if (!endpoint) return `https://${bucket}.s3.${region ?? 'us-east-1'}.amazonaws.com`
  return new URL(endpoint).hostname.startsWith(`${bucket}.`) ? endpoint : `${endpoint}/${bucket}`
}

export function filesInBucket(options: S3Options): StoragePlace {
  const { fetch: send = fetch, now = () => new Date(), region = 'us-east-1', accessKey, secret } = options
  const base = addressOf(options)
  const request = async (method: 'PUT' | 'GET' | 'HEAD' | 'DELETE', name: string, body?: Uint8Array, sha256 = EMPTY_SHA256) => {
    const signer = new AwsV4Signer({
      method,
      url: `${base}/${name}`,
      headers: { 'x-amz-content-sha256': sha256 },
      accessKeyId: accessKey,
      secretAccessKey: secret,
      service: 's3',
      region,
      datetime: now()
        .toISOString()
        .replace(/[-:]|\.\d+/g, ''),
    })
    const { url, headers } = await signer.sign()
    const answer = await send(url, {
      method,
      headers,
      // Copied: fetch refuses a view on shared memory.
      ...(body ? { body: new Uint8Array(body) } : {}),
      signal: AbortSignal.timeout(method === 'PUT' || method === 'GET' ? TRANSFER_MS_MAX : ANSWER_MS_MAX),
    })
    if (!answer.ok && answer.status !== 404)
      throw new Error(`S3 answered ${answer.status} to ${method} ${name}: ${(await answer.text()).slice(0, 300)}`)
    return answer
  }
  return {
    label: '对象存储',
    write: async (name, bytes, sha256) => {
      const answer = await request('PUT', name, bytes, sha256)
      if (!answer.ok) throw new Error(`S3 has no bucket ${options.bucket}: ${(await answer.text()).slice(0, 300)}`)
    },
    read: async (name) => {
      const answer = await request('GET', name)
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
      // A missing bucket is a fault of the service; only a missing key means that there is no such file.
      if ((await answer.text()).includes('NoSuchBucket')) throw new Error(`S3 has no bucket ${options.bucket}`)
      return undefined
    },
    has: async (name) => (await request('HEAD', name)).ok,
    remove: async (name) => void (await request('DELETE', name)),
  }
}

/** Files in a bucket of an S3-compatible service, signed with AWS Signature Version 4 (AWS General Reference, "Create a signed AWS API request"). */
import { createHash, createHmac } from 'node:crypto'
import type { Place } from './port.ts'

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
/** Ms a file of 20 MB may take, and a question about one. */
const OF_FILE = 60_000
const OF_QUESTION = 8000
const EMPTY = createHash('sha256').update('').digest('hex')

export interface Unsigned {
  readonly method: string
  readonly url: URL
  /** Moment of the request, `20130524T000000Z`. */
  readonly at: string
  /** Of the body, in hexadecimal. */
  readonly sha256: string
  /** Signed beside `host` and the two above; names in lower case. */
  readonly more?: Readonly<Record<string, string>>
}
type Keys = Required<Pick<S3Options, 'accessKey' | 'secret' | 'region'>>

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
/** What a request without a query is sent with so that the service knows who asks: its signature and what the signature speaks of. */
export function signed({ method, url, at, sha256, more }: Unsigned, { accessKey, secret, region }: Keys): Record<string, string> {
  const said = { ...more, 'x-amz-content-sha256': sha256, 'x-amz-date': at }
  const lines = Object.entries({ ...said, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1))
  const names = lines.map(([name]) => name).join(';')
  const path = url.pathname.replace(/[!'()*$,:;=@&+]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  const canonical = [method, path, '', ...lines.map(([name, value]) => `${name}:${value.trim()}`), '', names, sha256].join('\n')
  const day = at.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day))
  const signature = hmac(key, toSign).toString('hex')
  return { ...said, authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope},SignedHeaders=${names},Signature=${signature}` }
}

/** Address of the bucket: a host that begins with its name is the bucket's own, below any other host it is the first part of the path. */
export function addressOf({ endpoint, bucket, region }: Pick<S3Options, 'endpoint' | 'bucket' | 'region'>): string {
  if (!endpoint) return `https://${bucket}.s3.${region ?? 'us-east-1'}.amazonaws.com`
  return new URL(endpoint).hostname.startsWith(`${bucket}.`) ? endpoint : `${endpoint}/${bucket}`
}

export function filesInBucket(options: S3Options): Place {
  const { fetch: send = fetch, now = () => new Date(), region = 'us-east-1', accessKey, secret } = options
  const base = addressOf(options)
  const ask = async (method: 'PUT' | 'GET' | 'HEAD' | 'DELETE', name: string, body?: Uint8Array, sha256 = EMPTY): Promise<Response> => {
    const url = new URL(`${base}/${name}`)
    const at = now()
      .toISOString()
      .replace(/[-:]|\.\d+/g, '')
    const answer = await send(url, {
      method,
      headers: signed({ method, url, at, sha256 }, { accessKey, secret, region }),
      // Copied: a view on memory that others share is no body.
      ...(body ? { body: new Uint8Array(body) } : {}),
      signal: AbortSignal.timeout(method === 'PUT' || method === 'GET' ? OF_FILE : OF_QUESTION),
    })
    if (!answer.ok && answer.status !== 404)
      throw new Error(`S3 answered ${answer.status} to ${method} ${name}: ${(await answer.text()).slice(0, 300)}`)
    return answer
  }
  return {
    label: '对象存储',
    write: async (name, bytes, sha256) => {
      const answer = await ask('PUT', name, bytes, sha256)
      if (!answer.ok) throw new Error(`S3 has no bucket ${options.bucket}: ${(await answer.text()).slice(0, 300)}`)
    },
    read: async (name) => {
      const answer = await ask('GET', name)
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
      // A bucket that is gone is not a file that was never there.
      if ((await answer.text()).includes('NoSuchBucket')) throw new Error(`S3 has no bucket ${options.bucket}`)
      return undefined
    },
    has: async (name) => (await ask('HEAD', name)).ok,
    remove: async (name) => void (await ask('DELETE', name)),
  }
}

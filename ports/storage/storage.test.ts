/** Both storages keep one contract; the bucket is a double that checks every signature as the service does. */
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnvironment } from '#kernel/server/environment.ts'
import { addressed, nameOf } from './addressed.ts'
import { placeOf } from './choose.ts'
import { filesOnDisk } from './disk.ts'
import type { StoragePlace } from './port.ts'
import { addressOf, filesInBucket, type S3Options } from './s3.ts'

const keys = { accessKey: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }
const sha = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** A bucket: what was put, and what was asked. A request that is not signed for what it carries is refused as the service refuses it. */
class Bucket {
  readonly files = new Map<string, Buffer>()
  readonly asked: string[] = []
  broken = false
  private readonly server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => void this.answer(request, response, Buffer.concat(parts)))
  })
  async start(): Promise<string> {
    await new Promise<void>((done) => void this.server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`
  }
  stop = () => new Promise((done) => this.server.close(done))

  private async answer(
    { method = '', url = '', headers }: http.IncomingMessage,
    response: http.ServerResponse,
    body: Buffer,
  ): Promise<void> {
    this.asked.push(method)
    const sha256 = String(headers['x-amz-content-sha256'])
    const signer = new AwsV4Signer({
      method,
      url: `http://${headers.host}${url}`,
      headers: { 'x-amz-content-sha256': sha256 },
      accessKeyId: keys.accessKey,
      secretAccessKey: keys.secret,
      service: 's3',
      region: keys.region,
      datetime: String(headers['x-amz-date']),
    })
    const authorization = await signer.authHeader()
    const say = (status: number, text = '') => void response.writeHead(status).end(text)
    if (this.broken) return say(503, '<Code>SlowDown</Code>')
    if (headers.authorization !== authorization) return say(403, '<Code>SignatureDoesNotMatch</Code>')
    if (sha256 !== sha(body)) return say(400, '<Code>XAmzContentSHA256Mismatch</Code>')
    if (!url.startsWith('/pictures/')) return say(404, '<Code>NoSuchBucket</Code>')
    const file = this.files.get(url)
    if (method === 'PUT') this.files.set(url, body)
    if (method === 'DELETE') this.files.delete(url)
    if (method === 'PUT' || method === 'DELETE') return say(method === 'PUT' ? 200 : 204)
    if (!file) return say(404, method === 'HEAD' ? '' : '<Code>NoSuchKey</Code>')
    response.writeHead(200, { 'content-length': file.byteLength }).end(method === 'HEAD' ? undefined : file)
  }
}

const bucket = new Bucket()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-storage-'))
let endpoint = ''
beforeAll(async () => void (endpoint = await bucket.start()))
afterAll(async () => {
  await bucket.stop()
  fs.rmSync(folder, { recursive: true })
})
const inBucket = (more: Partial<S3Options> = {}) => filesInBucket({ endpoint, bucket: 'pictures', ...keys, ...more })
const lying = { disk: () => filesIn(folder), bucket: () => [...bucket.files.keys()] }
const filesIn = (dir: string): string[] =>
  fs.readdirSync(dir, { withFileTypes: true, recursive: true }).flatMap((e) => (e.isFile() ? [path.join(e.parentPath, e.name)] : []))

const places: ReadonlyArray<readonly [keyof typeof lying, () => StoragePlace]> = [
  ['disk', () => filesOnDisk(folder)],
  ['bucket', () => inBucket()],
]
describe.each(places)('files kept on %s', (where, place) => {
  const storage = () => addressed(place())
  it('are given back as they were put, whatever they hold', async () => {
    for (const bytes of [randomBytes(1), randomBytes(70_000), Buffer.from('%PDF-1.7\n\0\r\n')]) {
      const stored = await storage().put(7, bytes)
      expect(stored).toEqual({ sha256: sha(bytes), size: bytes.byteLength })
      expect(await storage().has(7, stored.sha256)).toBe(true)
      expect(Buffer.from((await storage().get(7, stored.sha256))!).equals(bytes)).toBe(true)
    }
  })
  it('are one file when they hold the same, and another for another organisation', async () => {
    const bytes = randomBytes(500)
    const before = lying[where]().length
    const all = await Promise.all([storage().put(7, bytes), storage().put(7, bytes), storage().put(7, bytes)])
    expect(new Set(all.map((one) => one.sha256)).size).toBe(1)
    expect(lying[where]().length).toBe(before + 1)
    expect(await storage().get(8, sha(bytes))).toBeUndefined()
    await storage().put(8, bytes)
    await storage().remove(7, sha(bytes))
    expect(await storage().has(7, sha(bytes))).toBe(false)
    expect(await storage().has(8, sha(bytes))).toBe(true)
  })
  it('that are not there are not there, and are removed twice', async () => {
    const none = sha('nobody put this')
    expect(await storage().get(7, none)).toBeUndefined()
    expect(await storage().has(7, none)).toBe(false)
    await storage().remove(7, none)
    await storage().remove(7, none)
    expect(await storage().has(7, none)).toBe(false)
  })
  it('have a name of a hash below an organisation, and no other', async () => {
    for (const [oid, name] of [
      [7, '../../etc/passwd'],
      [7, sha('a').toUpperCase()],
      [0, sha('a')],
      [-1, sha('a')],
      [1.5, sha('a')],
    ] as const)
      await expect(storage().get(oid, name)).rejects.toThrow('no file is called')
  })
  it('are not handed out once they were changed behind the back', async () => {
    const { sha256 } = await storage().put(7, Buffer.from('as it was'))
    const name = nameOf(7, sha256)
    if (where === 'disk') fs.writeFileSync(path.join(folder, name), 'as it is')
    else bucket.files.set(`/pictures/${name}`, Buffer.from('as it is'))
    await expect(storage().get(7, sha256)).rejects.toThrow('is damaged')
  })
})

describe('files on the disk', () => {
  it('leave nothing half written behind, and are readable by this user only', async () => {
    const { sha256 } = await addressed(filesOnDisk(folder)).put(9, randomBytes(10))
    expect(filesIn(path.join(folder, '9'))).toEqual([path.join(folder, nameOf(9, sha256))])
    expect(fs.statSync(path.join(folder, nameOf(9, sha256))).mode & 0o077).toBe(0)
  })
})

describe('files in a bucket', () => {
  // Keys and moment are those of the examples in the Amazon S3 API Reference ("Signature Calculations for the Authorization Header"); the
  // expected
  // signature was computed by hand from the steps described there.
  it('are signed with the hash of the body, the moment and the host', async () => {
    let sent: Request | undefined
    const place = inBucket({
      endpoint: 'https://examplebucket.s3.amazonaws.com',
      bucket: 'examplebucket',
      now: () => new Date('2013-05-24T00:00:00Z'),
      fetch: async (url, init) => {
        sent = new Request(url, init)
        return new Response()
      },
    })
    await place.has('test.txt')
    expect(sent?.headers.get('x-amz-content-sha256')).toBe(sha(''))
    expect(sent?.headers.get('authorization')).toBe(
      [
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
        'SignedHeaders=host;x-amz-content-sha256;x-amz-date',
        'Signature=69463d8f0bf59cfd12d6fc9f45cd84a5323d7bf3c5bd316736a2f8e50c8959a7',
      ].join(', '),
    )
  })
  it('are in the bucket that the host names, else in the one that the path names', () => {
    expect(addressOf({ endpoint: 'http://minio:9000', bucket: 'b' })).toBe('http://minio:9000/b')
    expect(addressOf({ endpoint: 'https://b.oss-cn-hangzhou.aliyuncs.com', bucket: 'b' })).toBe('https://b.oss-cn-hangzhou.aliyuncs.com')
    expect(addressOf({ bucket: 'b', region: 'cn-north-1' })).toBe('https://b.s3.cn-north-1.amazonaws.com')
  })
  it('of a wrong key, a missing bucket or a service that is busy are an error, not a file that is missing', async () => {
    const bytes = randomBytes(20)
    await expect(addressed(inBucket({ secret: 'wrong' })).put(7, bytes)).rejects.toThrow('403')
    await expect(addressed(inBucket({ bucket: 'other' })).put(7, bytes)).rejects.toThrow('NoSuchBucket')
    await expect(addressed(inBucket({ bucket: 'other' })).get(7, sha(bytes))).rejects.toThrow('no bucket other')
    bucket.broken = true
    await expect(addressed(inBucket()).get(7, sha(bytes))).rejects.toThrow('503')
    bucket.broken = false
  })
  it('that are there already are not sent again', async () => {
    const bytes = randomBytes(30)
    await addressed(inBucket()).put(7, bytes)
    bucket.asked.length = 0
    await addressed(inBucket()).put(7, bytes)
    expect(bucket.asked).toEqual(['HEAD'])
  })
})

describe('the choice of a storage', () => {
  it('is a folder below DATA_DIR, in production too, until STORAGE=s3 names a bucket', () => {
    expect(placeOf(readEnvironment({ NODE_ENV: 'production' })).label).toBe('本机文件')
    const s3 = { STORAGE: 's3', S3_BUCKET: 'pictures', S3_ACCESS_KEY: 'k', S3_SECRET_KEY: 's', S3_ENDPOINT: endpoint }
    expect(placeOf(readEnvironment(s3)).label).toBe('对象存储')
    expect(() => readEnvironment({ STORAGE: 's3' })).toThrow('S3_BUCKET, because STORAGE=s3')
  })
})

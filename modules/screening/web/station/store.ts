/**
 * What a station keeps on the tablet: the pack and the entries, in IndexedDB, each encrypted (AES-GCM) under a key made from the task's
 * PIN. The key is in memory alone, so that a tablet that was switched off shows nothing without the PIN.
 */
import type { Op } from '../../contract/ops.ts'
import type { Pack } from '../../contract/shapes.tasks.ts'

const [NAME, VERSION, ROUNDS] = ['mingmou-station', 1, 250_000] as const
interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}
interface KeptPack extends Sealed {
  readonly taskId: number
  readonly salt: Uint8Array<ArrayBuffer>
  readonly deviceId: string
  readonly wipeAt: string
  readonly wrong: number
}
interface KeptOp extends Sealed {
  readonly opId: string
  readonly taskId: number
  /** 0 waits, 1 was taken, 2 was refused. Plain, so that what waits is counted without a key. */
  readonly sent: 0 | 1 | 2
  readonly why?: string
}
export interface StoredOp extends Op {
  readonly sent: 0 | 1 | 2
  readonly why?: string | undefined
}

const requested = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })
/** Done when the browser says that the bytes are kept: a killed tablet has them. */
const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB')))
  })
let opened: Promise<IDBDatabase> | undefined
const database = (): Promise<IDBDatabase> =>
  (opened ??= (() => {
    const request = indexedDB.open(NAME, VERSION)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('pack', { keyPath: 'taskId' })
      request.result.createObjectStore('op', { keyPath: 'opId' }).createIndex('byTask', 'taskId')
    })
    return requested(request)
  })())
async function writing(stores: string | string[], work: (transaction: IDBTransaction) => void): Promise<void> {
  const transaction = (await database()).transaction(stores, 'readwrite', { durability: 'strict' })
  work(transaction)
  await committed(transaction)
}

/** A place that can hold anything: without a certificate the browser offers neither encryption nor a worker. */
export const isSecure = (): boolean => window.isSecureContext && 'subtle' in crypto && 'indexedDB' in window

async function keyOf(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const raw = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS },
    raw,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(JSON.stringify(value))) }
}
/** The value, or undefined where the key is another one. */
async function unseal<T>(key: CryptoKey, { iv, data }: Sealed): Promise<T | undefined> {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data).catch(() => undefined)
  // What was sealed here is what is read here.
  return plain && (JSON.parse(new TextDecoder().decode(plain)) as T)
}

export interface OpenStation {
  readonly pack: Pack
  readonly deviceId: string
  readonly ops: readonly StoredOp[]
  readonly key: CryptoKey
}
const PIN_TRIES = 5
const keptPack = async (taskId: number): Promise<KeptPack | undefined> =>
  requested((await database()).transaction('pack').objectStore('pack').get(taskId)) as Promise<KeptPack | undefined>
const keptOps = async (taskId: number): Promise<KeptOp[]> =>
  requested((await database()).transaction('op').objectStore('op').index('byTask').getAll(taskId)) as Promise<KeptOp[]>

/** Whether this tablet holds the task, and how many entries wait to be sent. Packs past their day go. */
export async function peek(taskId: number): Promise<{ isKept: boolean; deviceId: string | undefined; waiting: number }> {
  const pack = await keptPack(taskId)
  if (pack && Date.parse(`${pack.wipeAt.replace(' ', 'T')}+08:00`) < Date.now()) {
    await wipe(taskId)
    return { isKept: false, deviceId: undefined, waiting: 0 }
  }
  const waiting = (await keptOps(taskId)).filter(({ sent }) => sent === 0).length
  return { isKept: pack !== undefined && pack.data.byteLength > 0, deviceId: pack?.deviceId, waiting }
}
/** Opens what the tablet holds. After five wrong PINs the children's names go; entries stay sealed for whoever has the right one. */
export async function openKept(taskId: number, pin: string): Promise<OpenStation | { left: number }> {
  const kept = await keptPack(taskId)
  if (!kept || kept.data.byteLength === 0) return { left: 0 }
  const key = await keyOf(pin, kept.salt)
  const pack = await unseal<Pack>(key, kept)
  if (!pack) {
    const wrong = kept.wrong + 1
    const isOver = wrong >= PIN_TRIES
    await writing('pack', (tx) => tx.objectStore('pack').put({ ...kept, wrong, ...(isOver ? { data: new ArrayBuffer(0) } : {}) }))
    return { left: PIN_TRIES - wrong }
  }
  if (kept.wrong) await writing('pack', (tx) => tx.objectStore('pack').put({ ...kept, wrong: 0 }))
  return { pack, deviceId: kept.deviceId, ops: await readOps(taskId, key), key }
}
async function readOps(taskId: number, key: CryptoKey): Promise<StoredOp[]> {
  const kept = await keptOps(taskId)
  const ops = await Promise.all(
    kept.map(async ({ sent, why, ...sealed }) => {
      const op = await unseal<Op>(key, sealed)
      return op ? [{ ...op, sent, why }] : []
    }),
  )
  return ops.flat()
}
/** Keeps a pack fresh from the server, with the salt the entries of this tablet were sealed with. */
export async function keepPack(pack: Pack, deviceId: string, pin: string): Promise<OpenStation> {
  const former = await keptPack(pack.taskId)
  const salt = former?.salt ?? crypto.getRandomValues(new Uint8Array(16))
  const key = await keyOf(pin, salt)
  const kept: KeptPack = { ...(await seal(key, pack)), taskId: pack.taskId, salt, deviceId, wipeAt: pack.wipeAt, wrong: 0 }
  await writing('pack', (tx) => tx.objectStore('pack').put(kept))
  return { pack, deviceId, ops: await readOps(pack.taskId, key), key }
}
export async function keepOp(taskId: number, key: CryptoKey, op: Op): Promise<void> {
  const kept: KeptOp = { ...(await seal(key, op)), opId: op.opId, taskId, sent: 0 }
  await writing('op', (tx) => tx.objectStore('op').put(kept))
}
/** Notes what the server said of entries: taken, or refused and why. */
export async function noteSent(taskId: number, taken: readonly string[], refused: ReadonlyMap<string, string>): Promise<void> {
  const kept = await keptOps(taskId)
  await writing('op', (tx) => {
    for (const op of kept) {
      const why = refused.get(op.opId)
      if (taken.includes(op.opId)) tx.objectStore('op').put({ ...op, sent: 1 })
      else if (why !== undefined) tx.objectStore('op').put({ ...op, sent: 2, why })
    }
  })
}
/** Takes everything of a task off the tablet. */
export async function wipe(taskId: number): Promise<void> {
  const kept = await keptOps(taskId)
  await writing(['pack', 'op'], (tx) => {
    tx.objectStore('pack').delete(taskId)
    for (const { opId } of kept) tx.objectStore('op').delete(opId)
  })
}

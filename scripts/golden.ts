/**
 * Golden answers: what every served call answers beside a small demo (100 members), written to a file, so that a change meant to keep
 * answers can be held against the commit before it. The demo's own calls, then every reading call as six accounts, then every writing call
 * with plausible input.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { paramsOf, type Endpoint, type Envelope } from '#kernel/contract/internal.ts'
import { startEmbedded } from '#kernel/server/database/embedded.ts'
import { Refused } from '#kernel/server/index.ts'
import { boot, type Booted } from '../apps/server/boot.ts'
import { seedDemo } from '../database/demo/demo.ts'
import { plausible } from '../tests/census/plausible.ts'
import { beginnings, reading, samplesAt } from './bench-lists.ts'

const ACCOUNTS = ['chain', 'manager', 'doctor', 'reception', 'cashier', 'warehouse']
const PASSWORD = 'Demo2026!'

/** Logging in and out would end the asking; a draw is made by chance. */
const BY_CHANCE = /^(account|auth)\.|^points\.lottery\.draw$/

/** One answer: how it was asked, and what came. */
export interface Golden {
  readonly asked: string
  readonly answer: unknown
}

/** Codes of coupons, and numbers a payment is known by at its provider. */
const CHANCE = /\bQ[0-9A-Z]{10}\b|\b(?:SF|CZ)\d{8,12}[0-9a-f]{10,}/g
/** Moments around now are those of the run itself; tokens, request ids and hashes are made by chance. */
function stable(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((v) => stable(v))
  if (value instanceof Uint8Array) return '<bytes>'
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([k, v]) => [k, stable(v, k)]),
    )
  if (/token|^request|captcha|nonce|uuid|secret|hash|ticket/i.test(name) && typeof value === 'string') return '<chance>'
  if (typeof value !== 'string') return value
  return value
    .replace(CHANCE, '<chance>')
    .replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?(\.\d+)?/g, (moment) =>
      Math.abs(Date.now() - Date.parse(`${moment.replace(' ', 'T')}+08:00`)) < 24 * 3_600_000 ? '<now>' : moment,
    )
}

/** Builds the demo, asks everything, answers all answers in the order they came. */
export async function goldenAnswers(log: (sentence: string) => void, members = 100): Promise<Golden[]> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-golden-'))
  fs.chmodSync(dir, 0o755)
  const embedded = await startEmbedded({ dir: path.join(dir, 'postgres'), settings: { fsync: 'off' } })
  const found: Golden[] = []
  try {
    const booted = await boot({
      ownerUrl: embedded.url,
      product: 'mingmou',
      prefix: '/api',
      strict: true,
      trustProxy: true,
      perMinute: 1e9,
    })
    listen(booted, found)
    await seedDemo(booted, embedded.url, log, { members, now: '2026-11-20 17:40:00' })
    log(`${found.length} answers of the demo`)
    await askEverything(booted, embedded.url, found)
    log(`${found.length} answers in all`)
    await booted.close()
  } finally {
    await embedded.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  }
  return found
}

/** Writes down what every call answers, one call at a time: the order, and with it every number, is the same in each run. */
function listen(booted: Booted, found: Golden[]): void {
  const { answerer } = booted
  const answer = answerer.answer.bind(answerer)
  let before: Promise<unknown> = Promise.resolve()
  answerer.answer = (call, raw, asking) => {
    const key = `${call.id} ${asking.who?.account ?? '-'} ${JSON.stringify(stable(raw))}`
    const now = before.then(() => answer(call, raw, asking))
    before = now.then(
      (value) => found.push({ asked: key, answer: stable(call.yuan(value) ?? null) }),
      (error: unknown) =>
        found.push({ asked: key, answer: error instanceof Refused ? { refused: error.key, field: error.field } : { bug: String(error) } }),
    )
    return now
  }
}

async function askEverything(booted: Booted, ownerUrl: string, found: Golden[]): Promise<void> {
  const samples = await samplesAt(ownerUrl)
  const ask = askerOf(booted)
  for (const account of ACCOUNTS) {
    const { token, hid } = await enter(booted, account)
    for (const [id, endpoint] of reading)
      for (const input of beginnings(
        fieldsNeeded(endpoint),
        endpoint,
        { as: account, base: '', token, hid, clock: () => Promise.resolve(0) },
        samples,
      ))
        found.push({ asked: `GET ${id} ${account} ${JSON.stringify(stable(input))}`, answer: await ask(endpoint, input, token, hid) })
  }
  for (const account of ['chain', 'tv']) {
    const { token, hid } = await enter(booted, account)
    for (const [id, { endpoint }] of booted.calls) {
      if (endpoint.method === 'GET' || BY_CHANCE.test(id)) continue
      for (const all of [false, true]) {
        const input = plausible(endpoint.input, all)
        found.push({ asked: `${endpoint.method} ${id} ${account} ${all}`, answer: await ask(endpoint, input, token, hid) })
      }
    }
  }
}
const fieldsNeeded = (endpoint: Endpoint): Array<[string, never]> => Object.entries(fieldsOfInput(endpoint)) as Array<[string, never]>
const fieldsOfInput = (endpoint: Endpoint): object => (endpoint.input as unknown as { shape?: object }).shape ?? {}

let entered = 0
/** Each from an address of its own: what many logins from one are told is not asked here. */
async function enter(booted: Booted, account: string): Promise<{ token: string; hid: number }> {
  const headers = { 'x-forwarded-for': `192.0.2.${++entered}` }
  const login = await booted.app.inject({ method: 'POST', url: '/api/account/login', headers, payload: { account, password: PASSWORD } })
  const { data, message } = login.json() as Envelope<{ token: string }>
  if (!data) throw new Error(`${account} does not get in: ${message}`)
  const { token } = data
  const info = await booted.app.inject({ method: 'GET', url: '/api/account/userinfo', headers: { token } })
  return { token, hid: (info.json() as Envelope<{ hid: number }>).data!.hid }
}

const askerOf =
  (booted: Booted) =>
  async (endpoint: Endpoint, input: Readonly<Record<string, unknown>>, token: string, hid: number): Promise<unknown> => {
    const rest: Record<string, unknown> = { ...input }
    let url = `/api${endpoint.path.replace('{product}', 'mingmou')}`
    for (const name of paramsOf(endpoint.path)) {
      url = url.replace(`{${name}}`, encodeURIComponent(String(rest[name] ?? '')))
      delete rest[name]
    }
    const bodyless = endpoint.method === 'GET' || endpoint.method === 'DELETE'
    const query = new URLSearchParams(
      Object.entries(rest).flatMap(([k, v]) => (v === undefined || v === null || typeof v === 'object' ? [] : [[k, String(v)]])),
    )
    const answer = await booted.app.inject({
      method: endpoint.method,
      url: bodyless && query.size ? `${url}?${query}` : url,
      headers: { token, hid: String(hid) },
      ...(bodyless ? {} : { payload: rest }),
    })
    const json = /json/.test(String(answer.headers['content-type']))
    return stable(json ? { status: answer.statusCode, ...(answer.json() as object) } : { status: answer.statusCode })
  }

/** Names what differs between two files of golden answers, by call; answers how many answers differ. */
export function compareGolden(previous: readonly Golden[], is: readonly Golden[], log: (sentence: string) => void): number {
  const byAsked = (list: readonly Golden[]) => {
    const map = new Map<string, string[]>()
    for (const { asked: key, answer } of list) map.set(key, [...(map.get(key) ?? []), JSON.stringify(answer)])
    return map
  }
  const [before, after] = [byAsked(previous), byAsked(is)]
  const differing = new Map<string, string[]>()
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [a, b] = [before.get(key), after.get(key)]
    if (JSON.stringify(a) === JSON.stringify(b)) continue
    const call = key.split(' ').slice(0, 2).join(' ')
    differing.set(call, [...(differing.get(call) ?? []), `${key.slice(0, 160)}\n${firstDifference(a?.join('\n'), b?.join('\n'))}`])
  }
  for (const [call, list] of differing) log(`${call}: ${list.length} differ, the first:\n  ${list[0]!.replaceAll('\n', '\n    ')}`)
  const total = [...differing.values()].reduce((n, list) => n + list.length, 0)
  log(`${before.size} ways of asking before, ${after.size} after, ${total} differ`)
  return total
}
function firstDifference(a = '(not asked)', b = '(not asked)'): string {
  let index = 0
  while (index < a.length && a[index] === b[index]) index++
  const from = Math.max(0, index - 60)
  return `was ${a.slice(from, index + 120)}\nis  ${b.slice(from, index + 120)}`
}

/** `record FILE` or `compare FILE FILE`; answers the status to end with. */
export async function golden([verb, one, two]: string[]): Promise<number> {
  const read = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8')) as Golden[]
  if (verb === 'record' && one) {
    fs.writeFileSync(one, JSON.stringify(await goldenAnswers((s) => console.log(s))))
    return 0
  }
  if (verb === 'compare' && one && two) return compareGolden(read(one), read(two), (s) => console.log(s)) ? 1 : 0
  console.error('npm run golden -- record FILE      or      npm run golden -- compare BEFORE AFTER')
  return 1
}

/**
 * The address of a paper is input: whatever stands for its placeholders, every paper answers with a sentence, and no paper with a failure.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { wrongParam, type Envelope, type Papers } from '#kernel/contract/internal.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, type CallId, type Clinic } from '../harness.ts'

const NASTY = [
  '__proto__',
  'constructor',
  'toString',
  'x',
  '-1',
  '1e3',
  '0x10',
  '9999999999999999999',
  '%',
  '%zz',
  '1,__proto__',
  '1x0',
  '２',
  ' ',
  '..',
]
const declared = modules.flatMap((m) => Object.entries((m.papers ?? {}) as Papers))
const papers = new Map(declared)
let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
})

describe('the address of a paper', () => {
  it.each(declared.map(([path]) => path))('%s is refused where a placeholder holds something else', async (path) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[0])
    expect(names.length, 'a paper without a placeholder needs no row here').toBeGreaterThan(0)
    const faults: string[] = []
    const ask = async (id: CallId, address: string) => {
      const response = await clinic.as('chain').raw(id, { hid: clinic.hid, path: address })
      const body = await response.text()
      if (response.status !== 200) faults.push(`${id} ${address}: ${response.status} ${body.slice(0, 120)}`)
      return /json/.test(response.headers.get('content-type') ?? '') ? (JSON.parse(body) as Envelope) : undefined
    }
    for (const name of names)
      for (const nasty of NASTY) {
        const address = path.replace(name, nasty).replace(/\{\w+\}/g, '1')
        const answer = await ask('papers.pdf', address)
        // What a paper declares it takes may be what it finds nothing under.
        const taken = wrongParam(papers.get(path)!, { [name.slice(1, -1)]: nasty.trim() }) === undefined
        if (!taken && (!answer || !/[\u4e00-\u9fff]/.test(answer.message))) faults.push(`papers.pdf ${address}: no sentence`)
        if (nasty === '__proto__') for (const id of ['papers.printed', 'papers.prints'] as const) await ask(id, address)
      }
    for (const query of ['?__proto__=1', '?paper=__proto__', '?alRef=__proto__&day=__proto__&refundId=x&startTime=x&productId=x'])
      await ask('papers.pdf', path.replace(/\{\w+\}/g, '1') + query)
    expect(faults).toEqual([])
  })
})

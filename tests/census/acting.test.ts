/**
 * Every call acts in one store: permission, wall and effect speak of the one its input names. Asked without a database: one that only
 * writes down who came.
 */
import { describe, expect, it } from 'vitest'
import { bareOf, fieldsOf, metaOf, paramsOf, storeField, z, type Endpoint } from '#kernel/contract/internal.ts'
import { Answerer, callsOf, type Call } from '#kernel/server/answer.ts'
import { Refused, type Cx, type Database, type Who } from '#kernel/server/index.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { plausible, valueOf } from './plausible.ts'

const calls = [...callsOf(modules).values()].filter((c) => c.endpoint.can !== 'public' && c.endpoint.can !== 'member')
const [HERE, THERE, STRANGE] = [11, 22, 33]

/** An account of two stores that was granted everything in one of them and nothing in the other. */
const somebody = (hid: number, granted: number): Who => {
  const everything = new Set(calls.map((c) => c.endpoint.can))
  const canIn = (store: number): ReadonlySet<string> => (store === granted ? everything : new Set())
  return { oid: 1, hid, hids: [HERE, THERE], uid: 1, ctid: 1, name: '', account: '', role: 'manager', roles: [], can: canIn(hid), canIn }
}
/** As whom a call reached the database; the refusal's key where it did not. */
async function reached(call: Call, who: Who, stores: number): Promise<Who | string> {
  let came: Who | undefined
  const database = { inTenant: (as: Who) => ((came = as), Promise.reject(new Error('far enough'))), bare: () => Promise.resolve() }
  const handler =
    call.endpoint.kind === 'outside' ? (out: { tx: (work: (cx: Cx) => unknown) => Promise<unknown> }) => out.tx(() => null) : call.handler
  const { input } = call.endpoint
  const name = storeField(call.endpoint)
  const params = Object.fromEntries(paramsOf(call.endpoint.path).map((p) => [p, valueOf(fieldsOf(input)[p] ?? z.number())]))
  const raw = { ...plausible(input, false), ...params, ...(name ? { [name]: stores } : {}) }
  const result = await new Answerer(database as unknown as Database, new Map(), false)
    .answer({ ...call, handler: handler as Call['handler'] }, raw, { who, requestId: 'census' })
    .then(
      () => 'answered',
      (error: unknown) => (error instanceof Refused ? error.key : 'far enough'),
    )
  return came ?? result
}
const storeWithin = (field: z.ZodType): boolean => {
  const bare = bareOf(field)
  if (bare instanceof z.ZodArray) return storeWithin(bare.element as z.ZodType)
  if (bare instanceof z.ZodObject) return Object.values(fieldsOf(bare)).some(storeWithin)
  const { format, label = '' } = metaOf(field)
  return format === 'id' && label.endsWith('门店')
}
/** Stores a call names beside the one it acts in: where something goes to or comes from. */
const OTHERS = [
  'staff.store-auth.hids',
  'settings.copy.to',
  'settings.open-store.copyFrom',
  'saler.transfer-accounts.toHid',
  'stockout.create.toHid',
  'stockout.before-out.toHid',
  'inviter.recharge.inviterHid',
].concat(
  [
    'product.save',
    'product.lens.create',
    'product.lens.update',
    'product.product-setting',
    'product.import',
    'contracts.create',
    'contracts.update',
  ].map((id) => `${id}.applyStores`),
  ['card-volume.create', 'card-volume.update', 'feegroup.save'].map((id) => `${id}.scopeHid`),
  // The orders of one bundle: their store is the head's (server/bundles.ts).
  'lens-orders.all.create.orders',
  'lens-orders.all.update.orders',
  'patients.change-hospital.hid',
  // The store that follows a child up.
  'eyefile.students.assign.hid',
  'eyefile.students.batch-assign.hid',
  'patients.check-view-password.hid',
  // Where it holds, beside the store it belongs to.
  ...['promotions', 'content-manage', 'campaign'].flatMap((name) => [`${name}.create.stores`, `${name}.update.stores`]),
)
const acting = calls.filter((c) => storeField(c.endpoint) !== undefined)
const guarded = ({ endpoint }: { endpoint: Endpoint }): boolean => endpoint.can !== 'session'

describe('the store a call acts in', () => {
  it('a field of an input that names a store is the one acted in, or known as another one', () => {
    const found = calls.flatMap(({ id, endpoint }) =>
      Object.entries(fieldsOf(endpoint.input))
        .filter(([name, field]) => name !== storeField(endpoint) && storeWithin(field))
        .map(([name]) => `${id}.${name}`),
    )
    expect(found.sort()).toEqual([...OTHERS].sort())
    expect(acting.length).toBeGreaterThan(200)
  })

  it('a permission withheld from the store named is refused, whichever store the caller works in', async () => {
    for (const call of acting.filter(guarded)) expect(await reached(call, somebody(HERE, HERE), THERE), call.id).toBe('no_access')
  })

  it('a permission held in the store named is held, and the call is made there', async () => {
    for (const call of acting) {
      const as = await reached(call, somebody(HERE, THERE), THERE)
      if (typeof as === 'string') expect(['bad_input', 'far enough'], call.id).toContain(as)
      else expect({ hid: as.hid, can: as.can.has(call.endpoint.can) }, call.id).toEqual({ hid: THERE, can: true })
    }
  })

  it('a store that is not the caller’s is not found, and whoever may not ask is not told', async () => {
    for (const call of acting) expect(['not_found', 'bad_input'], call.id).toContain(await reached(call, somebody(HERE, HERE), STRANGE))
    for (const call of acting.filter(guarded)) expect(await reached(call, somebody(HERE, THERE), STRANGE), call.id).toBe('no_access')
  })

  it('rows of a store that withholds the permission stand behind the wall, whatever id is sent', async () => {
    let walled = 0
    for (const call of calls.filter(guarded)) {
      const as = await reached(call, somebody(HERE, HERE), HERE)
      if (typeof as === 'string') continue
      expect(as.hids, call.id).toEqual([HERE])
      walled++
    }
    expect(walled).toBeGreaterThan(300)
  })
})

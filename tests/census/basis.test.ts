/**
 * Work stands on something in force (decision 1020): whatever points to a prescription, a clinical record or an examination and moves by a
 * machine says what it stands on; and order kinds × states of the basis × moves are asked, each refused but those that give the work up.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Machine, Move } from '#kernel/contract/index.ts'
import { dbOn } from '#kernel/server/database/client.ts'
import { onClient } from '#kernel/server/database/once.ts'
import { fallenUnder, ident, move, Refused, sql, type Sql } from '#kernel/server/index.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { basisNames } from '#modules/lens-orders/contract/check/basis.ts'
import { everyKind, orderKinds } from '#modules/lens-orders/contract/kinds/index.ts'
import type { OrderKind } from '#modules/lens-orders/contract/kinds/kind.ts'
import { fitted, machineOf } from '#modules/lens-orders/contract/states.ts'
import { linkFor, makeFitting, makeGoods, makeSupplier, orderOf } from '#modules/lens-orders/server/make.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { freshClinic, server, type Clinic } from '../harness.ts'

const machines: readonly Machine[] = modules.flatMap((m) => m.machines ?? [])
/** Tables whose rows are bases of work. */
const BASES = ['prescription', 'prescription_line', 'clinical_record', 'exam_refraction']
/** Tables that point to a basis and are no work that goes on by it. */
const NO_WORK: Readonly<Record<string, string>> = {
  prescription: 'it is a basis itself: signing and reviewing read its examinations again',
  ok_lens: 'a lens in the eye of its wearer: reviews of the member stop it',
  clinical_record: 'it is a basis itself: submitting and signing ask its own chain',
}
interface Pointing {
  readonly table: string
  readonly to: string
}
/** What of the machines is wrong beside the tables that point to bases, a sentence each. */
function undeclared(all: readonly Machine[], pointing: readonly Pointing[], columns: readonly string[]): string[] {
  const forgets = all.flatMap((m) => {
    const to = pointing.filter((p) => p.table === m.table && BASES.includes(p.to)).map((p) => p.to)
    return to.length && !m.standsOn && !(m.table in NO_WORK)
      ? [`${m.name}: ${m.table} points to ${[...new Set(to)].join(', ')}, its machine does not say what it stands on`]
      : []
  })
  const bare = all.flatMap((m) =>
    m.standsOn && !columns.includes(m.table) ? [`${m.name}: ${m.table} has no column stop_reason to be stopped by`] : [],
  )
  const trapped = all.flatMap((m) => {
    const moves = Object.values<Move>(m.moves)
    const done = Object.keys(m.states).map(Number)
    return m.standsOn
      ? done.flatMap((state) =>
          moves.some((mv) => mv.from.includes(state)) && !moves.some((mv) => mv.givesUp && mv.from.includes(state))
            ? [`${m.name}: nothing gives the work up in state ${state}`]
            : [],
        )
      : []
  })
  return [...forgets, ...bare, ...trapped]
}
/** Kinds whose orders carry a power to an eye stand on what said it. */
const unlinked = (kinds: readonly OrderKind[]): string[] =>
  kinds.flatMap(({ kind, basis, member, parameters }) => [
    ...(member !== 'none' && parameters.length && !basis.some((name) => name === 'prescription')
      ? [`${kind}: orders powers of a member and does not stand on a prescription`]
      : []),
    ...(basis.some((name) => !basisNames.includes(name)) ? [`${kind}: stands on a basis nobody knows`] : []),
  ])

let clinic: Clinic
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
/** Behind all guards: what the database would not let anybody write. */
const behind = async (statement: Sql): Promise<void> =>
  onClient((await server()).ownerUrl, async (client) => {
    const db = dbOn(client)
    await db.run(sql`select set_config('session_replication_role', 'replica', false), set_config('app.oid', ${String(clinic.oid)}, false)`)
    await db.run(statement)
  })

beforeAll(async () => {
  clinic = await freshClinic()
})

describe('what work stands on', () => {
  it('every machine of a table that points to a basis says so, can be stopped, and can be given up', async () => {
    const { pointing, columns } = await clinic.tx(async (cx) => ({
      pointing: await cx.db.rows(
        { table: 'string', to: 'string' },
        sql`
          select k.conrelid::regclass::text "table", k.confrelid::regclass::text "to"
          from pg_constraint k
          where k.contype = 'f' and k.confrelid::regclass::text = any(${BASES}::text[])
        `,
      ),
      columns: (
        await cx.db.rows(
          { t: 'string' },
          sql`
            select table_name::text t
            from information_schema.columns
            where column_name = 'stop_reason'
          `,
        )
      ).map((c) => c.t),
    }))
    // A draft of goods for the shelf is deleted, not cancelled.
    const exceptions = ['supply-order: nothing gives the work up in state 1', 'frame-order: nothing gives the work up in state 90']
    expect(undeclared(machines, pointing, columns).filter((s) => !exceptions.includes(s))).toEqual([])
    // A planted machine that forgets: it is named with what it forgot.
    const { standsOn: _, ...forgetful } = fitted
    expect(undeclared([{ ...forgetful, name: 'planted-order' }], pointing, columns)).toEqual([
      expect.stringMatching(/^planted-order: supply_order points to .*prescription.*, its machine does not say what it stands on$/),
    ])
  })
  it('every kind of orders declares its bases', () => {
    expect(unlinked(everyKind())).toEqual([])
    expect(unlinked([{ ...orderKinds.soft, kind: 'planted', basis: ['supplier'] }])).toEqual([
      'planted: orders powers of a member and does not stand on a prescription',
    ])
  })
})

interface Work {
  readonly label: string
  readonly machine: Machine
  readonly id: number
  readonly pid: number
  readonly prescriptionId: number
  readonly fittingId: number | null
  /** States before the work is begun: an expiry counts only there. */
  readonly written: readonly number[]
  readonly consents: boolean
}
const member = async (name: string) =>
  (
    await as('reception').call('patients.save', {
      name,
      mobile: `139${String(Math.random()).slice(2, 10)}`,
      birth: '2012-07-01',
      gender: 1,
    })
  ).pid
async function works(): Promise<Work[]> {
  const supplierId = await makeSupplier(as('manager'))
  const made: Work[] = []
  for (const kind of ['okjing', 'soft'] as const) {
    const pid = await member(`依据${kind}`)
    const { prescriptionId } = await linkFor(as, pid, kind)
    const productId = await makeGoods(as('manager'), orderKinds[kind].categories[0], supplierId)
    const { input } = orderOf(kind, { productId, pid, prescriptionId })
    const { orderId } = await as('optometrist').call('orders.create', input as never)
    const machine = machineOf(orderKinds[kind].flow)
    made.push({
      label: kind,
      machine,
      id: orderId,
      pid,
      prescriptionId,
      fittingId: null,
      written: machine.in.written,
      consents: kind === 'okjing',
    })
  }
  const pid = await member('依据配适')
  const fittingId = await makeFitting({ optometrist: as('optometrist'), doctor: as('doctor'), reception: as('reception') }, pid)
  const hard = await makeGoods(as('manager'), 10, supplierId)
  const ofFitting = { order: { pid, fittingId }, orderLen: { productId: hard }, orderType: 1 as const }
  const { orderId: fitId } = await as('optometrist').call('orders.create', ofFitting as never)
  made.push({
    label: 'okjing of a fitting',
    machine: fitted,
    id: fitId,
    pid,
    prescriptionId: 0,
    fittingId,
    written: fitted.in.written,
    consents: true,
  })
  const glasses = await member('依据镜片')
  const line = { kind: 1 as const, dsOd: -3.25, dcOd: -0.75, axOd: 175, dsOs: -2.5, dcOs: -1, axOs: 10, pdOd: 31, pdOs: 31 }
  const rx = await as('doctor').call('prescription.create', { pid: glasses, list: [line] })
  await as('doctor').call('prescription.sign', { id: rx.id })
  const ofGlasses = { pid: glasses, prescriptionId: rx.id, productId: await makeGoods(as('manager'), 3, supplierId) }
  const lens = await as('optometrist').call('lens-orders.create', { ...ofGlasses, eyeGlassOd: 1, eyeGlassOs: 1 } as never)
  const supplyMachine = machineOf('supply')
  const base = { pid: glasses, prescriptionId: rx.id, fittingId: null, consents: false }
  made.push({
    label: 'glasses',
    machine: supplyMachine,
    id: (lens as { orderId: number }).orderId,
    written: supplyMachine.in.written,
    ...base,
  })
  const frame = await as('optometrist').call('frame.create', { hid: clinic.hid, pid: glasses, prescriptionId: rx.id })
  made.push({ label: 'frame order', machine: frameOrder, id: frame.recordFrameId, written: frameOrder.in.unpaid, ...base })
  return made
}
interface Fall {
  readonly name: string
  readonly of: (work: Work) => boolean
  readonly falls: (work: Work) => Sql
  readonly rises: (work: Work) => Sql
  /** What was begun in time goes on. */
  readonly expiry?: true
}
const FALLS: readonly Fall[] = [
  ...(
    [
      ['a draft', sql`status = 0`],
      ['void', sql`status = 8, void_reason = '写错'`],
      ['run out', sql`status = 9, valid_until = '2020-01-01', order_date = '2019-01-01'`],
    ] as const
  ).map(([name, set]): Fall => ({
    name: `a prescription that is ${name}`,
    of: (w) => w.prescriptionId > 0,
    falls: (w) => sql`update prescription set ${set} where id = ${w.prescriptionId}`,
    rises: (w) =>
      sql`
        update prescription
        set status = 1, valid_until = current_date + 100, order_date = current_date
        where id = ${w.prescriptionId}
      `,
    ...(name === 'run out' ? { expiry: true as const } : {}),
  })),
  {
    name: 'somebody else’s prescription',
    of: (w) => w.prescriptionId > 0,
    falls: (w) => sql`
      update prescription
      set pid = (select max(pid) from patient where pid <> ${w.pid})
      where id = ${w.prescriptionId}
    `,
    rises: (w) => sql`update prescription set pid = ${w.pid} where id = ${w.prescriptionId}`,
  },
  ...(
    [
      ['void', 9],
      ['not checked', 1],
    ] as const
  ).map(([name, status]): Fall => ({
    name: `a fitting that is ${name}`,
    of: (w) => w.fittingId !== null,
    falls: (w) => sql`update clinical_record set status = ${status} where id = ${w.fittingId}`,
    rises: (w) => sql`update clinical_record set status = 2 where id = ${w.fittingId}`,
  })),
  {
    name: 'a consent that was withdrawn',
    of: (w) => w.consents,
    falls: (w) => sql`update consent set withdrawn_at = now() where pid = ${w.pid}`,
    rises: (w) => sql`update consent set withdrawn_at = null where pid = ${w.pid}`,
  },
]
/** Whether a move is refused for its basis; another refusal says that the basis was let pass. */
async function refusedFor(work: Work, name: string): Promise<boolean> {
  return clinic
    .tx(async (cx) => {
      await move(cx, work.machine, work.id, name, { automatic: true, note: '核对' })
      throw new Refused('undone', {})
    })
    .then(
      () => false,
      (error: unknown) => error instanceof Refused && error.key === 'basis_fallen',
    )
}

it('order kinds × states of the basis × moves: every move asks, but those that give the work up', async () => {
  const wrong: string[] = []
  let count = 0
  for (const work of await works()) {
    const { machine } = work
    const [table, key] = [ident(machine.table), ident(machine.key)]
    // What a state wants beside its number.
    const join =
      machine === frameOrder
        ? sql`former_status = 40, picked_at = now()`
        : sql`
          reviewed_by = ${clinic.ctid('doctor')}, promised_on = '2099-01-01', receiver = '本人', signature = 'M1 1 L2 2', handed_at = now()
        `
    for (const fall of FALLS.filter((f) => f.of(work))) {
      await behind(fall.falls(work))
      const fallen = await clinic.tx((cx) => fallenUnder(cx, machine, work.id))
      if (!fallen.length) wrong.push(`${work.label}: ${fall.name} is not seen`)
      for (const [name, step] of Object.entries<Move>(machine.moves))
        for (const from of step.from) {
          await behind(sql`update ${table} set status = ${from}, ${join} where ${key} = ${work.id}`)
          const should = !step.givesUp && (!fall.expiry || work.written.includes(from))
          count++
          if ((await refusedFor(work, name)) !== should)
            wrong.push(`${work.label} on ${fall.name}: ${name} from ${from} is ${should ? 'not ' : ''}refused`)
        }
      await behind(sql`update ${table} set status = ${machine.start[0]} where ${key} = ${work.id}`)
      await behind(fall.rises(work))
      const still = await clinic.tx((cx) => fallenUnder(cx, machine, work.id))
      if (still.length) wrong.push(`${work.label}: ${fall.name} is in force again and still ${still[0]?.sentence}`)
    }
  }
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(250)
})

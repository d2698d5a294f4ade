/** Builders for tests and demo data: they go through the endpoints, with whatever makes a call. */
import { z } from '#kernel/contract/index.ts'
import type { NewCase, NewSpecialist } from '../contract/shapes.ts'

/** Makes a call by its legacy id: the test harness and the demo builder each bring one. */
export type MakeCall = (id: string, input: object) => Promise<unknown>

/** What the builders need of an answer: its number, and what it is at. */
const Made = z.object({ id: z.int(), version: z.int() })
type Made = z.output<typeof Made>
/** Of a consultation, what was sent with it too. */
const MadeCase = Made.extend({
  pack: z.array(z.object({ kind: z.string(), id: z.int().nullable() })),
  changed: z.array(z.string()),
  startAt: z.string(),
})
const Texts = z.array(z.object({ kind: z.int(), sha256: z.string() }))

/** Every day of the week. */
export const DAYS_OF_WEEK = [1, 2, 3, 4, 5, 6, 7] as const
/** An expert who is asked from morning to evening, every day. */
export const makeSpecialist = async (call: MakeCall, input: z.input<typeof NewSpecialist>): Promise<Made> =>
  Made.parse(await call('specialist.create', { slots: DAYS_OF_WEEK.map((day) => ({ day, from: '09:00', to: '17:00' })), ...input }))
/** The member, or the guardian, agrees to a remote consultation on paper. */
export async function makeRemoteConsent(call: MakeCall, pid: number): Promise<void> {
  const text = Texts.parse(await call('patients.consent.texts', {})).find((each) => each.kind === 5)
  await call('patients.consent.give', { pid, kind: 5, sha256: text?.sha256, way: 1, guardianName: '家长', guardianRelation: 2 })
}
export const makeCase = async (call: MakeCall, input: z.input<typeof NewCase>): Promise<z.output<typeof MadeCase>> =>
  MadeCase.parse(await call('telemedicine-subscribes.create', input))
/** A report that is ready to be signed. */
export const makeReport = async (call: MakeCall, reserveId: number, opinion: string, advice?: string): Promise<Made> =>
  Made.parse(await call('telemedicine-records.create', { reserveId, opinion, advice: advice ?? null }))

/** Fields of states, and states that many modules' tables share. */
import { z } from 'zod'
import type { FieldMeta } from './field.ts'
import { states, statusOptions, wordOf, type States } from './machine.ts'

/** A status field: one of the states, shown with their words and tones. */
export const status = <Is extends object>(label: string, table: States<Is>, meta: FieldMeta = {}) =>
  z
    .literal(Object.keys(table.states).map(Number) as Array<Is[keyof Is] & number>)
    .meta({ label, format: 'choice', ...statusOptions(table), ...meta })

/** A status field that takes some of the states only: `statusIn('状态', feeBill, feeBill.in.setAside)`. */
export const statusIn = <const N extends number>(label: string, states: States, some: readonly N[]) =>
  z.literal(some).meta({ label, format: 'choice', options: Object.fromEntries(some.map((n) => [n, wordOf(states, n)])) })

/** Whether master data may still be chosen: 0 in use, 1 stopped (fixed by the seeds for fee items, the same everywhere). */
export const inUse = states({
  0: { name: 'on', label: '启用', tone: 'ok' },
  1: { name: 'off', label: '停用', tone: 'neutral' },
})
/** The other one: what a button that stops or takes into use again sends. */
export const switched = (status: number | undefined) => (status === inUse.is.on ? inUse.is.off : inUse.is.on)

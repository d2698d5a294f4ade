/**
 * What tells who a member is. A field says it once (`personal`); from that mark follow that a call answering it does not compile without
 * saying how its reading is kept, and that it is masked where the member's store has a view password (`kernel/server/personal.ts`).
 */
import type { z } from 'zod'
import type { FileAnswer } from './endpoint.ts'
import { metaOf } from './field.ts'
import { maskName, maskPhone } from './format.ts'

declare const tells: unique symbol
/** The mark in the type of a value. It is never there: a plain text is as good. */
export interface Tells {
  readonly [tells]?: true
}
type Marked<T> = T extends null | undefined ? T : T & Tells
export type Personal<T extends z.ZodType> = T & Record<'_zod', Record<'output', Marked<z.output<T>>>>

/**
 * How much is left of a personal fact: the first letter of a name, the ends of a number, nothing of a day, of words or of a list; of a
 * record (what the audit holds of a row) the names of its columns.
 */
export type Mask = 'name' | 'number' | 'day' | 'words' | 'record'
/** `of`: the field beside it that says whose it is (`pid`). */
export interface PersonalMeta {
  readonly as: Mask
  readonly of: string
}

const usualMask: Readonly<Record<string, Mask>> = { phone: 'number', date: 'day' }
/**
 * Marks a field as telling who a member is: `personal(text('会员'), 'name')`. What is left of it under a mask follows from its format unless
 * it is said.
 */
export function personal<T extends z.ZodType>(field: T, as?: Mask, of?: string): Personal<T>
export function personal(field: z.ZodType, as?: Mask, owner = 'pid'): z.ZodType {
  const meta = metaOf(field)
  return field.meta({ ...meta, personal: { as: as ?? usualMask[meta.format ?? ''] ?? 'words', of: owner } })
}

/** What somebody reads who may not: the kind of a fact without the fact. */
const HIDDEN = '••••••'
export const masked: Readonly<Record<Mask, (value: unknown) => unknown>> = {
  name: (value) => (typeof value === 'string' && value.length > 1 ? maskName(value) : HIDDEN),
  number: (value) => (typeof value === 'string' && maskPhone(value) !== value ? maskPhone(value) : HIDDEN),
  day: () => null,
  words: (value) => (Array.isArray(value) ? [] : HIDDEN),
  record: (value) => value && Object.fromEntries(Object.keys(value).map((key) => [key, HIDDEN])),
}

/** True where a value holds a personal fact, however deep; a file may. */
export type HoldsPersonal<T> = T extends null | undefined
  ? never
  : T extends FileAnswer
    ? true
    : typeof tells extends keyof T
      ? true
      : T extends ReadonlyArray<infer Each>
        ? HoldsPersonal<Each>
        : T extends object
          ? { [K in keyof T]-?: HoldsPersonal<T[K]> }[keyof T]
          : never

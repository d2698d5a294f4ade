/**
 * What only some may read, whoever answers it: a field says once by which permission (`reserved`). Without it the field is null in every
 * answer and every file; no handler has a part in it (`kernel/server/reserved.ts`).
 */
import type { z } from 'zod'
import { metaOf } from './field.ts'

/** Marks a field as shown to holders of a permission alone: `reserved(money('进价'), 'product:cost')`. To all others it is null. */
export const reserved = <T extends z.ZodType>(field: T, code: string): z.ZodNullable<T> =>
  field.nullable().meta({ ...metaOf(field), reserved: code })

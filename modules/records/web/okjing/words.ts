import { metaOf, show, type z } from '#kernel/contract/index.ts'
import { tr } from '#kernel/web/index.ts'
import { kindWord, type RecordKindName } from '../../contract/kinds/kind.ts'

/** What a record of a kind is called. */
export const labelOfKind = (kind: RecordKindName): string => tr(metaOf(kindWord).options?.[kind] ?? kind)
/** What a field holds, in the clinic's words and with its decimals. */
export const saidOf = (field: z.ZodType, value: unknown): string => tr(show(field, value))

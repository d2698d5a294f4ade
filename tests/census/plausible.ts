/** Inputs made from nothing but the contract. */
import { bareOf, fieldsOf, metaOf, z } from '#kernel/contract/index.ts'

/** An input of the right shape as far as one can tell from the contract: 1 for ids, the first choice, today. */
export function plausible(shape: z.ZodType, all: boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fieldsOf(shape)).flatMap(([name, field]) =>
      all || !field.safeParse(undefined).success ? [[name, valueOf(field)]] : [],
    ),
  )
}
/** A plausible value of one field. */
export function valueOf(field: z.ZodType): unknown {
  const bare = bareOf(field)
  const meta = metaOf(field)
  if (bare instanceof z.ZodObject) return plausible(bare, false)
  // Rows of several forms are drawings, which our own screens alone write.
  if (bare instanceof z.ZodArray) return bareOf(bare.element as z.ZodType) instanceof z.ZodUnion ? [] : [valueOf(bare.element as z.ZodType)]
  if (bare instanceof z.ZodLiteral) return [...(bare as z.ZodLiteral<number>).values][0]
  if (bare instanceof z.ZodBoolean) return true
  if (meta.label === '签名') return 'M20 60 L60 30 L100 70 L140 40'
  switch (meta.format) {
    case 'date':
      return '2026-11-21'
    case 'moment':
      return '2026-11-21 09:30'
    case 'clock':
      return '09:30'
    case 'phone':
      return '13900000000'
    case 'file':
      return { filename: 'x.csv', mimetype: 'text/csv', bytes: new TextEncoder().encode('a,b\n1,2\n') }
    default:
      return bare instanceof z.ZodNumber ? 1 : 'x'
  }
}

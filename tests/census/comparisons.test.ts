/**
 * Facts that are compared or read by a convention declare it: order kinds by the parameters of their labels, imports by the codes of their
 * choices.
 */
import { describe, expect, it } from 'vitest'
import { bareOf, fieldsOf, metaOf, z } from '#kernel/contract/index.ts'
import { importedShapes } from '#kernel/server/undo.ts'
import { everyKind } from '#modules/lens-orders/contract/kinds/index.ts'
import { orderKind } from '#modules/lens-orders/contract/kinds/kind.ts'
import { modules } from '../../apps/server/modules.gen.ts'

/** Choices whose numbers are ours alone or count something: no standard and no other system writes them otherwise. */
const OWN: Readonly<Record<string, string>> = {
  'patients.parentsMyopic': 'counts the parents',
  'patients.potential.parentsMyopic': 'counts the parents',
  'product.category': 'numbers of our own catalogue, as the seeds have them',
  'product.classifyStatus': 'numbers of our own catalogue, as the seeds have them',
  'product.chargeType': 'numbers of our own catalogue, as the seeds have them',
  'product.lensType': 'numbers of our own catalogue, as the seeds have them',
  'product.status': 'numbers of our own catalogue, as the seeds have them',
  'product.deviceClass': 'classes I to III of the regulation',
  'product.prefixLength': 'counts digits',
  'eyefile.channels.kind': 'our own kinds of channels, written as words',
  'eyefile.schools.stage': 'our own stages of schools, written as words',
}
/** Choices of an import that files may write as codes nobody declared. */
const undeclared = (shapes: Iterable<readonly [string, z.ZodObject]>): string[] =>
  [...shapes].flatMap(([kind, shape]) =>
    Object.entries(fieldsOf(shape)).flatMap(([field, schema]) => {
      const { options, conventions } = metaOf(schema)
      const bare = bareOf(schema)
      const numbered = bare instanceof z.ZodLiteral && [...bare.values].every((v) => typeof v === 'number')
      return options && numbered && !conventions && !(`${kind}.${field}` in OWN) ? [`${kind}.${field}`] : []
    }),
  )
/** Parameters of an order kind that a receipt neither asks for nor says why not. */
const forgotten = (kinds: ReturnType<typeof everyKind>): string[] =>
  kinds.flatMap(({ kind, parameters, receipt }) =>
    parameters.filter((p) => !receipt.told.includes(p) && !(p in receipt.untold)).map((p) => `${kind}.${p}`),
  )

describe('what is compared', () => {
  it('is every parameter of every order kind: told by its label, or said why no label tells it', () => {
    expect(forgotten(everyKind())).toEqual([])
    const soft = everyKind().find((k) => k.kind === 'soft')!
    const planted = orderKind({ ...soft, kind: 'planted', parameters: [...soft.parameters, 'prism'] })
    expect(forgotten([planted])).toEqual(['planted.prism'])
  })
  it('is every choice an import takes: a column of codes is read by a declared convention', () => {
    expect(modules.length).toBeGreaterThan(20)
    expect(importedShapes.size).toBeGreaterThan(5)
    expect(undeclared(importedShapes)).toEqual([])
    const blood = z.literal([1, 2]).meta({ label: '血型', options: { 1: 'A', 2: 'B' } })
    expect(undeclared([['planted', z.object({ blood })]])).toEqual(['planted.blood'])
  })
})

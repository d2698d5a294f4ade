import { describe, expect, it } from 'vitest'
import { metaOf } from '#kernel/contract/index.ts'
import { recordKinds } from '../../contract/kinds/index.ts'
import type { RecordKind } from '../../contract/kinds/kind.ts'
import { phrasedIn } from './phrased.ts'

const kinds: ReadonlyArray<readonly [string, RecordKind]> = Object.entries(recordKinds)
const written = ({ fields }: RecordKind) => Object.keys(fields).filter((name) => metaOf(fields[name]!).format === 'long')

describe('templates and complaints in the clinical records', () => {
  it.each(kinds.filter(([, kind]) => written(kind).length > 0))('every free text of %s takes them', (_, kind) => {
    expect(Object.keys(phrasedIn(kind.fields))).toEqual(written(kind))
  })
  it('go where they belong: what is advised among the advice, why among the diagnosis', () => {
    expect(phrasedIn(recordKinds['okjing-first-record'].fields)).toMatchObject({
      resultReason: 'diagnosis',
      treatmentPlan: 'advice',
      eyeHistory: 'history',
    })
    expect(phrasedIn(recordKinds['okjing-regular-review'].fields)).toMatchObject({ decisionReason: 'diagnosis', advice: 'advice' })
    expect(kinds.filter(([, kind]) => written(kind).length > 0).length).toBeGreaterThan(6)
  })
})

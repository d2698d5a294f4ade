import { describe, expect, it } from 'vitest'
import { silentEye } from './eyes.ts'
import { everyKind } from './kinds/index.ts'
import { metaOf } from '#kernel/contract/index.ts'

describe('an eye nobody wrote of', () => {
  it.each(everyKind.map((k) => [k.kind, k] as const))('of %s is told from one that was measured', (_, kind) => {
    const fieldsOf = (side: 'od' | 'os') =>
      Object.entries(kind.fields).flatMap(([field, schema]) => (metaOf(schema).eye === side ? [field] : []))
    const [od] = fieldsOf('od')
    const [os] = fieldsOf('os')
    expect(silentEye(kind.fields, {})).toBeUndefined()
    if (od && os) {
      expect(silentEye(kind.fields, { [od]: 0 })).toBe('Os')
      expect(silentEye(kind.fields, { [os]: 0 })).toBe('Od')
      expect(silentEye(kind.fields, { [od]: 1, [os]: 1 })).toBeUndefined()
    }
  })
})

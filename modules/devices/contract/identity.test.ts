import { describe, expect, it } from 'vitest'
import { comparePerson, samePerson } from './identity.ts'

const woman = { name: '李美华', pinyin: 'limeihua', birth: '1990-03-02', gender: 1 }
const verdict = (written: object) => samePerson(comparePerson({ name: null, birth: null, sex: null, ...written }, woman))

describe('whose eyes a file says they were', () => {
  it('differs in name, sex or birth: a man born in 2012 is not a woman born in 1990', () => {
    expect(verdict({ name: '张伟', sex: 0, birth: '2012-05-01' })).toBe('different')
    for (const one of [{ name: '李美' }, { sex: 0 }, { birth: '1990-02-03' }]) expect(verdict(one)).toBe('different')
  })
  it('is the same only when all three are said and agree; what it leaves out is unknown', () => {
    expect(verdict({ name: '李 美华', sex: 1, birth: '1990-03-02' })).toBe('same')
    expect([verdict({}), verdict({ name: '李美华', sex: 1 })]).toEqual(['unknown', 'unknown'])
  })
  it('is read in Latin letters, family name first or last', () => {
    for (const name of ['LI MEIHUA', 'Meihua Li', 'li^mei-hua']) expect(verdict({ name, sex: 1, birth: '1990-03-02' }), name).toBe('same')
    expect(verdict({ name: 'WANG WEI' })).toBe('different')
  })
})

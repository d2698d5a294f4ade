import { describe, expect, it } from 'vitest'
import { hasShared, sharedText } from '../../../tests/shared.ts'
import { parseOlsmRow } from './olsm.ts'

const row = { id: '1', studyyear: '1992', myopic: 'Yes', age: '6', gender: 'Female', spheq: '-0.052', al: '21.89', acd: '3.69', lt: '3.498', vcd: '14.7', sporthr: '45', readhr: '8', comphr: '0', studyhr: '0', tvhr: '10', diopterhr: '34', mommy: 'Yes', dadmy: 'Yes' }

describe('OLSM table', () => {
  it('a child becomes a member with the right eye\'s biometry, digits kept', () => {
    expect(parseOlsmRow(row).value).toMatchObject({ name: 'Orinda 001', gender: 1, birth: '1986-07-01', at: '1992-10-01', seOd: -0.052, alOd: 21.89, vtOd: 14.7, parentsMyopic: 2, outdoorHours: 6.4 })
  })
  it('a broken cell is named with its column and words', () => {
    expect(parseOlsmRow({ ...row, al: '219', gender: '?' }).errors).toEqual([
      { column: 'al', given: '219', sentence: '眼轴：应在 15 到 40 之间' },
      { column: 'gender', given: '?', sentence: '性别：应为 Male 或 Female' },
    ])
  })
  it.skipIf(!hasShared)('all 618 rows of the study read', () => {
    const [head, ...lines] = sharedText('domain/data/screening/olsm_myopia_618.csv').trim().split(/\r?\n/).map((l) => l.split(',').map((c) => c.replace(/^"|"$/g, '')))
    const all = lines.map((l) => parseOlsmRow(Object.fromEntries(head!.map((h, i) => [h, l[i]]))))
    expect(all.filter((a) => a.value)).toHaveLength(618)
  })
})

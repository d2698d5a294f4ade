import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasShared, sharedText } from '../../../tests/shared.ts'
import { OLSM_COLUMNS, parseOlsmRow } from './olsm.ts'

const row = {
  id: '1',
  studyyear: '1992',
  myopic: 'Yes',
  age: '6',
  gender: 'Female',
  spheq: '-0.052',
  al: '21.89',
  acd: '3.69',
  lt: '3.498',
  vcd: '14.7',
  sporthr: '45',
  readhr: '8',
  comphr: '0',
  studyhr: '0',
  tvhr: '10',
  diopterhr: '34',
  mommy: 'Yes',
  dadmy: 'Yes',
}

describe('OLSM table', () => {
  it("a child becomes a member with the right eye's biometry, digits kept", () => {
    expect(parseOlsmRow(row).value).toMatchObject({
      name: 'Orinda 001',
      gender: 1,
      birth: '1986-07-01',
      at: '1992-10-01',
      seOd: -0.052,
      alOd: 21.89,
      vtOd: 14.7,
      parentsMyopic: 2,
      outdoorHours: 6.4,
    })
  })
  it('a broken cell is named with its column and words', () => {
    expect(parseOlsmRow({ ...row, al: '219', gender: '?' }).errors).toEqual([
      { column: 'al', given: '219', sentence: '眼轴：应在 15 到 40 之间' },
      { column: 'gender', given: '?', sentence: '性别：应为 Male 或 Female' },
    ])
  })
  it.skipIf(!hasShared)('all 618 rows of the study read', () => {
    const [head, ...lines] = sharedText('domain/data/screening/olsm_myopia_618.csv')
      .trim()
      .split(/\r?\n/)
      .map((l) => l.split(',').map((c) => c.replace(/^"|"$/g, '')))
    const all = lines.map((l) => parseOlsmRow(Object.fromEntries(head!.map((h, i) => [h, l[i]]))))
    expect(all.filter((a) => a.value)).toHaveLength(618)
  })
  it("parents are counted, hours are a day's, and the follow-up stands in the note", () => {
    expect(parseOlsmRow({ ...row, mommy: 'No' }).value).toMatchObject({
      parentsMyopic: 1,
      nearWorkHours: 1.1,
      note: 'OLSM 1992，研究编号 1，随访中发生近视',
    })
    expect(parseOlsmRow({ ...row, mommy: 'No', dadmy: 'no', myopic: 'No', gender: 'Male' }).value).toMatchObject({
      parentsMyopic: 0,
      gender: 0,
      note: 'OLSM 1992，研究编号 1',
    })
    expect(parseOlsmRow({ ...row, sporthr: '168' }).value!.outdoorHours).toBe(24)
  })
  it('the right eye alone has values: the study does not say them of the left', () => {
    expect(Object.keys(parseOlsmRow(row).value!).filter((k) => k.endsWith('Os'))).toEqual([])
  })
  it('an empty cell, a word, a half year and an unknown answer are named, never guessed', () => {
    const columns = (values: Record<string, string>) => parseOlsmRow({ ...row, ...values }).errors.map((e) => [e.column, e.sentence])
    expect([
      columns({ al: '' }),
      columns({ spheq: '0x1' }),
      columns({ age: '6.5' }),
      columns({ dadmy: 'NA' }),
      columns({ id: '1a' }),
    ]).toEqual([
      [['al', '眼轴：应为数字']],
      [['spheq', '等效球镜：应为数字']],
      [['age', '年龄：应为整数']],
      [['dadmy', '父亲近视：应为 Yes 或 No']],
      [['id', '编号：应为整数']],
    ])
    expect(parseOlsmRow({}).errors.map((e) => e.column)).toHaveLength(17)
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...OLSM_COLUMNS), fc.string()), (cells) => {
        const { value, errors } = parseOlsmRow({ ...row, ...cells })
        expect(value === undefined).toBe(errors.length > 0)
      }),
    )
  })
  it.skipIf(!hasShared)(
    'of all 618 children the age at the day of the study is the age in the table, and AL is the sum of its parts',
    () => {
      const [head, ...lines] = sharedText('domain/data/screening/olsm_myopia_618.csv')
        .trim()
        .split(/\r?\n/)
        .map((l) => l.split(',').map((c) => c.replace(/^"|"$/g, '')))
      expect(head).toEqual([...OLSM_COLUMNS])
      let parents = 0
      for (const line of lines) {
        const values = Object.fromEntries(head!.map((h, i) => [h, line[i]]))
        const child = parseOlsmRow(values).value!
        expect(Number(child.at.slice(0, 4)) - Number(child.birth.slice(0, 4)) - (child.at.slice(5) < child.birth.slice(5) ? 1 : 0)).toBe(
          Number(values.age),
        )
        expect(Math.abs(child.alOd - child.acdOd - child.ltOd - child.vtOd)).toBeLessThan(0.01)
        parents += child.parentsMyopic
      }
      expect(parents).toBe(313 + 308)
    },
  )
})

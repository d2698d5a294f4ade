/**
 * Files that people really sent and that went wrong once (../shared/cases): read as a person would read them, or refused at the cell with
 * the remedy.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { hasShared, sharedBytes } from '../../../tests/shared.ts'

describe.runIf(hasShared)('files people sent', () => {
  let clinic: Clinic
  beforeAll(async () => {
    clinic = await freshClinic()
  })
  const tried = (name: string) =>
    clinic.as('manager').call('patients.import', {
      file: { filename: name, mimetype: 'application/octet-stream', bytes: sharedBytes(`cases/bug-reports/${name}`) },
      hid: clinic.hid,
      dryRun: true,
    })
  const lost = 'Excel 已丢失末位，请把该列设为文本后重新导出'

  it('a telephone number whose last digits Excel dropped is refused at its cell, never made up', async () => {
    expect(await tried('F4a-phone-scientific.csv')).toMatchObject({
      good: 0,
      bad: 1,
      errors: [{ row: 2, column: '手机号', sentence: lost }],
    })
  })
  it('so is an identity number that was kept as a number', async () => {
    expect(await tried('F4b-id-as-number.xlsx')).toMatchObject({ good: 0, errors: [{ column: '身份证号', sentence: lost }] })
  })
  it('a total and the line people sign are named and left out', async () => {
    const answer = await tried('F7-total-row.csv')
    expect(answer).toMatchObject({ rows: 1, good: 1, bad: 0, errors: [] })
    expect(answer.notes.map(({ row, given }) => [row, given])).toEqual([
      [3, '合计'],
      [4, '填表人：张老师'],
    ])
  })
  it('an error of a formula is refused, not taken for a name', async () => {
    const { errors } = await tried('F8-error-cell-name.xlsx')
    expect(errors[0]).toMatchObject({ column: '姓名', sentence: expect.stringContaining('错误值') as string })
  })
  it('a title above the head is passed over, and so is a hidden first sheet', async () => {
    expect(await tried('F11-title-row.csv')).toMatchObject({ rows: 1, good: 1, errors: [] })
    expect(await tried('F11-hidden-first-sheet.xlsx')).toMatchObject({ good: 1, errors: [] })
  })
})

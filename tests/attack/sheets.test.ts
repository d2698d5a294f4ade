/** Spreadsheets made to stop the server. */
import { writeXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { readSheet } from '#kernel/server/reading.ts'
import { fairly } from '../patience.ts'

it('merged cells down to the last row of Excel cost no more than the rows there are', async () => {
  const merges = Array.from({ length: 2000 }, () => ({ startRow: 1, startCol: 0, endRow: 1_048_575, endCol: 0 }))
  const bytes = await writeXlsx({ sheets: [{ name: '会员', rows: [['姓名'], ['甲'], ['乙']], merges }] })
  const from = performance.now()
  const read = await readSheet({ bytes, filename: '会员.xlsx' })
  expect(performance.now() - from).toBeLessThan(fairly(1000))
  expect(read.rows).toHaveLength(2)
})

/** An exported workbook as a person reads it: heads, lines, and the total below. */
import { readXlsx } from 'hucre/xlsx'

export async function bookOf(bytes: Uint8Array) {
  const [head = [], ...rows] = (await readXlsx(bytes)).sheets[0]?.rows ?? []
  const isTotal = rows.at(-1)?.[0] === '合计'
  return { head, lines: isTotal ? rows.slice(0, -1) : rows, total: isTotal ? rows.at(-1) : undefined }
}
export const bookFrom = async (answer: Response) => bookOf(new Uint8Array(await answer.arrayBuffer()))

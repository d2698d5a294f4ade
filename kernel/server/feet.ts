/** Rows of a table that are none of its things: totals, and the lines people sign. */
import type { ImportError } from '#kernel/contract/internal.ts'
import type { ReadSheet } from './parse/parse.ts'

/** Words that stand alone in the first filled cell of a total. */
const TOTAL = /^(合计|总计|小计|共计|累计|总数|本页合计|total|subtotal)\s*[:：]?$/i
/** Words that begin a line people fill in below a table. */
const SIGNED =
  /^(填表人?|制表人?|制单人?|审核人?|复核人?|审批人?|经办人|负责人|校对人?|签名|签字|盖章|单位盖章|(填表|填报|制表|打印|导出)(日期|时间))\s*[:：]/

const footIn = (cells: readonly string[]): string | undefined => {
  const first = cells.find((cell) => cell !== '') ?? ''
  return TOTAL.test(first) || SIGNED.test(first) ? first : undefined
}
/** A sheet without its feet, and a note for each, so that nothing is left out without a word. */
export function withoutFeet({ head, rows, numbers }: ReadSheet): { read: ReadSheet; feet: ImportError[] } {
  const isFoot = rows.map((cells) => footIn(cells) !== undefined)
  const feet = rows.flatMap((cells, i) => {
    const first = footIn(cells)
    const row = numbers[i] ?? 0
    return first === undefined
      ? []
      : [{ row, column: '', field: null, given: first.slice(0, 200), sentence: `“${first.slice(0, 50)}”是合计或签名行，不导入` }]
  })
  if (!feet.length) return { read: { head, rows, numbers }, feet }
  return { read: { head, rows: rows.filter((_, i) => !isFoot[i]), numbers: numbers.filter((_, i) => !isFoot[i]) }, feet }
}

/** Running numbers: the one place that hands them out, per organisation and series. */
import type { Cx } from './cx.ts'
import { sql } from './database/sql.ts'

/** A number as it is printed: what stands before the day, the day, and a `#` for each digit of the running number. */
export type NumberForm = `${string}${'yymmdd' | 'yyyymmdd'}${'' | '-'}${'###' | '####'}`

/**
 * The next number in a form: `number(cx, 'PJyymmdd####')` is PJ2611210001, then PJ2611210002. Past its digits a number grows longer. Each
 * store gives out ten in a row, then the next ten of the chain (decision 0143): of one store none is left out.
 */
export async function number(cx: Cx, form: NumberForm): Promise<string> {
  const day = cx.today.replaceAll('-', '')
  const digits = /#+$/.exec(form)![0].length
  const series = form.slice(0, -digits).replace('yyyymmdd', day).replace('yymmdd', day.slice(2))
  const { n } = await cx.db.the({ n: 'number' }, sql`select next_number_in(${series}, ${cx.who.hid}) n`)
  return `${series}${String(n).padStart(digits, '0')}`
}

/**
 * The next number of a series, 1 first. Whoever takes one of the same series later waits until this transaction ends, so no number is left
 * out.
 */
export async function nextNumber(cx: Cx, series: string): Promise<number> {
  return (await cx.db.one({ n: 'number' }, sql`select next_number(${series}) n`))!.n
}

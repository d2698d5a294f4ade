/** What the rows that point to a member are called, and what becomes of them when the member's personal facts are erased on request. */
import type { Keeps } from '#kernel/contract/tables.ts'
import { declaredTables, wordOf } from '#kernel/server/declared.ts'
import { sql, type Cx } from '#kernel/server/index.ts'

/** Why rows stay when somebody's personal facts are erased, and for how many years after the last visit. */
export const laws = {
  accounting: { law: '会计档案管理办法（财政部、国家档案局令第79号，2015）：会计凭证保存 30 年', years: 30 },
  medical: { law: '医疗机构病历管理规定（2013）第二十九条：门诊病历自最后一次就诊起保存不少于 15 年', years: 15 },
  goods: { law: '医疗器械经营监督管理办法（2022）：销售记录保存不少于 5 年', years: 5 },
  proof: { law: '个人信息保护法（2021）：证明处理有合法依据的记录', years: 3 },
  business: { law: '与其他记录关联，只保留会员号', years: null },
} as const satisfies Record<Exclude<Keeps, 'erased'>, { law: string; years: number | null }>

/** What rows that point to a member are called: of members themselves, why they do. */
const KINDS: Readonly<Record<string, string>> = { patient: '被推荐或并入的会员', job: '排队中的任务' }
export const kindOf = (table: string): string => KINDS[table] ?? wordOf(table)
/** By which law rows of a table stay, or that they are erased. */
export const keepsOf = (table: string): Keeps => declaredTables().get(table)?.keeps ?? 'business'
/** Tables whose rows go with the personal facts. */
export const erasedTables = (): string[] => [...declaredTables().values()].filter((t) => t.keeps === 'erased').map((t) => t.name)

/** How many rows of which table point to a member. */
export const usesOfMember = (cx: Cx, pid: number): Promise<Array<{ tbl: string; rows: number }>> =>
  cx.db.rows({ tbl: 'string', rows: 'number' }, sql`select tbl, rows from patient_uses(${pid})`)

/** Rows by what they are called, the most numerous first. */
export function summed<R extends { tbl: string; rows: number }>(rows: readonly R[]): Array<{ what: string; rows: number }> {
  const sums = new Map<string, number>()
  for (const { tbl, rows: n } of rows) sums.set(kindOf(tbl), (sums.get(kindOf(tbl)) ?? 0) + n)
  return [...sums].map(([what, n]) => ({ what, rows: n })).sort((a, b) => b.rows - a.rows)
}

/** Lists: the three families of page parameters in the legacy calls, and the shape of their answer. */
import { z } from 'zod'

const size = (fallback: number) => z.int().min(0).max(200).default(fallback).meta({ label: '每页条数', format: 'count' })
const number = () => z.int().min(1).max(1_000_000).default(1).meta({ label: '页码', format: 'count' })

/** `per_page` and `page`. */
export const perPage = { per_page: size(20), page: number() }
/** `pageSize` and `pageNum`. In every family a size of 0 asks for all rows. */
export const pageSize = { pageSize: size(20), pageNum: number() }
/** `page_num` and `page_size`. */
export const page_size = { page_num: number(), page_size: size(20) }

/** The answer of every list: the rows of this page and how many there are in all. */
export const page = <S extends z.ZodType>(row: S) => z.object({ list: z.array(row), total: z.int().meta({ label: '总数' }) })
export interface Page<Row> {
  list: Row[]
  total: number
}

/** Rows a list answers at most when all are asked for; more are refused (`too_many`) and read page by page or as a file. */
export const MOST_LISTED = 5000
/** Name of the size parameter a query speaks. */
export const sizeOf = (query: object): string => ['per_page', 'page_size', 'pageSize'].find((name) => name in query) ?? 'pageSize'

/** Offset and limit of a query, whichever family it speaks. Limit 0 means all. */
export function windowOf(query: object): { limit: number; offset: number } {
  const q = query as Record<string, number | undefined>
  const limit = q.per_page ?? q.pageSize ?? q.page_size ?? 20
  const number = q.page ?? q.pageNum ?? q.page_num ?? 1
  return { limit, offset: limit * (number - 1) }
}

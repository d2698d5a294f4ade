/** What a table reads out of a list endpoint: its row shape, its page parameters, its filters. */
import { bareOf, fieldsOf, z, type Endpoint } from '#kernel/contract/index.ts'

type Shaped = Pick<Endpoint, 'input' | 'output'>

/** Fields of a row: of `{ list: Row[] }` or of `Row[]`. */
export function rowFieldsOf(endpoint: Shaped): Record<string, z.ZodType> {
  const out = bareOf(endpoint.output)
  const list = out instanceof z.ZodArray ? out : bareOf(fieldsOf(out).list ?? out)
  return list instanceof z.ZodArray ? fieldsOf(list.element as z.ZodType) : {}
}

const families = [
  ['per_page', 'page'],
  ['pageSize', 'pageNum'],
  ['page_size', 'page_num'],
] as const
/** Names of the page parameters an endpoint speaks, or undefined when it answers everything at once. */
export function pagingOf(endpoint: Shaped): { size: string; number: string } | undefined {
  const fields = fieldsOf(endpoint.input)
  const family = families.find(([size]) => fields[size])
  return family && { size: family[0], number: family[1] }
}

/** The rows and their number in an answer of either kind. */
export function rowsOf(answer: unknown): { rows: object[]; total: number } {
  if (Array.isArray(answer)) return { rows: answer as object[], total: answer.length }
  const page = answer as { list?: object[]; total?: number } | undefined
  const rows = page?.list ?? []
  return { rows, total: page?.total ?? rows.length }
}

/** A text of the address as a value of a field; undefined when the field would refuse it. */
export function valueOf(field: z.ZodType, text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  const candidates: unknown[] = [text, Number(text), text === 'true' ? true : text === 'false' ? false : undefined, [Number(text)], [text]]
  return candidates.find((c) => c !== undefined && field.safeParse(c).success)
}

/** Sorts rows by a field, empty values last; `-name` is descending. */
export function sorted<R extends object>(rows: readonly R[], sort: string | undefined): readonly R[] {
  if (!sort) return rows
  const down = sort.startsWith('-')
  const key = (down ? sort.slice(1) : sort) as keyof R
  const order = new Intl.Collator('zh-CN', { numeric: true })
  return [...rows].sort((a, b) => {
    const [x, y] = [a[key], b[key]] as [unknown, unknown]
    if (x === y) return 0
    if (x === null || x === undefined) return 1
    if (y === null || y === undefined) return -1
    const by = typeof x === 'number' && typeof y === 'number' ? x - y : order.compare(String(x), String(y))
    return down ? -by : by
  })
}

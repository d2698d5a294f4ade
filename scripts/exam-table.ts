/** The migration of a kind of examination, from its declaration: a column for each field, a CHECK for each limit, and `exam_table` for the rest. */
import { bareOf, metaOf, z } from '../kernel/contract/index.ts'
import { everyKind, type AnyExam } from '../modules/exams/contract/kinds/index.ts'
import { snake } from '../kernel/server/database/sql.ts'

const quoted = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value}'`)
/** Type of a column, and what a value must be; `c` is the column. */
function columnOf(schema: z.ZodType): { type: string; rule?: (c: string) => string } {
  const bare = bareOf(schema)
  if (bare instanceof z.ZodLiteral) {
    const values = [...bare.values].flatMap((v) => (typeof v === 'number' || typeof v === 'string' ? [v] : []))
    return { type: typeof values[0] === 'number' ? 'int' : 'text', rule: (c) => `${c} in (${values.map(quoted).join(', ')})` }
  }
  if (bare instanceof z.ZodNumber) {
    const { minValue, maxValue, format } = bare
    const [whole, axis] = [format === 'safeint', metaOf(schema).format === 'axis']
    const id = metaOf(schema).format === 'id'
    if (id) return { type: 'bigint' }
    return { type: whole ? 'int' : 'numeric', rule: (c) => `${c} between ${axis ? 1 : minValue} and ${maxValue}` }
  }
  if (bare instanceof z.ZodBoolean) return { type: 'boolean' }
  return { type: metaOf(schema).format === 'date' ? 'date' : 'text' }
}
/** Name of the kind's file beside its number, and its content. */
export function migrationOf(kind: string): string {
  const of: AnyExam | undefined = everyKind.find((one) => one.kind === kind)
  if (!of) throw new Error(`no kind ${kind}`)
  const fields = Object.entries(of.fields)
  const columns = fields.map(([name, schema]) => {
    const required = of.required?.includes(name) ? ' not null' : ''
    return `  ${snake(name)} ${columnOf(schema).type}${required}`
  })
  const rules = new Map<string, string[]>()
  for (const [name, schema] of fields) {
    const { rule } = columnOf(schema)
    if (rule) rules.set(metaOf(schema).pair ?? name, [...(rules.get(metaOf(schema).pair ?? name) ?? []), rule(snake(name))])
  }
  const checks = [...rules].map(([base, both]) => `  constraint ${of.table}__${snake(base)} check (${both.join(' and ')})`)
  return [
    `-- ${of.noun}: limits as its declaration has them (contract/kinds/${kind}.ts); the census compares the two.`,
    `create table ${of.table} (`,
    ['  oid bigint not null', '  id bigint generated always as identity', ...columns, ...checks, '  primary key (oid, id)'].join(',\n'),
    ');',
    `select exam_table('${of.table}');`,
    '',
  ].join('\n')
}

/**
 * The migration of a kind of examination, from its declaration: a column for each field, a CHECK for each limit, and what every examination
 * has.
 */
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

/** Columns of every examination beside its measures. */
const ENVELOPE = [
  'pid bigint not null',
  'hid bigint not null',
  'exam_time timestamptz not null default app_now()',
  'examiner bigint not null',
  'device text',
  'resid bigint',
  'status int not null default 0',
  'version int not null default 0',
  'note text',
  `origin jsonb not null default '{}'`,
  `confirmed jsonb not null default '[]'`,
  'import_id bigint',
  'change_reason text',
  'signed_by bigint',
  'signed_at timestamptz',
  'created_at timestamptz not null default app_now()',
  'created_by bigint default app_ctid()',
  'updated_at timestamptz not null default app_now()',
  'updated_by bigint default app_ctid()',
  ...['od', 'os'].flatMap((eye) => [`eye_state_${eye} int not null default 0`, `eye_reason_${eye} text`]),
]
const unmeasured = (eye: string, own: readonly string[]): string =>
  `eye_state_${eye} = 0 or num_nonnulls(\n      ${own.join(',\n      ')}\n    ) = 0`
/** An eye is measured (0), or was not examined (1), could not be (2) or is missing (3): then with a reason and without values. */
const eyeChecks = (table: string, measures: readonly string[]): string[] =>
  ['od', 'os'].flatMap((eye) => {
    const own = measures.filter((column) => column.endsWith(`_${eye}`))
    return [
      `constraint ${table}__eye_state_${eye} check (eye_state_${eye} between 0 and 3)`,
      `constraint ${table}__eye_reason_${eye} check (eye_state_${eye} = 0 or btrim(coalesce(eye_reason_${eye}, '')) <> '')`,
      ...(own.length ? [`constraint ${table}__unmeasured_${eye} check (\n    ${unmeasured(eye, own)}\n  )`] : []),
    ]
  })
const KEYS = [
  'foreign key (oid, pid) references patient',
  'foreign key (oid, hid) references store',
  'foreign key (oid, examiner) references contact',
  'foreign key (oid, resid) references reservation',
  'foreign key (oid, import_id) references import_batch',
  'foreign key (oid, signed_by) references contact',
]
const COMMENTS = {
  origin: 'field → typed, device:<file>, copied:<row>, normal, imported, calculated; a field not named was typed',
  confirmed: 'unusual values that were confirmed: [{code, field, value, sentence, ctid, at}]',
  change_reason: 'reason of the last amendment or voiding',
}
const INDEXES = {
  member: 'pid, exam_time desc',
  store: 'hid, status, exam_time desc',
  examiner: 'examiner',
  visit: 'resid',
  import: 'import_id',
  signer: 'signed_by',
}

/** Text of the migration. The guard of signed rows is generated for all kinds (`modules/exams/database/kinds.gen.sql`). */
export function migrationOf(kind: string): string {
  const declared: AnyExam | undefined = everyKind.find((one) => one.kind === kind)
  if (!declared) throw new Error(`no kind ${kind}`)
  const { table, noun } = declared
  const fields = Object.entries(declared.fields)
  const columns = fields.map(([name, schema]) => {
    const required = declared.required?.includes(name) ? ' not null' : ''
    return `${snake(name)} ${columnOf(schema).type}${required}`
  })
  const rules = new Map<string, string[]>()
  for (const [name, schema] of fields) {
    const { rule } = columnOf(schema)
    if (rule) rules.set(metaOf(schema).pair ?? name, [...(rules.get(metaOf(schema).pair ?? name) ?? []), rule(snake(name))])
  }
  const checks = [...rules].map(([base, both]) => `constraint ${table}__${snake(base)} check (${both.join(' and ')})`)
  const members = [
    'oid bigint not null',
    'id bigint generated always as identity',
    ...columns,
    ...ENVELOPE,
    ...checks,
    `constraint ${table}__signed check (status <> 2 or (signed_by is not null and signed_at is not null))`,
    ...eyeChecks(
      table,
      fields.map(([name]) => snake(name)),
    ),
    'primary key (oid, id)',
    ...KEYS,
  ]
  return [
    `-- ${noun}: limits as its declaration has them (contract/kinds/${kind}.ts); the census compares the two.`,
    `create table ${table} (\n  ${members.join(',\n  ')}\n);`,
    ...Object.entries(COMMENTS).map(([column, text]) => `comment on column ${table}.${column}\n  is '${text}';`),
    ...Object.entries(INDEXES).map(([name, on]) => `create index ${table}__by_${name} on ${table} (oid, ${on});`),
    '',
  ].join('\n')
}

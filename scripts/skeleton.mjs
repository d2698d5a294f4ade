/** The files of a new module: one table, one list and one form that work, in the names of the house. */

/** `gift-vouchers` → every spelling a file needs. The noun of one row is the name without its plural s. */
export function namesOf(module) {
  const noun = module.replace(/ies$/, 'y').replace(/s$/, '')
  const camel = (text) => text.replace(/-([a-z])/g, (_, c) => c.toUpperCase())
  const pascal = (text) => camel(text)[0].toUpperCase() + camel(text).slice(1)
  return {
    module,
    noun,
    list: camel(module),
    one: camel(noun),
    Row: pascal(noun),
    List: `${pascal(noun)}List`,
    table: noun.replaceAll('-', '_'),
    key: `${camel(noun)}Id`,
  }
}

/** Path → content. `number` is the migration's, `title` the Chinese name of one row. */
export function moduleFiles({ module, noun, list, one, Row, List, table, key }, { number, title }) {
  const at = `modules/${module}`
  const key_ = key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
  return {
    [`database/migrations/${number}-${module}.sql`]: `create table ${table} (
  oid bigint not null references organisation,
  ${key_} bigint generated always as identity,
  hid bigint not null,
  name text not null,
  note text,
  created_at timestamptz not null default app_now(),
  primary key (oid, ${key_}),
  foreign key (oid, hid) references store,
  constraint ${table}__duplicate unique (oid, hid, name)
);
`,
    [`${at}/contract/tables.ts`]: `import { tables } from '#kernel/contract/tables.ts'

export default tables({
  ${table}: { word: '${title}', wall: 'store' },
})
`,
    [`${at}/README.md`]: `# ${module}\n\n${title}. Owns the table \`${table}\`.\n\n- Invariants: a name stands once per store.\n- Door: none yet.\n`,
    [`${at}/contract/fields.ts`]: `import { id, moment, name, note } from '#kernel/contract/index.ts'

export const ${one}Fields = {
  ${key}: id('${title}'),
  hid: id('门店'),
  name: name('${title}名称'),
  note: note().nullable(),
  createdAt: moment('创建时间'),
}
`,
    [`${at}/contract/shapes.ts`]: `import { id, page, perPage, text, z } from '#kernel/contract/index.ts'
import { ${one}Fields } from './fields.ts'

export const ${Row} = z.object(${one}Fields)
export type ${Row} = z.output<typeof ${Row}>
export const ${Row}Page = page(${Row})
export const ${Row}Query = z.object({ hid: id('门店'), name: text('${title}名称').optional(), ...perPage })
/** Creates (no id) or changes one. */
export const Save${Row} = z.object({ ${key}: ${one}Fields.${key}.optional(), name: ${one}Fields.name, note: ${one}Fields.note.optional() })
`,
    [`${at}/contract/endpoints.ts`]: `import { get, post } from '#kernel/contract/index.ts'
import { ${Row}, ${Row}Page, ${Row}Query, Save${Row} } from './shapes.ts'

export const ${list} = {
  '${module}.list': get('/${module}/list/{hid}', { can: '${noun}:view', summary: '${title} of a store', input: ${Row}Query, output: ${Row}Page }),
  '${module}.save': post('/${module}/addOrupdate', { can: '${noun}:save', summary: 'Creates or changes one', input: Save${Row}, output: ${Row} }),
}
export default ${list}
`,
    [`${at}/contract/permissions.ts`]: `import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  '${noun}:view': { label: '查看${title}', roles: ['reception'] },
  '${noun}:save': { label: '登记和修改${title}', roles: ['reception'] },
})
`,
    [`${at}/contract/screens.ts`]: `import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/${module}': { title: '${title}', can: '${noun}:view', menu: 'settings' },
})
`,
    [`${at}/contract/en.json`]: `${JSON.stringify({ [title]: Row, [`${title}名称`]: `${Row} name`, [`查看${title}`]: `View ${module}`, [`登记和修改${title}`]: `Edit ${module}`, 门店: 'Store', 创建时间: 'Created' }, null, 2)}\n`,
    [`${at}/server/handlers.ts`]: `import { implement, insert, pageOf, sql, update, type Cx } from '#kernel/server/index.ts'
import { ${list} } from '../contract/endpoints.ts'
import type { ${Row} } from '../contract/shapes.ts'

export default implement(${list}, {
  '${module}.list': (cx, query) =>
    pageOf<${Row}>(cx, { select: sql\`*\`, from: sql\`${table}\`, where: [sql\`hid = \${query.hid}\`, query.name !== undefined && sql\`starts_with(name, \${query.name})\`], order: sql\`${key_} desc\` }, query),
  '${module}.save': (cx, { ${key}, ...values }) => save${Row}(cx, ${key}, values),
})

async function save${Row}(cx: Cx, ${key}: number | undefined, values: { name: string; note?: string | null | undefined }): Promise<${Row}> {
  const note = values.note ?? null
  const row = ${key} === undefined ? await insert(cx, '${table}', { hid: cx.who.hid, name: values.name, note }) : await update(cx, '${table}', { ${key} }, { name: values.name, note })
  return row ?? cx.refuse('not_found', { what: '${title}' })
}
`,
    [`${at}/server/${module}.test.ts`]: `import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'

describe('${module}', () => {
  let clinic: Clinic
  beforeAll(async () => {
    clinic = await freshClinic()
  })

  it('lists what was saved, once per name', async () => {
    const desk = clinic.as('reception')
    const saved = await desk.call('${module}.save', { name: '甲' })
    expect((await desk.call('${module}.list', { hid: clinic.hid })).list).toEqual([saved])
    expect(await desk.refusal('${module}.save', { name: '甲' })).toMatchObject({ code: 1 })
  })

  it('is not found from another organisation', async () => {
    const { ${key} } = await clinic.as('reception').call('${module}.save', { name: '乙' })
    const other = await freshClinic()
    expect(await other.as('reception').refusal('${module}.save', { ${key}, name: '丙' })).toMatchObject({ code: 1, message: '${title}不存在或已被删除' })
  })
})
`,
    [`${at}/web/screens.ts`]: `import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/${module}': () => import('./${List}.tsx'),
})
`,
    [`${at}/web/${List}.tsx`]: `import { DataTable, Screen, useWho } from '#kernel/web/index.ts'
import { ${list} } from '../contract/endpoints.ts'

export default function ${List}() {
  const who = useWho()
  return (
    <Screen fill>
      <DataTable of={${list}['${module}.list']} input={{ hid: who.hid }} rowKey="${key}" live={['${module}']} columns={['name', 'note', 'createdAt']} filters={['name']} />
    </Screen>
  )
}
`,
  }
}

/** A screen, or a print page, on which to write. */
export const screenFile = (name, print) =>
  print
    ? `import { PrintSheet } from '#kernel/web/index.ts'

export default function ${name}() {
  return <PrintSheet paper="A5">{null}</PrintSheet>
}
`
    : `import { Screen } from '#kernel/web/index.ts'

export default function ${name}() {
  return <Screen>{null}</Screen>
}
`

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

/** `GiftVoucher` → “Gift voucher”. */
export const inEnglish = (name) => name.replace(/(?<!^)([A-Z])/g, (c) => ` ${c.toLowerCase()}`)

/** Path → content. `number` is the migration's, `title` the Chinese name of one row. */
export function moduleFiles({ module, noun, list, one, Row, List, table, key }, { number, title }) {
  const at = `modules/${module}`
  const [english, lower, plural] = [inEnglish(Row), inEnglish(Row).toLowerCase(), module.replaceAll('-', ' ')]
  const key_ = key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
  return {
    [`${at}/database/${number}-${module}.sql`]: `create table ${table} (
  oid bigint not null references organisation,
  ${key_} bigint generated always as identity,
  hid bigint not null,
  name text not null,
  note text,
  version int not null default 0,
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
    [`${at}/README.md`]: `# ${module}

${title}. Owns the table \`${table}\`.

- Invariants: a name stands once per store.

**Doors** none.
`,
    [`${at}/contract/fields.ts`]: `import { count, id, moment, name, note } from '#kernel/contract/index.ts'

export const ${one}Fields = {
  ${key}: id('${title}'),
  hid: id('门店'),
  name: name('${title}名称'),
  note: note().nullable(),
  version: count('版本'),
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
export const Save${Row} = ${Row}.pick({ ${key}: true, name: true, note: true, version: true }).partial().required({ name: true })
`,
    [`${at}/contract/endpoints.ts`]: `import { get, post } from '#kernel/contract/index.ts'
import { ${Row}, ${Row}Page, ${Row}Query, Save${Row} } from './shapes.ts'

export const ${list} = {
  '${module}.list': get('/${module}/list/{hid}', {
    can: '${noun}:view',
    summary: 'Ours: those of a store',
    input: ${Row}Query,
    output: ${Row}Page,
  }),
  '${module}.save': post('/${module}/addOrupdate', {
    can: '${noun}:save',
    summary: 'Ours: creates or changes one',
    input: Save${Row},
    output: ${Row},
  }),
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
    [`${at}/contract/en.json`]: `${JSON.stringify(
      {
        [title]: english,
        [`${title}名称`]: `${english} name`,
        [`查看${title}`]: `View ${plural}`,
        [`登记和修改${title}`]: `Edit ${plural}`,
        [`新建${title}`]: `New ${lower}`,
        [`${title}已保存`]: `${english} saved`,
        门店: 'Store',
        版本: 'Version',
        创建时间: 'Created',
      },
      null,
      2,
    )}\n`,
    [`${at}/server/handlers.ts`]: `import { change, columnsOf, implement, insert, pageOf, sql } from '#kernel/server/index.ts'
import { ${list} } from '../contract/endpoints.ts'
import { ${Row} } from '../contract/shapes.ts'

export default implement(${list}, {
  '${module}.list': (cx, query) =>
    pageOf(
      cx,
      {
        of: ${Row},
        select: columnsOf(${Row}, '${table}'),
        from: sql\`${table}\`,
        where: [sql\`hid = \${query.hid}\`, query.name !== undefined && sql\`starts_with(name, \${query.name})\`],
        order: sql\`${key_} desc\`,
      },
      query,
    ),
  '${module}.save': (cx, { ${key}, version, ...values }) =>
    ${key} === undefined ? insert(cx, '${table}', { hid: cx.who.hid, ...values }) : change(cx, '${table}', { ${key} }, { version }, values),
})
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

  it('refuses a change on an old version', async () => {
    const desk = clinic.as('reception')
    const { ${key}, version } = await desk.call('${module}.save', { name: '丁' })
    await desk.call('${module}.save', { ${key}, version, name: '丁', note: '改' })
    expect(await desk.refusal('${module}.save', { ${key}, version, name: '戊' })).toMatchObject({ code: 1 })
  })

  it('is not found from another organisation', async () => {
    const { ${key} } = await clinic.as('reception').call('${module}.save', { name: '乙' })
    const other = await freshClinic()
    const refusal = await other.as('reception').refusal('${module}.save', { ${key}, name: '丙' })
    expect(refusal).toMatchObject({ code: 1, message: '${title}不存在或已被删除' })
  })
})
`,
    [`${at}/web/screens.ts`]: `import { components } from '#kernel/web/components.ts'
import screens from '../contract/screens.ts'

export default components(screens, {
  '/${module}': () => import('./${List}.tsx'),
})
`,
    [`${at}/web/${List}.tsx`]: `import { Button, Drawer } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, DataTable, Form, Screen, t, toast, useCan, useWho } from '#kernel/web/index.ts'
import { ${list} } from '../contract/endpoints.ts'
import type { ${Row} } from '../contract/shapes.ts'

export default function ${List}() {
  const { hid } = useWho()
  const can = useCan()
  const [edited, setEdited] = useState<${Row} | 'new'>()
  return (
    <Screen fill>
      <DataTable
        of={${list}['${module}.list']}
        input={{ hid }}
        rowKey="${key}"
        live={['${module}']}
        columns={['name', 'note', 'createdAt']}
        filters={['name']}
        {...(can('${noun}:save') ? { onOpen: (row: ${Row}) => setEdited(row) } : {})}
        tools={
          <Can code="${noun}:save">
            <Button type="primary" icon={<Plus size={14} />} onClick={() => setEdited('new')}>{t\`新建${title}\`}</Button>
          </Can>
        }
      />
      <Drawer
        title={edited === 'new' ? t\`新建${title}\` : t\`${title}\`}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        destroyOnHidden
      >
        {edited && <${Row}Form of={edited} close={() => setEdited(undefined)} />}
      </Drawer>
    </Screen>
  )
}

const ${Row}Form = ({ of: row, close }: { of: ${Row} | 'new'; close: () => void }) => (
  <Form
    of={${list}['${module}.save']}
    {...(row === 'new' ? {} : { initial: row, fixed: { ${key}: row.${key}, version: row.version } })}
    invalidates={[${list}['${module}.list']]}
    fields={[{ key: 'name', span: 12 }, { key: 'note', span: 12 }]}
    onDone={() => (toast(t\`${title}已保存\`, 'ok'), close())}
    onLeave={close}
  />
)
`,
  }
}

/** A screen on which to write. */
export const screenFile = (name) => `import { Screen } from '#kernel/web/index.ts'

export default function ${name}() {
  return <Screen>{null}</Screen>
}
`

/** The declaration of a paper; what stands on it is to be written. */
export const paperOf = (name, title) => `const ${name} = paper({
  title: '${title}',
  sizes: ['A5', 'receipt'],
  // What it is made of: \`one: ask(endpoints['….get'], (at) => ({ id: idAt(at, 'id') }))\`, and \`one\` in the sheet.
  calls: {},
  sheet: (_, { t }) => ({ blocks: [{ is: 'text', text: t\`${title}\` }] }),
})
`
/** The papers of a module that has none yet. */
export const papersFile = (title) => `/** Papers: ${title}. */
import { paper, papers } from '#kernel/contract/index.ts'

export default papers({
})
`

/** The declaration of a new kind of examination: one measure of each eye, to be replaced. */
export const examFile = (kind, noun) => {
  const dashed = kind.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)
  return `import { eyes, measure } from '#kernel/contract/index.ts'
import { crud, exam } from './kind.ts'

const fields = {
  ...eyes('score', measure('得分', { block: [0, 100], warn: [10, 100], unit: '', step: 1, decimals: 0 }).nullable()),
}

export const ${kind} = exam({
  kind: '${kind}',
  table: 'exam_${dashed.replaceAll('-', '_')}',
  noun: '${noun}检查',
  title: '${noun}',
  english: '${inEnglish(kind[0].toUpperCase() + kind.slice(1))}, ours',
  tab: '${kind}',
  calls: crud('/v1/{product}/exam-${dashed}'),
  fields,
  beside: [],
  groups: [{ eyes: ['score'], title: '${noun}' }],
  needs: ['score*'],
  checks: () => [],
  history: ['score'],
  trends: [{ of: 'score', label: '得分', unit: '' }],
  print: [{ eyes: ['score'] }],
  example: { scoreOd: 90, scoreOs: 91 },
})
`
}

/** A ninth family, in a module nobody ships: what it costs to declare one, and that the suite drives it. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { callsOf, crud, family, legacy, named, note, count, flag, permissions, refusals, text, z, perPage } from '#kernel/contract/index.ts'
import { tables } from '#kernel/contract/tables.ts'
import { migrate } from '#kernel/server/database/migrate.ts'
import { familyHandlers, implement } from '#kernel/server/index.ts'
import type { ServerModule } from '#kernel/server/registry.ts'

const migration = `
create table hamlet (
  oid bigint not null, id bigint generated always as identity, hid bigint not null,
  name text not null, street text, population int not null default 0, closed boolean not null default false,
  sort int not null default 0, version int not null default 0,
  primary key (oid, id), foreign key (oid, hid) references store, constraint hamlet__village_exists unique (oid, hid, name)
);
create table household (
  oid bigint not null, id bigint generated always as identity, hid bigint not null,
  village_id bigint, name text not null, members jsonb not null default '[]', note text,
  primary key (oid, id), foreign key (oid, hid) references store, foreign key (oid, village_id) references hamlet
);
create index household__by_village on household (oid, village_id);
`
const declared = tables({ hamlet: { word: '村社区', wall: 'store' }, household: { word: '家庭', wall: 'store' } })
const can = { view: 'village:view', edit: 'village:edit' }
const families = {
  villages: family({
    table: 'hamlet',
    label: '村社区',
    noun: 'village, ours',
    can,
    calls: crud('/v1/{product}/villages'),
    fields: {
      name: text('名称', { max: 40 }).min(1),
      street: text('街道').nullable().default(null),
      population: count('人口').default(0),
      closed: flag('撤销').default(false),
    },
    has: ['sort', 'version', 'uses'],
    filters: ['name', 'closed'],
    sorts: ['name', 'population'],
    fails: ['village_exists', 'village_crowded'],
    keeps: ['village_lived_in'],
    excel: true,
  }),
  households: family({
    table: 'household',
    label: '家庭',
    noun: 'household, ours',
    can,
    calls: legacy('/household', 'delete', 'addOrupdate'),
    fields: {
      name: text('户主', { max: 40 }).min(1),
      villageId: z.int().positive().nullable().optional().meta({ label: '村社区', format: 'id' }),
      members: z
        .array(z.object({ name: text('姓名'), age: count('年龄') }))
        .default([])
        .meta({ label: '成员' }),
      note: note().nullable().optional(),
    },
    shown: { villageName: named(text('村社区').nullable(), 'villageId', 'hamlet') },
    paging: perPage,
    order: ['-name'],
  }),
}
const endpoints = callsOf(families)
const handlers = familyHandlers(families, {
  villages: {
    where: () => [],
    beforeSave: async (cx, values) => {
      if (values.population > 100_000) cx.refuse('village_crowded', { field: 'population' })
      return { ...values, street: values.street ?? '无名路' }
    },
    mayDelete: async (cx, row) => {
      if (row.population > 0) cx.refuse('village_lived_in')
    },
  },
})

export const scratch: ServerModule = {
  name: 'scratch',
  endpoints,
  handlers: implement(endpoints, handlers),
  permissions: permissions({
    [can.view]: { label: '查看村社区', roles: ['manager'] },
    [can.edit]: { label: '修改村社区', roles: ['manager'] },
  }),
  refusals: refusals({ village_exists: '村社区已存在', village_crowded: '人口过多', village_lived_in: '有人居住，不能删除' }),
  tables: declared,
  families,
}

/** Gives a migrated database the tables of the scratch module, the way a migration of its own would. */
export async function addTables(ownerUrl: string): Promise<void> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'mingmou-scratch-'))
  for (const folder of ['database', 'kernel/database', ...fs.readdirSync('modules').map((module) => `modules/${module}/database`)])
    if (fs.existsSync(folder)) fs.cpSync(folder, path.join(root, folder), { recursive: true })
  fs.writeFileSync(path.join(root, 'kernel/database/9999-scratch.sql'), migration)
  const before = JSON.parse(fs.readFileSync('database/tables.gen.json', 'utf8')) as object
  const more = Object.fromEntries(Object.entries(declared).map(([name, table]) => [name, { module: 'scratch', ...table }]))
  fs.writeFileSync(path.join(root, 'database/tables.gen.json'), JSON.stringify({ ...before, ...more }))
  await migrate(ownerUrl, { root })
  fs.rmSync(root, { recursive: true })
}

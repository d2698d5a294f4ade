/**
 * The types budget: 800 generated calls of 15 fields, with handlers and a client, through the real kernel/contract: 480 endpoints by hand
 * and 64 families. Counts the seconds the compiler needs and ends with status 1 above the budget.
 *
 *   node tests/census/types-budget.mjs [endpoints] [seconds] [families]
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { TSC } from '../../scripts/tsc.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const COUNT = Number(process.argv[2] ?? 480)
const BUDGET_S = Number(process.argv[3] ?? 30)
const FAMILIES = Number(process.argv[4] ?? 64)
const PER_MODULE = 40
const FAMILIES_PER_MODULE = 8
const dir = path.join(root, 'node_modules/.cache/types-budget')
fs.rmSync(dir, { recursive: true, force: true })

const fields = [
  "pid: id('会员')",
  "name: name('姓名')",
  'phone: phone()',
  "gender: choice('性别', { 0: '男', 1: '女' })",
  "visitAt: moment('时间')",
  "day: date('日期')",
  "price: money('金额')",
  "n: count('数量')",
  'remark: note().optional()',
  "done: flag('完成')",
  "dsOd: clinical('sphere').nullable()",
  "dcOd: clinical('cylinder').nullable()",
  'axisOd: axis().optional()',
  "al: clinical('axialLength').optional()",
  'rate: discount()',
]
const SHAPES = 'z, id, name, phone, choice, moment, date, money, count, note, flag, clinical, axis'
/** One module: its shapes, endpoints, handlers and the calls of its screens. */
const files = (m) => {
  const n = Array.from({ length: PER_MODULE }, (_, i) => i)
  const shape = (i) =>
    `export const Row${i} = z.object({ f${i}: text('字段'), ${fields.join(', ')} })\nexport type Row${i} = z.infer<typeof Row${i}>`
  const call = (i) =>
    i % 2
      ? `  'm${m}.save${i}': post('/m${m}/save${i}', {
    can: 'm${m}:edit', input: Row${i}.omit({ pid: true }), output: Row${i}, fails: ['taken', 'closed']
  }),`
      : `  'm${m}.list${i}': get('/{product}/m${m}/${i}', {
    can: 'm${m}:view', input: z.object({ ...perPage, name: text('姓名').optional() }), output: page(Row${i})
  }),`
  const handler = (i) =>
    i % 2
      ? `  'm${m}.save${i}': async (cx, input) => {
    if (input.n > 3) cx.refuse('taken')
    return { ...input, pid: input.n, name: input.name }
  },`
      : `  'm${m}.list${i}': async (cx, query) => ({ list: [], total: query.page }),`
  const use = (i) =>
    i % 2
      ? `export const use${i} = async () => (await call(api['m${m}.save${i}'], { ...row${i}, name: 'a' })).pid`
      : `export const use${i} = async () => (await call(api['m${m}.list${i}'], { name: 'a' })).list.map((r) => r.phone)`
  return {
    'contract/shapes.ts': `import { ${SHAPES}, discount, text } from '../../../KERNEL/index.ts'\n${n.map(shape).join('\n')}\n`,
    'contract/endpoints.ts': `import { z, get, post, page, perPage, text } from '../../../KERNEL/index.ts'
import { ${n.map((i) => `Row${i}`).join(', ')} } from './shapes.ts'
export const endpoints = {\n${n.map(call).join('\n')}\n}\n`,
    'server/handlers.ts': `import { implement } from '../../../SERVER/implement.ts'
import { endpoints } from '../contract/endpoints.ts'
export default implement(endpoints, {\n${n.map(handler).join('\n')}\n})\n`,
    'web/calls.ts': `import { call } from '../../../WEB/calls/api.ts'
import { endpoints as api } from '../contract/endpoints.ts'
import type { ${n
      .filter((i) => i % 2)
      .map((i) => `Row${i}`)
      .join(', ')} } from '../contract/shapes.ts'\n${n
      .filter((i) => i % 2)
      .map((i) => `declare const row${i}: Row${i}`)
      .join('\n')}\n${n.map(use).join('\n')}\n`,
  }
}
/** One module of families: their declarations, handlers with hooks, and calls of its screens. */
const familyFiles = (m) => {
  const n = Array.from({ length: FAMILIES_PER_MODULE }, (_, i) => `g${m}.f${i}`)
  const declared = (name, i) =>
    `  '${name}': family({
    table: 't${m}${i}', label: '词', noun: 'thing', can: { view: 'a', edit: 'b' },
    calls: ${i % 2 ? `legacy('/g${m}x${i}', 'get')` : `crud('/v1/{product}/g${m}x${i}')`},
    fields: { f${i}: text('字段').min(1), ${fields.join(', ')} },
    shown: { otherName: named(text('名称').nullable(), 'pid', 'other') },
    has: ['version', 'uses'], filters: ['name', 'gender'], sorts: ['name', 'day'], fails: ['taken'], keeps: ['used']
  }),`
  const hooks = (name, i) => `  '${name}': {
    beforeSave: async (cx, values) => {
      if (values.n > 3) cx.refuse('taken')
      return { ...values, f${i}: values.name }
    },
    mayDelete: async (cx, row) => { if (row.uses) cx.refuse('used') }
  },`
  const uses = (name, i) => {
    const save = i % 2 ? `${name}.save` : `${name}.create`
    return `export const list${i} = async () => (await call(api['${name}.list'], { hid: 1, name: 'a' })).list.map((r) => r.phone)
export const save${i} = async (sent: Parameters<typeof call<(typeof api)['${save}']>>[1]) =>
  (await call(api['${save}'], sent)).otherName`
  }
  return {
    'contract/families.ts': `import { ${SHAPES}, measure, discount, text } from '../../../KERNEL/index.ts'
import { callsOf, crud, family, legacy, named } from '../../../KERNEL/index.ts'
export const families = {\n${n.map(declared).join('\n')}\n}
export const endpoints = { ...callsOf(families) }\n`,
    'server/handlers.ts': `import { implement } from '../../../SERVER/implement.ts'
import { familyHandlers } from '../../../SERVER/family.ts'
import { endpoints, families } from '../contract/families.ts'
export default implement(endpoints, { ...familyHandlers(families, {\n${n.map(hooks).join('\n')}\n}) })\n`,
    'web/calls.ts': `import { call } from '../../../WEB/calls/api.ts'
import { endpoints as api } from '../contract/families.ts'\n${n.map((name, i) => uses(name, i)).join('\n')}\n`,
  }
}
const write = (file, content) => {
  const target = path.join(dir, file)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.writeFileSync(target, content)
}
const depth = path.relative(dir, path.join(root, 'kernel')).replaceAll('\\', '/')
for (let m = 0; m < COUNT / PER_MODULE; m++) {
  for (const [file, content] of Object.entries(files(m)))
    write(
      `modules/m${m}/${file}`,
      content.replaceAll('KERNEL', `${depth}/contract`).replaceAll('SERVER', `${depth}/server`).replaceAll('WEB', `${depth}/web`),
    )
}
for (let m = 0; m < FAMILIES / FAMILIES_PER_MODULE; m++) {
  for (const [file, content] of Object.entries(familyFiles(m)))
    write(
      `modules/g${m}/${file}`,
      content.replaceAll('KERNEL', `${depth}/contract`).replaceAll('SERVER', `${depth}/server`).replaceAll('WEB', `${depth}/web`),
    )
}
const base = path.relative(dir, path.join(root, 'tsconfig.base.json'))
const config = (name, include, options = {}) =>
  write(
    `tsconfig.${name}.json`,
    JSON.stringify({ extends: `./${base}`, compilerOptions: { lib: ['ES2023', 'DOM', 'DOM.Iterable'], ...options }, include }),
  )
config('contract', ['modules/*/contract/*.ts'])
config('server', ['modules/*/contract/*.ts', 'modules/*/server/*.ts'], {
  types: ['node'],
  typeRoots: [path.join(root, 'node_modules/@types')],
})
config('web', ['modules/*/contract/*.ts', 'modules/*/web/*.ts'], { jsx: 'react-jsx', types: ['vite/client'] })

/**
 * Runs a command; answers its seconds by the clock and, where the shell can tell, of work: on a busy machine the clock tells about others.
 */
function timed(command, args) {
  const from = performance.now()
  const run =
    process.platform === 'win32'
      ? spawnSync(command, args, { encoding: 'utf8' })
      : spawnSync('sh', ['-c', '"$@"; code=$?; times; exit $code', 'sh', command, ...args], { encoding: 'utf8' })
  const clock = (performance.now() - from) / 1000
  const children = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/.exec(run.stdout)
  const work = children ? Number(children[1]) * 60 + Number(children[2]) + Number(children[3]) * 60 + Number(children[4]) : clock
  return { run, clock, work }
}

const total = { clock: 0, work: 0 }
let failed = false
for (const name of ['contract', 'server', 'web']) {
  const { run, clock, work } = timed(process.execPath, [...TSC, '-p', path.join(dir, `tsconfig.${name}.json`)])
  total.clock += clock
  total.work += work
  if (run.status !== 0) {
    failed = true
    console.log(run.stdout.split('\n').slice(0, 10).join('\n'), run.stderr)
  }
  console.log(`  ${name.padEnd(8)} ${clock.toFixed(1)} s, work ${work.toFixed(1)} s`)
}
const times = `${total.clock.toFixed(1)} s, work ${total.work.toFixed(1)} s, budget ${BUDGET_S} s`
console.log(`types of ${COUNT} endpoints and ${FAMILIES} families: ${times}`)
if (!failed) fs.rmSync(dir, { recursive: true, force: true })
process.exitCode = failed || Math.min(total.clock, total.work) > BUDGET_S ? 1 : 0

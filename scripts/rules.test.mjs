import { describe, expect, it } from 'vitest'
import { claims } from './claims.mjs'
import { deepTernaries, functionsOf } from './functions.mjs'
import { textsOf } from './i18n.mjs'
import { breaches, crowded, ownersOf, sharedClasses, undeclaredFunctions, sizes, wideLines } from './rules.mjs'

const ORDER = ['account', 'patients', 'billing']
const owners = ownersOf([
  ['modules/account/database/0003-account.sql', 'create table contact (a int);'],
  ['modules/patients/database/0008-patients.sql', 'create table patient (a int);\ncreate table if not exists tag (a int);'],
  ['modules/billing/database/0009-billing.sql', 'create table bill (a int); create table fee_bill (a int);'],
])
const broken = (file, text) => breaches([[file, text]], owners, ORDER).map((b) => `${b.rule}:${b.line}`)

describe('rules of the house', () => {
  it('knows whose table is whose', () => {
    expect([...owners]).toEqual([
      ['contact', 'account'],
      ['patient', 'patients'],
      ['tag', 'patients'],
      ['bill', 'billing'],
      ['fee_bill', 'billing'],
    ])
  })

  it('a class belongs to one module; those of the kernel may be refined', () => {
    const kernel = ['kernel/web/theme/widgets.css', '.panel { border: 0 }']
    const desk = [
      'modules/desk/web/desk.css',
      '/* .till */ .desk, .line { display: grid } @media (max-width: 900px) { .desk > div { gap: 0 } }',
    ]
    expect(sharedClasses([kernel, desk, ['modules/billing/web/billing.css', '.till .desk { gap: 0 } .panel.bill { margin: 0 }']])).toEqual(
      [],
    )
    expect(sharedClasses([kernel, desk, ['modules/billing/web/billing.css', '.till,\n.desk:hover { gap: 0 }']])).toEqual([
      '.desk is styled by desk and billing: give one of them a name of its own',
    ])
  })

  it('no ternary stands inside a ternary inside a ternary, in whichever branch', () => {
    expect(deepTernaries('a.ts', 'const a = b ? 1 : c ? 2 : 3')).toEqual([])
    expect(deepTernaries('a.ts', 'const a = b ? 1\n : c ? 2\n : d ? 3 : 4')).toEqual([3])
    expect(deepTernaries('a.tsx', 'const a = b ? <i>{c ? (d ? 1 : 2) : 3}</i> : null')).toEqual([1])
  })

  it('a folder has room for 15 files on the web side and 20 elsewhere, each counted by itself', () => {
    const files = (folder, n) => Array.from({ length: n }, (_, i) => `${folder}/Screen${i}.tsx`)
    expect(
      crowded([...files('modules/patients/web', 15), ...files('modules/patients/web/list', 15), ...files('modules/patients/server', 20)]),
    ).toEqual({})
    expect(
      crowded([...files('modules/patients/web/list', 16), ...files('modules/patients/server', 21), ...files('kernel/web', 3)]),
    ).toEqual({
      'modules/patients/web/list': 16,
      'modules/patients/server': 21,
    })
  })

  it.each([
    ['only-environment-reads-env:1', 'modules/account/server/login.ts', 'const a = process.env.PORT'],
    ['ids-of-keys-by-idIn:1', 'modules/stock/server/output/demand.ts', "where o.id = split_part(e.ref, ':', 2)::bigint"],
    ['no-try-in-modules:2', 'modules/account/server/login.ts', 'const a = async () => {\n  try { await b() } finally { c() }\n}'],
    ['no-stubs:1', 'kernel/server/serve.ts', `// ${'TO'}DO later`],
    ['no-skipped-tests:1', 'modules/account/server/login.test.ts', `it.${'skip'}('x', () => {})`],
    ['no-suppressions:1', 'kernel/server/serve.ts', `// @ts-${'ignore'}`],
    ['staff-column-is-ctid_:1', 'modules/account/server/login.ts', 'sql`select a.ctid from account a where a.uid = ${cx.who.uid}`'],
    ['moments-by-dayStart:1', 'modules/billing/server/day.ts', 'sql`b.paid_at >= ${day}::date`'],
    ['permission-of-a-store:1', 'modules/billing/server/pay.ts', "if (!cx.who.can.has('bill:refund')) stop()"],
    ['versions-by-change:1', 'modules/billing/server/pay.ts', "if (version !== was.version) cx.refuse('stale', { what: '收费单' })"],
    ['versions-by-change:1', 'modules/billing/server/pay.ts', "update(cx, 'bill', { fbid }, { note, version: was.version + 1 })"],
    ['days-by-the-kernel:1', 'modules/records/web/okjing/Lenses.tsx', 'const DAY = 86_400_000'],
    ['reasons-by-words:1', 'modules/exams/server/save.ts', "if (!input.reason?.trim()) cx.refuse('locked', {})"],
    ['numbers-by-number:1', 'modules/billing/server/pay.ts', 'sql`select next_number(${series}) n`'],
    ['only-owner-writes:1', 'modules/billing/server/pay.ts', "change(cx, 'tag', { id }, {}, {})"],
    ['only-owner-writes:1', 'modules/billing/server/pay.ts', 'sql`update patient set balance = 0`'],
    ['only-owner-writes:1', 'modules/billing/server/pay.ts', "insert(cx, 'tag', {})"],
    ['only-owner-writes:2', 'modules/billing/server/pay.ts', "const pay = (cx) =>\n  insert(cx as Cx<never>, 'tag', {})"],
    ['only-owner-writes:1', 'modules/billing/server/pay.ts', 'await update((await open()) as unknown as Cx, `tag`, { id }, set)'],
    [
      'only-owner-writes:1',
      'modules/billing/server/pay.ts',
      "import { remove as away } from '#kernel/server/index.ts'; away(own!, 'tag' as const, { id })",
    ],
    ['only-owner-writes:1', 'modules/billing/server/pay.ts', "insertMany<'tag'>(job.cx, 'tag', rows)"],
    [
      'only-owner-writes:2',
      'modules/billing/server/pay.ts',
      'sql`with a as (\ndelete from\n  patient where ${cond} returning 1) select 1`',
    ],
    ['only-owner-writes:1', 'kernel/server/jobs.ts', 'sql`update patient set note = null`'],
    ['sql-only-before:1', 'modules/patients/server/queries.ts', "find(cx as never, 'bill', { id })"],
    ['tables-only-before:1', 'kernel/server/undo.ts', "const words = { fee_bill: '收费单' }"],
    ['tables-only-before:1', 'modules/patients/server/words.ts', "const erased = new Set(['fee_bill'])"],
    ['tables-only-before:1', 'modules/patients/contract/words.ts', 'type Tied = `x` | "fee_bill"'],
    ['sql-only-before:2', 'modules/patients/server/queries.ts', 'sql`select 1\nfrom bill`'],
  ])('%s in %s', (rule, file, text) => {
    expect(broken(file, text)).toEqual([rule])
  })

  it.each([
    ['kernel/server/environment.ts', 'process.env'],
    ['modules/account/server/login.ts', 'sql`select c.ctid_ from contact c where c.ctid_ = ${cx.who.ctid}`'],
    ['modules/billing/server/pay.ts', 'sql`select * from bill join patient using (oid, pid)`'],
    ['modules/billing/server/pay.ts', "update(cx, 'bill', { fbid }, { status: 1 })"],
    ['modules/billing/server/pay.ts', "list.find((row) => row.tag, 'tag'); const note = 'update tag'; find(cx as Cx, 'patient', { pid })"],
    ['modules/patients/server/words.ts', "const roles = ['bill', 'reception']; sql`select b from tag b for update of b`"],
    ['modules/statistics/web/Chart.tsx', "const words = { fee_bill: '收费单' }"],
  ])('says nothing about %s', (file, text) => {
    expect(broken(file, text)).toEqual([])
  })
})

describe('claims', () => {
  const at = 'modules/billing/server/pay.ts'
  it('counts casts and exclamation marks by area, tests and `as const` aside, and casts of a handler nothing is said about', () => {
    expect(claims([[at, 'const a = b as unknown as C\nconst d = <E>f!\n']])).toEqual({
      'modules/billing/server !': 1,
      'modules/billing/server as': 3,
      'modules/billing/server as, unsaid': 3,
    })
    expect(
      claims([
        [at, 'const a = [1] as const, b = !c, d = e !== f'],
        ['modules/billing/server/pay.test.ts', 'a!.b as C'],
      ]),
    ).toEqual({})
  })
  it('counts rows whose type nobody compares with their table', () => {
    expect(claims([[at, 'cx.db.rows(new Whole<Bill>(table, {}), sql`x`)']])).toEqual({ 'modules/billing/server rows': 1 })
    expect(claims([[at, "cx.db.rows(wholeRow('fee_bill'), sql`x`)\ndb.the({ n: 'number' }, sql`x`)"]])).toEqual({})
  })
  it('a comment on the line of the cast or before it says why', () => {
    expect(
      claims([[at, '// The port answers nothing else.\nconst a = b as C\nconst d = e as F // as well\n\nconst g = h as I\n']]),
    ).toEqual({
      'modules/billing/server as': 3,
      'modules/billing/server as, unsaid': 1,
    })
    expect(claims([['kernel/web/A.tsx', 'const a = b as C']])).toEqual({ 'kernel/web as': 1 })
  })
})

describe('functions of the database', () => {
  it('are declared for somebody, triggers and what was dropped aside', () => {
    const file = 'modules/billing/database/0200-billing.sql'
    const undeclared = (sql, ...declared) => undeclaredFunctions([[file, sql]], new Set(declared))
    const due = 'create function due(pid_ bigint, at numeric(10, 2)) returns table (a int) language sql as $$ select 1 $$;'
    expect(undeclared(due)).toEqual([
      `${file}: due is for nobody: name it in the functions of its module's contract/tables.ts (app, door, both, owner)`,
    ])
    expect(undeclared(due, 'due')).toEqual([])
    expect(undeclared(`${due} drop function due(bigint, numeric);`)).toEqual([])
    expect(undeclared(`drop function due(int); ${due}`)).toHaveLength(1)
    expect(undeclared('create function kept() returns trigger as $$ $$;')).toEqual([])
  })
})

describe('sizes', () => {
  it('names long files and long functions', () => {
    const text = `export const short = () => 1\nexport function long() {\n${'  go()\n'.repeat(4)}}\n`
    expect(sizes([['a.ts', text]], { fileLines: 5, functionLines: 5 }, functionsOf)).toEqual({ 'a.ts': 7, 'a.ts:long': 6 })
    expect(sizes([['a.ts', text]], { fileLines: 7, functionLines: 6 }, functionsOf)).toEqual({})
  })
})

describe('width of lines', () => {
  it('counts the wide lines of a file, whatever they hold; generated files and landed migrations are let off', () => {
    const wide = '// https://example.org/long'
    const text = `${wide}\nconst short = 1\n${wide}\n`
    const counted = (file, lineWidth = 20) => wideLines([[file, text]], { lineWidth })
    expect(counted('modules/billing/server/pay.ts')).toEqual({ 'modules/billing/server/pay.ts wide lines': 2 })
    expect(counted('modules/billing/server/pay.ts', wide.length)).toEqual({})
    expect(counted('modules/billing/database/billing.fn.sql')).toEqual({ 'modules/billing/database/billing.fn.sql wide lines': 2 })
    expect(counted('modules/billing/database/0200-billing.sql')).toEqual({})
    expect(counted('kernel/contract/tables.gen.ts')).toEqual({})
  })
})

describe('texts', () => {
  it('finds the keys of a screen, and texts that nobody can translate', () => {
    const { keys, bare } = textsOf(
      'modules/a/web/A.tsx',
      'const A = () => <Screen title="预约">{t`共 ${n} 条`}<p title="提示">你好</p>{tr("是")}{x.includes("眼")}</Screen>',
    )
    expect([...keys.keys()]).toEqual(['预约', '共 {0} 条', '是'])
    expect(bare).toHaveLength(2)
  })
})

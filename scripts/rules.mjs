/**
 * Rules of the house that a type cannot say, read from the text: who writes a table, who names it, who reads the
 * environment, words that mark a stub.
 * `breaches()` is pure, so that the test can plant a fault for each rule.
 */
import fs from 'node:fs'
import path from 'node:path'
import { filesOf, root } from './build.mjs'
import { tableUses } from './table-uses.mjs'

/** Tests and what only they use. */
const isTest = (file) => /\.test\.(tsx?|mjs)$/.test(file) || file.startsWith('tests/')
const moduleOf = (file) => /^modules\/([^/]+)\//.exec(file)?.[1]

/** Patterns over single files: name, sentence, which files, what must not stand there. */
const patterns = [
  [
    'only-environment-reads-env',
    'only kernel/server/environment.ts reads process.env',
    (f) => f !== 'kernel/server/environment.ts' && !isTest(f),
    /\bprocess\.env\b/,
  ],
  [
    'no-try-in-modules',
    'errors are refusals, outside failures or bugs; modules catch none of them',
    (f) => /^modules\/[^/]+\/server\//.test(f) && !isTest(f),
    /\btry\s*\{|\.catch\(/,
  ],
  ['no-stubs', 'nothing is left for later', () => true, /\b(TODO|FIXME|XXX)\b|not implemented|coming soon|敬请期待|开发中|功能暂未开放/i],
  ['no-skipped-tests', 'a test runs or does not exist', isTest, /\b(it|test|describe)\.(skip|only|todo)\b/],
  [
    'no-suppressions',
    'the compiler is not silenced, the linter only for one line and with a reason',
    () => true,
    /@ts-(ignore|nocheck|expect-error)|(?:es|ox)lint-disable(?!-next-line [\w/-]+ -- )/,
  ],
  // A legacy column name that PostgreSQL keeps for itself: a bare `ctid` would quietly read the row's address.
  [
    'staff-column-is-ctid_',
    'in SQL the column is ctid_',
    (f) => /^(kernel|modules\/[^/]+|apps|database)\/(server|demo)\//.test(f),
    /sql`(?:[^`$]|\$(?!\{)|\$\{[^}`]*\})*(?<!app[._])(?<![\w'{])ctid(?![\w_'])/,
  ],
  // A version that was read without a lock may be an old one by the time it is written: seven handlers lost changes so.
  [
    'versions-by-change',
    'a version is compared by locked, sameVersion or change, and raised by change',
    (f) => /^modules\/[^/]+\/server\//.test(f) && !isTest(f),
    /[!=]== (?:\w+\.)+version(?:No)?\b|\bversion(?:No)?: [^,}\n]*\+ 1\b/,
  ],
  [
    'days-by-the-kernel',
    'days are counted by addDays and daysBetween',
    (f) => /^(modules|apps|database)\//.test(f) && !isTest(f),
    /86_?400_?000|864e5/,
  ],
  // A full stop is no reason.
  [
    'reasons-by-words',
    'whether a text is a reason is asked by wordsOfReason or givesReason',
    (f) => /^(kernel|modules\/[^/]+)\/server\//.test(f) && !isTest(f),
    /!\s*(?:\w+\??\.)*\w*[rR]eason\??\.trim\(\)/,
  ],
  [
    'numbers-by-number',
    'numbers of papers are handed out by number or nextNumber',
    (f) => f !== 'kernel/server/numbers.ts' && !isTest(f) && !/^scripts\//.test(f),
    /\bnext_number\(/,
  ],
  // Behind the wall only leakproof operators reach an index, and `timestamptz >= date` is none of them.
  [
    'moments-by-dayStart',
    'a moment is compared with dayStart(day) or dayEnd(day), never with a date',
    (f) => /^(kernel|modules\/[^/]+)\/server\//.test(f),
    /\b(?:\w+_at|at) *(?:[<>]=?|between) *\$\{[^}`]*\}::date/,
  ],
  // A cast beside its guard is tried on rows the guard would leave out, as soon as the planner joins by hash.
  [
    'ids-of-keys-by-idIn',
    'the id in a key or ref is read by idIn',
    (f) => /^(kernel|modules\/[^/]+)\/server\//.test(f) && f !== 'kernel/server/database/sql.ts' && !isTest(f),
    /\b(?:split_part|substr)\((?:[^()]|\([^()]*\))*\)::(?:big)?int/,
  ],
  // The store worked in need not be the one a row belongs to.
  [
    'permission-of-a-store',
    'a handler asks may(cx, code, hid) of the store that the thing belongs to',
    (f) => /^modules\/(?!account\/)[^/]+\/server\//.test(f) && !isTest(f),
    /\bcan\.has\(/,
  ],
]

/** Which module owns a table: the one in whose folder the migration stands that created it. */
export function ownersOf(migrations) {
  const owners = new Map()
  for (const [file, sql] of migrations) {
    const module = moduleOf(file) ?? 'kernel'
    for (const [, table] of sql.matchAll(/create table (?:if not exists )?(\w+)/gi)) owners.set(table, module)
  }
  return owners
}

const WORDS = {
  writes: (table, owner) => ['only-owner-writes', `${table} belongs to ${owner}: go through its door`],
  reads: (table, owner) => ['sql-only-before', `${table} belongs to ${owner}, which comes later in ORDER`],
  names: (table, owner) => ['tables-only-before', `${table} is named, yet belongs to ${owner}, which comes later: ask the declared tables`],
}

/**
 * Writing of other modules' tables; reading and naming of tables of modules that come later. Tables of the kernel are for every module to
 * read.
 */
function tableBreaches(file, text, owners, order) {
  const mine = /^kernel\/(contract|server)\//.test(file) ? 'kernel' : moduleOf(file)
  if (!mine || !/^(kernel|modules\/[^/]+)\/(contract|server)\//.test(file)) return []
  const rank = (name) => (name === 'kernel' ? -1 : order.indexOf(name))
  const foreign = (table) => owners.has(table) && owners.get(table) !== mine
  return tableUses(file, text, foreign)
    .filter(({ table, how }) =>
      how === 'writes' ? mine !== 'kernel' || rank(owners.get(table)) >= 0 : rank(owners.get(table)) > rank(mine),
    )
    .map(({ table, at: offset, how }) => {
      const [rule, why] = WORDS[how](table, owners.get(table))
      return { rule, offset, why }
    })
}

/** What breaks a rule in some files (path → text). Answers `{ rule, file, line, why }`. */
export function breaches(files, owners, order) {
  const found = []
  for (const [file, text] of files) {
    const forTests = isTest(file) || /from 'vitest'/.test(text)
    const hits = patterns.flatMap(([rule, why, applies, pattern]) => {
      const offset = applies(file) ? text.search(pattern) : -1
      return offset < 0 ? [] : [{ rule, why, offset }]
    })
    for (const { rule, why, offset } of [...hits, ...(forTests ? [] : tableBreaches(file, text, owners, order))])
      found.push({ rule, file, line: text.slice(0, offset).split('\n').length, why })
  }
  return found
}

/**
 * Functions of the database run for nobody but the owner unless their module declares for whom: one that is not declared would be found
 * missing only by whoever calls it. Triggers need no line. `declared`: names. Answers a sentence each.
 */
export function undeclaredFunctions(migrations, declared) {
  const all = migrations.map(([, sql]) => sql).join('\n')
  const made = new Map(
    migrations.flatMap(([file, sql]) =>
      [...sql.matchAll(/create (?:or replace )?function (\w+)\s*\((?:[^()]|\([^()]*\))*\)\s*returns (\w+)/gi)]
        .filter(([, , answer]) => answer.toLowerCase() !== 'trigger')
        .map(([, name]) => [name, file]),
    ),
  )
  // What is done to it last: made, or dropped.
  const dropped = (name) => {
    const done = [...all.matchAll(new RegExp(`\\b(create|replace|drop) function (?:if exists )?${name}\\b`, 'gi'))].at(-1)
    return done?.[1].toLowerCase() === 'drop'
  }
  return [...made]
    .filter(([name]) => !declared.has(name) && !dropped(name))
    .map(
      ([name, file]) =>
        `${file}: ${name} is for nobody: name it in the functions of its module's contract/tables.ts (app, door, both, owner)`,
    )
}

const read = (file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]
/** Sources the rules are about; scripts and configuration run before there is a product. */
export const sources = () =>
  filesOf('apps', 'kernel', 'modules', 'ports', 'database', 'tests')
    .filter((f) => /\.(ts|tsx)$/.test(f) && !f.endsWith('.gen.ts'))
    .map(read)
/** Whatever people write here, by folder and in the root: what a line may be wide in. */
export const written = () =>
  [...filesOf('.ci', 'apps', 'database', 'docs', 'kernel', 'modules', 'ports', 'scripts', 'tests'), ...fs.readdirSync(root)]
    .filter((file) => /\.(tsx?|m[jt]s|sql|css)$/.test(file))
    .map(read)
export const migrations = () =>
  filesOf('kernel', 'modules')
    .filter((file) => /^(kernel|modules\/[^/]+)\/database\/\d{4}-[^/]+\.sql$/.test(file))
    .sort((a, b) => (path.posix.basename(a) < path.posix.basename(b) ? -1 : 1))
    .map(read)
/** Repeatable files: functions, triggers and views as they are now. */
export const repeatables = () =>
  filesOf('kernel', 'modules')
    .filter((file) => /^(kernel|modules\/[^/]+)\/database\/[^/]+\.(fn|gen)\.sql$/.test(file))
    .map(read)

export const styles = () =>
  filesOf('apps', 'kernel', 'modules')
    .filter((f) => f.endsWith('.css'))
    .map(read)

/**
 * Classes that two modules style: every style sheet stays loaded once its screen was opened, so that one screen would change another.
 * A class of the kernel may be refined.
 */
export function sharedClasses(files) {
  const owners = new Map()
  for (const [file, text] of files)
    for (const [, selectors] of text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{/g))
      for (const [, name] of selectors.matchAll(/(?:^|,)\s*\.([\w-]+)/g))
        owners.set(name, (owners.get(name) ?? new Set()).add(moduleOf(file) ?? 'kernel'))
  return [...owners]
    .filter(([, styling]) => styling.size > 1 && !styling.has('kernel'))
    .map(([name, styling]) => `.${name} is styled by ${[...styling].join(' and ')}: give one of them a name of its own`)
}

/** Files a folder of a side of a module may hold: more are grouped by topic, by the same names in contract, server and web. */
const ROOM = { web: 15, contract: 20, server: 20 }
/** Folders with more files than one reads at a glance: `{ folder: files }`. Tests count on the browser's side only, where they are few. */
export function crowded(files) {
  const count = new Map()
  for (const file of files) {
    const side = /(?:^|\/)(web|contract|server)\//.exec(file)?.[1]
    if (!side || !/\.tsx?$|\.css$/.test(file) || /\.gen\.ts$/.test(file) || (side !== 'web' && file.endsWith('.test.ts'))) continue
    const folder = path.posix.dirname(file)
    count.set(folder, { side, files: (count.get(folder)?.files ?? 0) + 1 })
  }
  return Object.fromEntries([...count].filter(([, room]) => room.files > ROOM[room.side]).map(([folder, room]) => [folder, room.files]))
}

/** Landed migrations are never edited. */
const LANDED = /(?:^|\/)database\/\d{4}-[^/]+\.sql$/
/**
 * Lines wider than the house allows, by file: `{ 'file wide lines': number }`. Nothing is let off for what it is: an address, a regular
 * expression or a text is joined from named parts. Only what a program writes and migrations that have landed may be wider.
 */
export function wideLines(files, { lineWidth }) {
  const wide = {}
  for (const [file, text] of files) {
    if (/\.gen\.\w+$/.test(file) || LANDED.test(file)) continue
    const count = text.split('\n').filter((line) => line.length > lineWidth).length
    if (count) wide[`${file} wide lines`] = count
  }
  return wide
}

/** Files and functions longer than the house allows: `{ file: lines }` and `{ 'file:function': lines }`. */
export function sizes(files, { fileLines, functionLines }, functionsOf) {
  const long = {}
  for (const [file, text] of files) {
    const lines = text.split('\n').length - 1
    if (lines > fileLines) long[file] = lines
    for (const { name, length } of functionsOf(file, text))
      if (length > functionLines) long[`${file}:${name}`] = Math.max(length, long[`${file}:${name}`] ?? 0)
  }
  return long
}

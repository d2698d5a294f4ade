/**
 * What a change starts with:
 *
 *   npm run new module gift-vouchers 礼券 [-- --before statistics]      a module with one table, list and form that work; one that is planned
 *                                                                      in modules/order.json keeps its place there
 *   npm run new screen gift-vouchers/VoucherBoard /gift-vouchers/board 礼券看板
 *   npm run new screen patients/list/BirthdayList /patients/birthdays 今日生日        into a folder of its own choice
 *   npm run new print gift-vouchers/VoucherSlip "/print/gift-voucher/{id}" 礼券小票
 *   npm run new exam colourVision 色觉                     declaration, screen and migration of a kind of examination; once more after its
 *                                                         fields have changed and before it landed: the migration is written anew
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { importScript, root } from './build.mjs'
import { giveUp } from './install.mjs'
import { migrations } from './rules.mjs'
import { examFile, inEnglish, moduleFiles, namesOf, paperOf, papersFile, screenFile } from './skeleton.mjs'

const [kind, name, ...rest] = process.argv.slice(2)
const at = (file) => path.join(root, file)
const touched = []
const write = (file, content) => {
  if (fs.existsSync(at(file))) giveUp(`${file} exists already.`)
  fs.mkdirSync(path.dirname(at(file)), { recursive: true })
  fs.writeFileSync(at(file), content)
  touched.push(file)
  console.log(`wrote ${file}`)
}
const usage = () =>
  giveUp(
    'npm run new exam <kind> <noun> | module <name> <title> | screen <module>/[<folder>/]<Name> <path> <title> | ' +
      'print <module>/<Name> <path> <title>',
  )

function newModule(module, title, before) {
  if (!/^[a-z]+(-[a-z]+)*s?$/.test(module)) giveUp('A module is named by a plural noun in lower case: gift-vouchers.')
  const order = JSON.parse(fs.readFileSync(at('modules/order.json'), 'utf8'))
  if (fs.existsSync(at(`modules/${module}`))) giveUp(`modules/${module} exists already.`)
  if (before && order.includes(module)) giveUp(`${module} has its place in modules/order.json already.`)
  if (before && !order.includes(before)) giveUp(`${before} does not stand in modules/order.json.`)
  const last = Math.max(...migrations().map(([file]) => Number.parseInt(path.basename(file), 10)))
  for (const [file, content] of Object.entries(moduleFiles(namesOf(module), { number: String(last + 1).padStart(4, '0'), title })))
    write(file, content)
  if (order.includes(module)) return
  order.splice(before ? order.indexOf(before) : order.length, 0, module)
  fs.writeFileSync(at('modules/order.json'), `${JSON.stringify(order, null, 2)}\n`)
}

/**
 * The folder of a new screen below `web/`: the one named (`patients/list/BirthdayList`); in a module whose screens are grouped, one named
 * by the last plain word of the path.
 */
function folderOf(module, named, route) {
  const web = at(`modules/${module}/web`)
  const grouped = fs.readdirSync(web, { withFileTypes: true }).some((e) => e.isDirectory() && e.name !== 'print')
  const folder = named ?? (grouped ? route.split('/').findLast((part) => /^[\w-]+$/.test(part)) : '')
  return folder && `${folder}/`
}

/** What opens a new screen of a module: what opens its lists, or else a login. */
const opening = (module) => {
  const file = at(`modules/${module}/contract/permissions.ts`)
  const codes = fs.existsSync(file) ? [...fs.readFileSync(file, 'utf8').matchAll(/^ {2}'([\w-]+:[\w-]+)':/gm)].map((m) => m[1]) : []
  return codes.find((code) => code === `${namesOf(module).noun}:view`) ?? codes.find((code) => code.endsWith(':view')) ?? 'session'
}

/** Puts what is written into a file before its last `mark`, whatever stands there. */
const addTo = (file, line, mark = '})') => {
  const text = fs.readFileSync(at(file), 'utf8')
  const end = text.lastIndexOf(mark)
  fs.writeFileSync(at(file), `${text.slice(0, end)}${line}\n${text.slice(end)}`)
  if (!touched.includes(file)) touched.push(file)
  console.log(`changed ${file}`)
}
/** A screen under its path, in both tables of its module and with its title in English; what opens it there stands in `opens`. */
function enter(module, name, [route, title], { layout = '', opens }) {
  const contract = `modules/${module}/contract/screens.ts`
  addTo(contract, `  '${route}': { title: '${title}', can: '${opening(module)}'${layout} },`)
  addTo(`modules/${module}/web/screens.ts`, `  '${route}': ${opens},`)
  const english = at(`modules/${module}/contract/en.json`)
  fs.writeFileSync(english, `${JSON.stringify({ ...JSON.parse(fs.readFileSync(english, 'utf8')), [title]: inEnglish(name) }, null, 2)}\n`)
}
function newScreen(module, named, screen, [route, title]) {
  const file = `${folderOf(module, named, route)}${screen}.tsx`
  write(`modules/${module}/web/${file}`, screenFile(screen))
  enter(module, screen, [route, title], { opens: `() => import('./${file}')` })
}
/** A paper: declared among those of its module; its page is made of the declaration. */
function newPaper(module, name, [route, title]) {
  const file = `modules/${module}/contract/papers.ts`
  const screens = `modules/${module}/web/screens.ts`
  const [constant, none] = [name[0].toLowerCase() + name.slice(1), !fs.existsSync(at(file))]
  if (none) write(file, papersFile(title))
  addTo(file, paperOf(constant, title), 'export default')
  addTo(file, `  '${route}': ${constant},`)
  enter(module, name, [route, title], { layout: ", layout: 'print'", opens: `printed(papers, '${route}')` })
  const text = fs.readFileSync(at(screens), 'utf8')
  if (text.includes('const papers = ')) return
  const [printed, papers] = [
    "import { printed } from '#kernel/web/print/printed.ts'",
    "const papers = () => import('../contract/papers.ts')",
  ]
  fs.writeFileSync(
    at(screens),
    text.replace(/^(?:import .*\n)+/m, (own) => `${own}${printed}\n\n${papers}\n`),
  )
}

/** Adds a line to a file of the module, before the first that holds `mark`. */
const addBefore = (file, mark, line) => {
  const text = fs.readFileSync(at(file), 'utf8')
  const place = text.lastIndexOf('\n', text.indexOf(mark)) + 1
  fs.writeFileSync(at(file), text.slice(0, place) + line + text.slice(place))
  touched.push(file)
  console.log(`changed ${file}`)
}
/** Declaration, place in the list, screen and English of a kind; then its migration, which follows the fields as they stand. */
async function newExam(exam, noun) {
  if (!/^[a-z][A-Za-z]*$/.test(exam)) giveUp('A kind is named by one word of code: colourVision.')
  const [contract, screenAt] = ['modules/exams/contract', `'/patients/detail/{patientId}/examine/`]
  if (!fs.existsSync(at(`${contract}/kinds/${exam}.ts`))) {
    if (!noun) usage()
    write(`${contract}/kinds/${exam}.ts`, examFile(exam, noun))
    addBefore(`${contract}/kinds/index.ts`, 'import type', `import { ${exam} } from './${exam}.ts'\n`)
    const index = fs.readFileSync(at(`${contract}/kinds/index.ts`), 'utf8')
    fs.writeFileSync(at(`${contract}/kinds/index.ts`), index.replace(/,?\s*\} as const/, `, ${exam} } as const`))
    addBefore(`${contract}/screens.ts`, `${screenAt}graph'`, `  ${screenAt}${exam}': { title: '${noun}', can: 'exam:view' },\n`)
    addBefore('modules/exams/web/screens.ts', `${screenAt}graph'`, `  ${screenAt}${exam}': visit,\n`)
    const english = at(`${contract}/en.json`)
    const words = {
      [noun]: inEnglish(exam[0].toUpperCase() + exam.slice(1)),
      [`${noun}检查`]: inEnglish(exam[0].toUpperCase() + exam.slice(1)),
      得分: 'Score',
    }
    fs.writeFileSync(english, `${JSON.stringify({ ...words, ...JSON.parse(fs.readFileSync(english, 'utf8')) }, null, 2)}\n`)
  }
  const { migrationOf } = await importScript('scripts/exam-table.ts')
  const content = migrationOf(exam)
  const [head] = content.match(/create table \w+ /)
  const own = migrations().find(([, sql]) => sql.includes(head))
  // A file with more tables is the baseline.
  if (own && own[1].match(/^create table /gm).length > 1)
    giveUp(`The table of ${exam} has landed in ${own[0]}: change it by a new migration.`)
  const last = Math.max(...migrations().map(([file]) => Number.parseInt(path.basename(file), 10)))
  const file = own ? own[0] : `modules/exams/database/${String(last + 1).padStart(4, '0')}-exams.sql`
  fs.writeFileSync(at(file), content)
  console.log(`wrote ${file}`)
}

if (!name) usage()
if (kind === 'module') {
  const option = rest.indexOf('--before')
  newModule(name, option === 0 || !rest[0] ? name : rest[0], option < 0 ? undefined : rest[option + 1])
} else if (kind === 'screen' || kind === 'print') {
  const [module, ...below] = name.split('/')
  const screen = below.pop()
  if (!screen || !/^[A-Z]\w+$/.test(screen) || !rest[0]?.startsWith('/') || !rest[1]) usage()
  if (!fs.existsSync(at(`modules/${module}/contract/screens.ts`)))
    giveUp(`modules/${module} has no screens: npm run new module ${module} makes it.`)
  if (kind === 'print') newPaper(module, screen, rest)
  else newScreen(module, below.length ? below.join('/') : undefined, screen, rest)
} else if (kind === 'exam') await newExam(name, rest[0])
else usage()
for (const args of [[at('node_modules/oxfmt/bin/oxfmt'), ...touched.filter((file) => !file.endsWith('.sql'))], [at('scripts/gen.mjs')]]) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}

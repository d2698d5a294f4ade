/**
 * What a change starts with:
 *
 *   npm run new module gift-vouchers 礼券 [-- --before statistics]      a module with one table, list and form that work
 *   npm run new screen gift-vouchers/VoucherBoard /gift-vouchers/board 礼券看板
 *   npm run new screen patients/list/BirthdayList /patients/birthdays 今日生日        into a folder of its own choice
 *   npm run new print gift-vouchers/VoucherSlip "/print/gift-voucher/{id}" 礼券小票
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'
import { giveUp } from './install.mjs'
import { moduleFiles, namesOf, screenFile } from './skeleton.mjs'

const [kind, name, ...rest] = process.argv.slice(2)
const at = (file) => path.join(root, file)
const write = (file, content) => {
  if (fs.existsSync(at(file))) giveUp(`${file} exists already.`)
  fs.mkdirSync(path.dirname(at(file)), { recursive: true })
  fs.writeFileSync(at(file), content)
  console.log(`wrote ${file}`)
}
const usage = () =>
  giveUp('npm run new module <name> <title> | screen <module>/[<folder>/]<Name> <path> <title> | print <module>/<Name> <path> <title>')

function newModule(module, title, before) {
  if (!/^[a-z]+(-[a-z]+)*s?$/.test(module)) giveUp('A module is named by a plural noun in lower case: gift-vouchers.')
  const order = JSON.parse(fs.readFileSync(at('modules/order.json'), 'utf8'))
  if (order.includes(module)) giveUp(`${module} stands in modules/order.json already.`)
  const place = before ? order.indexOf(before) : order.length
  if (place < 0) giveUp(`${before} does not stand in modules/order.json.`)
  const last = Math.max(...fs.readdirSync(at('database/migrations')).map((file) => Number.parseInt(file, 10)))
  for (const [file, content] of Object.entries(moduleFiles(namesOf(module), { number: String(last + 1).padStart(4, '0'), title })))
    write(file, content)
  order.splice(place, 0, module)
  fs.writeFileSync(at('modules/order.json'), `${JSON.stringify(order, null, 2)}\n`)
}

/**
 * The folder of a new screen below `web/`: the one named (`patients/list/BirthdayList`), `print/` for a print page; in a module whose
 * screens are grouped, one named by the last plain word of the path.
 */
function folderOf(module, named, route, print) {
  const web = at(`modules/${module}/web`)
  const grouped = fs.readdirSync(web, { withFileTypes: true }).some((e) => e.isDirectory() && e.name !== 'print')
  const word = route.split('/').findLast((part) => /^[\w-]+$/.test(part))
  const folder = named ?? (print ? 'print' : grouped ? word : '')
  return folder && `${folder}/`
}

function newScreen(module, named, screen, route, title, print) {
  const contract = `modules/${module}/contract/screens.ts`
  if (!fs.existsSync(at(contract))) giveUp(`${contract} does not exist: npm run new module ${module} makes it.`)
  const { noun } = namesOf(module)
  // Before the last bracket of the table, whatever stands in it.
  const addTo = (file, line) => {
    const text = fs.readFileSync(at(file), 'utf8')
    const end = text.lastIndexOf('})')
    fs.writeFileSync(at(file), `${text.slice(0, end)}${line}\n${text.slice(end)}`)
    console.log(`changed ${file}`)
  }
  const file = `${folderOf(module, named, route, print)}${screen}.tsx`
  write(`modules/${module}/web/${file}`, screenFile(screen, print))
  addTo(contract, `  '${route}': { title: '${title}', can: '${noun}:view'${print ? ", layout: 'print'" : ''} },`)
  addTo(`modules/${module}/web/screens.ts`, `  '${route}': () => import('./${file}'),`)
  const english = at(`modules/${module}/contract/en.json`)
  fs.writeFileSync(
    english,
    `${JSON.stringify({ ...JSON.parse(fs.readFileSync(english, 'utf8')), [title]: screen.replace(/(?<!^)([A-Z])/g, (c) => ` ${c.toLowerCase()}`) }, null, 2)}\n`,
  )
}

if (!name) usage()
if (kind === 'module') newModule(name, rest[0] ?? name, rest[rest.indexOf('--before') + 1 || rest.length])
else if (kind === 'screen' || kind === 'print') {
  const [module, ...below] = name.split('/')
  const screen = below.pop()
  if (!screen || !/^[A-Z]\w+$/.test(screen) || !rest[0]?.startsWith('/') || !rest[1]) usage()
  newScreen(module, below.length ? below.join('/') : undefined, screen, rest[0], rest[1], kind === 'print')
} else usage()
process.exitCode = spawnSync(process.execPath, [at('scripts/gen.mjs')], { stdio: 'inherit' }).status ?? 1

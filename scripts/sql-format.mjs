/**
 * Layout of SQL in tagged templates: one clause a line, no line over 140 columns. The library sql-formatter breaks a statement; `folded`
 * then puts back on one line what fits there, so that a short list of columns does not take ten lines.
 *
 *   node scripts/sql-format.mjs            rewrites every template of the product
 *   node scripts/sql-format.mjs --check    names the files whose templates it would rewrite, ends with status 1
 */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { format } from 'sql-formatter'
import { filesOf, root } from './build.mjs'

/** Columns of a line, as in .oxfmtrc.json. */
const WIDTH = 140
/** A statement of at most so many characters stays on the line of its template. */
const SHORT = 90
/** An expression in a statement, as wide as its source. */
const HOLE = /\$\{\d+_*\}/g
const options = {
  language: 'postgresql',
  keywordCase: 'preserve',
  functionCase: 'preserve',
  expressionWidth: WIDTH,
  paramTypes: { custom: [{ regex: String.raw`\$\{\d+_*\}` }] },
}
/** Clauses that name tables; each join of theirs has a line. */
const TABLES = new Set(['from', 'using', 'update'])
const JOIN = /^(left |right |full |inner |cross |natural )*join /
const SPACES = /'(?:[^']|'')*'|"[^"]*"|\s+/g

/** The statement on one line; spaces inside quotes stay. */
const onOneLine = (text) =>
  text
    .replace(SPACES, (part) => (/^\s/.test(part) ? ' ' : part))
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')
    .trim()
/** What must not change: everything but white space outside quotes. */
const tokens = (text) => text.replace(SPACES, (part) => (/^\s/.test(part) ? '' : part))

/** The broken statement with the author's own blanks inside a line: the library would write `now ()` and `- amount`. */
function withBlanksOf(original, broken) {
  const source = onOneLine(original)
  let index = 0
  let out = ''
  for (const [blank] of broken.matchAll(/\s+|\S/g)) {
    if (/\S/.test(blank)) {
      if (source[index] === ' ' && !/\s$/.test(out)) out += ' '
      while (source[index] === ' ') index++
      index++
      out += blank
    } else if (blank.includes('\n')) out += blank
    else if (source[index] === ' ') out += ' '
  }
  return out
}

/** Lines of sql-formatter as a tree by their indentation: `{ text, children }`. */
function treeOf(lines) {
  const top = { depth: -1, children: [] }
  const open = [top]
  for (const line of lines.filter((each) => each.trim())) {
    const depth = line.length - line.trimStart().length
    while (open.at(-1).depth >= depth) open.pop()
    const node = { depth, text: line.trim(), children: [] }
    open.at(-1).children.push(node)
    open.push(node)
  }
  return top.children
}
const flat = ({ text, children }) => onOneLine([text, ...children.map(flat)].join(' '))
const isSubquery = (text) => /\((select|with|insert|update|delete|values)\b/.test(text)

/** The library puts further conditions of a join beside it; here they stand below it. */
const joinsWithConditions = (nodes) =>
  nodes.reduce((all, node) => {
    const last = all.at(-1)
    if (last && JOIN.test(last.text) && /^(and|or) /.test(node.text)) last.children.push(node)
    else all.push(node)
    return all
  }, [])

/** A closing parenthesis stands in the tree behind the node that opened it: both are one block. */
function blocksOf(nodes) {
  const blocks = []
  for (const node of joinsWithConditions(nodes)) {
    const previous = blocks.at(-1)
    if (previous && node.text.startsWith(')') && previous.text.endsWith('(') && !previous.tail) {
      previous.tail = node
      // What follows the parenthesis may open the next one: `) filter (`.
    } else if (previous?.tail && node.text.startsWith(')') && previous.tail.text.endsWith('(')) {
      previous.children.push({ ...previous.tail, children: blocksOf(previous.tail.children) })
      previous.tail = node
    } else blocks.push({ ...node, children: blocksOf(node.children) })
  }
  return blocks
}
const flatBlock = (block) => onOneLine([block.text, ...block.children.map(flatBlock), block.tail ? flat(block.tail) : ''].join(' '))

/** Lines of a list: as many of its items on a line as fit; an item of several lines has its own. */
function fillLines(items, indent) {
  const lines = []
  let open = false
  for (const [first, ...rest] of items) {
    const fits = open && !rest.length && lines.at(-1).length + 1 + first.length <= WIDTH - indent
    if (fits) lines[lines.length - 1] += ` ${first}`
    else lines.push(first, ...rest)
    open = !rest.length
  }
  return lines
}
/** Lines of all items: filled where they are a list. */
const listed = (items, indent) =>
  items.length > 1 && items.slice(0, -1).every((lines) => lines.at(-1).endsWith(',')) ? fillLines(items, indent) : items.flat()

/** Lines of a block at an indentation, each without the indentation itself. */
function folded(block, indent) {
  const whole = flatBlock(block)
  const room = WIDTH - indent
  const joins = TABLES.has(block.text) && block.children.some((child) => JOIN.test(child.text))
  if (whole.length <= room && !joins && !(isSubquery(whole) && whole.length > 100)) return [whole]
  const inner = indent + 2
  const pad = (lines) => lines.map((line) => `  ${line}`)
  if (block.tail) {
    const body = listed(
      block.children.map((child) => folded(child, inner)),
      inner,
    )
    return [block.text, ...pad(body), ...folded({ ...block.tail, children: blocksOf(block.tail.children) }, indent)]
  }
  const parts = block.children.map((child) =>
    joins && JOIN.test(child.text) ? { join: folded(child, indent) } : { lines: folded(child, inner) },
  )
  const own = parts.filter((part) => part.lines)
  const ownLines = listed(
    own.map(({ lines }) => lines),
    inner,
  )
  const [first = '', ...rest] = ownLines
  const joined = parts.flatMap((part) => part.join ?? [])
  // `select a,` begins on the line of its word unless what follows is a block of its own.
  if (`${block.text} ${first}`.length <= room) {
    // Lines of a block that opened on the head line go back to its indentation.
    const count = own[0] ? own[0].lines.length - 1 : 0
    return [`${block.text} ${first}`.trim(), ...rest.slice(0, count), ...pad(rest.slice(count)), ...joined]
  }
  return [block.text, ...pad(ownLines), ...joined]
}

/** The statement laid out at an indentation, or undefined where the library cannot read a fragment of it. */
function laidOut(text, indent) {
  let broken
  try {
    broken = format(text, { ...options, tabWidth: 2 })
  } catch {
    return undefined
  }
  const unfolded = withBlanksOf(text, broken).split('\n')
  const lines = listed(
    blocksOf(treeOf(unfolded)).map((block) => folded(block, indent)),
    indent,
  )
  return [lines, unfolded].find((each) => tokens(each.join('\n')) === tokens(text))
}

/** Templates of `sql` in a file, the outermost ones, with where they begin. */
function templatesIn(program) {
  const found = []
  let inside = 0
  new Visitor({
    TaggedTemplateExpression(node) {
      if (node.tag.name === 'sql' && !inside++) found.push(node)
      else if (node.tag.name !== 'sql') return
    },
    'TaggedTemplateExpression:exit'(node) {
      if (node.tag.name === 'sql') inside--
    },
  }).visit(program)
  return found
}

const indentAt = (text, offset) => {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^ */.exec(text.slice(start))[0].length
}

/** The text of a TypeScript file with its SQL laid out. */
function formatted(file, source) {
  if (!source.includes('sql`')) return source
  const { program } = parseSync(file, source)
  let out = ''
  let done = 0
  for (const node of templatesIn(program)) {
    out += source.slice(done, node.quasi.start)
    out += template(file, source, node, out)
    done = node.quasi.end
  }
  return out + source.slice(done)
}

/** An expression with the templates in it laid out, as long as they stay on its line; a longer one wants a name of its own. */
const inner = (file, source) => {
  if (!source.includes('sql`')) return source
  const laid = formatted(file, `x=${source}`).slice(2)
  return laid.includes('\n') ? source : laid
}
const hole = (expression, index) => {
  const width = Math.max(...expression.split('\n').map((line) => line.length))
  return `\${${String(index).padEnd(width, '_')}}`
}

/** One template with its expressions; templates within them are laid out first. */
function template(file, source, { quasi }, before) {
  const expressions = quasi.expressions.map((e) => inner(file, source.slice(e.start, e.end)))
  const text = quasi.quasis.map((q, i) => q.value.raw + (i < expressions.length ? hole(expressions[i], i) : '')).join('')
  const restored = (line) => line.replace(HOLE, (each) => `\${${expressions[Number.parseInt(each.slice(2), 10)]}}`)
  const original = `\`${restored(text)}\``
  if (!text.trim() || text.includes('--')) return original
  const indent = indentAt(before, before.length)
  const column = before.length - before.lastIndexOf('\n') - 1
  const one = onOneLine(text)
  // Blanks at the ends matter to a fragment that is joined to another one.
  const [head, tail] = text.includes('\n') ? ['', ''] : [/^ /.test(text) ? ' ' : '', / $/.test(text) ? ' ' : '']
  if (one.length <= SHORT && column + one.length + 2 <= WIDTH) return `\`${head}${restored(one)}${tail}\``
  const lines = laidOut(text, indent + 2)
  if (!lines) return original
  if (lines.length === 1 && column + lines[0].length + 2 <= WIDTH) return `\`${head}${restored(lines[0])}${tail}\``
  return `\`\n${lines.map((line) => ' '.repeat(indent + 2) + restored(line)).join('\n')}\n${' '.repeat(indent)}\``
}

/** Files whose templates are not laid out. */
export const unformatted = () =>
  filesOf('apps', 'kernel', 'modules', 'ports', 'database', 'tests', 'scripts')
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => {
      const source = fs.readFileSync(path.join(root, file), 'utf8')
      return formatted(file, source) !== source
    })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = unformatted()
  if (process.argv.includes('--check')) {
    for (const file of files) console.log(`${file}: SQL is not laid out; run node scripts/sql-format.mjs`)
    process.exitCode = files.length ? 1 : 0
  } else
    for (const file of files) {
      const source = fs.readFileSync(path.join(root, file), 'utf8')
      fs.writeFileSync(path.join(root, file), formatted(file, source))
    }
}

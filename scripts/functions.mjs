/** Functions of a source file with their lengths, by oxc-parser. */
import { parseSync, Visitor } from 'oxc-parser'

const lineAt = (text) => {
  const starts = [0]
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return (offset) => {
    let low = 0
    for (let high = starts.length; high - low > 1;) {
      const middle = (low + high) >> 1
      if (starts[middle] <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** Lines of ternaries that stand inside a ternary inside a ternary: to be read, they want names or returns. */
export function deepTernaries(file, text) {
  const { program } = parseSync(file, text)
  const line = lineAt(text)
  const found = []
  let depth = 0
  new Visitor({
    ConditionalExpression: (n) => ++depth === 3 && found.push(line(n.start)),
    'ConditionalExpression:exit': () => depth--,
  }).visit(program)
  return found
}

/**
 * Every function with the name it is bound to, and its lines without those of SQL templates; each such statement counts for itself. Tests'
 * `describe` and `it` blocks are no functions of the product.
 */
export function functionsOf(file, text) {
  if (/\.test\.tsx?$|^tests\//.test(file)) return []
  const { program } = parseSync(file, text)
  const line = lineAt(text)
  const found = []
  const names = new Map()
  const bind = (node, name) => node && names.set(node, name)
  const open = []
  const enter = (node) => {
    const name = names.get(node) ?? node.id?.name ?? `line ${line(node.start)}`
    const entry = { name, length: line(node.end) - line(node.start) + 1 }
    found.push(entry)
    open.push(entry)
  }
  const leave = () => void open.pop()
  let statements = 0
  const sql = (node) => {
    if (node.tag.name !== 'sql' || statements++) return
    const length = line(node.end) - line(node.start) + 1
    if (length === 1) return
    for (const entry of open) entry.length -= length - 1
    found.push({ name: `SQL of line ${line(node.start)}`, length })
  }
  new Visitor({
    TaggedTemplateExpression: sql,
    'TaggedTemplateExpression:exit': (node) => void (node.tag.name === 'sql' && statements--),
    'FunctionDeclaration:exit': leave,
    'FunctionExpression:exit': leave,
    'ArrowFunctionExpression:exit': leave,
    VariableDeclarator: (n) => bind(n.init, n.id?.name),
    PropertyDefinition: (n) => bind(n.value, n.key?.name),
    MethodDefinition: (n) => bind(n.value, n.key?.name),
    Property: (n) => bind(n.value, n.key?.name ?? n.key?.value),
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
  }).visit(program)
  return found
}

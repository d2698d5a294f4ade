/**
 * The rule about states: their numbers stand in `contract/states.ts` only. Elsewhere a state is `frameOrder.is.inspecting`, a set is
 * `frameOrder.in.open`, and in SQL both are written by `lit()`, so that the planner reads the number and finds its partial index.
 */
import { parseSync, Visitor } from 'oxc-parser'

/** A state's column or field: `status`, `formerStatus`, `bill_status`. */
const NAME = /^(?:status|\w*(?:Status|_status)|state|\w+(?:State|_state))$/
/** Numbers from 100 up are answers of HTTP. */
const isNumber = (node) => node?.type === 'Literal' && typeof node.value === 'number' && node.value < 100
const COMPARES = new Set(['===', '!==', '==', '!=', '<', '<=', '>', '>='])

/** What a node is about when wrappers that the compiler forgets are taken off. */
const bare = (node) =>
  ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'ChainExpression', 'ParenthesizedExpression'].includes(node?.type)
    ? bare(node.expression)
    : node
const isCall = (node, test) => node?.type === 'CallExpression' && test(node)
const nameOf = (node) => {
  const it = bare(node)
  if (it?.type === 'Identifier') return it.name
  if (it?.type === 'MemberExpression') return it.computed ? it.property?.value : it.property?.name
  return undefined
}

const STATE_SQL =
  /(?:\b\w*_status|\bstatus)"?(?:::int)?\s*(?:=|<>|!=|<=?|>=?|is (?:not )?distinct from|(?:not )?in)\s*(?:any\s*)?(?:\(|'\{)?\s*\d/i
const CASE_SQL = /\bcase\s+(?:\w+\.)?(?:\w*_)?status\s+when\s+\d|\b\d+\s+(?:as\s+)?"?(?:\w+_)?status\b|coalesce\([^()]*status,\s*\d/i
/** Ends where a state is expected: `status = `, `status in `, `status = any(`. */
const EXPECTS = /(?:\b\w*_status|\bstatus)"?\s*(?:=|<>|!=|<=?|>=?|is (?:not )?distinct from|(?:not )?in)\s*(?:any\s*)?\(?\s*$/i

/** Items of a list in SQL between brackets, split at its own commas. */
function itemsOf(text, from) {
  const items = ['']
  let depth = 0
  for (const c of text.slice(from)) {
    if (c === '(') depth++
    if (c === ')' && depth-- === 0) break
    if (c === ',' && depth === 0) items.push('')
    else items[items.length - 1] += c
  }
  return items
}
/** Whether an insert gives its status column a bare number. */
function insertsNumber(text) {
  for (const found of text.matchAll(/insert into\s+\w+\s*\(([^()]*)\)\s*(?:values\s*\(|select\s+)/gi)) {
    const at = found[1].split(',').findIndex((column) => NAME.test(column.trim()))
    if (at >= 0 && /^\s*\d+\s*(?:from\b|$)/i.test(itemsOf(text, found.index + found[0].length)[at] ?? '')) return true
  }
  return false
}

/** Bare numbers of states in one file: `[offset, …]`. */
export function stateNumbers(file, text) {
  if (!/stat(?:us|e)|\bbegin\(|状态/i.test(text)) return []
  const found = []
  const keep = (node) => found.push(node.start)
  const constants = new Map()
  const aliases = new Set()
  const isState = (node) => NAME.test(nameOf(node) ?? '') || aliases.has(nameOf(node))
  /** A number of a state, or a list or choice of some, written here or in a constant of this file. */
  const holds = (node) => {
    const it = bare(node)
    if (!it) return false
    if (it.type === 'Identifier') return constants.has(it.name) && holds(constants.get(it.name))
    if (it.type === 'ArrayExpression') return it.elements.some(holds)
    if (it.type === 'ConditionalExpression') return holds(it.consequent) || holds(it.alternate)
    if (it.type === 'LogicalExpression') return holds(it.left) || holds(it.right)
    // `z.literal([0, 1]).default(0).meta(…)`: each link of the chain may name a state.
    if (it.type === 'CallExpression' && it.callee.type === 'MemberExpression')
      return (/^(default|literal|union)$/.test(it.callee.property.name) && it.arguments.some(holds)) || isCall(it.callee.object, holds)
    return isNumber(it)
  }
  const hasNumberKeys = (node) => {
    const it = bare(node)
    if (it?.type === 'Identifier') return constants.has(it.name) && hasNumberKeys(constants.get(it.name))
    return it?.type === 'ObjectExpression' && it.properties.some((p) => !p.computed && isNumber(p.key))
  }
  const hasNumberType = (type) => (type?.type === 'TSLiteralType' ? isNumber(type.literal) : (type?.types?.some(hasNumberType) ?? false))
  const { program } = parseSync(file, text)

  new Visitor({
    VariableDeclarator(n) {
      if (n.id.type === 'Identifier' && n.init) {
        constants.set(n.id.name, n.init)
        if (NAME.test(nameOf(n.init) ?? '')) aliases.add(n.id.name)
      }
    },
  }).visit(program)

  new Visitor({
    BinaryExpression(n) {
      if (COMPARES.has(n.operator) && ((isState(n.left) && holds(n.right)) || (isState(n.right) && holds(n.left)))) keep(n)
    },
    AssignmentExpression: (n) => isState(n.left) && holds(n.right) && keep(n),
    AssignmentPattern: (n) => isState(n.left) && holds(n.right) && keep(n),
    VariableDeclarator: (n) => NAME.test(n.id.name ?? '') && holds(n.init) && keep(n),
    CallExpression(n) {
      const called = n.callee.property?.name ?? n.callee.name
      if (/^(includes|indexOf|has)$/.test(called) && holds(n.callee.object) && isState(n.arguments[0])) keep(n)
      if (/^(begin|stay|openMoves|movesFor)$/.test(called) && n.arguments.some(isNumber)) keep(n)
      if (called === 'choice' && /状态$/.test(n.arguments[0]?.value ?? '') && hasNumberKeys(n.arguments[1])) keep(n)
    },
    Property(n) {
      if (!n.computed && NAME.test(n.key.name ?? n.key.value ?? '') && holds(n.value)) keep(n)
    },
    JSXAttribute(n) {
      if (NAME.test(n.name.name) && holds(n.value?.expression)) keep(n)
    },
    SwitchStatement(n) {
      if (isState(n.discriminant) && n.cases.some((c) => holds(c.test))) keep(n)
    },
    MemberExpression(n) {
      if (n.computed && isState(n.property) && hasNumberKeys(n.object)) keep(n)
    },
    Identifier(n) {
      if (NAME.test(n.name) && hasNumberType(n.typeAnnotation?.typeAnnotation)) keep(n)
    },
    TSPropertySignature(n) {
      if (NAME.test(n.key.name ?? '') && hasNumberType(n.typeAnnotation?.typeAnnotation)) keep(n)
    },
    TSAsExpression(n) {
      if (isState(n.expression) && hasNumberType(n.typeAnnotation)) keep(n)
    },
    Literal(n) {
      if (typeof n.value === 'string' && STATE_SQL.test(n.value)) keep(n)
    },
    TemplateLiteral(n) {
      const sql = n.quasis.map((q) => q.value.cooked).join('${}')
      if (STATE_SQL.test(sql) || CASE_SQL.test(sql) || insertsNumber(sql)) keep(n)
      n.expressions.forEach((e, i) => {
        const it = bare(e)
        // Conditions of segments are SQL as text, without parameters: names of states stand in it as they are.
        const named = !file.endsWith('/conditions.ts') && it.type === 'MemberExpression' && /^(is|in)$/.test(nameOf(it.object) ?? '')
        if (EXPECTS.test(n.quasis[i].value.cooked) && (named || holds(it))) keep(e)
      })
    },
  }).visit(program)
  return [...new Set(found)].sort((a, b) => a - b)
}

/** Ports speak the outside's numbers; a program's exit in the kernel's database folder is no state of a row. */
const applies = (file) =>
  /^(apps|kernel|modules|database)\//.test(file) &&
  !/\.test\.tsx?$|\.gen\.ts$|\/contract\/states\.ts$|^kernel\/server\/database\//.test(file)

/** What breaks the rule in some files (path → text). Answers `{ rule, file, line, why }`. */
export const stateBreaches = (files) =>
  files
    .filter(([file, text]) => applies(file) && !/from 'vitest'/.test(text))
    .flatMap(([file, text]) =>
      stateNumbers(file, text).map((at) => ({
        rule: 'states-have-names',
        file,
        line: text.slice(0, at).split('\n').length,
        why: 'the number of a state stands in states.ts: say its name (machine.is.…), its set (machine.in.…), and lit() of them in SQL',
      })),
    )

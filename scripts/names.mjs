/**
 * Names that tell a reader nothing, and exported types that share their name, by area. `npm run check` accepts neither; a name of the list
 * may stand in an arrow function of at most three lines.
 */
import { parseSync, Visitor } from 'oxc-parser'

const VAGUE = new Set(['of', 'at', 'was', 'asked', 'said', 'told', 'given', 'means', 'beside', 'known', 'judged'])
const SHORT_LINES = 3
const areaOf = (file) => /^modules\/[^/]+|^[^/]+(\/[^/]+)?/.exec(file)[0].replace(/\/[^/]*\.\w+$/, '')

/** Identifiers that a pattern binds. */
function boundIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return pattern.properties.flatMap((p) => boundIn(p.type === 'RestElement' ? p.argument : p.value))
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundIn)
    case 'AssignmentPattern':
      return boundIn(pattern.left)
    case 'RestElement':
      return boundIn(pattern.argument)
    default:
      return []
  }
}

/** Vague names of one file as `{ name, offset }`. */
export function vagueNames(file, text) {
  const found = []
  const note = (pattern) => {
    for (const { name, start } of boundIn(pattern)) if (VAGUE.has(name)) found.push({ name, offset: start })
  }
  const lines = (node) => text.slice(node.start, node.end).split('\n').length
  const parameters = (node) => node.params.forEach((each) => note(each.type === 'TSParameterProperty' ? each.parameter : each))
  new Visitor({
    VariableDeclarator: (node) => note(node.id),
    FunctionDeclaration(node) {
      note(node.id)
      parameters(node)
    },
    FunctionExpression: parameters,
    ArrowFunctionExpression: (node) => lines(node) > SHORT_LINES && parameters(node),
  }).visit(parseSync(file, text).program)
  return found
}

/** Names of types and interfaces that one file exports under its own declaration. */
function typesOf(file, text) {
  const names = []
  new Visitor({
    ExportNamedDeclaration({ declaration }) {
      if (declaration?.type === 'TSInterfaceDeclaration' || declaration?.type === 'TSTypeAliasDeclaration') names.push(declaration.id.name)
    },
  }).visit(parseSync(file, text).program)
  return names
}

/**
 * Counts by area: `modules/exams vague`, and `shared type Line` for the number of files that export a type of that name. `files`: `[file,
 * text]`.
 */
export function nameCounts(files) {
  const counts = {}
  const add = (key, n = 1) => (counts[key] = (counts[key] ?? 0) + n)
  const places = new Map()
  for (const [file, text] of files) {
    if (!/\.tsx?$/.test(file) || file.endsWith('.gen.ts')) continue
    const vague = vagueNames(file, text).length
    if (vague) add(`${areaOf(file)} vague`, vague)
    for (const name of typesOf(file, text)) places.set(name, (places.get(name) ?? new Set()).add(file))
  }
  for (const [name, where] of places) if (where.size > 1) add(`shared type ${name}`, where.size)
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

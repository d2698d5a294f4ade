/** Which tables a source file writes, reads and names, by its syntax tree. */
import { parseSync, Visitor } from 'oxc-parser'

const WRITES = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(?:public\.)?"?(\w+)/gi
const READS = /\b(?:from|join)\s+(?:only\s+|lateral\s+)?(?:public\.)?"?(\w+)/gi
/** Calls of the kernel with the table as their second argument, whatever the first one is. */
const CALLS = new Map([
  ['insert', 'writes'],
  ['insertMany', 'writes'],
  ['update', 'writes'],
  ['remove', 'writes'],
  ['change', 'writes'],
  ['locked', 'writes'],
  ['sameVersion', 'reads'],
  ['find', 'reads'],
])

/** `x as T`, `x!`, `(x)` and `<T>x` are x. */
function bare(node) {
  let inner = node
  while (/^(TS(As|NonNull|Satisfies|TypeAssertion|Instantiation)|Parenthesized)/.test(inner?.type ?? '')) inner = inner.expression
  return inner
}
const textOf = (node) => {
  const inner = bare(node)
  if (inner?.type === 'Literal' && typeof inner.value === 'string') return inner.value
  return inner?.type === 'TemplateLiteral' && inner.quasis.length === 1 ? inner.quasis[0].value.cooked : undefined
}

/**
 * Uses of tables in a file: `{ table, at, how }`, where `how` is `writes`, `reads` or `names`. A name is a text or key equal to a table's.
 */
export function tableUses(file, text, isTable) {
  const { program } = parseSync(file, text)
  const found = []
  const use = (how, table, at) => isTable(table) && found.push({ how, table, at })
  const names = new Map()
  new Visitor({
    ImportSpecifier: (n) => names.set(n.local.name, n.imported.name ?? n.imported.value),
    CallExpression(n) {
      const callee = bare(n.callee)
      const called = callee?.type === 'Identifier' ? (names.get(callee.name) ?? callee.name) : undefined
      const how = CALLS.get(called)
      if (how && n.arguments.length > 1) use(how, textOf(n.arguments[1]), n.start)
    },
    TaggedTemplateExpression(n) {
      const tag = bare(n.tag)
      if (tag?.type !== 'Identifier' || (names.get(tag.name) ?? tag.name) !== 'sql') return
      // Each part between two placeholders stays where it stands in the file; a name cannot begin in one part and end in the next.
      for (const { start, end } of n.quasi.quasis) {
        const part = text.slice(start, end)
        for (const [expression, how] of [
          [WRITES, 'writes'],
          [READS, 'reads'],
        ])
          for (const match of part.matchAll(expression)) use(how, match[1].toLowerCase(), start + match.index)
      }
    },
    Literal: (n) => typeof n.value === 'string' && n.value.includes('_') && use('names', n.value, n.start),
    Property: (n) => !n.computed && n.key.type === 'Identifier' && n.key.name.includes('_') && use('names', n.key.name, n.start),
    // One plain word may mean anything (a role, a book); two in a list are tables.
    ArrayExpression(n) {
      const plain = n.elements.filter((e) => e && isTable(textOf(e)) && !textOf(e).includes('_'))
      if (plain.length > 1) for (const e of plain) use('names', textOf(e), e.start)
    },
  }).visit(program)
  return found
}

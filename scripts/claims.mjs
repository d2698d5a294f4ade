/**
 * Claims of a source file that the compiler believes without proof: `x as T`, `<T>x` and `x!`, and rows said to be of a type that nothing
 * compares with their table, `new Whole<T>(…)` (decision 0094), by oxc-parser. `as const` claims nothing.
 */
import { parseSync, Visitor } from 'oxc-parser'

/** Every claim: `as`, `!` or `rows`, where it begins, and whether a comment on its lines or the line before says why. */
export function claimsOf(file, text) {
  const { program, comments } = parseSync(file, text)
  const found = []
  const claim = (kind, n) => {
    const from = text.lastIndexOf('\n', text.lastIndexOf('\n', n.start - 1) - 1)
    const end = text.indexOf('\n', n.end)
    found.push({ kind, at: n.start, said: comments.some((c) => c.start > from && (end < 0 || c.start < end)) })
  }
  const cast = (n) => text.slice(n.typeAnnotation.start, n.typeAnnotation.end) !== 'const' && claim('as', n)
  new Visitor({
    TSAsExpression: cast,
    TSTypeAssertion: cast,
    TSNonNullExpression: (n) => claim('!', n),
    NewExpression: (n) => n.callee.name === 'Whole' && claim('rows', n),
  }).visit(program)
  return found
}

const areaOf = (file) => /^(modules\/[^/]+\/\w+|kernel\/\w+|apps\/\w+|database\/demo|ports\/\w+)\//.exec(file)?.[1]
/**
 * Claims by area of the product, and of handlers (`modules/x/server`) the casts nothing is said about. A wrong claim in a test fails the
 * test.
 */
export function claims(files) {
  const counts = {}
  for (const [file, text] of files) {
    const area = areaOf(file)
    if (!area || /\.test\.tsx?$/.test(file) || /from 'vitest'/.test(text)) continue
    for (const { kind, said } of claimsOf(file, text)) {
      for (const what of kind === 'as' && !said && area.endsWith('/server') && area.startsWith('modules/')
        ? ['as', 'as, unsaid']
        : [kind]) {
        const key = `${area} ${what}`
        counts[key] = (counts[key] ?? 0) + 1
      }
    }
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

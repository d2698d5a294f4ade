/**
 * The rule about comparing: two facts are compared by the kernel (`compareFacts`, `compareNumbers`), which answers same, different or
 * unknown. A comparison of its own makes what nobody stated equal: `ordered === undefined || ordered === got`, `asked && got && asked !==
 * got`.
 */
import { parseSync, Visitor } from 'oxc-parser'

const WRAPPERS = ['TSAsExpression', 'TSNonNullExpression', 'ChainExpression', 'ParenthesizedExpression']
const bare = (node) => (WRAPPERS.includes(node?.type) ? bare(node.expression) : node)
const isNothing = (node) => (node.type === 'Literal' && node.value === null) || (node.type === 'Identifier' && node.name === 'undefined')
const isConstant = (node) =>
  node.type === 'Literal' || isNothing(node) || (node.type === 'UnaryExpression' && isConstant(bare(node.argument)))

/** Operands of a chain of one operator. */
const operandsOf = (node, operator) => {
  const it = bare(node)
  return it.type === 'LogicalExpression' && it.operator === operator
    ? [...operandsOf(it.left, operator), ...operandsOf(it.right, operator)]
    : [it]
}
const EQUALS = new Set(['===', '=='])
const DIFFERS = new Set(['!==', '!='])

/** Comparisons of one file that take what is missing for equal: `[offset, …]`. */
export function lenientComparisons(file, text) {
  if (!/===|!==/.test(text)) return []
  const found = new Set()
  const source = (node) => text.slice(bare(node).start, bare(node).end).replace(/[?!\s]/g, '')
  /** What an operand says is missing (`||`) or stated (`&&`); undefined where it says neither. */
  const tested = (node, isMissing) => {
    const operators = isMissing ? EQUALS : DIFFERS
    if (node.type === 'BinaryExpression' && operators.has(node.operator)) {
      const [left, right] = [bare(node.left), bare(node.right)]
      if (isNothing(right)) return source(left)
      return isNothing(left) ? source(right) : undefined
    }
    const negated = node.type === 'UnaryExpression' && node.operator === '!'
    if (isMissing) return negated ? source(node.argument) : undefined
    if (node.type === 'UnaryExpression' || node.type === 'BinaryExpression') return undefined
    return source(node)
  }
  const comparison = (node, operators) => {
    if (node.type !== 'BinaryExpression' || !operators.has(node.operator)) return undefined
    const sides = [bare(node.left), bare(node.right)]
    return sides.some(isConstant) ? undefined : sides.map(source)
  }
  const look = (node) => {
    const isMissing = node.operator === '||'
    if (!isMissing && node.operator !== '&&') return
    const operands = operandsOf(node, node.operator)
    const facts = new Set(operands.map((o) => tested(o, isMissing)).filter(Boolean))
    for (const operand of operands) {
      const sides = comparison(operand, isMissing ? EQUALS : DIFFERS)
      // Both sides stated before they may differ, or one missing and so equal.
      if (sides && (isMissing ? sides.some((s) => facts.has(s)) : sides.every((s) => facts.has(s)))) found.add(operand.start)
    }
  }
  const functions = []
  const excuses = []
  const comparisons = []
  const within = (node) => functions.push([node.start, node.end])
  new Visitor({
    LogicalExpression: look,
    FunctionDeclaration: within,
    FunctionExpression: within,
    ArrowFunctionExpression: within,
    BinaryExpression(node) {
      const sides = comparison(node, EQUALS)
      if (sides) comparisons.push({ at: node.start, sides })
    },
    // `if (ordered === undefined) return true`: what is missing passes before it is compared.
    IfStatement(node) {
      const first = node.consequent.type === 'BlockStatement' ? node.consequent.body[0] : node.consequent
      if (first?.type !== 'ReturnStatement' || first.argument?.value !== true) return
      const facts = operandsOf(node.test, '||')
        .map((o) => tested(o, true))
        .filter(Boolean)
      if (facts.length) excuses.push({ at: node.start, facts })
    },
  }).visit(parseSync(file, text).program)
  /** The innermost function around a place. */
  const around = (at) => functions.filter(([start, end]) => start <= at && at < end).sort((a, b) => b[0] - a[0])[0]
  for (const { at, facts } of excuses)
    if (comparisons.some((c) => c.at > at && around(c.at) === around(at) && c.sides.some((s) => facts.includes(s)))) found.add(at)
  return [...found].sort((a, b) => a - b)
}

/** Chains that are no comparison of two facts, by file: how many, and what they are. */
const OTHERS = {
  'kernel/contract/article.ts': [1, 'whose letterhead: none named is the own store'],
  'kernel/contract/paper.ts': [1, 'whose letterhead: none named is the own store'],
  'kernel/web/print/PrintSheet.tsx': [1, 'whose letterhead: none named is the own store'],
  'kernel/server/acting.ts': [1, 'the store a call acts in: none named is the own one'],
  'kernel/server/findings.ts': [1, 'a confirmation from before sentences were kept'],
  'kernel/server/rooms.ts': [2, 'an address: none named is everybody'],
  'kernel/web/layers.ts': [1, 'whether anything lies over the page'],
  'modules/account/server/why.ts': [1, 'a filter'],
  'modules/account/web/login/LogInAgain.tsx': [1, 'whether a session was renewed'],
  'modules/account/web/login/ScanCode.tsx': [1, 'whether there is a code to show'],
  'modules/billing/server/owned.ts': [1, 'finds the line of a paper by what the till sent; its price and number are compared whole'],
  'modules/exams/contract/checks/cycloplegia.ts': [1, 'a drug that nobody named is another finding'],
  'modules/exams/contract/checks/checks.ts': [1, 'an addition that is new is asked about'],
  'modules/exams/web/images/Gallery.tsx': [1, 'a filter'],
  'modules/exams/web/visit/Shorthand.tsx': [1, 'which suggestions fit what is typed'],
  'modules/frame-orders/server/choose.ts': [1, 'whether a fee was changed'],
  'modules/lens-orders/server/handlers.ts': [2, 'a filter'],
  'modules/lens-orders/server/purchase/import.ts': [2, 'a search: what a row leaves out is searched for by nothing'],
  'modules/lens-orders/server/purchase/lookups.ts': [1, 'a filter'],
  'modules/lens-orders/server/save.ts': [1, 'whether a link was changed'],
  'modules/records/server/okjing/rules.ts': [1, 'whether another trial lens was taken'],
  'modules/records/web/Ecases.tsx': [1, 'whether a text was typed by hand'],
  'modules/reservations/server/wechat.ts': [1, 'a filter'],
  'modules/reservations/web/data.ts': [1, 'a visit nobody was named for is everybody’s'],
  'modules/reservations/web/rooms/MyRoom.tsx': [1, 'a visit no room was named for waits in every room'],
  'modules/revisits/server/status.ts': [1, 'a task nobody claimed is anybody’s'],
  'modules/settings/web/MasterList.tsx': [1, 'a filter'],
  'modules/stock/server/batch/batches.ts': [2, 'a round lens is turned to any axis when it is cut; no warehouse named is any'],
  'modules/stock/server/papers/issue.ts': [2, 'goods kept for nobody are anybody’s; no batch named is any'],
}
const applies = (file) => /^(apps|kernel|modules|ports|database)\//.test(file) && !/\.test\.tsx?$|\.gen\.ts$/.test(file)

/** What breaks the rule in some files (path → text). Answers `{ rule, file, line, why }`. */
export const comparisonBreaches = (files, others = OTHERS) =>
  files
    .filter(([file]) => applies(file))
    .flatMap(([file, text]) => {
      const found = lenientComparisons(file, text)
      const [allowed = 0] = others[file] ?? []
      if (found.length < allowed)
        return [
          {
            rule: 'unknown-is-not-equal',
            file,
            line: 1,
            why: `has ${found.length} of ${allowed} such chains: lower the number in rules-comparisons.mjs`,
          },
        ]
      return found.length === allowed
        ? []
        : found.map((at) => ({
            rule: 'unknown-is-not-equal',
            file,
            line: text.slice(0, at).split('\n').length,
            why: 'compares what may be missing as if it were equal: compareFacts or compareNumbers answers same, different or unknown',
          }))
    })

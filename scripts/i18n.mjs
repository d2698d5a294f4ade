/**
 * Texts: every Chinese key has its English in an en.json (of its module, or the kernel's), and no screen holds a text that cannot be
 * translated. `npm run check` runs it; `node scripts/i18n.mjs account` prints what a module's contract/en.json lacks.
 */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { filesOf, root } from './build.mjs'

const CHINESE = /[\u3400-\u9fff]/
const isText = (value) => typeof value === 'string' && CHINESE.test(value)

/** Keys a file uses, and texts in it that no language setting reaches: `{ keys: Map(key → offset), bare: [offset] }`. */
export function textsOf(file, source) {
  const keys = new Map()
  const bare = []
  const hostAttributes = new Set()
  const add = (key, at) => isText(key) && keys.set(key, at)
  const keyOf = (quasi) => quasi.quasis.map((part, i) => (i ? `{${i - 1}}` : '') + part.value.cooked).join('')
  const tagged = new Set()
  const patterns = new Set()
  new Visitor({
    TaggedTemplateExpression(n) {
      tagged.add(n.quasi)
      if (n.tag.name === 't') add(keyOf(n.quasi), n.start)
    },
    CallExpression(n) {
      // Words looked for in a text are no texts themselves.
      if (['includes', 'startsWith', 'endsWith', 'indexOf', 'split', 'replace'].includes(n.callee.property?.name))
        n.arguments.forEach((a) => patterns.add(a))
    },
    JSXText: (n) => isText(n.value) && bare.push(n.start),
    JSXOpeningElement(n) {
      if (/^[a-z]/.test(n.name.name ?? '')) for (const a of n.attributes) if (a.value?.type === 'Literal') hostAttributes.add(a.value)
    },
    // A plain literal is a key: the component or the contract's reader translates it. On an element of HTML nobody does.
    Literal(n) {
      if (patterns.has(n) || !isText(n.value)) return
      if (hostAttributes.has(n)) bare.push(n.start)
      else add(n.value, n.start)
    },
    TemplateLiteral(n) {
      if (tagged.has(n) || patterns.has(n) || !n.quasis.some((q) => isText(q.value.cooked))) return
      if (n.quasis.length === 1) add(n.quasis[0].value.cooked, n.start)
      else if (/\/web\//.test(file)) bare.push(n.start)
    },
  }).visit(parseSync(file, source).program)
  return { keys, bare }
}

const sources = () =>
  filesOf('kernel', 'modules', 'apps').filter((f) => /\/(contract|web)\/.*\.tsx?$/.test(f) && !/\.test\.tsx?$|\.gen\.ts$/.test(f))
const english = () =>
  Object.assign(
    {},
    ...filesOf('kernel', 'modules', 'apps')
      .filter((f) => f.endsWith('/en.json'))
      .map((f) => JSON.parse(fs.readFileSync(path.join(root, f), 'utf8'))),
  )

/** Problems of all texts, a sentence each. */
export function textProblems(only = '') {
  const known = english()
  return sources()
    .filter((f) => f.startsWith(only))
    .flatMap((file) => {
      const source = fs.readFileSync(path.join(root, file), 'utf8')
      const { keys, bare } = textsOf(file, source)
      const line = (at) => source.slice(0, at).split('\n').length
      return [
        ...bare.map((at) => ({ file, line: line(at), why: 'this text cannot be translated: write t`…`' })),
        ...[...keys].filter(([key]) => !known[key]).map(([key, at]) => ({ file, line: line(at), key, why: `no English for “${key}”` })),
      ]
    })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = textProblems(`modules/${process.argv[2] ?? ''}`)
    .filter((p) => p.key)
    .map((p) => p.key)
  console.log(JSON.stringify(Object.fromEntries([...new Set(missing)].map((key) => [key, ''])), null, 2))
}

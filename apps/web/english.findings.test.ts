/** Findings and refusals are put together where no screen is: every template of them, filled with samples, is told in English. */
import fs from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor, type Expression, type TemplateLiteral } from 'oxc-parser'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setDictionary, trSentence } from '#kernel/web/i18n.ts'
import { filesOf, root } from '../../scripts/build.mjs'

const words = import.meta.glob<Record<string, string>>(['../../modules/*/contract/en.json', '../../kernel/web/en.json', './en.json'], {
  eager: true,
  import: 'default',
})
const CHINESE = /[\u3400-\u9fff]/
/** Code that finds and judges; of the rest of the server only what a refusal carries counts. */
const JUDGES = /\/server\/(.*\/)?[\w.]*(check|judge|match|ordered|withdraw|backdate|known)[\w.]*\.ts$/
/** Texts for paper, files and messages, which have their own language, and names that makers of the demo and of tests give. */
// The patterns of the checker of words are looked for, not told.
const NOT_SAID = /\/(make|capitals|wording)\.ts$|\.(xlsx|json|html)$/
/** Expressions that name an eye. */
const EYE = /^(side|eye\[1\]|sides\[.*|eyeName\(.*)$/i
const PATIENCE = 4

interface Source {
  readonly text: string
  /** What its constants are given. */
  readonly known: Map<string, Expression>
}
/** What an expression may become: both arms of a choice, the texts it falls back on, an eye where a side is named. */
function samples(e: Expression, source: Source, deep = 0): string[] {
  const nested = (x: Expression) => samples(x, source, deep + 1)
  if (EYE.test(source.text.slice(e.start, e.end))) return ['右眼']
  if (e.type === 'Literal' && typeof e.value === 'string') return [e.value]
  if (e.type === 'TemplateLiteral') return filled(e, source, deep + 1)
  if (e.type === 'ConditionalExpression') return [...nested(e.consequent), ...nested(e.alternate)]
  if (e.type === 'LogicalExpression') return e.operator === '&&' ? nested(e.right) : [...nested(e.left), ...nested(e.right)]
  const constant = e.type === 'Identifier' && deep < PATIENCE ? source.known.get(e.name) : undefined
  return constant ? nested(constant) : ['X1']
}
/** The template with each of its samples in turn. */
function filled(q: TemplateLiteral, source: Source, deep = 0): string[] {
  const choices = q.expressions.map((e) => samples(e, source, deep))
  const most = Math.max(1, ...choices.map((c) => c.length))
  const taken = (i: number, n: number) => choices[i]?.[n % choices[i].length] ?? ''
  return Array.from({ length: most }, (_, n) => q.quasis.map((part, i) => taken(i - 1, n) + (part.value.cooked ?? '')).join(''))
}
/** Sentences a file can put together. */
function sentencesOf(file: string): string[] {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const constants = new Map<string, Expression>()
  const all: TemplateLiteral[] = []
  const aside = new Set<TemplateLiteral>()
  const refused: Array<readonly [number, number]> = []
  new Visitor({
    VariableDeclarator: (n) => {
      const { id, init } = n
      if (id.type === 'Identifier' && (init?.type === 'ConditionalExpression' || init?.type === 'TemplateLiteral'))
        constants.set(id.name, init)
    },
    TaggedTemplateExpression: (n) => void aside.add(n.quasi),
    CallExpression: (n) => {
      if (n.callee.type === 'Identifier' && n.callee.name === 'refuse') refused.push([n.start, n.end])
    },
    TemplateLiteral: (n) => void all.push(n),
  }).visit(parseSync(file, text).program)
  const inRefusal = (q: TemplateLiteral) => refused.some(([from, to]) => q.start > from && q.end < to)
  return all
    .filter((q) => q.quasis.length > 1 && !aside.has(q) && q.quasis.some((p) => CHINESE.test(p.value.cooked ?? '')))
    .filter((q) => /\/contract\//.test(file) || JUDGES.test(file) || inRefusal(q))
    .flatMap((q) => filled(q, { text, known: constants }))
    .filter((sentence) => !NOT_SAID.test(sentence) && CHINESE.test(sentence))
}

beforeEach(() => {
  localStorage.setItem('mingmou.language', 'en')
  setDictionary(Object.assign({}, ...Object.values(words)))
})
afterEach(() => {
  setDictionary({})
})

it('3.42 every finding and refusal that code puts together is told in English without a Chinese word', () => {
  const files = filesOf('kernel', 'modules').filter(
    (f) => /\/(contract|server)\/.*\.ts$/.test(f) && !/\.test\.ts$|\.gen\.ts$/.test(f) && !NOT_SAID.test(f),
  )
  const sentences = files.flatMap((file) => sentencesOf(file).map((sentence) => ({ file, sentence })))
  expect(sentences.length).toBeGreaterThan(200)
  expect(sentences.map((s) => ({ ...s, english: trSentence(s.sentence) })).filter((s) => CHINESE.test(s.english))).toEqual([])
})

it('3.42 a whole sentence comes before its parts, and what is in its places is told too', () => {
  expect(trSentence('处方 RX1 还没有签发，不能据此配镜：请医师签发')).toBe(
    'Prescription RX1 is not issued yet, no glasses are made from it: ask the doctor to issue it',
  )
  expect(trSentence('右眼轴位 170° 与处方 180° 不同（换算为处方的柱镜写法）')).toBe(
    'Right eye: axis 170° differs from 180° of the prescription (written in the cylinder form of the prescription)',
  )
  expect(trSentence('右眼球镜 −3.00 与 2026-06-01 上次订单 的 +3.00 正负号相反')).toBe(
    'Right eye: sphere −3.00 has the opposite sign of +3.00, 2026-06-01 Last order',
  )
})

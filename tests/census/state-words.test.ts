/**
 * One state, one word: a screen, a print or a screen on the wall takes the word of a state from its machine (`wordOf`, `<Status of=…>`), so
 * that a word changed in `contract/states.ts` changes everywhere, and the same state is not called by two words.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync, Visitor, type Expression } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import type { Machine, States } from '#kernel/contract/index.ts'

/** Texts that are a state's word and something else too, and are that here. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'frame-orders 不合格': 'the verdict of one inspection, beside 合格 and 让步放行; the order may be elsewhere since',
  'campaigns 上架': 'the button that puts a promotion on the shelf',
  'campaigns 下架': 'the button that takes a promotion or an article off the shelf',
  'training 停止服务': 'the button that stops a service',
}

const modules = readdirSync('modules', { recursive: true, encoding: 'utf8' }).map((file) => `modules/${file}`)
const files = modules.filter((file) => /^modules\/[^/]+\/web\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
const declared = new Map<string, States[]>(
  await Promise.all(
    modules
      .filter((file) => /^modules\/[^/]+\/contract\/states\.ts$/.test(file))
      .map(async (file): Promise<[string, States[]]> => {
        const all = Object.values((await import(join(process.cwd(), file))) as Record<string, unknown>)
        return [
          file.split('/')[1]!,
          all.filter((of): of is States => typeof of === 'object' && of !== null && 'states' in of && 'is' in of),
        ]
      }),
  ),
)

/** Words of states. What has no tone is a kind more than a state; what a move is called too is a button. */
const wordsOf = (states: States): string[] => {
  const moves = new Set(Object.values((states as Partial<Machine>).moves ?? {}).map((move) => move.label))
  return Object.values(states.states).flatMap((s) => (s.tone && !moves.has(s.label) ? [s.label] : []))
}
/** Modules whose states a file knows: its own, and those it imports. */
function modulesOf(file: string, text: string): string[] {
  const imported = [...text.matchAll(/from '([^']+\/states\.ts)'/g)].map(([, from]) =>
    from!.startsWith('#') ? from!.slice(1) : relative('.', join(dirname(file), from!)),
  )
  return [...new Set([file.split('/')[1]!, ...imported.map((path) => path.split('/')[1]!)])].filter((module) => declared.has(module))
}
const textOf = (node: Expression): string | undefined => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return node.type === 'TemplateLiteral' && node.quasis.length === 1 ? (node.quasis[0]!.value.cooked ?? undefined) : undefined
}
/** `module word` of each state's word that a file spells itself. What a toast says has just happened is no state. */
function spelled(file: string, text: string): string[] {
  const words = new Map(
    modulesOf(file, text).flatMap((module) =>
      declared
        .get(module)!
        .flatMap(wordsOf)
        .map((word) => [word, module]),
    ),
  )
  const found: string[] = []
  const toasts: Array<readonly [number, number]> = []
  const visit = (node: Expression) => {
    const word = textOf(node)
    const module = word === undefined ? undefined : words.get(word)
    if (module && !toasts.some(([from, to]) => node.start >= from && node.end <= to)) found.push(`${module} ${word}`)
  }
  new Visitor({
    CallExpression(n) {
      if (n.callee.type === 'Identifier' && n.callee.name === 'toast') toasts.push([n.start, n.end])
    },
    Literal: visit,
    TemplateLiteral: visit,
  }).visit(parseSync(file, text).program)
  return found
}

describe('the word of a state', () => {
  const all = files.flatMap((file) => spelled(file, readFileSync(file, 'utf8')).map((word) => ({ file, word })))

  it('is spelled by its machine, and by no screen that knows the machine', () => {
    expect(files.length).toBeGreaterThan(200)
    expect(all.filter(({ word }) => !OTHERWISE[word]).map(({ file, word }) => `${file}: ${word}`)).toEqual([])
  })

  it('is excused only where it is something else too', () => {
    expect(Object.keys(OTHERWISE).filter((word) => !all.some((a) => a.word === word))).toEqual([])
  })

  it('is found where a screen spells it: in a text, in a list of tabs, of a machine of another module', () => {
    const screen = 'modules/reservations/web/rooms/Planted.tsx'
    expect(spelled(screen, 'const note = <i>{t`就诊中`}</i>')).toEqual(['reservations 就诊中'])
    expect(spelled(screen, "const tabs = { wait: { label: '叫号中' } }")).toEqual(['reservations 叫号中'])
    expect(
      spelled('modules/desk/web/Planted.tsx', "import { frameOrder } from '#modules/frame-orders/contract/states.ts'\nt`待取镜`"),
    ).toEqual(['frame-orders 待取镜'])
    expect(spelled(screen, 'toast(t`已完成`)')).toEqual([])
  })
})

describe('a visit in the line', () => {
  it('is shown by visitState on every screen, so that a called one is called everywhere', () => {
    const bare = files.filter((file) => /<Status\s+of=\{(?:reservationStates|queueStates)\}/.test(readFileSync(file, 'utf8')))
    expect(bare).toEqual([])
    const shown = files.filter((file) => readFileSync(file, 'utf8').includes('<Status {...visitState('))
    expect(shown.length).toBeGreaterThanOrEqual(5)
  })
})

import { describe, expect, it } from 'vitest'
import { deadExports } from './exports.mjs'

const dead = (files) => deadExports(Object.entries(files)).map(({ file, line, name }) => `${file}:${line} ${name}`)

describe('dead exports', () => {
  it('what nobody imports is told with its line; what anybody imports, a test as well, is not', () => {
    expect(
      dead({
        'kernel/a.ts': 'export const used = 1\nexport const tested = 2\nexport function nobodys() {}\nexport default 3',
        'kernel/b.ts': "import { used } from './a.ts'\nconsole.log(used)",
        'kernel/a.test.ts': "import { tested } from './a.ts'\nexpect(tested)",
      }),
    ).toEqual(['kernel/a.ts:3 nobodys', 'kernel/a.ts:4 default'])
  })
  it('a name passed on is dead in both files when nobody takes it there, and alive in both when somebody does', () => {
    const files = {
      'kernel/a.ts': 'export const one = 1\nexport const two = 2',
      'kernel/index.ts': "export { one, two as second } from '#kernel/a.ts'",
      'modules/x.ts': "import { one } from '#kernel/index.ts'\none()",
    }
    expect(dead(files)).toEqual(['kernel/a.ts:2 two', 'kernel/index.ts:1 second'])
    expect(dead({ ...files, 'kernel/index.ts': "export * from './a.ts'" })).toEqual(['kernel/a.ts:2 two'])
  })
  it('what is loaded while running, whole or by a script, is taken', () => {
    expect(
      dead({
        'web/Screen.tsx': 'export default function Screen() {}',
        'web/screens.ts': "void (() => import('./Screen.tsx'))",
        'scripts/made.ts': 'export const made = 1',
        'scripts/make.mjs': "await importScript('scripts/made.ts')",
        'kernel/all.ts': 'export const a = 1',
        'kernel/use.ts': "import * as all from './all.ts'\nall.a()",
      }),
    ).toEqual([])
  })
  it('a type that words what its file gives may be named; one that words nothing is dead', () => {
    expect(
      dead({
        'kernel/a.ts': 'export interface Given {}\nexport type Lost = string // Lost\nexport const give = (): Given => ({})',
        'kernel/b.ts': "import { give } from './a.ts'\ngive()",
      }),
    ).toEqual(['kernel/a.ts:2 Lost'])
  })
})

import { describe, expect, it } from 'vitest'
import { affected } from './affected.mjs'
import { importsOf } from './architecture.mjs'

const house = {
  'kernel/server/index.ts': 'export const sql = 1',
  'modules/bills/contract/events.ts': 'export const paid = 1',
  'modules/bills/contract/endpoints.ts':
    "import { Bill } from './shapes.ts'\nexport const bills = {\n  'bill.save': post(Bill),\n  'bill.void': post(),\n}",
  'modules/bills/contract/shapes.ts': 'export const Bill = 1',
  'modules/bills/server/handlers.ts': `import { bills } from '../contract/endpoints.ts'
import { save } from './save.ts'
import { theVoid } from './void.ts'
const whole = () => theVoid(2)
export default implement(bills, {
  'bill.save': save,
  'bill.void': () => whole(),
})`,
  'modules/bills/server/save.ts': "import { paid } from '../contract/events.ts'\nexport const save = () => announce(paid)",
  'modules/bills/server/void.ts': 'export const theVoid = 1',
  'modules/bills/server/bills.test.ts': "import { freshClinic } from '../../../tests/harness.ts'\ncall('bill.save')",
  'modules/bills/server/void.test.ts': "call('bill.void')",
  'modules/gifts/server/reactions.ts':
    "import { paid } from '#modules/bills/contract/events.ts'\nimport { give } from './give.ts'\non(paid, give)",
  'modules/gifts/server/give.ts': 'export const give = 1',
  'modules/gifts/server/gifts.test.ts': "import { give } from './give.ts'\ngive()",
  'modules/gifts/web/Gifts.tsx': 'export const Gifts = 1',
  'modules/gifts/web/Gifts.test.tsx': "import { Gifts } from './Gifts.tsx'\nGifts",
  'apps/server/modules.gen.ts':
    "import bills from '#modules/bills/server/handlers.ts'\nimport gifts from '#modules/gifts/server/reactions.ts'",
  'tests/harness.ts': "import '../apps/server/modules.gen.ts'\nimport { give } from '#modules/gifts/server/give.ts'",
}
const graph = new Map(Object.entries(house).map(([file, text]) => [file, importsOf(file, text)]))
const after = (changed, was = {}) =>
  affected(graph, { changed, read: (file) => house[file] ?? '', before: (file) => was[file] ?? house[file] }).tests.map((file) =>
    file.split('/').at(-1),
  )

describe('what a change can affect', () => {
  it.each([
    ['the tests that import it', 'modules/gifts/web/Gifts.tsx', ['Gifts.test.tsx']],
    ['the tests that make a call whose handler uses it', 'modules/bills/server/void.ts', ['void.test.ts']],
    ['the tests that announce what it reacts to, and its own', 'modules/gifts/server/give.ts', ['bills.test.ts', 'gifts.test.ts']],
    ['the tests of calls that carry the shape', 'modules/bills/contract/shapes.ts', ['bills.test.ts']],
    ['itself', 'modules/bills/server/void.test.ts', ['void.test.ts']],
    ['the endpoint tests of a module by its migration', 'modules/gifts/database/0009-gifts.sql', ['gifts.test.ts']],
    ['the widgets of a module by its texts', 'modules/gifts/contract/en.json', ['Gifts.test.tsx']],
  ])('%s', (_, file, tests) => {
    expect(after([file])).toEqual(tests)
  })
  it('of a file with many calls, the tests of those that changed, what they use at its top included', () => {
    const at = 'modules/bills/server/handlers.ts'
    expect(after([at])).toEqual([])
    expect(after([at], { [at]: house[at].replace("'bill.save': save", "'bill.save': other") })).toEqual(['bills.test.ts'])
    expect(after([at], { [at]: house[at].replace('theVoid(2)', 'theVoid(1)') })).toEqual(['void.test.ts'])
  })
  it('everything by what every test stands on, and the calls of the changed modules for the census', () => {
    const of = (changed) => affected(graph, { changed, read: (file) => house[file] ?? '', before: () => undefined })
    expect(of(['database/wall.sql']).everything).toBe(true)
    expect(of(['modules/bills/server/save.ts', 'modules/gifts/database/0009-gifts.sql', 'modules/gifts/web/Gifts.tsx'])).toMatchObject({
      everything: false,
      modules: ['bills', 'gifts'],
    })
  })
})

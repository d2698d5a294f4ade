import { describe, expect, it } from 'vitest'
import { graphOf, importsOf, violations } from './architecture.mjs'

const ORDER = ['account', 'patients', 'billing']
/** The names of the rules that an import of `to` by `from` breaks. */
const broken = (from, to, options = {}) => {
  const graph = new Map([[from, [{ to, type: false, lazy: false, ...options }]]])
  if (/\.tsx?$/.test(to)) graph.set(to, [])
  return violations(graph, ORDER)
    .filter((v) => v.rule !== 'no-orphans')
    .map((v) => v.rule)
}

describe('dependency rule', () => {
  it.each([
    ['contract-is-pure', 'modules/patients/contract/shapes.ts', 'npm:dayjs'],
    ['contract-is-pure', 'kernel/contract/field.ts', 'node:fs'],
    ['contract-is-pure', 'modules/patients/contract/shapes.ts', 'modules/patients/server/queries.ts'],
    ['screens-stay-light', 'modules/patients/contract/screens.ts', 'kernel/contract/field.ts'],
    ['web-not-server', 'modules/patients/web/PatientList.tsx', 'modules/patients/server/door.ts'],
    ['web-not-server', 'kernel/web/api.ts', 'node:path'],
    ['server-not-web', 'apps/server/main.ts', 'kernel/web/api.ts'],
    ['server-not-web', 'modules/patients/server/handlers.ts', 'npm:react'],
    ['other-modules-by-the-door', 'modules/billing/server/handlers.ts', 'modules/patients/server/queries.ts'],
    ['only-modules-before', 'modules/patients/server/handlers.ts', 'modules/billing/server/door.ts'],
    ['only-modules-before', 'modules/account/contract/shapes.ts', 'modules/patients/contract/shapes.ts'],
    ['modules-are-in-order', 'modules/vouchers/server/handlers.ts', 'npm:big.js'],
    ['kernel-knows-no-module', 'kernel/server/serve.ts', 'modules/account/server/door.ts'],
    ['modules-use-the-entry', 'modules/account/server/handlers.ts', 'kernel/contract/internal.ts'],
    ['ports-know-no-module', 'ports/sms/aliyun.ts', 'modules/account/server/door.ts'],
    ['modules-know-no-app', 'modules/account/server/handlers.ts', 'apps/server/boot.ts'],
    ['only-database-opens-postgres', 'modules/account/server/handlers.ts', 'npm:pg'],
    ['only-ports-call-vendors', 'modules/account/server/handlers.ts', 'npm:ali-oss'],
    ['files-are-read-in-a-thread', 'modules/exams/server/devices.ts', 'npm:hucre'],
    ['files-are-read-in-a-thread', 'kernel/server/imports.ts', 'kernel/server/parse/sheet.ts'],
    ['files-are-read-in-a-thread', 'modules/devices/server/handlers.ts', 'npm:saxes'],
    ['files-are-read-in-a-thread', 'modules/devices/server/handlers.ts', 'modules/devices/server/thread/means.ts'],
  ])('%s: %s must not import %s', (rule, from, to) => {
    expect(broken(from, to)).toContain(rule)
  })

  it.each([
    ['modules/billing/server/handlers.ts', 'modules/patients/server/door.ts'],
    ['modules/billing/contract/shapes.ts', 'modules/patients/contract/fields.ts'],
    ['modules/billing/web/Bill.tsx', 'modules/patients/web/door.tsx'],
    ['modules/billing/server/bill.test.ts', 'modules/patients/server/make.ts'],
    ['ports/sms/aliyun.ts', 'npm:@alicloud/sms'],
    ['kernel/server/database/client.ts', 'npm:pg'],
    ['kernel/server/imports.ts', 'kernel/server/parse/parse.ts'],
    ['kernel/server/parse/worker.ts', 'kernel/server/parse/sheet.ts'],
    ['modules/patients/server/thread/worker.ts', 'kernel/server/parse/thread.ts'],
  ])('%s may import %s', (from, to) => {
    expect(broken(from, to)).toEqual([])
  })

  it('finds a cycle, but not one of types or of lazy imports', () => {
    const cycle = (options) =>
      violations(
        new Map([
          ['kernel/web/a.ts', [{ to: 'kernel/web/b.ts', type: false, lazy: false }]],
          ['kernel/web/b.ts', [{ to: 'kernel/web/c.ts', type: false, lazy: false }]],
          ['kernel/web/c.ts', [{ to: 'kernel/web/a.ts', type: false, lazy: false, ...options }]],
        ]),
        ORDER,
      ).map((v) => v.rule)
    expect(cycle({})).toEqual(['no-cycles'])
    expect(cycle({ type: true })).toEqual([])
    expect(cycle({ lazy: true })).toEqual([])
  })

  it('finds a file that nobody imports and an import that leads nowhere', () => {
    const found = violations(
      new Map([
        ['kernel/server/lost.ts', []],
        ['apps/server/main.ts', [{ to: 'kernel/server/gone.ts', type: false, lazy: false }]],
      ]),
      ORDER,
    )
    expect(found.map((v) => `${v.rule} ${v.from}`)).toEqual(['no-unresolvable apps/server/main.ts', 'no-orphans kernel/server/lost.ts'])
  })

  it('reads types, re-exports and lazy imports', () => {
    expect(
      importsOf(
        'modules/a/web/screens.ts',
        [
          "import type { A } from '#kernel/contract/x.ts'",
          "export { b } from './b.ts'",
          "import pg, { type C } from 'pg/lib/x.js'",
          "const load = () => import('../c.tsx')",
        ].join('\n'),
      ),
    ).toEqual([
      { to: 'kernel/contract/x.ts', type: true, lazy: false },
      { to: 'npm:pg', type: false, lazy: false },
      { to: 'modules/a/web/b.ts', type: false, lazy: false },
      { to: 'modules/a/c.tsx', type: false, lazy: true },
    ])
  })

  it('reads every file of the house', () => {
    const graph = graphOf()
    expect([...graph.values()].flat().length).toBeGreaterThan(200)
    expect(graph.get('apps/server/main.ts').map((i) => i.to)).toContain('kernel/server/database/embedded.ts')
  }, 60_000)
})

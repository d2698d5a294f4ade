/**
 * Findings × who may confirm them: every answer that shows a finding says who may, every call that takes a confirmation
 * refuses what is no reason, every circle of people names a permission there is, and no finding of powers, eyes, signs or prism is within
 * reach of desk, till or shelf.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { bareOf, z, type CheckFinding, type Endpoints } from '#kernel/contract/internal.ts'
import { checkOrder, type CheckInput } from '#modules/frame-orders/contract/check/check.ts'
import { everyKind } from '#modules/lens-orders/contract/kinds/index.ts'
import { modules } from '../../apps/server/modules.gen.ts'

const calls = modules.flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints))
/** Who holds a permission, by the roles of a new organisation. */
const roles = new Map(
  modules.flatMap((m) => Object.entries((m.permissions ?? {}) as Record<string, { roles: readonly string[]; not?: readonly string[] }>)),
)

interface Field {
  readonly path: string
  readonly shape: z.ZodType
}
/** Objects in lists below a shape, by path. */
function listed(shape: z.ZodType, address = ''): Field[] {
  const bare = bareOf(shape)
  if (bare instanceof z.ZodObject)
    return Object.entries(bare.shape as Record<string, z.ZodType>).flatMap(([name, field]) => listed(field, `${address}.${name}`))
  if (!(bare instanceof z.ZodArray)) return []
  const element = bareOf(bare.element as z.ZodType)
  return [...(element instanceof z.ZodObject ? [{ path: address, shape: element }] : []), ...listed(element, `${address}[]`)]
}
const names = (shape: z.ZodType): string[] => Object.keys((bareOf(shape) as z.ZodObject).shape)
const isFinding = (shape: z.ZodType): boolean => ['level', 'code', 'sentence'].every((name) => names(shape).includes(name))
const isConfirmation = (shape: z.ZodType): boolean => names(shape).toSorted().join() === 'code,reason'
const NO_REASON = ['.', '。。。。', '会员确认', '已与会员确认', 'ok', '其他', '1234']
const undeclared = (all: ReadonlyArray<readonly [string, z.ZodType]>): string[] =>
  all.flatMap(([id, shape]) =>
    listed(shape)
      .filter((f) => isFinding(f.shape) && !['needs', 'unless', 'who'].every((name) => names(f.shape).includes(name)))
      .map((f) => `${id}${f.path}: says not who may confirm it`),
  )
const careless = (all: ReadonlyArray<readonly [string, z.ZodType]>): string[] =>
  all.flatMap(([id, shape]) =>
    listed(shape)
      .filter((f) => isConfirmation(f.shape))
      .flatMap((f) =>
        NO_REASON.filter((reason) => f.shape.safeParse({ code: 'x', reason }).success).map((r) => `${id}${f.path}: takes “${r}”`),
      ),
  )

/** Files that hold findings: an object with `code` and `sentence`. */
const files = (): string[] =>
  readdirSync('modules', { recursive: true, encoding: 'utf8' })
    .filter((f) => /(contract|server)\/.*\.ts$/.test(f) && !f.includes('.test.'))
    .map((f) => path.join('modules', f))
/** Circles of people in a source: the permissions they name. */
const circles = (source: string): string[] =>
  [...source.matchAll(/: Confirmer = \{([^}]*)\}/g)].flatMap(([, body]) =>
    [...(body ?? '').matchAll(/(?:can|othersCan): '([\w:-]+)'/g)].flatMap(([, code]) => code ?? []),
  )
/** Findings a source writes out by a bare level, past `stops` and `asks`. */
const bare = (source: string): boolean => /level: '(block|warn)',\s*(\n\s*)?(field|code|sentence|was)\b/.test(source)

interface Forgotten {
  level: 'warn'
  field: string
  code: string
  sentence: string
}
describe('findings and who may confirm them', () => {
  it('every answer that shows findings says who may confirm each, and why the caller may not', () => {
    const outputs = calls.map(([id, e]) => [id, e.output] as const)
    expect(outputs.flatMap(([, shape]) => listed(shape).filter((f) => isFinding(f.shape))).length).toBeGreaterThan(3)
    expect(undeclared(outputs)).toEqual([])
  })
  it('every call that takes confirmations refuses a full stop, a word and the member’s own agreement as a reason', () => {
    const inputs = calls.map(([id, e]) => [id, e.input] as const)
    expect(inputs.flatMap(([, shape]) => listed(shape).filter((f) => isConfirmation(f.shape))).length).toBeGreaterThan(5)
    expect(careless(inputs)).toEqual([])
  })
  it('every circle of people names permissions there are', () => {
    const named = files().flatMap((f) => circles(readFileSync(f, 'utf8')))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((code) => !roles.has(code))).toEqual([])
  })
  it('no finding is written past its declaration', () => {
    expect(files().filter((f) => bare(readFileSync(f, 'utf8')))).toEqual([])
    // One that forgets its declaration does not compile: it is no `CheckFinding`.
    const compiles: Forgotten extends CheckFinding ? true : false = false
    expect(compiles).toBe(false)
  })
  it('a planted answer, confirmation and source that forget are named', () => {
    const finding = z.object({ level: z.string(), field: z.string(), code: z.string(), sentence: z.string() })
    expect(undeclared([['planted', z.object({ list: z.array(finding) })]])).toEqual(['planted.list: says not who may confirm it'])
    const confirmation = z.object({ code: z.string(), reason: z.string().min(1) })
    expect(careless([['planted', z.object({ overrides: z.array(confirmation).optional() })]])[0]).toBe('planted.overrides: takes “.”')
    expect(bare("out.push({ level: 'warn', field, code: 'x', sentence })")).toBe(true)
    expect(circles("const X: Confirmer = { can: 'nobody:knows', who: '某人' }").filter((code) => !roles.has(code))).toEqual([
      'nobody:knows',
    ])
  })
})

const eye = { sph: -3, cyl: -1, axis: 90, add: 2, prism: 1, base: 'IN', pd: 31, ph: 18 } as const
const other = { ...eye, sph: -5, axis: 10 }
const order = (over: Partial<CheckInput>): CheckInput => ({
  od: eye,
  os: other,
  binocleType: 3,
  prescribed: { od: eye, os: other },
  lens: {},
  ...over,
})
const errors: Readonly<Record<string, Partial<CheckInput>>> = {
  sphere: { od: { ...eye, sph: -3.5 } },
  sign: { od: { ...eye, sph: 3 } },
  cylinder: { od: { ...eye, cyl: -2 } },
  axis: { od: { ...eye, axis: 100 } },
  prism: { od: { ...eye, prism: null, base: null } },
  base: { od: { ...eye, base: 'OUT' } },
  add: { od: { ...eye, add: 2.5 } },
  exchanged: { od: other, os: eye },
  'an eye left out': { od: null },
  'an eye too many': { prescribed: { od: null, os: other } },
  child: { age: 10 },
  distance: { od: { ...eye, pd: 36 } },
}
const DESK = ['reception', 'cashier', 'warehouse', 'workshop', 'inspector']
describe('findings of powers, eyes, signs, axis, prism and addition', () => {
  it.each(Object.entries(errors))('%s is out of reach of desk, till and shelf', (_, over) => {
    const found = checkOrder(order(over))
    expect(found.length).toBeGreaterThan(0)
    for (const { needs, code } of found) {
      if (needs === 'never') continue
      for (const can of [needs.can, needs.othersCan ?? needs.can]) {
        expect(
          roles.get(can)?.roles.filter((role) => DESK.includes(role)),
          `${code} by ${can}`,
        ).toEqual([])
        expect(roles.get(can)?.not, `${code} by ${can}`).toContain('manager')
      }
    }
  })
  it('exchanged eyes and a sign turned over are confirmed by nobody', () => {
    for (const name of ['exchanged', 'sign']) expect(checkOrder(order(errors[name]!)).some((f) => f.needs === 'never')).toBe(true)
  })
  it('every kind of orders for eyes is held to checks', () => {
    expect(everyKind().filter((k) => k.member === 'required' && k.checks.length < 3)).toEqual([])
  })
})

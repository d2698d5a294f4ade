/** The seeds to the letter: texts, error codes, time-outs, and the routes of the screens that exist. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogue, fieldsOf, otherCode, type Act, type CatalogueRow, type Endpoints } from '#kernel/contract/internal.ts'
import { modules } from '../../apps/server/modules.gen.ts'
import { textsOf } from '../../scripts/i18n.mjs'
import { hasShared, sharedText } from '../shared.ts'

const seed = <T>(file: string): T => JSON.parse(hasShared ? sharedText(`spec/${file}`) : '[]') as T
interface Text {
  id: string
  text: string
}
interface Code {
  code: number | string
  class: string
}
interface Route {
  path: string
  layout: string
  redirect?: string
  hidden: boolean
  hidden_stated: boolean
}
interface Call {
  id: string
  timeout_s: number | null
  params: readonly string[]
}

/** Texts of the entry to a remote consultation: they come with the module, and from then on they are asked for here. */
const REMOTE: readonly string[] = fs.existsSync('modules/remote') ? [] : ['M010', 'M011', 'M032', 'M033']

/** The seeds list it below /medical; it hangs on the wall of a waiting room and has no menu. */
const BIG_SCREEN = '/medical/screen'

/** Rules whose module is still to come (marketing), and what is looked at on screens. */
const NOT_YET: readonly number[] = [94, 96, 98, 128, 130]

const filesOf = (fits: (file: string) => boolean): string[] =>
  ['kernel', 'apps', 'modules', 'tests']
    .flatMap((top) => fs.readdirSync(top, { recursive: true, encoding: 'utf8' }).map((f) => path.join(top, f)))
    .filter(fits)

/** Chinese texts of the product: keys of the dictionaries and sentences of the contract. */
function ours(): Set<string> {
  return new Set(
    filesOf((f) => /\/(contract|web|server)\/.*\.tsx?$|^apps\/web\/.*\.tsx?$/.test(f) && !/\.(test|gen)\.tsx?$/.test(f)).flatMap((f) => [
      ...textsOf(f, fs.readFileSync(f, 'utf8')).keys.keys(),
    ]),
  )
}

describe.skipIf(!hasShared)('the seeds', () => {
  const messages = hasShared ? seed<{ texts: Text[]; codes: Code[] }>('messages.json') : { texts: [], codes: [] }

  it('every text of the seeds stands in the product word for word', () => {
    const ourCalls = ours()
    expect(
      messages.texts
        .filter((m) => !m.text.includes('{') && !REMOTE.includes(m.id) && !ourCalls.has(m.text))
        .map((m) => `${m.id} ${m.text}`),
    ).toEqual([])
  })

  it('R061–R072: every code of the seeds has its row in the catalogue', () => {
    const rowOf = (code: Code): CatalogueRow | undefined => catalogue.find((r) => r.codes.has(Number(code.code)))
    const want: Readonly<Record<string, Act['does'] | undefined>> = {
      success: 'data',
      warning: 'warn',
      'no access': 'nothing',
      token: 'ask',
    }
    const numeric = messages.codes.filter((c) => typeof c.code === 'number')
    expect(numeric.length).toBeGreaterThan(20)
    expect(numeric.filter((c) => !rowOf(c) || (want[c.class] && rowOf(c)!.act.does !== want[c.class])).map((c) => c.code)).toEqual([])
    expect(numeric.filter((c) => c.class === 'token' && !rowOf(c)?.httpError).map((c) => c.code)).toEqual([])
    expect(otherCode.does).toBe('warn')
  })

  it('R074: the time-outs of the seeds are those of the calls', () => {
    const served = new Map(modules.flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints)))
    const stated = seed<Call[]>('calls.json').filter((c) => c.timeout_s && c.timeout_s !== 10 && served.has(c.id))
    expect(stated.length).toBeGreaterThan(3)
    expect(
      stated
        .filter((c) => served.get(c.id)!.timeout !== c.timeout_s)
        .map((c) => `${c.id}: ${served.get(c.id)!.timeout} s instead of ${c.timeout_s}`),
    ).toEqual([])
  })

  it('R139: every list has the page parameters its call names', () => {
    const pairs = [
      ['per_page', 'page'],
      ['pageSize', 'pageNum'],
      ['page_num', 'page_size'],
    ]
    const served = new Map(modules.flatMap((m) => Object.entries((m.endpoints ?? {}) as Endpoints)))
    const paged = seed<Call[]>('calls.json').flatMap(({ id, params }) => {
      const names = pairs.find((pair) => pair.every((name) => params.includes(name)))
      const call = served.get(id)
      return names && call ? [{ id, names, has: Object.keys(fieldsOf(call.input)) }] : []
    })
    expect(paged.length).toBeGreaterThan(20)
    expect(paged.filter(({ names, has }) => !names.every((name) => has.includes(name))).map(({ id }) => id)).toEqual([])
  })

  it('every rule of the seeds has a test that names it', () => {
    const named = new Set<number>()
    for (const file of filesOf((f) => /\.test\.tsx?$/.test(f))) {
      for (const [title] of fs.readFileSync(file, 'utf8').matchAll(/\b(?:it|describe)(?:\.each\([\s\S]*?\))?\((['`"]).*?\1|\['R\d{3}'/g)) {
        for (const [, from, to] of title.matchAll(/R(\d{3})(?:[–-]R(\d{3}))?/g))
          for (let n = Number(from); n <= Number(to ?? from); n++) named.add(n)
      }
    }
    const wanted = seed<{ id: string }[]>('rules.json').map((r) => Number(r.id.slice(1)))
    expect(wanted.filter((n) => !named.has(n) && !NOT_YET.includes(n))).toEqual([])
    expect(NOT_YET.filter((n) => named.has(n))).toEqual([])
  })

  const screens = new Map(modules.flatMap((m) => Object.entries(m.screens ?? {})))
  it('every path of the seeds that belongs to a finished area is a screen', () => {
    // Marketing and screening are not there yet; an unknown path leads to /404 by the router.
    const later = [/^\/members\/(message|marketing)$/]
    const others = ['*', '/patients/school-manage', '/data-manage/eyefile-data']
    const wanted = seed<Route[]>('routes.json').filter((r) => !others.includes(r.path) && !later.some((area) => area.test(r.path)))
    expect(wanted.length).toBeGreaterThan(200)
    expect(wanted.filter((r) => !screens.has(r.path)).map((r) => r.path)).toEqual([])
  })
  const routes = seed<Route[]>('routes.json').filter((r) => screens.has(r.path))
  it('R007, R010: sections lead to the default child of the seeds', () => {
    expect(screens.get('/')?.redirect).toBe('/portal')
    expect(routes.filter((r) => r.redirect && screens.get(r.path)!.redirect !== r.redirect).map((r) => r.path)).toEqual([])
  })
  it('R011: papers and screens that stand alone have no navbar and no sidebar', () => {
    const alone = routes.filter((r) => ['print', 'none', 'tv'].includes(r.layout))
    expect(alone.length).toBeGreaterThan(10)
    expect(alone.filter((r) => !['print', 'none', 'tv'].includes(screens.get(r.path)!.layout ?? 'main')).map((r) => r.path)).toEqual([])
    expect(
      routes
        .filter(
          (r) => r.layout === 'main' && r.path !== BIG_SCREEN && !r.redirect && !['main', undefined].includes(screens.get(r.path)!.layout),
        )
        .map((r) => r.path),
    ).toEqual([])
  })
  it('R012, R013: forms stand in no menu, and /frame and /process have the same children', () => {
    expect(routes.filter((r) => r.hidden_stated && r.hidden && screens.get(r.path)!.menu).map((r) => r.path)).toEqual([])
    const below = (section: string) =>
      [...screens.keys()]
        .filter((p) => p.startsWith(`${section}/`))
        .map((p) => p.slice(section.length))
        .sort()
    expect(below('/frame')).toEqual(below('/process'))
    expect(below('/process')).toEqual(expect.arrayContaining(['/add', '/edit/{recordFrameId}', '/index']))
  })
})

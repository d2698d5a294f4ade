/** A module's README names doors, events and files that exist. */
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { offeredBy } from '../../scripts/exports.mjs'

const order = JSON.parse(fs.readFileSync('modules/order.json', 'utf8')) as string[]
const read = (file: string): string => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '')
const offered = (...files: string[]): string[] => files.flatMap((file) => offeredBy(file, read(file)))
/** Words in backquotes. */
const words = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((m) => m[1]!)
/** The name in `take(cx, id)` or `<Picker of/>`; none in a path. */
const nameIn = (word: string): string[] => (/[/.]/.test(word.replace(/\/>$/, '')) ? [] : (/^<?([A-Za-z]\w*)/.exec(word)?.slice(1) ?? []))
/** What stands after a word of one of these beginnings, up to the next of any kind or the end of the paragraph. */
const after = (text: string, beginning: RegExp): string =>
  text
    .split(/\n\n/)
    .flatMap((paragraph) => paragraph.split(/(?=\*\*[A-Z]|\bAnnounces\b|\bReacts\b)/))
    .filter((part) => beginning.test(part))
    .join('\n')

describe.each(order)('the README of %s', (module) => {
  const text = read(`modules/${module}/README.md`)
  it('names doors that the module has', () => {
    const doors = offered(`modules/${module}/server/door.ts`, `modules/${module}/web/door.tsx`)
    const named = words(after(text, /^\*\*Doors?\b/)).flatMap(nameIn)
    expect(named.filter((name) => !doors.includes(name))).toEqual([])
    // A door is not kept from who looks for it.
    expect(/^\*\*Doors?\b/m.test(text) || !doors.length).toBe(true)
  })
  it('names events that are announced, its own and others', () => {
    const own = offered(`modules/${module}/contract/events.ts`)
    const all = order.flatMap((each) => offered(`modules/${each}/contract/events.ts`))
    const named = (beginning: RegExp) => words(after(text, beginning)).flatMap(nameIn)
    expect(own.filter((name) => !named(/^(\*\*)?(Events?|Announces)\b/).includes(name))).toEqual([])
    expect(named(/^Reacts\b/).filter((name) => !all.includes(name))).toEqual([])
  })
  it('names files that exist', () => {
    const files = words(text).filter((word) => /^[\w./-]+\.(ts|tsx|mjs|json|sql|css|md)$/.test(word))
    expect(
      files.filter(
        (file) => ![`modules/${module}/`, 'modules/', `modules/${module}/database/`, ''].some((folder) => fs.existsSync(folder + file)),
      ),
    ).toEqual([])
  })
})

it('the README of the journeys lists every file of theirs, once', () => {
  const listed = [...read('tests/journeys/README.md').matchAll(/^\| `([\w.]+)`/gm)].map((m) => `${m[1]}.test.ts`)
  expect(listed.toSorted()).toEqual(
    fs
      .readdirSync('tests/journeys')
      .filter((file) => file.endsWith('.test.ts'))
      .toSorted(),
  )
})

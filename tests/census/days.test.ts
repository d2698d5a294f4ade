/** R097: whatever can be asked for a span of days is asked for one; a list begins with the last thirty days, or says why with all. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fieldsOf, metaOf, z, type Endpoint, type Endpoints } from '#kernel/contract/internal.ts'
import { modules } from '../../apps/server/modules.gen.ts'

/** The first and last day an input may leave open, in the words of the seeds. */
const FIRST = /^(start|begin)(Date|Time|_date|_time)$/
const LAST = /^end(Date|Time|_date|_time|_data)$/
const spanOf = ({ input }: Endpoint): [string, string] | undefined => {
  const days = Object.entries(fieldsOf(input)).flatMap(([name, field]) =>
    field instanceof z.ZodOptional && ['date', 'moment'].includes(metaOf(field).format ?? '') ? [name] : [],
  )
  const [first, last] = [FIRST, LAST].map((pattern) => days.find((name) => pattern.test(name)))
  return first && last ? [first, last] : undefined
}
const spans = new Map(
  modules.flatMap((m) =>
    Object.entries((m.endpoints ?? {}) as Endpoints).flatMap(([id, e]) => (spanOf(e) ? [[id, spanOf(e)!] as const] : [])),
  ),
)

/**
 * Every place of the screens that asks: a table, or a query of its own. Formatting is canonical, so a piece ends where its indentation
 * does.
 */
const places = fs
  .readdirSync('modules', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\/web\/.*(?<!\.test)\.tsx$/.test(file))
  .flatMap((file) => {
    const text = fs.readFileSync(path.join('modules', file), 'utf8')
    return [...text.matchAll(/<DataTable\b|useCall\(/g)].map(({ 0: kind, index }) => {
      const line = text.lastIndexOf('\n', index) + 1
      const indent = /^ */.exec(text.slice(line))![0]
      const rest = text.slice(index)
      const end =
        kind === 'useCall('
          ? rest.search(new RegExp(`^[^\\n]*\\)(,| *$|\\n)|\\n${indent}\\)`))
          : rest.search(new RegExp(`\\n${indent}/>|^[^\\n]*/>`))
      const piece = rest.slice(0, end < 0 ? rest.indexOf('\n') : end + rest.slice(end).indexOf('\n', 1))
      const call = /(?:of=\{|useCall\(\s*)\w+\[(?:'([^']+)'|[^\]]+\])\]?/.exec(piece)
      return { where: `${file}: ${kind}`, table: kind !== 'useCall(', piece, id: call?.[1], named: Boolean(call) }
    })
  })
const asking = places.filter(({ id }) => id !== undefined && spans.has(id)).map((p) => ({ ...p, span: spans.get(p.id!)! }))

describe('lists and figures of a span of days', () => {
  it('are many, and of most modules', () => expect(asking.length).toBeGreaterThan(15))
  it.each(asking.map((p) => [`${p.where} ${p.id}`, p] as const))('%s asks for days, or offers them', (_, { piece, span, table }) => {
    const offered = new RegExp(`range: \\['${span[0]}', '${span[1]}'\\]`).test(piece)
    const fixed = span.every((name) => piece.includes(name)) || /(\.\.\.|input=\{)(days|day|period)\b/.test(piece)
    // What waits in a state, and what is one member's or one training card's, is wanted however old it is.
    const narrow = /\b(status|pid|sdxUid)\b/.test(piece)
    expect((table && offered) || fixed || narrow).toBe(true)
  })
})

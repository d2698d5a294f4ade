/**
 * Which version of a row an account was last answered. A client that knows no versions is held to it: what it sends is merged with what
 * others changed since (`database/write.ts`). Kept in memory, of the rows answered last; what is not known any more counts as never read.
 */
import { bareOf, fieldsOf, metaOf, z } from '#kernel/contract/internal.ts'
import type { Who } from '../cx.ts'

const MOST_KEPT = 100_000
const DEEPEST = 4
/** `version` of a product is its model. */
const VERSIONS = ['versionNo', 'version'] as const

type Note = (idName: string, id: unknown, version: number) => void
/** Tells each row of an answer that has a version. */
export type VersionReader = (answer: unknown, note: Note) => void

/** Reader of an answer of this shape; undefined where it tells no versions. The id of a row is the first id of its shape. */
export function versionsOf(shape: z.ZodType, depth = 0): VersionReader | undefined {
  const bare = bareOf(shape)
  if (depth > DEEPEST) return undefined
  if (bare instanceof z.ZodArray) {
    const { element } = bare
    const each = element instanceof z.ZodType ? versionsOf(element, depth + 1) : undefined
    return each && ((answer, note) => (Array.isArray(answer) ? answer.forEach((row) => each(row, note)) : undefined))
  }
  const fields = Object.entries(fieldsOf(bare))
  const version = VERSIONS.find((name) => fields.some(([key]) => key === name))
  const idName = version && fields.find(([, field]) => metaOf(field).format === 'id')?.[0]
  const inner = fields.flatMap(([key, field]) => {
    const reader = versionsOf(field, depth + 1)
    return reader ? [[key, reader] as const] : []
  })
  if (!idName && !inner.length) return undefined
  return (answer, note) => {
    if (answer === null || typeof answer !== 'object') return
    const stands: unknown = version && Reflect.get(answer, version)
    if (idName && typeof stands === 'number') note(idName, Reflect.get(answer, idName), stands)
    for (const [key, read] of inner) read(Reflect.get(answer, key), note)
  }
}

/** The kind of thing a call is about: `examIop.save` and `exam-iop.list` are about one. */
const kindOf = (callId: string): string =>
  callId
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase()
/** Many things have an `id`; any other name says what it is the id of. */
const keyOf = (who: Who, callId: string, idName: string, id: unknown): string =>
  [who.oid, who.uid, idName === 'id' ? `${kindOf(callId)}.id` : idName, String(id)].join(' ')

export class AnsweredVersions {
  private readonly kept = new Map<string, number>()

  /** Notes the versions in the answer of a call. */
  note(who: Who, callId: string, read: VersionReader, answer: unknown): void {
    read(answer, (idName, id, version) => {
      const key = keyOf(who, callId, idName, id)
      this.kept.delete(key)
      this.kept.set(key, version)
      if (this.kept.size > MOST_KEPT) this.kept.delete(this.kept.keys().next().value ?? '')
    })
  }
  /** What a call of an account is told: the version last answered of the row whose id stands under a name, where there was one. */
  by(who: Who, callId: string): (idName: string, id: unknown) => number | undefined {
    return (idName, id) => this.kept.get(keyOf(who, callId, idName, id))
  }
}

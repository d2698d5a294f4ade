/** What stands in a form: what it began with, what drafts kept, what somebody typed since. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { fieldsOf, type z } from '#kernel/contract/index.ts'
import type { FormValues } from '../check.ts'
import { readDrafts, useDraft, useDraftOwner } from './draft.ts'
import { chosen, entriesOf, rebased, restoredOver, sameValue, type DraftClash } from './typing.ts'

interface Begun {
  readonly input: z.ZodType
  readonly initial: object | undefined
  /** Version of the record, where it has one: read anew, it goes under what was typed. */
  readonly version: unknown
  readonly name: string | undefined
}
const knownFields = (shape: z.ZodType, initial: object | undefined): Record<string, unknown> => {
  const fields = fieldsOf(shape)
  return Object.fromEntries(Object.entries(initial ?? {}).filter(([k, v]) => k in fields && v !== null))
}
const NONE: readonly string[] = []

export function useTyped({ input, initial, version, name }: Begun) {
  const owner = useDraftOwner()
  const [drafts, setDrafts] = useState(() => (name && owner ? readDrafts(owner, name) : []))
  const start = useMemo(() => knownFields(input, initial), [input, initial])
  const [typing, setTyping] = useState(() =>
    restoredOver(
      start,
      drafts.map((draft) => draft.entries),
    ),
  )
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const dirty = touched.size > 0
  const entries = useMemo(() => (name ? entriesOf(typing) : []), [name, typing])
  const adopted = useMemo(() => (drafts.length ? drafts.map((draft) => draft.key) : NONE), [drafts])
  const draft = useDraft(name, entries, adopted)
  const serialized = useMemo(() => JSON.stringify(start), [start])
  const taken = useRef({ serialized, version })
  // A record that is read anew goes under what was typed. Other data fills the form unless somebody has begun to type.
  useEffect(() => {
    const isNewer = version !== undefined && version !== taken.current.version
    if (serialized === taken.current.serialized || (dirty && !isNewer)) return
    taken.current = { serialized, version }
    setTyping((now) => rebased(now, start))
  }, [start, serialized, version, dirty])
  const latest = useRef({ typing, touched, serialized, version })
  latest.current = { typing, touched, serialized, version }
  const put = useCallback((patch: FormValues) => {
    setTyping((now) => ({ ...now, values: { ...now.values, ...patch } }))
    setTouched((now) => new Set([...now, ...Object.keys(patch)]))
  }, [])
  /**
   * What was sent is saved, and newer than what the form was told; what was typed since is not. A form that began empty is empty for the
   * next one.
   */
  const saved = (sent: FormValues) => {
    const now = latest.current
    const since = [...now.touched].filter((key) => !sameValue(now.typing.values[key], sent[key]))
    taken.current = { serialized: now.serialized, version: now.version }
    draft.drop()
    setTouched(new Set(since))
    setDrafts([])
    setTyping(({ start: begun, values }) => {
      if (!since.length && now.serialized === '{}') return { start: {}, values: {}, clashes: [] }
      const kept = Object.keys(values).map((key) => [key, key in sent ? sent[key] : values[key]] as const)
      return { start: { ...begun, ...Object.fromEntries(kept) }, values, clashes: [] }
    })
  }
  const restart = () => {
    draft.drop()
    setDrafts([])
    setTouched(new Set())
    setTyping({ start, values: start, clashes: [] })
  }
  const choose = (clash: DraftClash, takesTyped: boolean) => {
    setTyping((now) => chosen(now, clash, takesTyped))
    setTouched((now) => new Set([...now, clash.field]))
  }
  return { ...typing, touched, dirty, restored: drafts.at(-1)?.at, draft, put, saved, restart, choose }
}

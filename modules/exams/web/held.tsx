/** A record that somebody else changes while it is being written on: what was typed stays, and what happened is said. */
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { metaOf, show, type z } from '#kernel/contract/index.ts'
import { t, tr, type FormState, type FormValues } from '#kernel/web/index.ts'
import { mergedOf } from './merged.ts'

interface Held<R> {
  /** The record as the form goes on with it. */
  row: R | undefined
  /** The version it is saved over. */
  version: number | undefined
  /** As it stands now, where somebody else has changed it since and nobody has decided yet. */
  newer: R | undefined
  /** The newer one that what was typed is saved over, once somebody has said so. */
  over: R | undefined
  /** Saves what was typed over the newer one. */
  keep: () => void
  /** What the form says of itself: whether something was typed and not saved. */
  told: (dirty: boolean) => void
}
/**
 * Holds a record while its form has something typed in it. `id` and `version` tell records apart; `requested` is what the page was asked to
 * show: another wish is another record. A record that somebody makes while a new one is typed is a newer one, too.
 */
export function useHeld<R>(
  latest: R | undefined,
  recordOf: (row: R) => { id: number; version: number },
  requested: string | undefined,
): Held<R> {
  const [dirty, setDirty] = useState(false)
  const [held, setHeld] = useState({ row: latest, asked: requested })
  const [onto, setOnto] = useState<R>()
  const over = onto && recordOf(onto).version
  const [before, now] = [held.row && recordOf(held.row), latest && recordOf(latest)]
  const holds = dirty && held.asked === requested && (before === undefined || before.id === now?.id)
  useEffect(() => {
    if (holds) return
    setHeld({ row: latest, asked: requested })
    setOnto(undefined)
  }, [holds, latest, requested])
  const row = holds ? held.row : latest
  const changed = holds && now !== undefined && (before === undefined || now.version > (over ?? before.version))
  return {
    row,
    version: over !== undefined && holds && before ? over : row && recordOf(row).version,
    newer: changed && over !== now.version ? latest : undefined,
    over: holds ? onto : undefined,
    keep: () => setOnto(latest),
    told: setDirty,
  }
}

interface ConflictProps<R> {
  held: Held<R>
  form: FormState
  /** What may be written in the record, by name. */
  fields: Readonly<Record<string, z.ZodType>>
}
/** Says that the record was changed and where both wrote, and asks whose words hold; what only the other one wrote is kept either way. */
export function Conflict<R extends object>({ held, form, fields }: ConflictProps<R>) {
  const { told: setDirty, row, newer } = held
  const dirty = form.dirty || form.restored !== undefined
  useEffect(() => setDirty(dirty), [setDirty, dirty])
  if (!newer) return null
  const valuesOf = (record: R): FormValues => Object.fromEntries(Object.entries(record))
  const before = row && valuesOf(row)
  const merged = before && mergedOf(Object.keys(fields), before, valuesOf(newer), form.values)
  const labelled = (name: string) => tr((fields[name] && metaOf(fields[name]).label) ?? name)
  const note = (name: string, value: unknown) => {
    if (Array.isArray(value)) return t`${value.length} 项`
    const field = fields[name]
    return field && value !== null && value !== undefined && value !== '' ? tr(show(field, value)) : '—'
  }
  const mine = () => {
    if (merged) form.setAll(merged.theirs)
    held.keep()
  }
  return (
    <div className="record-conflict" role="alert">
      {t`这份记录刚刚被他人修改，您填写的内容还在。`} <Button size="small" onClick={mine}>{t`以我填写的为准`}</Button>{' '}
      <Button size="small" onClick={form.discard}>{t`放弃我的，看最新`}</Button>
      {merged && merged.both.length > 0 && (
        <ul>
          {merged.both.map(({ name, theirs, mine: own }) => (
            <li key={name}>{t`${labelled(name)}：他人 ${note(name, theirs)}，您 ${note(name, own)}`}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

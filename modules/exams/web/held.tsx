/** A record that somebody else changes while it is being written on: what was typed stays, and what happened is said. */
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { metaOf, show, type z } from '#kernel/contract/index.ts'
import { t, tr, type FormState, type Values } from '#kernel/web/index.ts'
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
 * Holds a record while its form has something typed in it. `id` and `version` tell records apart; `asked` is what the page was asked to show: another
 * wish is another record. A record that somebody makes while a new one is typed is a newer one, too.
 */
export function useHeld<R>(latest: R | undefined, of: (row: R) => { id: number; version: number }, asked: string | undefined): Held<R> {
  const [dirty, told] = useState(false)
  const [held, setHeld] = useState({ row: latest, asked })
  const [onto, setOnto] = useState<R>()
  const over = onto && of(onto).version
  const [was, now] = [held.row && of(held.row), latest && of(latest)]
  const holds = dirty && held.asked === asked && (was === undefined || was.id === now?.id)
  useEffect(() => {
    if (holds) return
    setHeld({ row: latest, asked })
    setOnto(undefined)
  }, [holds, latest, asked])
  const row = holds ? held.row : latest
  const changed = holds && now !== undefined && (was === undefined || now.version > (over ?? was.version))
  return {
    row,
    version: over !== undefined && holds && was ? over : row && of(row).version,
    newer: changed && over !== now.version ? latest : undefined,
    over: holds ? onto : undefined,
    keep: () => setOnto(latest),
    told,
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
  const { told, row, newer } = held
  const dirty = form.dirty || form.restored !== undefined
  useEffect(() => told(dirty), [told, dirty])
  if (!newer) return null
  const valuesOf = (record: R): Values => Object.fromEntries(Object.entries(record))
  const was = row && valuesOf(row)
  const merged = was && mergedOf(Object.keys(fields), was, valuesOf(newer), form.values)
  const labelled = (name: string) => tr((fields[name] && metaOf(fields[name]).label) ?? name)
  const said = (name: string, value: unknown) => {
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
            <li key={name}>{t`${labelled(name)}：他人 ${said(name, theirs)}，您 ${said(name, own)}`}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

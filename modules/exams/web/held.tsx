/** A record that somebody else changes while it is being written on: what was typed stays, and what happened is said. */
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { t, type FormState } from '#kernel/web/index.ts'

interface Held<R> {
  /** The record as the form goes on with it. */
  row: R | undefined
  /** The version it is saved over. */
  version: number | undefined
  /** As it stands now, where somebody else has changed it since and nobody has decided yet. */
  newer: R | undefined
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
  const [over, setOver] = useState<number>()
  const [was, now] = [held.row && of(held.row), latest && of(latest)]
  const holds = dirty && held.asked === asked && (was === undefined || was.id === now?.id)
  useEffect(() => {
    if (holds) return
    setHeld({ row: latest, asked })
    setOver(undefined)
  }, [holds, latest, asked])
  const row = holds ? held.row : latest
  const changed = holds && now !== undefined && (was === undefined || now.version > (over ?? was.version))
  return {
    row,
    version: over !== undefined && holds && was ? over : row && of(row).version,
    newer: changed && over !== now.version ? latest : undefined,
    keep: () => setOver(now?.version),
    told,
  }
}

/** Says that the record was changed, and asks whose words hold. */
export function Conflict<R>({ held, form }: { held: Held<R>; form: FormState }) {
  const { told } = held
  const dirty = form.dirty || form.restored !== undefined
  useEffect(() => told(dirty), [told, dirty])
  if (!held.newer) return null
  return (
    <p className="record-conflict" role="alert">
      {t`这份记录刚刚被他人修改，您填写的内容还在。`} <Button size="small" onClick={held.keep}>{t`以我填写的为准`}</Button>{' '}
      <Button size="small" onClick={form.discard}>{t`放弃我的，看最新`}</Button>
    </p>
  )
}

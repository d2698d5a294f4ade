/** Readings typed: three of an autorefractor for each eye (a fourth where they lie apart), or height and weight. */
import { useState, type FormEvent } from 'react'
import { t, tr } from '#kernel/web/i18n.ts'
import { needsFourth } from '../../contract/compute.ts'
import { entryWrong, readingOf } from '../../contract/entry.ts'
import type { OpValue } from '../../contract/ops.ts'
import type { PackChild } from '../../contract/shapes.tasks.ts'
import type { StationState } from './useStation.ts'

interface NumbersProps {
  readonly mode: 'refraction' | 'body'
  readonly child: PackChild
  readonly state: StationState
  readonly prefix: string
  readonly next: () => void
}
interface Cell {
  readonly field: string
  readonly label: string
  readonly hint: string
}
const body: readonly Cell[] = [
  { field: 'height', label: '身高 cm', hint: '130.5' },
  { field: 'weight', label: '体重 kg', hint: '28.4' },
]
const readings = (typed: Readonly<Record<string, string>>, prefix: string): readonly Cell[] =>
  (['Od', 'Os'] as const).flatMap((side) => {
    const numbers = [1, 2, 3].map((n) => readingOf(typed[`${prefix}ar${side}${n}`] ?? '')).flatMap((power) => power ?? [])
    return (needsFourth(numbers) ? [1, 2, 3, 4] : [1, 2, 3]).map((n) => ({
      field: `ar${side}${n}`,
      label: side === 'Od' ? t`右眼第 ${n} 次` : t`左眼第 ${n} 次`,
      hint: '-1.25/-0.50/180',
    }))
  })
const parsed = (mode: NumbersProps['mode'], text: string): OpValue => (mode === 'body' ? Number(text) : text.replaceAll(/\s/g, ''))

export function Numbers({ mode, child, state, prefix, next }: NumbersProps) {
  const values = state.valuesOf(child.studentId)
  const fields =
    mode === 'body' ? body.map(({ field }) => field) : (['Od', 'Os'] as const).flatMap((s) => [1, 2, 3, 4].map((n) => `ar${s}${n}`))
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      fields.flatMap((field) => (values[`${prefix}${field}`] == null ? [] : [[`${prefix}${field}`, String(values[`${prefix}${field}`])]])),
    ),
  )
  const [wrong, setWrong] = useState<string>()
  const cells = mode === 'body' ? body : readings(typed, prefix)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const entered = cells.flatMap(({ field }) => {
      const text = typed[`${prefix}${field}`]?.trim() ?? ''
      return text === '' ? [] : [[`${prefix}${field}`, parsed(mode, text)] as const]
    })
    const sentence = entered.map(([field, value]) => entryWrong(field, value)).find((found) => found !== undefined)
    setWrong(sentence)
    if (sentence !== undefined) return
    const changed = entered.filter(([field, value]) => values[field] !== value)
    void state.enter(
      child.studentId,
      changed.map(([field, value]) => (values[field] === undefined ? [field, value] : [field, value, t`检查者更正`])),
    )
    if (cells.every(({ field }) => (typed[`${prefix}${field}`] ?? '') !== '')) next()
  }
  return (
    <form className="station-numbers" onSubmit={submit}>
      <div className="station-child">
        <div>
          <h1>{child.name}</h1>
          <p>{[t`${child.no} 号`, prefix && t`复测`].filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      <div className={`station-cells ${mode}`}>
        {cells.map(({ field, label, hint }, i) => (
          <label key={field} className={field.includes('Od') ? 'od' : field.includes('Os') ? 'os' : ''}>
            <span>{mode === 'body' ? tr(label) : label}</span>
            <input
              value={typed[`${prefix}${field}`] ?? ''}
              onChange={(e) => setTyped({ ...typed, [`${prefix}${field}`]: e.target.value })}
              placeholder={hint}
              inputMode={mode === 'body' ? 'decimal' : 'text'}
              autoFocus={i === 0}
              autoComplete="off"
            />
          </label>
        ))}
      </div>
      {mode === 'refraction' && cells.length > 6 && <p className="station-hint">{t`三次相差 0.50 D 以上，请测第四次。`}</p>}
      {wrong && (
        <p className="station-wrong" role="alert">
          {tr(wrong)}
        </p>
      )}
      <button type="submit" className="station-main">{t`存下，到下一名`}</button>
    </form>
  )
}

/** One cell of an eye grid. */
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { metaOf, bareOf, z } from '#kernel/contract/index.ts'
import type { Problem } from '../form/check.ts'
import { t, tr } from '../i18n.ts'
import type { Cell } from './EyeGrid.tsx'
import { read, shown, stepped } from './type.ts'
import { EyeList } from './EyeList.tsx'

interface EyeCellProps {
  cell: Cell
  value: unknown
  problem: Problem | undefined
  confirmed: boolean
  readOnly: boolean
  before?: unknown
  onChange: (value: unknown) => void
  onConfirm: () => void
  onNext: () => void
  onBack: () => void
  onOtherEye: () => void
  onCopy: () => void
}

export function EyeCell(props: EyeCellProps) {
  const { cell, value, problem, readOnly, before } = props
  const meta = metaOf(cell.field)
  const isNumber = bareOf(cell.field) instanceof z.ZodNumber
  const [typed, setTyped] = useState<string>()
  const [inside, setInside] = useState(false)
  const [listed, setListed] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const note = useId()
  const unreadable = typed !== undefined && isNumber && read(cell.field, typed) === undefined
  // What is typed and cannot be read is never silently lost: it stays in the cell, red, until it is put right.
  const trouble: Problem | undefined = unreadable ? { field: cell.name, sentence: t`“${typed}”不是数字`, kind: 'wrong' } : problem
  const told = trouble && !trouble.missing
  useEffect(() => setTyped(undefined), [value])

  /** Takes what is typed over; answers false when it cannot be read. */
  const take = (): boolean => {
    if (typed === undefined) return true
    if (!isNumber) return (props.onChange(typed.trim() || undefined), setTyped(undefined), true)
    const got = read(cell.field, typed)
    if (got === undefined) return false
    props.onChange(got ?? undefined)
    setTyped(undefined)
    return true
  }
  const moveOn = (go: () => void) => {
    if (typed !== undefined) {
      if (!take()) return
      const got = isNumber ? read(cell.field, typed) : typed
      // The value is new: its own problem must be seen before the caret leaves.
      if (got !== null && blocks(cell.field, got)) return
    } else if (problem && value !== undefined) {
      if (problem.kind === 'wrong' && isNumber) return
      if (problem.kind === 'ask') props.onConfirm()
    }
    go()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const keys: Record<string, (() => void) | undefined> = {
      Enter: () => moveOn(event.shiftKey ? props.onBack : props.onNext),
      ArrowUp: event.altKey ? () => moveOn(props.onOtherEye) : isNumber ? () => step(1) : undefined,
      ArrowDown: event.altKey ? () => moveOn(props.onOtherEye) : isNumber ? () => step(-1) : () => setListed(''),
      PageUp: isNumber ? () => step(4) : undefined,
      PageDown: isNumber ? () => step(-4) : undefined,
      ArrowLeft: atEdge(input.current, 'start') ? () => moveOn(props.onBack) : undefined,
      ArrowRight: atEdge(input.current, 'end') ? () => moveOn(props.onNext) : undefined,
      d: event.ctrlKey || event.metaKey ? () => (take(), props.onCopy()) : undefined,
    }
    const act = keys[event.key]
    if (act) {
      event.preventDefault()
      return act()
    }
    if (meta.options && event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault()
      setListed(event.key)
    }
  }
  const step = (by: number) => {
    const from = typed === undefined ? value : read(cell.field, typed)
    props.onChange(stepped(cell.field, from, by))
    setTyped(undefined)
  }
  const state = told ? (trouble.kind === 'ask' ? 'warn' : 'bad') : ''
  return (
    <td className={`eye-cell ${state} ${meta.options || !isNumber ? 'left' : ''}`}>
      <input
        ref={input}
        data-field={cell.name}
        aria-label={tr(meta.label ?? cell.name)}
        aria-invalid={state === 'bad' || undefined}
        aria-describedby={told ? note : undefined}
        autoComplete="off"
        inputMode={isNumber ? 'decimal' : 'text'}
        readOnly={readOnly || Boolean(meta.options)}
        value={typed ?? shown(meta, value)}
        onChange={(e) => setTyped(e.target.value)}
        onFocus={(e) => (setInside(true), e.target.select())}
        onBlur={() => (setInside(false), take())}
        onClick={() => meta.options && !readOnly && setListed('')}
        onKeyDown={readOnly ? undefined : onKeyDown}
      />
      {before !== undefined && before !== null && <small className="before">{shown(meta, before)}</small>}
      {told && inside && listed === undefined && (
        <span className="eye-bubble" id={note} role="alert">
          {trouble.sentence}
          {trouble.kind === 'ask' && <em>{t`再按 Enter 确认`}</em>}
        </span>
      )}
      {listed !== undefined && meta.options && (
        <EyeList
          options={meta.options}
          start={listed}
          value={value}
          onClose={(picked) => {
            setListed(undefined)
            if (picked !== undefined) props.onChange(picked === '' ? undefined : valueFor(cell.field, picked))
            input.current?.focus()
            if (picked !== undefined) props.onNext()
          }}
        />
      )}
    </td>
  )
}

const blocks = (field: z.ZodType, value: unknown): boolean => !field.safeParse(value).success
const valueFor = (field: z.ZodType, picked: string): unknown => (field.safeParse(picked).success ? picked : Number(picked))

/** The caret stands at an end of the text, or all of it is selected. */
function atEdge(input: HTMLInputElement | null, end: 'start' | 'end'): boolean {
  if (!input) return false
  const { selectionStart: from, selectionEnd: to, value } = input
  return (from === 0 && to === value.length) || (end === 'start' ? to === 0 : from === value.length)
}

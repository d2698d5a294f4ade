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
  /** The former value stands in the cell while it is empty. */
  ghost: boolean
  onTake: () => void
  onTakeRow: () => void
  onChange: (value: unknown) => void
  onConfirm: () => void
  onNext: () => void
  onBack: () => void
  onOtherEye: () => void
  onCopy: () => void
}

export function EyeCell(props: EyeCellProps) {
  const { cell, value, readOnly } = props
  const meta = metaOf(cell.field)
  const typing = useTyping(props)
  const { input, isNumber, typed, take, trouble } = typing
  const [inside, setInside] = useState(false)
  const [listed, setListed] = useState<string>()
  const note = useId()
  const visible = trouble && !trouble.missing
  const tone = trouble?.kind === 'ask' ? 'warn' : 'bad'
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const act = actOf(event, props, typing, () => setListed(''))
    const begins = meta.options && event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey
    if (!act && !begins) return
    event.preventDefault()
    if (act) act()
    else setListed(event.key)
  }
  return (
    <td className={`eye-cell ${visible ? tone : ''} ${meta.options || !isNumber ? 'left' : ''}`}>
      <input
        ref={input}
        data-field={cell.name}
        data-unreadable={typing.unreadable || undefined}
        aria-label={tr(meta.label ?? cell.name)}
        aria-invalid={(visible && tone === 'bad') || undefined}
        aria-describedby={visible ? note : undefined}
        autoComplete="off"
        inputMode={isNumber ? 'decimal' : 'text'}
        readOnly={readOnly || Boolean(meta.options)}
        value={typed ?? shown(meta, value)}
        onChange={(e) => typing.type(e.target.value)}
        onFocus={(e) => (setInside(true), e.target.select())}
        onBlur={() => (setInside(false), take())}
        onClick={() => meta.options && !readOnly && setListed('')}
        onKeyDown={readOnly ? undefined : onKeyDown}
      />
      <Before of={props} typed={typed} />
      {visible && inside && listed === undefined && (
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

/** The former value: small beside what stands in the cell, a ghost in an empty one. */
const Before = ({ of: { cell, value, before, ghost }, typed }: { of: EyeCellProps; typed: string | undefined }) =>
  isEmpty(before) ? null : (
    <small className={`before ${ghost && isEmpty(typed ?? value) ? 'ghost' : ''}`}>{tr(shown(metaOf(cell.field), before))}</small>
  )

/** What is typed into a cell until it is taken over, and what keeps the caret there. */
function useTyping({ cell, value, problem, onChange, onConfirm, onTake, onTakeRow }: EyeCellProps) {
  const isNumber = bareOf(cell.field) instanceof z.ZodNumber
  const [typed, type] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const [held, setHeld] = useState(0)
  // What keeps the caret is selected: the next key replaces it.
  useEffect(() => {
    if (held) input.current?.select()
  }, [held])
  const hold = () => setHeld((n) => n + 1)
  const got = typed !== undefined && isNumber ? read(cell.field, typed) : undefined
  const unreadable = typed !== undefined && isNumber && got === undefined
  useEffect(() => type(undefined), [value])
  /** Takes what is typed over; answers false when it cannot be read. */
  const take = (): boolean => {
    if (typed === undefined) return true
    if (unreadable) return false
    onChange((isNumber ? got : typed.trim() || undefined) ?? undefined)
    type(undefined)
    return true
  }
  const moveOn = (go: () => void) => {
    if (typed !== undefined) {
      if (!take()) return hold()
      // The value is new: its own problem must be seen before the caret leaves.
      const taken = isNumber ? got : typed
      if (taken !== null && blocks(cell.field, taken)) return hold()
    } else if (problem && value !== undefined) {
      if (problem.kind === 'wrong' && isNumber) return hold()
      if (problem.kind === 'ask') onConfirm()
    }
    go()
  }
  const step = (by: number) => {
    onChange(stepped(cell.field, typed === undefined ? value : read(cell.field, typed), by))
    type(undefined)
  }
  // What is typed and cannot be read is never silently lost: it stays in the cell, red, until it is put right.
  const trouble: Problem | undefined = unreadable ? { field: cell.name, sentence: t`“${typed}”不是数字`, kind: 'wrong' } : problem
  /** The value of the last time, or those of the row. */
  const again = (row: boolean) => {
    if (row) onTakeRow()
    else onTake()
    type(undefined)
    hold()
  }
  return { isNumber, typed, type, take, moveOn, step, again, trouble, unreadable, input }
}

/** What a key does in a cell; undefined leaves it to the browser. */
function actOf(
  event: KeyboardEvent<HTMLInputElement>,
  { before, onNext, onBack, onOtherEye, onCopy }: EyeCellProps,
  { isNumber, take, moveOn, step, again }: ReturnType<typeof useTyping>,
  list: () => void,
): (() => void) | undefined {
  const { altKey, shiftKey, currentTarget: input } = event
  // Alt makes another character of it on some keyboards.
  if (altKey && event.code === 'Equal') return () => (take(), again(true))
  // In a text that is being written it is a character.
  const former = !isEmpty(before) && (isNumber || isEmpty(input.value))
  const other = altKey ? () => moveOn(onOtherEye) : undefined
  const by = (n: number) => (isNumber ? () => step(n) : undefined)
  const acts: Record<string, (() => void) | undefined> = {
    Enter: () => moveOn(shiftKey ? onBack : onNext),
    ArrowUp: other ?? by(1),
    ArrowDown: other ?? by(-1) ?? list,
    PageUp: by(4),
    PageDown: by(-4),
    ArrowLeft: atEdge(input, 'start') ? () => moveOn(onBack) : undefined,
    ArrowRight: atEdge(input, 'end') ? () => moveOn(onNext) : undefined,
    '=': former ? () => again(false) : undefined,
    d: event.ctrlKey || event.metaKey ? () => (take(), onCopy()) : undefined,
  }
  return acts[event.key]
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
const blocks = (field: z.ZodType, value: unknown): boolean => !field.safeParse(value).success
const valueFor = (field: z.ZodType, picked: string): unknown => (field.safeParse(picked).success ? picked : Number(picked))

/** The caret stands at an end of the text, or all of it is selected. */
function atEdge(input: HTMLInputElement, end: 'start' | 'end'): boolean {
  const { selectionStart: from, selectionEnd: to, value } = input
  return (from === 0 && to === value.length) || (end === 'start' ? to === 0 : from === value.length)
}

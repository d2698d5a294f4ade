/**
 * The way of the caret through a form for the keys: Enter to the next field, Shift Enter back, from cells of eyes and from plain fields
 * alike.
 */
import type { FocusEvent, KeyboardEvent } from 'react'
import { useRef } from 'react'
import type { FormState } from '../useForm.ts'

const FIELDS = 'input:not([type=file],[type=hidden]),textarea,select,[role=switch]'
const PRESSED = 'button,[type=submit]'

const takesFocus = (e: HTMLElement): boolean =>
  e.tabIndex >= 0 && !e.hasAttribute('disabled') && !e.closest('details:not([open])') && e.checkVisibility?.() !== false && isStop(e)
/** Of radio buttons the one that is chosen, else the first. */
const isStop = (e: HTMLElement): boolean => {
  if (!(e instanceof HTMLInputElement) || e.type !== 'radio') return true
  const group = [...(e.closest('[role=radiogroup]')?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [e])]
  return e === (group.find((one) => one.checked) ?? group[0])
}
/** What stands after `from` (or before it), outside of it. */
const beyond = (scope: ParentNode, wanted: string, from: HTMLElement, step: 1 | -1): HTMLElement | undefined => {
  const side = step === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  const group = from.closest('[role=radiogroup]')
  const found = [...scope.querySelectorAll<HTMLElement>(wanted)].filter(
    (e) => from.compareDocumentPosition(e) & side && !from.contains(e) && !group?.contains(e) && takesFocus(e),
  )
  return found.at(step === 1 ? 0 : -1)
}
/**
 * Goes from a field or a grid to the field next to it, in its form or in the next one of those that save together; behind the last one to
 * what is pressed. What is folded away is passed over, and buttons on the way: Enter again would press them. Outside of a form nothing is
 * saved by its end: there the next thing is the next one, a button too.
 */
export function leave(from: HTMLElement | null, step: 1 | -1): void {
  if (!from) return
  const form = from.closest('form')
  const scopes = [form ?? document, from.closest('.together')].filter((scope) => scope !== null)
  const kinds = form ? [FIELDS, ...(step === 1 ? [PRESSED] : [])] : [`${FIELDS},${PRESSED}`]
  const to = kinds.flatMap((wanted) => scopes.map((scope) => beyond(scope, wanted, from, step)))
  to.find((e) => e !== undefined)?.focus()
}

/** The field a key is pressed in, when Enter may lead on from it: not from a list that is open, nor from a text of several lines. */
function fieldAt({
  target,
  currentTarget,
  key,
  ctrlKey,
  altKey,
  metaKey,
  nativeEvent,
}: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  if (key !== 'Enter' || ctrlKey || altKey || metaKey || nativeEvent.isComposing) return undefined
  // A dialog of the form stands elsewhere on the page.
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || target.closest('.eye-cell')) return undefined
  if (!target.matches(FIELDS) || target instanceof HTMLTextAreaElement) return undefined
  return target.closest('.ant-select') && target.getAttribute('aria-expanded') === 'true' ? undefined : target
}

/** What the keys do in the plain fields of a form; `walks`: Enter leads on in it. */
export function useWalk({ shown, values, confirm }: FormState, walks: boolean) {
  const entered = useRef<{ name: string | undefined; value: unknown }>(undefined)
  const nameAt = (element: Element): string | undefined => element.closest<HTMLElement>('[data-field]')?.dataset.field
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const element = fieldAt(event)
    if (!element) return
    event.preventDefault()
    event.stopPropagation()
    const name = nameAt(element)
    const problem = name === undefined ? undefined : shown(name)
    const value = name === undefined ? undefined : values[name]
    if (problem?.kind === 'wrong' && !problem.missing && element instanceof HTMLInputElement && element.type === 'text')
      return element.select()
    // What is unusual is confirmed by who comes back to it, as in a cell: not by who has just typed it.
    if (name !== undefined && problem?.kind === 'ask' && entered.current?.name === name && entered.current.value === value) confirm(name)
    leave(element, event.shiftKey ? -1 : 1)
  }
  if (!walks) return {}
  return {
    onFocusCapture: ({ target }: FocusEvent<HTMLElement>) => {
      const name = nameAt(target)
      entered.current = { name, value: name === undefined ? undefined : values[name] }
    },
    // A closed list would open and a switch would turn; all others take over first what was typed.
    onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) =>
      event.target instanceof HTMLElement && event.target.closest('.ant-select,[role=switch]') && walk(event),
    walk,
  }
}

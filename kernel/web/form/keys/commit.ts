/** What is being typed into a control, taken over without leaving it: by the save key. */
import { flushSync } from 'react-dom'

/** Ctrl S, ⌘ S. */
export const isSaveKey = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key'>): boolean =>
  (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
/** Takes over what is typed into the control under the caret, as leaving it would, and comes back to it. */
export function commitTyped(root: HTMLElement | null): void {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || !root?.contains(at) || !at.matches('input,textarea')) return
  // A calendar takes typed text over at Enter, and in its own time when it is left.
  if (at.closest('.ant-picker'))
    flushSync(() => at.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })))
  flushSync(() => at.blur())
  at.focus({ preventScroll: true })
}
/** The control whose text cannot be read, if there is one: nothing is saved over it. */
export const unreadable = (root: HTMLElement | null): HTMLInputElement | null =>
  root?.querySelector<HTMLInputElement>('input[data-unreadable]') ?? null

/** What is being typed into a control, taken over without leaving it: by the save key. */
import { flushSync } from 'react-dom'

/** Ctrl S, ⌘ S. */
export const isSaveKey = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key'>): boolean =>
  (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
/** Takes over what is typed into the control under the caret, as leaving it would, and comes back to it. */
export function commitTyped(root: HTMLElement | null): void {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || !root?.contains(at) || !at.matches('input,textarea')) return
  // A list takes its first finding over at Enter; what it does not hold stays for whoever looks for it.
  if (sought(at)) {
    if (document.getElementById(at.getAttribute('aria-activedescendant') ?? '')) enter(at)
    if (sought(at)) return
  }
  // A calendar takes typed text over at Enter, and in its own time when it is left.
  if (at.closest('.ant-picker')) enter(at)
  flushSync(() => at.blur())
  at.focus({ preventScroll: true })
}
/** What somebody looks for in a list and has not chosen. */
const sought = (at: Element): boolean => at instanceof HTMLInputElement && at.value !== '' && at.closest('.ant-select') !== null
/** Some controls read the key, others its former number. */
const enter = (at: HTMLElement): void => {
  for (const type of ['keydown', 'keyup'])
    flushSync(() => at.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true })))
}
/** The control whose text cannot be read or chosen, if there is one: nothing is saved over it. */
export function unreadable(root: HTMLElement | null): HTMLInputElement | null {
  const at = document.activeElement
  if (at instanceof HTMLInputElement && root?.contains(at) && sought(at)) return at
  return root?.querySelector<HTMLInputElement>('input[data-unreadable]') ?? null
}

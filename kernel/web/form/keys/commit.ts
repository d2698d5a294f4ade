/** What is being typed into a control, taken over without leaving it: by the save key. */
import { flushSync } from 'react-dom'

/** Ctrl S, ⌘ S. */
export const isSaveKey = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key'>): boolean =>
  (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's'
/** Takes over what is typed into the control under the caret, as leaving it would, and comes back to it. */
export function commitTyped(root: HTMLElement | null): void {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || !root?.contains(element) || !element.matches('input,textarea')) return
  // A list takes its first finding over at Enter; what it does not hold stays for whoever looks for it.
  if (sought(element)) {
    if (document.getElementById(element.getAttribute('aria-activedescendant') ?? '')) enter(element)
    if (sought(element)) return
  }
  // A calendar takes typed text over at Enter, and in its own time when it is left.
  if (element.closest('.ant-picker')) enter(element)
  flushSync(() => element.blur())
  element.focus({ preventScroll: true })
}
/** What somebody looks for in a list and has not chosen. */
const sought = (element: Element): boolean =>
  element instanceof HTMLInputElement && element.value !== '' && element.closest('.ant-select') !== null
/** Some controls read the key, others its former number. */
const enter = (element: HTMLElement): void => {
  for (const type of ['keydown', 'keyup'])
    flushSync(() => element.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true })))
}
/** The control whose text cannot be read or chosen, if there is one: nothing is saved over it. */
export function unreadable(root: HTMLElement | null): HTMLInputElement | null {
  const element = document.activeElement
  if (element instanceof HTMLInputElement && root?.contains(element) && sought(element)) return element
  return root?.querySelector<HTMLInputElement>('input[data-unreadable]') ?? null
}

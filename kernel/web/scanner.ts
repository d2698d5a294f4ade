/** A scanner is a keyboard: characters faster than fingers, then Enter. */
import { useEffect, useRef } from 'react'

const GAP = 35
const SHORTEST = 5

/** Calls back with every code scanned anywhere on the page; the field in focus does not get to keep the characters. */
export function useScanner(onCode: (code: string) => void): void {
  const told = useRef(onCode)
  told.current = onCode
  useEffect(() => {
    let typed = ''
    let last = 0
    let before = ''
    const onKey = (event: KeyboardEvent) => {
      const fast = event.timeStamp - last < GAP
      last = event.timeStamp
      const field = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement ? event.target : undefined
      if (event.key === 'Enter') {
        if (fast && typed.length >= SHORTEST) {
          event.preventDefault()
          event.stopPropagation()
          if (field && !field.dataset.scan) giveBack(field, before)
          told.current(typed)
        }
        typed = ''
        return
      }
      if (event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) return
      if (!fast) {
        typed = ''
        before = field?.value ?? ''
      }
      typed += event.key
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
}

/** Puts a field back to what it held before the scan, through React's own setter so that its state follows. */
function giveBack(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const proto = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

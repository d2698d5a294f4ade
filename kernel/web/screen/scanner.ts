/** A scanner is a keyboard: characters faster than fingers, then Enter. */
import { useCallback, useEffect, useRef, useState } from 'react'

const GAP = 35
const SHORTEST = 5
/** FNC1, as GS1 codes are parted by. */
const SEPARATOR = '\u001d'

/** Who wants the next code, the innermost last; `fallback` is told when nobody else wants it. */
const takers: Array<{ fallback: boolean; tell: (code: string) => void }> = []
const tell = (code: string): void => (takers.findLast((taker) => !taker.fallback) ?? takers.at(-1))?.tell(code)

interface ScannerOptions {
  fallback?: boolean
  /** False while what a code is looked up in is not there yet: codes wait, in their order. */
  ready?: boolean
}
/**
 * Calls back with every code scanned anywhere on the page; the field in focus does not get to keep the characters. One code is told once:
 * to what was opened last (a form before the list behind it), and to the shell (`fallback`) only when no screen takes codes. Answers the
 * function a field gives its typed codes to.
 */
export function useScanner(
  onCode: (code: string) => void,
  { fallback = false, ready = true }: ScannerOptions = {},
): (code: string) => void {
  const latest = useRef({ onCode, ready })
  latest.current = { onCode, ready }
  const early = useRef<string[]>([])
  const [turn, setTurn] = useState(0)
  const take = useCallback((code: string) => {
    if (latest.current.ready && !early.current.length) latest.current.onCode(code)
    else early.current.push(code)
  }, [])
  // One code a rendering: the next is judged by what this one left.
  useEffect(() => {
    const code = ready ? early.current.shift() : undefined
    if (code === undefined) return
    latest.current.onCode(code)
    setTurn((n) => n + 1)
  }, [ready, turn])
  useEffect(() => {
    const taker = { fallback, tell: take }
    if (takers.push(taker) === 1) document.addEventListener('keydown', onKey, true)
    return () => {
      takers.splice(takers.indexOf(taker), 1)
      if (takers.length) return
      document.removeEventListener('keydown', onKey, true)
      // Keys typed for the last listener are no part of the next code.
      typed = before = ''
      last = 0
    }
  }, [fallback, take])
  return take
}

let typed = ''
let last = 0
let before = ''
function onKey(event: KeyboardEvent): void {
  const fast = event.timeStamp - last < GAP
  last = event.timeStamp
  const field = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement ? event.target : undefined
  if (event.key === 'Enter') {
    const code = typed
    typed = ''
    if (!fast || code.length < SHORTEST) return
    event.preventDefault()
    event.stopPropagation()
    if (field && !field.dataset.scan) giveBack(field, before)
    return tell(code)
  }
  // Keyboards have no key for the separator of GS1 elements: scanners press Ctrl+].
  if (event.ctrlKey && event.key === ']' && fast && typed !== '') {
    event.preventDefault()
    typed += SEPARATOR
    return
  }
  if (event.key.length !== 1) return
  // A shortcut comes of fingers: what stands before it was typed, however fast, and an Enter behind it ends no code (the save key presses
  // one in a calendar).
  if (event.ctrlKey || event.altKey || event.metaKey) {
    typed = ''
    return
  }
  if (!fast) {
    typed = ''
    before = field?.value ?? ''
  }
  typed += event.key
}

/** Puts a field back to what it held before the scan, through React's own setter so that its state follows. */
function giveBack(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const proto = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

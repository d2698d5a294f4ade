/** Announces numbers with the browser's own voice, without internet or account. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { language, t } from '#kernel/web/index.ts'

interface Called {
  ticketId: number
  no: string
  room: string
  calls: number
}
/** A012 is spelled letter by letter; otherwise a voice may read a number word. */
export const spoken = (no: string): string => no.split('').join(' ')
export const sentenceFor = (called: Pick<Called, 'no' | 'room'>): string => t`请 ${spoken(called.no)} 号，到 ${called.room}`

/**
 * New calls since the last refresh, oldest first; updates `spoken`. The first refresh announces nothing, because those calls precede this
 * screen.
 */
export function freshCalls<C extends Called>(called: readonly C[], spoken: Map<number, number>, first: boolean): C[] {
  const fresh = called.filter((c) => (spoken.get(c.ticketId) ?? 0) < c.calls)
  spoken.clear()
  for (const c of called) spoken.set(c.ticketId, c.calls)
  return first ? [] : fresh.reverse()
}

/**
 * Speaks every call once, and repeated calls again. Browsers are silent until the page was touched: `ready` reports that, `unlock` is for
 * the button.
 */
export function useSpeech(called: readonly Called[] | undefined, on: boolean, rate: number): { ready: boolean; unlock: () => void } {
  const spoken = useRef(new Map<number, number>())
  const first = useRef(true)
  const [ready, setReady] = useState(() => typeof speechSynthesis === 'undefined' || navigator.userActivation?.hasBeenActive === true)
  const speak = useCallback(
    (text: string) => {
      if (typeof speechSynthesis === 'undefined') return
      const words = new SpeechSynthesisUtterance(text)
      words.lang = language() === 'en' ? 'en-GB' : 'zh-CN'
      words.rate = rate
      speechSynthesis.speak(words)
    },
    [rate],
  )
  useEffect(() => {
    if (!called) return
    const fresh = freshCalls(called, spoken.current, first.current)
    first.current = false
    if (on) for (const c of fresh) speak(sentenceFor(c))
  }, [called, on, speak])
  useEffect(() => {
    const touched = () => setReady(true)
    document.addEventListener('pointerdown', touched, { once: true })
    document.addEventListener('keydown', touched, { once: true })
    return () => {
      document.removeEventListener('pointerdown', touched)
      document.removeEventListener('keydown', touched)
    }
  }, [])
  return {
    ready,
    unlock: () => {
      setReady(true)
      speak(t`语音播报已开启`)
    },
  }
}

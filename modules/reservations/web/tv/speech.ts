/** Calls numbers with the browser's own voice: no internet, no account. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { language, t } from '#kernel/web/index.ts'

interface Called {
  ticketId: number
  no: string
  room: string
  calls: number
}
/** A012 is read letter and digits one by one: a voice says “a thousand” otherwise. */
export const spoken = (no: string): string => no.split('').join(' ')
export const sentenceFor = (called: Pick<Called, 'no' | 'room'>): string => t`请 ${spoken(called.no)} 号，到 ${called.room}`

/** What has been called since the last look, oldest first; `known` is brought up to date. The first look tells nothing: it was called before this screen was on. */
export function freshCalls<C extends Called>(called: readonly C[], known: Map<number, number>, first: boolean): C[] {
  const fresh = called.filter((c) => (known.get(c.ticketId) ?? 0) < c.calls)
  known.clear()
  for (const c of called) known.set(c.ticketId, c.calls)
  return first ? [] : fresh.reverse()
}

/** Speaks every call once, a repeated call again. Browsers stay silent until somebody touched the page once: `ready` tells, `unlock` is for the button. */
export function useSpeech(called: readonly Called[] | undefined, on: boolean, rate: number): { ready: boolean; unlock: () => void } {
  const known = useRef(new Map<number, number>())
  const first = useRef(true)
  const [ready, setReady] = useState(() => typeof speechSynthesis === 'undefined' || navigator.userActivation?.hasBeenActive === true)
  const say = useCallback(
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
    const fresh = freshCalls(called, known.current, first.current)
    first.current = false
    if (on) for (const c of fresh) say(sentenceFor(c))
  }, [called, on, say])
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
      say(t`语音播报已开启`)
    },
  }
}

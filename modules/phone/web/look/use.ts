/** Answers of calls as a page shows them, and the page's address. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Callable } from '#kernel/web/calls/api.ts'
import { ask, sentenceOf } from '../ask.ts'

export interface Answered<T> {
  readonly data: T | undefined
  readonly wrong: string | undefined
  readonly again: () => void
}
/** The answer of a call that reads, asked again when its input changes. */
export function useAnswer<T>(endpoint: Callable, input: object): Answered<T> {
  const [state, setState] = useState<{ key: string; data?: T; wrong?: string }>()
  const [round, setRound] = useState(0)
  const key = JSON.stringify([endpoint.path, input])
  useEffect(() => {
    let isOver = false
    const [, sent]: [path: string, sent: object] = JSON.parse(key)
    void ask<T>(endpoint, sent).then(
      (data) => isOver || setState({ key, data }),
      (error: unknown) => isOver || setState({ key, wrong: sentenceOf(error) }),
    )
    return () => void (isOver = true)
  }, [endpoint, key, round])
  const again = useCallback(() => setRound((n) => n + 1), [])
  return { data: state?.key === key ? state.data : undefined, wrong: state?.key === key ? state.wrong : undefined, again }
}

/** Something a person does: busy while it is under way, the sentence of a refusal. */
export function useAct(): { busy: boolean; wrong: string | undefined; act: (work: () => Promise<unknown>) => void } {
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const act = (work: () => Promise<unknown>) => {
    setBusy(true)
    setWrong(undefined)
    void work()
      .catch((error: unknown) => setWrong(sentenceOf(error)))
      .finally(() => setBusy(false))
  }
  return { busy, wrong, act }
}

const MOVED = 'mingmou:h5'
const watch = (tell: () => void) => {
  addEventListener('popstate', tell)
  addEventListener(MOVED, tell)
  return () => {
    removeEventListener('popstate', tell)
    removeEventListener(MOVED, tell)
  }
}
/** Where the page is: path and query. */
export const useHere = (): string => useSyncExternalStore(watch, () => location.pathname + location.search)
export function goTo(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  dispatchEvent(new Event(MOVED))
  scrollTo(0, 0)
}
export const searchOf = (here: string): URLSearchParams => new URLSearchParams(here.split('?')[1] ?? '')

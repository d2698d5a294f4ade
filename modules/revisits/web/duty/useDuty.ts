/** What a caller does with the card at hand: taking, answering, booking, putting off, writing, taking back. */
import { useState } from 'react'
import { isText, useDraftValue } from '#kernel/web/form/draft/draft.ts'
import { t, toast, useCall, useLetters, useSend } from '#kernel/web/index.ts'
import endpoints from '../../contract/endpoints.ts'
import { asksNext, result, type FollowUpOutcome } from '../../contract/fields.ts'
import type { StateOf } from '#kernel/contract/machine.ts'
import { revisitMachine } from '../../contract/states.ts'
import { LIVE, nextTimes, putOff, stale } from '../words.ts'

/** What the strip above the outcomes asks for. */
export type DutyMode =
  | { does: 'book' }
  | { does: 'putOff' }
  | { does: 'later' }
  | { does: 'next'; outcome: FollowUpOutcome }
  | { does: 'write'; channel: 2 | 3 }
  | undefined
const { is } = revisitMachine

/** The note of a card, kept in this browser until the card is answered. */
function useNote(rvid: number | undefined) {
  const { value: note, set: setNote, drop } = useDraftValue(rvid === undefined ? undefined : `revisit.${rvid}`, '', isText)
  return { note, setNote, drop }
}

/** The calls a caller makes of a card. */
function useSends(setRvid: (rvid: number) => void, left: () => void, clear: () => void) {
  const claim = useSend(endpoints['revisits.claim'], {
    invalidates: stale,
    onSuccess: (taken) => {
      clear()
      setRvid(taken.rvid)
    },
  })
  const answer = useSend(endpoints['revisits.status'], { invalidates: stale, onSuccess: left })
  const book = useSend(endpoints['revisits.book'], { invalidates: stale, onSuccess: left })
  const undo = useSend(endpoints['revisits.undo'], {
    invalidates: stale,
    onSuccess: (task) => {
      toast(t`已撤销`, 'ok')
      setRvid(task.rvid)
    },
  })
  return { claim, answer, book, undo }
}

export function useDuty() {
  const queue = useCall(endpoints['revisits.queue'], {}, { live: LIVE, keep: true })
  const [rvid, setRvid] = useState<number>()
  const [mode, setMode] = useState<DutyMode>()
  const [slot, setSlot] = useState(0)
  const card = useCall(endpoints['revisits.card'], { rvid: rvid ?? 0 }, { enabled: rvid !== undefined, live: ['revisits'] })
  const { note, setNote, drop } = useNote(rvid)
  const left = () => {
    drop()
    setRvid(undefined)
    setMode(undefined)
    setSlot(0)
  }
  const { claim, answer, book, undo } = useSends(setRvid, left, () => {
    setMode(undefined)
    setSlot(0)
  })
  const task = card.data?.tasks[0]
  const noted = note.trim() ? { note: note.trim() } : {}
  const send = (status: StateOf<typeof revisitMachine>, more: object = {}) => {
    if (task) answer.mutate({ rvid: task.rvid, status, ...noted, ...more })
  }
  const outcome = (n: FollowUpOutcome) => {
    if (n === result.booked) setMode({ does: 'book' })
    else if (n === result.later) setMode({ does: 'later' })
    else if (asksNext.includes(n)) setMode({ does: 'next', outcome: n })
    else send(is.done, { outcome: n })
  }
  const bookSlot = () => {
    const visitAt = card.data?.slots.list[slot]
    if (task && visitAt) book.mutate({ rvid: task.rvid, visitAt, doctorId: card.data?.slots.doctorId ?? null, ...noted })
  }
  const last = queue.data?.mine.last
  return {
    queue,
    card,
    task,
    mode,
    setMode,
    slot,
    setSlot,
    note,
    setNote,
    busy: answer.isPending || book.isPending || claim.isPending,
    take: (named?: number) => claim.mutate(named === undefined ? {} : { rvid: named }),
    outcome,
    unreached: () => send(is.unreached),
    bookSlot,
    putOffTo: (day: string) => send(is.waiting, { nextDate: day }),
    callBack: (day: string) => send(is.waiting, { outcome: result.later, nextDate: day }),
    close: (n: FollowUpOutcome, next: { nextDate: string } | { noNext: string }) => send(is.done, { outcome: n, ...next }),
    undo: () => last && undo.mutate({ rvid: last.rvid }),
  }
}
export type Duty = ReturnType<typeof useDuty>

/** The keys of the page: no letter has two meanings, and digits mean what the strip asks for while it is open. */
export function useDutyKeys(duty: Duty, focusSearch: () => void, focusNote: () => void): void {
  const { mode, task } = duty
  const digit = (n: string) => () => {
    if (!task) return
    if (!mode) {
      if (n === '0') duty.unreached()
      else duty.outcome(outcomeOf(n))
    } else chooseIn(duty, n)
  }
  const digits = Object.fromEntries(['0', '1', '2', '3', '4', '5', '6', '7', '8'].map((n) => [n, digit(n)]))
  const step = (by: number) => () => {
    const n = duty.card.data?.slots.list.length ?? 0
    if (mode?.does === 'book' && n) duty.setSlot((duty.slot + by + n) % n)
  }
  const open = (next: DutyMode) => () => task && duty.setMode(next)
  useLetters({
    ...digits,
    Enter: () => (mode?.does === 'book' ? duty.bookSlot() : !task && duty.take()),
    b: open({ does: 'book' }),
    d: open({ does: 'putOff' }),
    s: open({ does: 'write', channel: 2 }),
    w: open({ does: 'write', channel: 3 }),
    u: duty.undo,
    c: () => document.querySelector<HTMLAnchorElement>('.duty-number')?.click(),
    m: focusNote,
    '/': focusSearch,
    Escape: () => duty.setMode(undefined),
    ArrowRight: step(1),
    ArrowLeft: step(-1),
    ArrowDown: step(2),
    ArrowUp: step(-2),
  })
}
const all: readonly FollowUpOutcome[] = [1, 2, 3, 4, 5, 6, 7, 8]
const outcomeOf = (digit: string): FollowUpOutcome => all.find((n) => String(n) === digit) ?? result.later
/** A digit while the strip is open. */
function chooseIn(duty: Duty, n: string): void {
  const { mode } = duty
  if (mode?.does === 'book') {
    if (duty.card.data?.slots.list[Number(n) - 1]) duty.setSlot(Number(n) - 1)
    return
  }
  if (mode?.does === 'next') {
    const to = nextTimes().find((c) => c.key === n)
    if (to) duty.close(mode.outcome, { nextDate: to.at })
    else if (n === '0') duty.close(mode.outcome, { noNext: t`本次已处理完` })
    return
  }
  const to = putOff().find((c) => c.key === n)
  if (to && mode?.does === 'putOff') duty.putOffTo(to.at)
  if (to && mode?.does === 'later') duty.callBack(to.at)
}

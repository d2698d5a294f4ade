/** An open station: its entries in memory and on the tablet, sent when it starts, comes online, becomes visible, and every 15 seconds. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#kernel/web/calls/api.ts'
import { CallFailed } from '#kernel/web/calls/catalogue.ts'
import { mergeOps, nextLamport, type Op, type OpValue } from '../../contract/ops.ts'
import type { OpsTaken } from '../../contract/shapes.tasks.ts'
import { keepOp, noteSent, wipe, type OpenStation, type StoredOp } from './store.ts'

const sendOps = { method: 'POST', path: '/v1/eyefile/ops', timeout: 60 } as const
const [EVERY_MS, BATCH] = [15_000, 500] as const

export interface StationState {
  readonly ops: readonly StoredOp[]
  /** Values of this tablet by child and field. */
  readonly valuesOf: (studentId: number) => Readonly<Record<string, OpValue | undefined>>
  readonly states: ReadonlyMap<number, OpsTaken['states'][number]>
  readonly waiting: number
  readonly refused: readonly StoredOp[]
  readonly isOnline: boolean
  /** The session is over: entries wait on the tablet until somebody logs in. */
  readonly isLoggedOut: boolean
  readonly isWiped: boolean
  readonly enter: (studentId: number, entries: ReadonlyArray<readonly [field: string, value: OpValue, reason?: string]>) => Promise<void>
  readonly leave: () => Promise<void>
}
const SESSION_OVER = (code: number) => code >= 50001 && code <= 50016

/** An entry as it is sent: whose it is and by which tablet is what the server knows itself. */
const wired = (op: StoredOp) => ({
  opId: op.opId,
  lamport: op.lamport,
  studentId: op.studentId,
  field: op.field,
  value: op.value,
  at: op.at,
  ...(op.device === undefined ? {} : { device: op.device }),
  ...(op.reason === undefined ? {} : { reason: op.reason }),
  ...(op.settles === undefined ? {} : { settles: [...op.settles] }),
})

/** The moment by the tablet's clock, in the clinic's zone. */
const clinicMoment = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Entries in memory: what is shown and what is sent read the same list. */
function useOps(kept: readonly StoredOp[]) {
  const [ops, setOps] = useState<readonly StoredOp[]>(kept)
  const current = useRef(ops)
  const put = useCallback((next: readonly StoredOp[]) => {
    current.current = next
    setOps(next)
  }, [])
  const read = useCallback((): readonly StoredOp[] => current.current, [])
  return { ops, current, put, read }
}
type Ops = ReturnType<typeof useOps>

/** What the server said of a batch, noted on the tablet and in memory. */
function useAnswers({ current, put }: Ops, taskId: number) {
  const [states, setStates] = useState<StationState['states']>(new Map())
  const [isWiped, setWiped] = useState(false)
  const clear = useCallback(async () => {
    await wipe(taskId)
    setWiped(true)
  }, [taskId])
  const take = useCallback(
    async (answer: OpsTaken) => {
      if (answer.recalled) return clear()
      const refused = new Map(answer.refused.map(({ opId, sentence }) => [opId, sentence]))
      await noteSent(taskId, answer.have, refused)
      put(
        current.current.map((op) => {
          if (answer.have.includes(op.opId)) return { ...op, sent: 1 as const }
          const why = refused.get(op.opId)
          return why === undefined ? op : { ...op, sent: 2 as const, why }
        }),
      )
      setStates(new Map(answer.states.map((state) => [state.studentId, state])))
    },
    [taskId, clear, current, put],
  )
  return { states, isWiped, clear, take }
}

/** Sends what waits, batch by batch; says whether the network and the session hold. */
function useSending({ read }: Ops, { pack, deviceId }: OpenStation, take: (answer: OpsTaken) => Promise<void>) {
  const [isOnline, setOnline] = useState(navigator.onLine)
  const [isLoggedOut, setLoggedOut] = useState(false)
  const busy = useRef(false)
  const { taskId } = pack
  /** Sends one batch; true while there is more and the network answers. */
  const sendBatch = useCallback(async (): Promise<boolean> => {
    const waiting = read().filter(({ sent }) => sent === 0)
    const batch = waiting.slice(0, BATCH)
    const answered = await call(
      sendOps,
      { taskId, deviceId, unsent: waiting.length - batch.length, ops: batch.map(wired) },
      { quiet: true, entering: true },
    ).then(
      (answer) => ({ answer: answer as OpsTaken }),
      (error: unknown) => ({ error }),
    )
    if ('error' in answered) {
      const isOver = answered.error instanceof CallFailed && SESSION_OVER(Number(answered.error.code))
      setLoggedOut(isOver)
      setOnline(isOver)
      return false
    }
    setOnline(true)
    setLoggedOut(false)
    await take(answered.answer)
    return waiting.length > batch.length
  }, [taskId, deviceId, take, read])
  const flush = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    let hasMore = true
    while (hasMore) hasMore = await sendBatch()
    busy.current = false
  }, [sendBatch])
  useEffect(() => {
    const start = () => void flush()
    const cut = () => setOnline(false)
    const seen = () => document.visibilityState === 'visible' && start()
    start()
    const timer = setInterval(start, EVERY_MS)
    addEventListener('online', start)
    addEventListener('offline', cut)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      removeEventListener('online', start)
      removeEventListener('offline', cut)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [flush])
  return { isOnline, isLoggedOut, flush }
}

export function useStation(station: OpenStation): StationState {
  const { pack, deviceId, key } = station
  const own = useOps(station.ops)
  const { ops, current, put } = own
  const { states, isWiped, clear, take } = useAnswers(own, pack.taskId)
  const { isOnline, isLoggedOut, flush } = useSending(own, station, take)
  const clock = useRef(0)
  const enter = useCallback<StationState['enter']>(
    async (studentId, entries) => {
      for (const [field, value, reason] of entries) {
        // Above every entry of this tablet, also those still being written.
        clock.current = Math.max(clock.current + 1, nextLamport(current.current))
        const op: Op = {
          opId: crypto.randomUUID(),
          deviceId,
          lamport: clock.current,
          studentId,
          field,
          value,
          at: clinicMoment(),
          ctid: pack.ctid,
          ...(reason === undefined ? {} : { reason }),
        }
        // Kept first, shown then: what the screen shows survives a killed browser.
        await keepOp(pack.taskId, key, op)
        put([...current.current, { ...op, sent: 0 }])
      }
      if (navigator.onLine) void flush()
    },
    [deviceId, pack.ctid, pack.taskId, key, put, flush, current],
  )
  const merged = useMemo(() => mergeOps(ops.filter(({ sent }) => sent !== 2)), [ops])
  const valuesOf = useCallback(
    (studentId: number) =>
      Object.fromEntries(Object.entries(merged.get(studentId) ?? {}).map(([field, { value }]) => [field, value ?? undefined])),
    [merged],
  )
  const waiting = ops.filter(({ sent }) => sent === 0).length
  const refused = ops.filter(({ sent }) => sent === 2)
  return { ops, valuesOf, states, waiting, refused, isOnline, isLoggedOut, isWiped, enter, leave: clear }
}

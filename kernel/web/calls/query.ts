/** Reading and sending through the query cache. */
import {
  QueryClient,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryFunctionContext,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { call, freshKey, type Callable, type OutOf, type SentOf } from './api.ts'
import type { CallFailed } from './catalogue.ts'
import { t } from '../i18n.ts'
import { toast } from '../notice.ts'
import { askToUnlock, deniedOf, lockedOf, whyOf } from '../screen/why.ts'
import { useLive } from './live.ts'

/** The cache of the application. Retries are the business of `call`, so it makes none of its own. */
export const queries = new QueryClient({
  // Without a connection a save fails and says so (held back until there is one it would say nothing); reads wait.
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: false },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Key of a call in the cache: method, path, input. */
export const keyOf = (endpoint: Callable, input?: unknown): readonly unknown[] =>
  input === undefined ? [endpoint.method, endpoint.path] : [endpoint.method, endpoint.path, input]

export interface UseCallOptions<Out> {
  enabled?: boolean
  /** Topics of live events after which this is read again. */
  live?: readonly string[]
  /** Milliseconds an answer counts as fresh (5,000). */
  stale?: number
  /** Stands in until the call answers, and for good when it fails: such a failure is only logged (R076–R080). */
  fallback?: Out
  /** A failure is only logged, the screen tells it in its place (R079, R080). */
  logged?: boolean
  /** Keeps the former answer on the screen while the input changes. */
  keep?: boolean
}

const NONE: readonly string[] = []

/** Reads an endpoint and keeps the answer fresh. */
export function useCall<const E extends Callable>(
  endpoint: E,
  input: SentOf<E>,
  options: UseCallOptions<OutOf<E>> = {},
): UseQueryResult<OutOf<E>, CallFailed> {
  useLive(options.live ?? NONE)
  const result = useQuery<OutOf<E>, CallFailed>({
    ...queryOf(endpoint, input, options.logged ?? options.fallback !== undefined),
    enabled: options.enabled ?? true,
    ...(options.stale === undefined ? {} : { staleTime: options.stale }),
    ...(options.live ? { meta: { live: options.live } } : {}),
    ...(options.keep ? { placeholderData: (former: OutOf<E> | undefined) => former as never } : {}),
  })
  if (options.fallback === undefined || result.data !== undefined) return result
  return { ...result, data: options.fallback, error: null, isError: false } as UseQueryResult<OutOf<E>, CallFailed>
}

/** The key of a call, and how it is asked. */
const queryOf = <E extends Callable>(endpoint: E, input: SentOf<E>, logged: boolean) => ({
  queryKey: keyOf(endpoint, input),
  queryFn: ({ signal, client, queryKey }: QueryFunctionContext): Promise<OutOf<E>> =>
    call(endpoint, input, {
      signal,
      logged,
      // Whatever asks anew for what is there already – a notice, an interval, a look at the window – nobody opened.
      refetch: client.getQueryData(queryKey) !== undefined,
    }),
})
/** Reads as many calls as a declaration names, in its order. */
export const useCalls = (
  asks: ReadonlyArray<{ endpoint: Callable; input: Record<string, unknown>; logged: boolean; enabled: boolean }>,
): Array<UseQueryResult<unknown>> =>
  useQueries({
    queries: asks.map(({ endpoint, input, logged, enabled }) => ({
      ...queryOf<Callable>(endpoint, input, logged),
      enabled,
    })),
  })

export interface UseSendOptions<E> {
  onSuccess?: (answer: OutOf<E>, input: SentOf<E>) => void
  onError?: (error: CallFailed) => void
  /** Endpoints whose answers are stale after this call. */
  invalidates?: readonly Callable[]
}

/** Sends to an endpoint. The idempotency key stays the same while the same input is sent again after no answer came. */
export function useSend<const E extends Callable>(
  endpoint: E,
  options: UseSendOptions<E> = {},
): UseMutationResult<OutOf<E>, CallFailed, SentOf<E>> {
  const client = useQueryClient()
  const intent = useRef<{ input: string; key: string } | null>(null)
  return useMutation<OutOf<E>, CallFailed, SentOf<E>>({
    mutationFn: (input) => {
      const key = JSON.stringify(input)
      if (intent.current?.input !== key) intent.current = { input: key, key: freshKey() }
      return call(endpoint, input, { key: intent.current.key })
    },
    onSuccess: (answer, input) => {
      intent.current = null
      for (const stale of options.invalidates ?? []) void client.invalidateQueries({ queryKey: keyOf(stale) })
      options.onSuccess?.(answer, input)
    },
    onError: (error) => {
      if (error.kind === 'refused') intent.current = null
      // R064: the catalogue says nothing to a missing permission; who wanted to do something is told why not.
      const denied = deniedOf(error)
      if (denied) toast(whyOf(denied).join(t`。`), 'warn')
      const locked = lockedOf(error)
      if (locked) askToUnlock(locked)
      options.onError?.(error)
    },
  })
}

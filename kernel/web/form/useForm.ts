/** The state of a form: values, problems, draft, sending, and the jump to what is wrong. */
import { useCallback, useContext, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { fieldsOf } from '#kernel/contract/index.ts'
import { WhoContext } from '../access.tsx'
import type { SentOf } from '../calls/api.ts'
import type { CallFailed } from '../calls/catalogue.ts'
import type { FormProps } from './Form.tsx'
import { useSend } from '../calls/query.ts'
import { filled, mark, problemsOf, type Problem, type Values } from './check.ts'
import { readDraft, useDraft, type DraftState } from './draft.ts'

export interface FormState {
  values: Values
  set: (name: string, value: unknown) => void
  setAll: (patch: Readonly<Record<string, unknown>>) => void
  problems: readonly Problem[]
  /** The problem to show at a field: once it was touched or a save was tried. */
  shown: (name: string) => Problem | undefined
  tried: boolean
  confirmed: ReadonlySet<string>
  /** Confirms the unusual value of a field. */
  confirm: (name: string) => void
  submit: () => void
  busy: boolean
  jump: (field: string) => void
  draft: { state: DraftState; at: number }
  /** When the restored draft was kept (epoch ms). */
  restored: number | undefined
  discard: () => void
  dirty: boolean
  root: RefObject<HTMLFormElement | null>
  onKeyDown: (event: KeyboardEvent) => void
}

type AnyForm = FormProps<Parameters<typeof useSend>[0] & Pick<import('#kernel/contract/index.ts').Endpoint, 'input' | 'output'>>

export function useForm(props: AnyForm): FormState {
  const { of, fixed, initial, rules, draft: name, invalidates, onDone, onLeave, before } = props
  const uid = useContext(WhoContext)?.uid ?? 0
  const kept = useMemo(() => readDraft(name, uid), [name, uid])
  const start = useMemo(() => known(of.input, initial), [of, initial])
  const [values, setValues] = useState<Record<string, unknown>>(() => ({ ...start, ...kept?.values }))
  const [restored, setRestored] = useState(kept?.at)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const [refusal, setRefusal] = useState<Problem>()
  const root = useRef<HTMLFormElement>(null)
  const dirty = touched.size > 0
  // Data that arrives after the first paint fills the form, unless somebody has begun to type.
  useEffect(() => {
    if (!dirty && !kept) setValues(start)
  }, [start, dirty, kept])
  const whole = useMemo(() => ({ ...values, ...(fixed as Values | undefined) }), [values, fixed])
  const found = useMemo(() => problemsOf(of.input, whole, rules, confirmed), [of, whole, rules, confirmed])
  const problems = refusal ? [refusal, ...found.filter((p) => p.field !== refusal.field)] : found
  const draft = useDraft(name, uid, values, dirty)
  const setAll = useCallback((patch: Readonly<Record<string, unknown>>) => {
    setValues((now) => ({ ...now, ...patch }))
    setTouched((now) => new Set([...now, ...Object.keys(patch)]))
    setRefusal((now) => (now && Object.keys(patch).some((k) => now.field === k || now.field.startsWith(`${k}.`)) ? undefined : now))
  }, [])
  const jump = (field: string) => focusField(root.current, field)
  const send = useSend(of, {
    ...(invalidates ? { invalidates } : {}),
    onSuccess: (answer, sent) => {
      draft.drop()
      setTouched(new Set())
      setRestored(undefined)
      setTried(false)
      onDone?.(answer, sent as never)
    },
    onError: (error: CallFailed) => {
      if (!error.field) return
      setRefusal({ field: error.field, sentence: error.message, kind: 'wrong' })
      jump(error.field)
    },
  })
  const submit = () => {
    setTried(true)
    if (send.isPending) return
    const first = found[0]
    if (first) return jump(first.field)
    const body = filled(whole)
    send.mutate((before ? before(body, [...confirmed]) : body) as SentOf<typeof of>)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
      event.preventDefault()
      submit()
    } else if (
      event.key === 'Escape' &&
      onLeave &&
      !event.defaultPrevented &&
      !document.querySelector('.ant-select-open, .ant-picker-dropdown:not(.ant-picker-dropdown-hidden)')
    ) {
      onLeave()
    }
  }
  useSaveKey(root, submit)
  return {
    values,
    setAll,
    problems,
    tried,
    confirmed,
    submit,
    jump,
    draft,
    restored,
    dirty,
    root,
    onKeyDown,
    set: (key, value) => setAll({ [key]: value }),
    shown: (key) =>
      problems.find((p) => (p.field === key || p.field.startsWith(`${key}.`)) && (tried || touched.has(key) || p === refusal)),
    confirm: (key) => setConfirmed((now) => new Set([...now, mark(key, whole[key as keyof typeof whole])])),
    busy: send.isPending,
    discard: () => {
      draft.drop()
      setValues(start)
      setTouched(new Set())
      setRestored(undefined)
    },
  }
}

/** Ctrl S saves from anywhere on the page, not only from inside the form. */
function useSaveKey(root: RefObject<HTMLFormElement | null>, submit: () => void): void {
  const now = useRef(submit)
  now.current = submit
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's' || root.current?.contains(event.target as Node)) return
      event.preventDefault()
      now.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [root])
}

const known = (shape: Parameters<typeof fieldsOf>[0], initial: object | undefined): Record<string, unknown> => {
  const fields = fieldsOf(shape)
  return Object.fromEntries(Object.entries(initial ?? {}).filter(([k, v]) => k in fields && v !== null))
}

/** Puts the caret into a field, or into the nearest part of it that is on the page. */
function focusField(root: HTMLElement | null, field: string): void {
  const parts = field.split('.')
  for (let n = parts.length; n > 0; n--) {
    const name = parts.slice(0, n).join('.')
    const at = [...(root?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].find((e) => e.dataset.field === name)
    if (!at) continue
    at.scrollIntoView?.({ block: 'center' })
    // A part that draws its own fields (a grid in a line) names them without the path.
    const within = n < parts.length ? at.querySelector<HTMLElement>(`[data-field="${CSS.escape(parts.slice(n).join('.'))}"]`) : null
    const to = within ?? at
    ;(to.matches('input,textarea,button') ? to : to.querySelector<HTMLElement>('input,textarea,select,button,[tabindex]'))?.focus()
    return
  }
}

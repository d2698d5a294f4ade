/** The state of a form: values, problems, draft, sending, and the jump to what is wrong. */
import { useCallback, useContext, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { fieldsOf } from '#kernel/contract/index.ts'
import { WhoContext } from '../access.tsx'
import type { SentOf } from '../calls/api.ts'
import type { CallFailed } from '../calls/catalogue.ts'
import type { FormProps } from './Form.tsx'
import { useSend } from '../calls/query.ts'
import { t } from '../i18n.ts'
import { toast } from '../notice.ts'
import { commitTyped, isSaveKey, unreadable } from './keys/commit.ts'
import { filled, mark, problemsOf, type Problem, type Values } from './check.ts'
import { readDraft, useDraft, type DraftState } from './draft.ts'
import { usePart, useTogether } from '../together/Together.tsx'

export interface FormState {
  values: Values
  set: (name: string, value: unknown) => void
  /** Takes former values over, where the form marks copies. */
  take?: (patch: Values) => void
  setAll: (patch: Readonly<Record<string, unknown>>) => void
  problems: readonly Problem[]
  /** The problem to show at a field: once it was touched or a save was tried. */
  shown: (name: string) => Problem | undefined
  tried: boolean
  confirmed: ReadonlySet<string>
  /** Confirms the unusual value of a field. */
  confirm: (name: string, value?: unknown) => void
  /** What a value of a field would be asked about. */
  asks: (name: string, value: unknown) => string | undefined
  /** Saves; a form with more than one way of it (as a draft) says which, and `before` and `onDone` are told. */
  submit: (way?: string) => void
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
  const { of: endpoint, fixed, initial, draft: name, onLeave } = props
  const typed = useTyped(endpoint, initial, name)
  const { values, dirty, uid, put } = typed
  const whole = useMemo(() => ({ ...values, ...(fixed as Values | undefined) }), [values, fixed])
  const [tried, setTried] = useState(false)
  const { first, forget, refuse, ...found } = useProblems(props, whole)
  const root = useRef<HTMLFormElement>(null)
  const together = useTogether()
  const draft = useDraft(name, uid, values, dirty)
  const setAll = useCallback(
    (patch: Readonly<Record<string, unknown>>) => {
      put(patch)
      forget(Object.keys(patch))
    },
    [put, forget],
  )
  const jump = (field: string) => focusField(root.current, field)
  const { save, busy } = useSaving(props, root, {
    whole,
    start: typed.start,
    first,
    confirmed: found.confirmed,
    refuse,
    jump,
    tried: () => setTried(true),
    done: (sent) => {
      draft.drop()
      typed.saved(sent)
      setTried(false)
    },
  })
  const submit = (way?: string) => void save(way)
  const changed = !props.readOnly && (dirty || typed.restored !== undefined || props.waits === true)
  usePart({ root, changed, problems: found.problems, tried, busy, draft, jump, save })
  const form: FormState = {
    values,
    setAll,
    set: (key, value) => setAll({ [key]: value }),
    ...found,
    tried,
    shown: (key) => found.problems.find((p) => isAt(p, key) && (tried || typed.touched.has(key) || p.refused)),
    submit,
    jump,
    draft,
    dirty,
    root,
    restored: typed.restored,
    onKeyDown: (event) => onFormKey(event, together ? undefined : submit, onLeave),
    busy,
    discard: () => (draft.drop(), typed.restart()),
  }
  const { onTake } = props
  return onTake ? { ...form, take: (patch) => onTake(form, patch) } : form
}

/** How the server's refusals begin that are settled by a confirmation. */
const PLEASE_CONFIRM = /^请确认：/
interface Sent {
  whole: Values
  /** What the form began with. */
  start: Values
  /** What keeps the form from being sent. */
  first: Problem | undefined
  confirmed: ReadonlySet<string>
  refuse: (field: string, sentence: string, kind: Problem['kind']) => void
  jump: (field: string) => void
  tried: () => void
  done: (sent: Values) => void
}
/** Sends what stands in the form; false when something in it, or the server, stops it. */
function useSaving({ of: endpoint, before, invalidates, onDone }: AnyForm, root: RefObject<HTMLFormElement | null>, form: Sent) {
  const sending = useRef<{ way: string | undefined; whole: Values }>({ way: undefined, whole: {} })
  const send = useSend(endpoint, {
    ...(invalidates ? { invalidates } : {}),
    onSuccess: (answer, sent) => {
      form.done(sending.current.whole)
      onDone?.(answer, sent as never, sending.current.way)
    },
    onError: (error: CallFailed) => {
      if (!error.field) return
      form.refuse(error.field, error.message, PLEASE_CONFIRM.test(error.body?.message ?? '') ? 'ask' : 'wrong')
      form.jump(error.field)
    },
  })
  const save = useTypedFirst(root, async (way) => {
    form.tried()
    if (send.isPending) {
      if (JSON.stringify(form.whole) !== JSON.stringify(sending.current.whole))
        toast(t`正在保存；刚才输入的还没有存，请稍后再保存一次`, 'warn')
      return false
    }
    if (form.first) {
      form.jump(form.first.field)
      return false
    }
    const body = withEmptied(filled(form.whole), form.start)
    sending.current = { way, whole: form.whole }
    const sent = send.mutateAsync((before ? before(body, [...form.confirmed], way) : body) as SentOf<typeof endpoint>)
    // What went wrong was told where it was sent from.
    return sent.then(
      () => true,
      () => false,
    )
  })
  return { save, busy: send.isPending }
}

/** Does it with what stands in the form once nothing is being typed any more: by a button, or by the save key. */
function useTypedFirst(
  root: RefObject<HTMLFormElement | null>,
  then: (way?: string) => Promise<boolean>,
): (way?: string) => Promise<boolean> {
  const latest = useRef(then)
  latest.current = then
  const save = async (way?: string) => {
    commitTyped(root.current)
    const open = unreadable(root.current)
    if (!open) return latest.current(way)
    open.focus()
    open.select()
    return false
  }
  useSaveKey(root, () => void save())
  return save
}

/** Whether a problem is a field's own, or one of something in it. */
const isAt = (problem: Problem, key: string): boolean => problem.field === key || problem.field.startsWith(`${key}.`)

/** What is wrong or unusual: found by the contract and the rules, or refused by the server until its field is typed in again. */
function useProblems({ of: endpoint, rules }: Pick<AnyForm, 'of' | 'rules'>, whole: Values) {
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const [refusal, setRefusal] = useState<Problem & { refused: true }>()
  const found = useMemo(() => problemsOf(endpoint.input, whole, rules, confirmed), [endpoint, whole, rules, confirmed])
  const forget = useCallback(
    (keys: readonly string[]) => setRefusal((now) => (now && keys.some((k) => isAt(now, k)) ? undefined : now)),
    [],
  )
  const problems: ReadonlyArray<Problem & { refused?: true }> = refusal
    ? [refusal, ...found.filter((p) => p.field !== refusal.field)]
    : found
  return {
    problems,
    /** What keeps the form from being sent. */
    first: found[0],
    confirmed,
    confirm: (key: string, value: unknown = whole[key]) => {
      setConfirmed((now) => new Set([...now, mark(key, value)]))
      forget([key])
    },
    asks: (key: string, value: unknown) =>
      problemsOf(endpoint.input, { ...whole, [key]: value }, rules, confirmed).find((p) => p.field === key && p.kind === 'ask')?.sentence,
    refuse: (field: string, sentence: string, kind: Problem['kind']) => setRefusal({ field, sentence, kind, refused: true }),
    forget,
  }
}

/** What stands in the form: what it began with, what a draft kept, what somebody typed since. */
function useTyped(endpoint: AnyForm['of'], initial: object | undefined, name: string | undefined) {
  const uid = useContext(WhoContext)?.uid ?? 0
  const kept = useMemo(() => readDraft(name, uid), [name, uid])
  const start = useMemo(() => knownFields(endpoint.input, initial), [endpoint, initial])
  const [values, setValues] = useState<Record<string, unknown>>(() => ({ ...start, ...kept?.values }))
  const [restored, setRestored] = useState(kept?.at)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const dirty = touched.size > 0
  const serialized = useMemo(() => JSON.stringify(start), [start])
  const taken = useRef(serialized)
  // Data that arrives after the first paint, or anew, fills the form, unless somebody has begun to type.
  useEffect(() => {
    if (dirty || kept || serialized === taken.current) return
    taken.current = serialized
    setValues(start)
  }, [start, serialized, dirty, kept])
  const latest = useRef({ values, touched, told: serialized })
  latest.current = { values, touched, told: serialized }
  const put = useCallback((patch: Readonly<Record<string, unknown>>) => {
    setValues((now) => ({ ...now, ...patch }))
    setTouched((now) => new Set([...now, ...Object.keys(patch)]))
  }, [])
  /**
   * What was sent is saved, and newer than what the form was told; what was typed since is not. A form that began empty is empty for the
   * next one.
   */
  const saved = (sent: Values) => {
    const now = latest.current
    const since = [...now.touched].filter((key) => now.values[key] !== sent[key])
    taken.current = now.told
    setTouched(new Set(since))
    setRestored(undefined)
    if (since.length > 0)
      // The draft of what was sent is gone; what was typed since begins one of its own.
      setValues((values) => ({ ...values }))
    else if (now.told === '{}') setValues({})
  }
  const restart = () => {
    setValues(start)
    setTouched(new Set())
    setRestored(undefined)
  }
  return { uid, start, values, touched, dirty, restored, put, saved, restart }
}

/** Ctrl S saves; Esc leaves, unless it closes a list or a calendar. */
function onFormKey(event: KeyboardEvent, submit: (() => void) | undefined, onLeave: (() => void) | undefined): void {
  if (isSaveKey(event)) {
    // Among forms that save together the page hears the key.
    if (!submit) return
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

/** Ctrl S saves from anywhere on the page, not only from inside the form. */
function useSaveKey(root: RefObject<HTMLFormElement | null>, submit: () => void): void {
  const now = useRef(submit)
  now.current = submit
  const together = useTogether()
  useEffect(() => {
    if (together) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!isSaveKey(event) || root.current?.contains(event.target as Node)) return
      event.preventDefault()
      now.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [root, together])
}

const knownFields = (shape: Parameters<typeof fieldsOf>[0], initial: object | undefined): Record<string, unknown> => {
  const fields = fieldsOf(shape)
  return Object.fromEntries(Object.entries(initial ?? {}).filter(([k, v]) => k in fields && v !== null))
}

/** A field that held something and is empty now is sent as empty: one that is left out stays as it was. */
const withEmptied = (body: Record<string, unknown>, start: Values): Record<string, unknown> => ({
  ...Object.fromEntries(Object.keys(start).flatMap((name) => (name in body ? [] : [[name, null]]))),
  ...body,
})

const fieldIn = (root: HTMLElement | null, name: string): HTMLElement | undefined =>
  [...(root?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].find((e) => e.dataset.field === name)
/** Puts the caret into a field, or into the nearest part of it that is on the page. */
function focusField(root: HTMLElement | null, field: string): void {
  const parts = field.split('.')
  for (let n = parts.length; n > 0; n--) {
    const name = parts.slice(0, n).join('.')
    const element = fieldIn(root, name)
    if (!element) continue
    element.closest('details')?.setAttribute('open', '')
    element.scrollIntoView?.({ block: 'center' })
    // A part that draws its own fields (a grid in a line) names them without the path.
    const within = n < parts.length ? fieldIn(element, parts.slice(n).join('.')) : undefined
    const to = within ?? element
    ;(to.matches('input,textarea,button') ? to : to.querySelector<HTMLElement>('input,textarea,select,button,[tabindex]'))?.focus()
    return
  }
}

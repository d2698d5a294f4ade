/** The state of a form: values, problems, draft, sending, and the jump to what is wrong. */
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { labelAt } from '#kernel/contract/internal.ts'
import type { SentOf } from '../calls/api.ts'
import type { CallFailed } from '../calls/catalogue.ts'
import type { FormProps } from './Form.tsx'
import { useSend } from '../calls/query.ts'
import { t, tr } from '../i18n.ts'
import { hearsKeys } from '../layers.ts'
import { toast } from '../notice.ts'
import { commitTyped, isSaveKey, unreadable } from './keys/commit.ts'
import { filled, mark, problemsOf, type Problem, type FormValues } from './check.ts'
import type { DraftState } from './draft/draft.ts'
import { useTyped } from './draft/typed.ts'
import type { DraftClash } from './draft/typing.ts'
import { usePart, useTogether } from '../together/Together.tsx'

export interface FormState {
  /** Begins the ids of its fields, so that a drawer and the page under it share none. */
  id: string
  values: FormValues
  set: (name: string, value: unknown) => void
  /** Takes former values over, where the form marks copies. */
  take?: (patch: FormValues) => void
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
  /** Fields of a draft that somebody else has changed since, and the choice between both values. */
  clashes: readonly DraftClash[]
  choose: (clash: DraftClash, takesTyped: boolean) => void
  dirty: boolean
  root: RefObject<HTMLFormElement | null>
  onKeyDown: (event: KeyboardEvent) => void
}

type AnyForm = FormProps<Parameters<typeof useSend>[0] & Pick<import('#kernel/contract/index.ts').Endpoint, 'input' | 'output'>>

export function useForm(props: AnyForm): FormState {
  const { of: endpoint, fixed, initial, draft: name, onLeave } = props
  const typed = useTyped({ input: endpoint.input, initial, version: versionOf(fixed) ?? versionOf(initial), name })
  const { values, dirty, put, draft } = typed
  const whole = useMemo(() => ({ ...values, ...(fixed as FormValues | undefined) }), [values, fixed])
  const [tried, setTried] = useState(false)
  const { first, forget, refuse, ...found } = useProblems(props, whole, typed.clashes)
  const root = useRef<HTMLFormElement>(null)
  const together = useTogether()
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
      typed.saved(sent)
      setTried(false)
    },
  })
  const submit = (way?: string) => void save(way)
  const changed = !props.readOnly && (dirty || typed.restored !== undefined || props.waits === true)
  usePart({ root, changed, problems: found.problems, tried, busy, draft, jump, save })
  const id = useId()
  const form: FormState = {
    id,
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
    onKeyDown: (event) => hearsKey(root.current, event) && onFormKey(event, together ? undefined : submit, onLeave),
    busy,
    discard: typed.restart,
    clashes: typed.clashes,
    choose: typed.choose,
  }
  const { onTake } = props
  return onTake ? { ...form, take: (patch) => onTake(form, patch) } : form
}

/** How the server's refusals begin that are settled by a confirmation. */
const PLEASE_CONFIRM = /^请确认：/
interface Sent {
  whole: FormValues
  /** What the form began with. */
  start: FormValues
  /** What keeps the form from being sent. */
  first: Problem | undefined
  confirmed: ReadonlySet<string>
  refuse: (field: string, sentence: string, kind: Problem['kind']) => void
  jump: (field: string) => void
  tried: () => void
  done: (sent: FormValues) => void
}
/** Sends what stands in the form; false when something in it, or the server, stops it. */
function useSaving({ of: endpoint, before, invalidates, onDone }: AnyForm, root: RefObject<HTMLFormElement | null>, form: Sent) {
  const sending = useRef<{ way: string | undefined; whole: FormValues }>({ way: undefined, whole: {} })
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

const versionOf = (record: object | undefined): unknown =>
  record && 'version' in record ? record.version : record && 'versionNo' in record ? record.versionNo : undefined
/** A field two people wrote in keeps the form from being sent until somebody has chosen. */
const undecided = (shape: Parameters<typeof labelAt>[0], clashes: readonly DraftClash[]): Problem[] =>
  clashes.map(({ field }) => ({
    field,
    sentence: t`${tr(labelAt(shape, [field]))}：您填写之后已被他人修改，请先选择保留哪一个`,
    kind: 'wrong',
  }))
/** What is wrong or unusual: found by the contract and the rules, or refused by the server until its field is typed in again. */
function useProblems({ of: endpoint, rules }: Pick<AnyForm, 'of' | 'rules'>, whole: FormValues, clashes: readonly DraftClash[]) {
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const [refusal, setRefusal] = useState<Problem & { refused: true }>()
  const found = useMemo(
    () => [...undecided(endpoint.input, clashes), ...problemsOf(endpoint.input, whole, rules, confirmed)],
    [endpoint, whole, rules, confirmed, clashes],
  )
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

/** A key typed within the form itself: React hands it those of a drawer opened from inside it, too. */
const hearsKey = (root: HTMLElement | null, event: KeyboardEvent): boolean =>
  event.target instanceof Node && root !== null && root.contains(event.target) && hearsKeys(root)

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
      if (!isSaveKey(event) || root.current?.contains(event.target as Node) || !hearsKeys(root.current)) return
      event.preventDefault()
      now.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [root, together])
}

/** A field that held something and is empty now is sent as empty: one that is left out stays as it was. */
const withEmptied = (body: Record<string, unknown>, start: FormValues): Record<string, unknown> => ({
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

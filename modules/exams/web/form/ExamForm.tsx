/** The form of one examination: local draft, the server's own checks, confirmations, submit or keep as a draft. */
import { Button } from 'antd'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { clinicNow, type Endpoint } from '#kernel/contract/index.ts'
import {
  Form,
  call,
  t,
  toast,
  useGo,
  useSearch,
  useId,
  type Callable,
  type FormItem,
  type FormState,
  type SentOf,
  type Values,
} from '#kernel/web/index.ts'
import { reservations } from '#modules/reservations/contract/endpoints.ts'
import { examReservationStates } from '#modules/reservations/contract/states.ts'
import type { Earlier, Finding } from '../../contract/checks.ts'
import { examStates, type ExamKind } from '../../contract/states.ts'
import { useSister } from '../sister.ts'
import { ExamState } from './Workbench.tsx'
import { measuresOf, stillCopied, untouched, type ExamBase } from './history.ts'

const { is } = examStates
type Sendable = Callable & Pick<Endpoint, 'input' | 'output'>
export type Copied = Readonly<Record<string, { value: unknown; from: string }>>

interface ExamFormProps<E extends Sendable, R extends ExamBase> {
  kind: ExamKind
  of: E
  /** The examination shown, if it is not a new one, and the one before it. */
  exam: R | undefined
  before: R | undefined
  /** Fields of the measures. */
  names: readonly string[]
  items:
    | ReadonlyArray<FormItem<keyof SentOf<E> & string>>
    | ((form: {
        copied: Copied
        copy: (form: FormState, values: Values, from: string) => void
      }) => ReadonlyArray<FormItem<keyof SentOf<E> & string>>)
  /** What a new one starts with. */
  start?: Values
  /** Checks shared with the server. */
  check: (values: Values, day: string, last: Earlier | undefined) => readonly Finding[]
  fixed?: Values
  aside?: (values: Values) => ReactNode
  stale: readonly Callable[]
  saveLabel?: string
  /** What follows a submission, instead of staying here. */
  onSubmitted?: (row: R) => void
  draftName?: string
}

export function ExamForm<const E extends Sendable, R extends ExamBase>(props: ExamFormProps<E, R>) {
  const { kind, of, exam, before, names, items, start, check, fixed, aside, stale, saveLabel, draftName, onSubmitted } = props
  const pid = useId('patientId')
  const go = useGo()
  const [{ resid }] = useSearch()
  const [values, setValues] = useState<Values>({})
  const { copied, copy } = useCopied()
  const { reason, locked, amend } = useAmending(exam)
  const saved = useSaved<R>(onSubmitted)
  const last = before && { examTime: before.examTime, values: before as unknown as Values }
  // The same object while the examination is the same: a form takes a new one as data that has just arrived.
  const begun = JSON.stringify(exam ? begunWith(exam, names) : (start ?? {}))
  const initial = useMemo(() => JSON.parse(begun) as Values, [begun])
  const shownItems = typeof items === 'function' ? items({ copied, copy }) : items
  useFirstCell(locked)
  return (
    <>
      <ExamState kind={kind} exam={exam} stale={stale} amending={reason !== undefined} onAmend={amend} />
      <Form
        key={`${fixed?.kind ?? ''}:${exam?.id ?? 'new'}:${exam?.version ?? 0}:${reason ?? ''}`}
        of={of}
        fields={[...shownItems, { group: t`检查情况`, items: ['examTime', 'device', 'note'] as never }]}
        fixed={{ pid, ...besideOf(exam, resid, reason), ...fixed } as unknown as Partial<SentOf<E>>}
        initial={initial}
        {...(locked ? {} : { draft: `exam.${draftName ?? kind}.${pid}.${exam?.id ?? 'new'}` })}
        rules={(v) => check(v, dayOf(v), last).map(asRule)}
        before={(v, confirmed, way) => ({
          ...v,
          status: way === 'draft' && !reason ? is.draft : is.submitted,
          confirmed: confirmed.slice(-100),
          origin: { ...(exam ? untouched(v, exam) : {}), ...stillCopied(v, copied) },
        })}
        onDone={(answer) => (amend(undefined), saved(answer as unknown as R))}
        onLeave={() => go(`/patients/detail/${pid}/home`)}
        invalidates={stale}
        saveLabel={reason ? t`保存更正` : (saveLabel ?? (exam?.status === is.submitted ? t`保存` : t`保存并提交`))}
        readOnly={locked}
        more={(form) => (
          <>
            <Watch values={form.values} onChange={setValues} />
            {(!exam || exam.status === is.draft) && <Button disabled={form.busy} onClick={() => form.submit('draft')}>{t`暂存`}</Button>}
          </>
        )}
        {...(aside ? { aside: aside(locked ? measuresOf(exam, names) : values) } : {})}
      />
    </>
  )
}

/** Why the examination shown is amended, once somebody has said it, and whether it is read only: another store's, signed or void. */
function useAmending(exam: ExamBase | undefined) {
  const [given, setGiven] = useState<{ id: number; reason: string }>()
  const { foreign } = useSister(exam)
  const reason = exam && given?.id === exam.id ? given.reason : undefined
  const closed = exam !== undefined && examStates.in.closed.includes(exam.status)
  return {
    reason,
    locked: (foreign || closed) && reason === undefined,
    amend: (to: string | undefined) => setGiven(exam && to !== undefined ? { id: exam.id, reason: to } : undefined),
  }
}

/** What follows a save: the examination that was wanted is made, and the page goes on to it or to where `onSubmitted` leads. */
function useSaved<R extends ExamBase>(onSubmitted: ((row: R) => void) | undefined) {
  const [{ task }, setSearch] = useSearch()
  return (row: R) => {
    const draft = row.status === is.draft
    toast(draft ? t`已暂存` : t`已保存`, 'ok')
    const next = () => (draft || !onSubmitted ? setSearch({ id: row.id, task: draft ? task : undefined }) : onSubmitted(row))
    if (task && !draft) void finish(Number(task)).then(next, next)
    else next()
  }
}
const finish = (id: number) => call(reservations['reservations.exam.status'], { id, status: examReservationStates.is.finished })

/** Values taken over from another examination, and where they came from, until they are typed over. */
function useCopied() {
  const [copied, setCopied] = useState<Copied>({})
  const copy = (form: FormState, from: Values, source: string) => {
    const patch = givenOf(from)
    form.setAll(patch)
    setCopied((now) => ({ ...now, ...Object.fromEntries(Object.entries(patch).map(([k, value]) => [k, { value, from: source }])) }))
  }
  return { copied, copy }
}
/** What is sent beside the fields. */
const besideOf = (exam: ExamBase | undefined, resid: string | undefined, reason: string | undefined): Values => ({
  ...(resid ? { resid: Number(resid) } : {}),
  ...(exam ? { id: exam.id, version: exam.version } : {}),
  ...(reason ? { reason } : {}),
})
const begunWith = (exam: ExamBase, names: readonly string[]): Values => ({
  ...measuresOf(exam, names),
  examTime: exam.examTime,
  device: exam.device,
  note: exam.note,
})
const dayOf = (v: Values): string => (typeof v.examTime === 'string' ? v.examTime : clinicNow()).slice(0, 10)
const givenOf = (from: Values): Values => Object.fromEntries(Object.entries(from).filter(([, v]) => v !== null && v !== undefined))
const asRule = ({ field, sentence, level }: Finding) => ({
  field,
  sentence,
  kind: level === 'block' ? ('wrong' as const) : ('ask' as const),
})

/** The hands are on the keys: a new page begins in the first cell of its grid, unless somebody is already elsewhere. Not where a screen keyboard would jump up. */
function useFirstCell(locked: boolean): void {
  useEffect(() => {
    if (!locked && document.activeElement === document.body && matchMedia('(pointer: fine)').matches)
      document.querySelector<HTMLElement>('.eye-cell input:not([readonly])')?.focus({ preventScroll: true })
  }, [locked])
}

/** Tells the page what is typed, for what is shown beside the form. */
function Watch({ values, onChange }: { values: Values; onChange: (values: Values) => void }) {
  useEffect(() => onChange(values), [values, onChange])
  return null
}

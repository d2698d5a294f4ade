/** The form of one examination: local draft, the server's own checks, confirmations; saved with the others of the visit. */
import { lazy, Suspense, useContext, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { clinicNow, fieldsOf, labelAt, metaOf, type Endpoint, type z } from '#kernel/contract/index.ts'
import {
  Form,
  Slot,
  Until,
  call,
  t,
  today,
  tr,
  useCan,
  useSearch,
  type Callable,
  type FormItem,
  type FormState,
  type FormValues,
  type WaitingState,
} from '#kernel/web/index.ts'
import { reservations } from '#modules/reservations/contract/endpoints.ts'
import { examReservationStates } from '#modules/reservations/contract/states.ts'
import type { Earlier, Finding } from '../../contract/checks/checks.ts'
import { copiedFindings, originOf } from '../../contract/copied.ts'
import { eyeFindings } from '../../contract/eyes.ts'
import { kindOf, type AnyExam } from '../../contract/kinds/index.ts'
import { examShapes } from '../../contract/shapes.ts'
import { belowExam } from '../../contract/slots.ts'
import { examStates, type ExamKind } from '../../contract/states.ts'
import { Conflict, useHeld } from '../held.tsx'
import { useSister } from '../sister.ts'
import { SectionHead } from '../visit/SectionHead.tsx'
import { firstCell } from '../visit/jump.ts'
import { OffersContext } from '../visit/offers.ts'
import { SegmentContext, segmentOf, useAsked, usePlace, type Segment, type VisitStatus } from '../visit/place.ts'
import { COPIED, copy, stillCopied, untouched, type Copy } from './copies.ts'
import { lackingIn, measuresOf, type ExamBase } from './history.ts'

/** Loaded once there is an examination to show pictures of. */
const Pictures = lazy(() => import('../images/Pictures.tsx'))

const { is } = examStates
type Sendable = Callable & Pick<Endpoint<unknown, unknown, string, Record<string, unknown>>, 'input' | 'output'>

type Items = ReadonlyArray<FormItem<string>>
interface ExamFormProps {
  /** The section of the visit page it is, and what must be read before it can be shown. */
  segment: Segment
  title: string
  reads: WaitingState | readonly WaitingState[]
  kind: ExamKind
  of: Sendable
  /** The examination shown, if it is not a new one, and the one before it. */
  exam: ExamBase | undefined
  before: ExamBase | undefined
  /** Pairs that are half an examination with one eye alone. */
  needs: readonly string[]
  /** What stands under the name of the examination. */
  head?: ReactNode
  /** What is seldom filled, folded away with time, device and note. */
  folds?: Items
  items: Items | ((form: { copy: Copy }) => Items)
  /** What a new one starts with. */
  start?: FormValues
  /** Checks shared with the server. */
  check: (values: FormValues, day: string, last: Earlier | undefined) => readonly Finding[]
  fixed?: FormValues
  /** Seen beside the page: while the caret is in this section, and always. */
  aside?: (values: FormValues) => ReactNode
  always?: (values: FormValues) => ReactNode
  stale: readonly Callable[]
  draftName?: string
}

/** One section of the visit page. */
export function ExamForm(props: ExamFormProps) {
  const { segment, reads, kind, title } = props
  const place = usePlace()
  return (
    <SegmentContext value={segment}>
      <section
        id={segment}
        className={place.current === segment ? 'visit-section here' : 'visit-section'}
        aria-label={tr(title)}
        onFocusCapture={() => place.enter(segment)}
      >
        <Until of={reads}>
          <Examined key={kind} {...props} />
        </Until>
      </section>
    </SegmentContext>
  )
}

function Examined(props: ExamFormProps) {
  const { segment, kind, of: call, before, needs, items, start, check, fixed, stale, draftName, title } = props
  const declared = kindOf(kind)
  const names = useMemo(() => [...declared.columns, ...EYE_NAMES], [declared])
  const written = useMemo(() => writtenIn(kind, names), [kind, names])
  const place = usePlace()
  const [requested] = useAsked(segment)
  const held = useHeld(props.exam, (row) => row, `${requested ?? ''} ${String(fixed?.kind ?? '')}`)
  const exam = held.row
  const root = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<FormValues>()
  const { reason, locked, amend } = useAmending(exam)
  const saved = useSaved(segment)
  const last = before && { examTime: before.examTime, values: before as unknown as FormValues }
  // The same object while the examination is the same: a form takes a new one as data that has just arrived.
  const begun = JSON.stringify(exam ? begunWith(exam, names) : (start ?? {}))
  const initial = useMemo(() => JSON.parse(begun) as FormValues, [begun])
  const shown = locked || !typed ? measuresOf(exam, names) : typed
  const lacks = lackingIn(shown, needs).map((field) => ({ field, label: labelOf(call, field) }))
  useTold(segment, exam, !locked && typed !== undefined && differs(typed, initial, names), lacks)
  useFirstCell(root, place.anchor === segment && !locked)
  const originsOf = originsOver(exam, held.over)
  const shownItems = typeof items === 'function' ? items({ copy }) : items
  return (
    <>
      <SectionHead title={title} kind={kind} exam={exam} stale={stale} amending={reason !== undefined} onAmend={amend} lacks={lacks}>
        {props.head}
      </SectionHead>
      <div className="visit-body" ref={root}>
        <Form
          key={`${fixed?.kind ?? ''}:${exam?.id ?? 'new'}:${exam?.version ?? 0}:${reason ?? ''}`}
          of={call}
          fields={[
            { render: (form) => <Conflict held={held} form={form} fields={written} /> },
            ...shownItems,
            ...unmeasured(declared),
            { group: t`更多`, folded: true, items: [...(props.folds ?? []), 'examTime', 'device', 'note'] },
            { render: (form) => <Watch values={form.values} onChange={setTyped} /> },
            { render: (form) => !locked && <Offers form={form} segment={segment} sort={fixed?.kind} copy={copy} /> },
          ]}
          fixed={{ pid: place.pid, ...besideOf(exam, held.version, place.resid, reason), ...fixed }}
          initial={initial}
          {...(locked ? {} : { draft: `exam.${draftName ?? kind}.${place.pid}.${exam?.id ?? 'new'}` })}
          rules={(v) =>
            [...eyeFindings(declared.fields, v), ...check(v, dayOf(v), last), ...copiedFindings(call.input, v, originsOf(v))].map(asRule)
          }
          before={sentAs(exam, reason, originsOf)}
          onTake={(form, patch) => before && copy(form, patch, sourceOf(declared, before, form))}
          onDone={(answer) => (amend(undefined), saved(answer as ExamBase))}
          invalidates={stale}
          readOnly={locked}
          waits={exam?.status === is.draft}
        />
        <Below kind={kind} pid={place.pid} exam={exam} locked={locked} />
      </div>
      {props.always && place.always && createPortal(props.always(shown), place.always)}
      {props.aside && place.current === segment && place.beside && createPortal(props.aside(shown), place.beside)}
    </>
  )
}

const sourceOf = ({ table }: AnyExam, before: ExamBase, { values }: FormState): string =>
  originOf(`copied:${table}:${before.id}`, before.examTime, dayOf(values))
/** What is sent beside the values. A draft stays one when the draft was asked for; an amendment never is. */
const sentAs =
  (exam: ExamBase | undefined, reason: string | undefined, originsOf: (v: FormValues) => Record<string, string>) =>
  ({ [COPIED]: _, ...v }: FormValues, confirmed: readonly string[], way?: string) => ({
    ...v,
    status: way === 'draft' && !reason && (exam?.status ?? is.draft) === is.draft ? is.draft : is.submitted,
    confirmed: confirmed.slice(-100),
    origin: originsOf({ ...v, [COPIED]: _ }),
  })
/** What the form writes, by name. */
function writtenIn(kind: ExamKind, names: readonly string[]): Record<string, z.ZodType> {
  const wanted = new Set([...names, 'device', 'note'])
  return Object.fromEntries(Object.entries(fieldsOf(examShapes[kind].row)).filter(([name]) => wanted.has(name)))
}
/** Where values come from that nobody has changed: in the record, or in the newer one that is saved over. */
const originsOver =
  (exam: ExamBase | undefined, over: ExamBase | undefined) =>
  (v: FormValues): Record<string, string> => ({
    ...(exam ? untouched(v, exam) : {}),
    ...(over ? untouched(v, over) : {}),
    ...stillCopied(v),
  })
const EYE_NAMES = ['eyeStateOd', 'eyeStateOs', 'eyeReasonOd', 'eyeReasonOs']
/** Kinds that measure eyes can say of one that it was not. */
const unmeasured = ({ fields }: AnyExam): Items =>
  Object.values(fields).some((field) => metaOf(field).eye === 'od')
    ? [{ group: t`有一只眼没测`, folded: true, items: [{ eyes: ['eyeState', 'eyeReason'] }] }]
    : []

/** What stands below the form: the pictures, and what other modules put there. */
const Below = ({ kind, pid, exam, locked }: { kind: ExamKind; pid: number; exam: ExamBase | undefined; locked: boolean }) => (
  <>
    {exam && (
      <Suspense fallback={null}>
        <Pictures kind={kind} pid={pid} id={exam.id} closed={exam.status === is.voided} />
      </Suspense>
    )}
    <Slot of={belowExam} told={{ kind, pid, id: exam?.id, version: exam?.version, locked }} />
  </>
)

/** Tells the strip how far this examination is. */
function useTold(segment: Segment, exam: ExamBase | undefined, typed: boolean, lacks: VisitStatus['lacks']): void {
  const { tell } = usePlace()
  const now: VisitStatus = {
    status: exam?.status,
    at: exam && exam.examTime.slice(0, 10) === today() ? exam.examTime.slice(11, 16) : undefined,
    typed,
    lacks,
  }
  const serialized = JSON.stringify(now)
  const latest = useRef(now)
  latest.current = now
  useEffect(() => tell(segment, latest.current), [tell, segment, serialized])
}
const differs = (values: FormValues, initial: FormValues, names: readonly string[]): boolean =>
  names.some((name) => (values[name] ?? undefined) !== (initial[name] ?? undefined))
const labelOf = (call: Sendable, name: string): string => tr(labelAt(call.input, [name]))

/** Why the examination shown is amended, once somebody has said it, and whether it is read only: another store's, signed or void. */
function useAmending(exam: ExamBase | undefined) {
  const [amendment, setAmendment] = useState<{ id: number; reason: string }>()
  const { foreign } = useSister(exam)
  const reason = exam && amendment?.id === exam.id ? amendment.reason : undefined
  const edits = useCan()('exam:edit')
  const closed = exam !== undefined && examStates.in.closed.includes(exam.status)
  return {
    reason,
    locked: !edits || ((foreign || closed) && reason === undefined),
    amend: (to: string | undefined) => setAmendment(exam && to !== undefined ? { id: exam.id, reason: to } : undefined),
  }
}

/** What follows a save: the examination that was wanted is made, and the section goes on with it. */
function useSaved(segment: Segment) {
  const [{ task }, setSearch] = useSearch()
  const [requested, setAsked] = useAsked(segment)
  const { wanted, anchor } = usePlace()
  return (row: ExamBase) => {
    if (requested !== undefined || row.examTime.slice(0, 10) !== today()) setAsked(row.id)
    if (row.status === is.draft) return
    const made = wanted.filter((w) => segmentOf(w.item) === segment && examReservationStates.in.open.includes(w.status)).map((w) => w.id)
    const all = task && anchor === segment ? [...new Set([...made, Number(task)])] : made
    for (const id of all) void finish(id).catch(() => undefined)
    if (task && anchor === segment) setSearch({ task: undefined })
  }
}
const finish = (id: number) => call(reservations['reservations.exam.status'], { id, status: examReservationStates.is.finished })

/** What is sent beside the fields. */
const besideOf = (
  exam: ExamBase | undefined,
  version: number | undefined,
  resid: number | undefined,
  reason: string | undefined,
): FormValues => ({
  ...(resid ? { resid } : {}),
  ...(exam ? { id: exam.id, version } : {}),
  ...(reason ? { reason } : {}),
})
const begunWith = (exam: ExamBase, names: readonly string[]): FormValues => ({
  ...measuresOf(exam, names),
  examTime: exam.examTime,
  device: exam.device,
  note: exam.note,
})
const dayOf = (v: FormValues): string => (typeof v.examTime === 'string' ? v.examTime : clinicNow()).slice(0, 10)
const asRule = ({ field, sentence, level }: Finding) => ({
  field,
  sentence,
  kind: level === 'block' ? ('wrong' as const) : ('ask' as const),
})

/**
 * The hands are on the keys: the page begins in the first empty cell of the section the address names. Not where a screen keyboard would
 * jump up.
 */
function useFirstCell(root: RefObject<HTMLElement | null>, first: boolean): void {
  useEffect(() => {
    if (!first || document.activeElement !== document.body) return
    root.current?.closest('section')?.scrollIntoView?.({ block: 'nearest' })
    if (matchMedia('(pointer: fine)').matches) firstCell(root.current)?.focus({ preventScroll: true })
  }, [root, first])
}

interface OffersProps {
  form: FormState
  segment: Segment
  sort: unknown
  copy: (form: FormState, values: FormValues, from: string) => void
}
/** Lets a line of shorthand write into this form. */
function Offers({ form, segment, sort, copy }: OffersProps) {
  const offers = useContext(OffersContext)
  useEffect(() => {
    const fill = (patch: FormValues, origin?: string) => (origin === undefined ? form.setAll(patch) : copy(form, patch, origin))
    offers?.set(segment, { values: form.values, sort, fill })
    return () => void offers?.delete(segment)
  })
  return null
}

/** Tells the page what is typed, for what is shown beside the form. */
function Watch({ values, onChange }: { values: FormValues; onChange: (values: FormValues) => void }) {
  useEffect(() => onChange(values), [values, onChange])
  return null
}

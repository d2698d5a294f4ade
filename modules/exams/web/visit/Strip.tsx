/** The order of work as a strip: what is done and when, what lacks, what was not begun; each is a jump. */
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { wordOf } from '#kernel/contract/index.ts'
import { Dot, t, topLayer, tr, unless } from '#kernel/web/index.ts'
import { examItems } from '#modules/reservations/contract/fields.ts'
import { examReservationStates } from '#modules/reservations/contract/states.ts'
import { inWorkOrder } from '../../contract/kinds/index.ts'
import { examStates } from '../../contract/states.ts'
import { jumpTo } from './jump.ts'
import { isSegment, segmentOf, type VisitPlace, type Segment, type VisitStatus } from './place.ts'

export interface VisitStep {
  /** Section of the page it jumps to. */
  section: string
  title: string
  state: 'done' | 'typed' | 'draft' | 'open'
  /** When, or what lacks. */
  note: string | undefined
  lacks: VisitStatus['lacks']
}
const titleOf = (section: Segment): string => inWorkOrder.find((exam) => exam.tab === section)?.title ?? section
type Tolds = Partial<Record<Segment, VisitStatus>>

function stateOf(progress: VisitStatus | undefined): VisitStep['state'] {
  if (progress?.typed) return 'typed'
  if (progress?.status === undefined) return 'open'
  return progress.status === examStates.is.draft ? 'draft' : 'done'
}
const NOTES: Readonly<Record<Exclude<VisitStep['state'], 'done'>, string>> = {
  open: '未做',
  typed: '未保存',
  draft: wordOf(examStates, examStates.is.draft),
}
const noteOf = (state: VisitStep['state'], progress: VisitStatus | undefined): string | undefined => {
  if (progress && progress.lacks.length > 0) return t`缺 ${progress.lacks.length} 项`
  return state === 'done' ? progress?.at : tr(NOTES[state])
}
/** The steps of a visit: its sections, then what is wanted and has no form. */
export function stepsOf(sections: readonly Segment[], tolds: Tolds, wanted: VisitPlace['wanted']): VisitStep[] {
  const forms = sections.map((section): VisitStep => {
    const context = tolds[section]
    const state = stateOf(context)
    return { section, title: titleOf(section), state, note: noteOf(state, context), lacks: context?.lacks ?? [] }
  })
  const others = withoutForm(wanted).map((w): VisitStep => {
    const state = examReservationStates.in.open.includes(w.status) ? 'open' : 'done'
    return {
      section: `other-${w.id}`,
      title: examItems[w.item],
      state,
      note: state === 'open' ? t`未做` : undefined,
      lacks: [],
    }
  })
  return [...forms, ...others]
}
export const withoutForm = (wanted: VisitPlace['wanted']): VisitPlace['wanted'] =>
  wanted.filter((w) => segmentOf(w.item) === undefined && examReservationStates.in.wanted.includes(w.status))

export interface Missing {
  section: string
  field?: string
  words: string
}
/** What is still missing, step by step: a field of a section, or the section whole. */
export const missingIn = (steps: readonly VisitStep[]): Missing[] =>
  steps.flatMap((s): Missing[] => {
    if (s.lacks.length > 0) return s.lacks.map((l) => ({ section: s.section, field: l.field, words: l.label }))
    return s.state === 'open' ? [{ section: s.section, words: tr(s.title) }] : []
  })

interface StripProps {
  steps: readonly VisitStep[]
  current: string
  /** Sections that can be added. */
  more: readonly Segment[]
  onAdd: (segment: Segment) => void
  children?: React.ReactNode
}
export function Strip({ steps, current, more, onAdd, children }: StripProps) {
  useStepKeys(steps)
  return (
    <nav className="visit-strip" aria-label={t`检查项目`}>
      <ol>
        {steps.map((s, i) => (
          <li key={s.section}>
            <button
              type="button"
              aria-current={s.section === current ? 'step' : undefined}
              title={i < 9 ? `Alt ${i + 1}` : undefined}
              onClick={() => jumpTo(s.section)}
            >
              <i className={`step ${s.state}`} aria-hidden>
                {s.state === 'done' ? <Check size={12} /> : i + 1}
              </i>
              {tr(s.title)}
              {s.note && <small className={s.state === 'done' && s.lacks.length === 0 ? 'soft num' : 'warn'}>{s.note}</small>}
            </button>
          </li>
        ))}
      </ol>
      {more.length > 0 && (
        <select
          className="visit-add"
          aria-label={t`增加检查`}
          value=""
          onChange={(e) => isSegment(e.target.value) && onAdd(e.target.value)}
        >
          <option value="">{t`＋ 检查`}</option>
          {more.map((segment) => (
            <option key={segment} value={segment}>
              {tr(titleOf(segment))}
            </option>
          ))}
        </select>
      )}
      <span className="screen-actions">{children}</span>
    </nav>
  )
}

/**
 * The next thing missing after the one gone to last, while the caret is still in its section; else after the section the caret is in.
 * Behind the last the first comes again. What was filled meanwhile is no longer in the list and moves nothing.
 */
export function nextMissing(steps: readonly VisitStep[], last: Missing | undefined, section: string | undefined): Missing | undefined {
  const missing = missingIn(steps)
  const place = (section: string | undefined) => steps.findIndex((s) => s.section === section)
  const again = last && last.section === section ? missing.findIndex((m) => m.section === last.section && m.field === last.field) : -1
  if (again >= 0) return missing[(again + 1) % missing.length]
  return missing.find((m) => place(m.section) >= place(section) && !(m.section === section && m.field === undefined)) ?? missing[0]
}
const sectionNow = (): string | undefined => document.activeElement?.closest('section[id]')?.id

/** Alt with a number jumps to a step, F3 to the next thing that is missing. */
function useStepKeys(steps: readonly VisitStep[]): void {
  const latest = useRef(steps)
  latest.current = steps
  useEffect(() => {
    let last: Missing | undefined
    const onKey = (event: KeyboardEvent) => {
      if (topLayer()) return
      const digit = event.altKey && !event.ctrlKey ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined
      const step = digit && latest.current[Number(digit) - 1]
      const next = event.key === 'F3' ? nextMissing(latest.current, last, sectionNow()) : undefined
      if (step) jumpTo(step.section)
      else if (next) jumpTo(next.section, next.field)
      else return
      if (next) last = next
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** What is wanted and has no form: that it was made is all that is kept. */
export const Others = ({
  of: exam,
  title,
  onMade,
  busy,
}: {
  of: VisitPlace['wanted'][number]
  title: string
  onMade: (id: number) => void
  busy: boolean
}) => (
  <section id={`other-${exam.id}`} className="visit-section short" aria-label={tr(title)}>
    <header className="visit-head">
      <h2>{tr(title)}</h2>
    </header>
    <div className="visit-body">
      {examReservationStates.in.open.includes(exam.status) ? (
        <button type="button" className="btn small" {...unless(busy && t`正在保存`, () => onMade(exam.id))}>{t`检查完成`}</button>
      ) : (
        <Dot tone="ok">{tr(examReservationStates.states[exam.status]?.label ?? '')}</Dot>
      )}
    </div>
  </section>
)

/** One page of the visit: the ordered examinations one below the other, what is done and missing, one save, the next patient. */
import { Button } from 'antd'
import { useCallback, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import {
  Act,
  Link,
  OnTop,
  Panel,
  Screen,
  Together,
  Until,
  eyeHints,
  t,
  toast,
  today,
  useCan,
  useHolds,
  useId,
  useScreen,
  useSearch,
  useSend,
} from '#kernel/web/index.ts'
import { PatientBarFor } from '#modules/patients/web/door.tsx'
import { reservations } from '#modules/reservations/contract/endpoints.ts'
import { examItems } from '#modules/reservations/contract/fields.ts'
import { examReservationStates, queueStates, reservationStates } from '#modules/reservations/contract/states.ts'
import { VisitButtons, useDay, useMyRoom, useNext, useOpenVisit, type ActionVisit as VisitRow } from '#modules/reservations/web/door.tsx'
import { kindAt } from '../../contract/kinds/index.ts'
import { AxialLengthChart } from '../door.tsx'
import { ExamTab } from '../ExamTab.tsx'
import { Refraction } from '../measures/Refraction.tsx'
import { Sight } from '../measures/Sight.tsx'
import '../exams.css'
import './visit.css'
import { PlaceContext, SEGMENTS, segmentAt, type VisitPlace, type Segment, type VisitStatus } from './place.ts'
import { jumpTo } from './jump.ts'
import { OffersContext, type Offer } from './offers.ts'
import { Shorthand } from './Shorthand.tsx'
import { Others, Strip, missingIn, stepsOf, withoutForm, type VisitStep } from './Strip.tsx'
import { sectionsOf, useVisit } from './useVisit.ts'

/** Kinds whose form is more than its declaration: acuity in the notation of the store, refraction by seven ways of measuring. */
const OWN: Partial<Readonly<Record<Segment, ComponentType>>> = { sight: Sight, refraction: Refraction }
const Section = ({ segment }: { segment: Segment }) => {
  const Own = OWN[segment]
  return Own ? <Own /> : <ExamTab of={kindAt(segment)} />
}

export default function Visit() {
  const pid = useId('patientId')
  const [search, setSearch] = useSearch()
  const anchor = segmentAt(useScreen()?.path)
  const { visit, resid, wanted, order, ready } = useVisit(pid)
  const added = (search.with ?? '').split(',')
  const sections = sectionsOf(wanted, anchor, added, order)
  const { place, tolds, slots } = usePage({ pid, resid, anchor, wanted })
  const steps = stepsOf(sections, tolds, wanted)
  const made = useSend(reservations['reservations.exam.status'])
  return (
    <Screen
      bar={
        <>
          <Who pid={pid} visit={visit} />
          <Strip
            steps={steps}
            current={place.current}
            more={SEGMENTS.filter((s) => !sections.includes(s))}
            onAdd={(segment) => setSearch({ with: [...added, segment].filter(Boolean).join(',') })}
          >
            <Ways pid={pid} resid={wanted.length > 0 ? resid : undefined} />
          </Strip>
        </>
      }
    >
      <PlaceContext value={place}>
        <Foot visit={visit} steps={steps} sections={sections}>
          <div className="visit-page">
            <div className="panel visit-sections">
              <Until of={ready}>
                {sections.map((segment) => (
                  <Section key={segment} segment={segment} />
                ))}
                {withoutForm(wanted).map((w) => (
                  <Others
                    key={w.id}
                    of={w}
                    title={examItems[w.item]}
                    busy={made.isPending}
                    onMade={(id) => made.mutate({ id, status: examReservationStates.is.finished })}
                  />
                ))}
              </Until>
            </div>
            <aside className="visit-rail">
              <div ref={slots.always} />
              <div ref={slots.beside} />
              <Panel title={t`眼轴曲线`} note="mm">
                <AxialLengthChart pid={pid} height={170} compact />
              </Panel>
            </aside>
          </div>
        </Foot>
      </PlaceContext>
    </Screen>
  )
}
/** What is done with the member from the bar; the examinations themselves end below. */
const BAR = ['see', 'recall', 'pass', 'complete'] as const
const Who = ({ pid, visit }: { pid: number; visit: VisitRow | undefined }) => (
  <OnTop>
    <PatientBarFor pid={pid} {...(visit ? { actions: <VisitButtons visit={visit} only={BAR} /> } : {})} />
  </OnTop>
)
const Ways = ({ pid, resid }: { pid: number; resid: number | undefined }) => (
  <>
    <Link to={`/patients/detail/${pid}/home`}>{t`会员主页`}</Link>
    <Link to={`/patients/detail/${pid}/examine/graph`}>{t`发育曲线`}</Link>
    {resid && <Link to={`/check-bill-print/${resid}`}>{t`检查单`}</Link>}
    <Link to={`/exam-report/${pid}`}>{t`打印报告`}</Link>
    <Link to={`/parent-report/${pid}`}>{t`家长报告`}</Link>
  </>
)
/** What the sections share: where the caret is, what each has told, and where it puts what stands beside it. */
function usePage({ pid, resid, anchor, wanted }: Pick<VisitPlace, 'pid' | 'resid' | 'anchor' | 'wanted'>) {
  const [current, enter] = useState<Segment>(anchor)
  const [tolds, setTolds] = useState<Partial<Record<Segment, VisitStatus>>>({})
  const [always, setAlways] = useState<HTMLElement | null>(null)
  const [element, setBeside] = useState<HTMLElement | null>(null)
  const tell = useCallback((segment: Segment, notice: VisitStatus) => setTolds((now) => ({ ...now, [segment]: notice })), [])
  const place = useMemo(
    () => ({ pid, resid, anchor, current, enter, tell, always, beside: element, wanted }),
    [pid, resid, anchor, current, tell, always, element, wanted],
  )
  return { place, tolds, slots: { always: setAlways, beside: setBeside } }
}

/** The foot of the page: what is missing, the draft, the one save, and the next patient. */
interface FootProps {
  visit: VisitRow | undefined
  steps: readonly VisitStep[]
  sections: readonly Segment[]
  children: ReactNode
}
function Foot({ visit, steps, sections, children }: FootProps) {
  const [offers] = useState(() => new Map<Segment, Offer>())
  const edits = useCan()('exam:edit')
  const take = useTaken(visit)
  if (!edits) return children
  return (
    <Together
      hints={[...eyeHints(), [['F3'], t`下一处缺项`]]}
      lacks={<Lacks of={steps} />}
      onSaved={(saved) => {
        if (saved > 0) take()
        toast(savedWords(saved), 'ok')
      }}
      more={({ changed, busy, save }) => (
        <>
          {changed > 0 && <Button disabled={busy} onClick={() => void save('draft')}>{t`暂存`}</Button>}
          <Next unsaved={changed} />
        </>
      )}
    >
      <OffersContext value={offers}>
        <Shorthand sections={sections} />
        {children}
      </OffersContext>
    </Together>
  )
}

const savedWords = (saved: number): string => {
  if (saved === 0) return t`没有要保存的改动`
  return saved === 1 ? t`已保存` : t`已保存 ${saved} 项检查`
}

/** The first save says that the member is here, whoever called and whatever was pressed. */
function useTaken(visit: VisitRow | undefined): () => void {
  const { room } = useMyRoom()
  const runs = useHolds()('queue:run')
  const see = useSend(reservations['reservations.numbers'])
  return () => {
    if (!visit || !runs || !reservationStates.in.inLine.includes(visit.status)) return
    see.mutate({ resid: visit.resid, status: queueStates.is.seen, ...(room ? { consulting_id: room } : {}) })
  }
}

function Lacks({ of: step }: { of: readonly VisitStep[] }) {
  const missing = missingIn(step)
  if (missing.length === 0) return null
  return (
    <span className="visit-lacks">
      <b>{t`还缺 ${missing.length} 项`}</b>
      {missing.slice(0, 4).map((m) => (
        <button
          key={`${m.section}${m.field ?? ''}`}
          type="button"
          className="link warn"
          tabIndex={-1}
          onClick={() => jumpTo(m.section, m.field)}
        >
          {m.words}
        </button>
      ))}
    </span>
  )
}

/** Calls the next one of this machine's room and opens the visit. */
function Next({ unsaved }: { unsaved: number }) {
  const holds = useHolds()
  return holds('queue:run') && holds('reservation:view') ? <CallNext unsaved={unsaved} /> : null
}
function CallNext({ unsaved }: { unsaved: number }) {
  const day = useDay(today())
  const { room } = useMyRoom()
  const open = useOpenVisit()
  const next = useNext(day.data?.list ?? [], room, (visit) => void open(visit))
  const why = unsaved > 0 ? t`请先保存` : next.why
  return (
    <Act unless={why} loading={next.busy} onClick={next.call}>
      {next.waiting > 0 ? t`下一位（还有 ${next.waiting} 人）` : t`下一位`}
    </Act>
  )
}

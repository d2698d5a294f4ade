/** Refraction: the kinds side by side, the objective one carried over, near and prism, and what it comes to. */
import { Button } from 'antd'
import { clinicNow, eyeOf, showDioptre, showPower } from '#kernel/contract/index.ts'
import { EyeTag, Link, t, today, tr, useCall, useCan, useId, useSearch, type FormState, type FormValues } from '#kernel/web/index.ts'
import { refractionFindings } from '../../contract/checks/checks.ts'
import { CYCLOPLEGIC, underDrops } from '../../contract/checks/cycloplegia.ts'
import { originOf } from '../../contract/copied.ts'
import { exams } from '../../contract/endpoints.ts'
import { refractionKinds } from '../../contract/fields.ts'
import type { ExamRefraction } from '../../contract/shapes.ts'
import { Conclusion, equivalentOf } from './Conclusion.tsx'
import type { Copy } from '../form/copies.ts'
import { ExamForm } from '../form/ExamForm.tsx'
import { History, perEye } from '../form/History.tsx'
import { useBirth } from '../form/useExams.ts'
import { Dropped, useDrops } from '../own/Dropped.tsx'
import { examBefore, isSigned, shownExam, type ExamBase } from '../form/history.ts'
import { useAsked, usePlace } from '../visit/place.ts'
import { examStates } from '../../contract/states.ts'

type Kind = keyof typeof refractionKinds
type Row = ExamRefraction & ExamBase
const stale = [exams['examRefraction.list'], exams['examVisual.curve'], exams['exams.report']]
const POWERS = ['dsOd', 'dcOd', 'axOd', 'pdOd', 'dsOs', 'dcOs', 'axOs', 'pdOs'] as const
/** Kinds read from a device, which may be finer than a quarter. */
const FINE = new Set<Kind>([1, 2, 5])
/** Kinds that glasses are made from; they go on to the prescription, and begin with what an objective one found. */
const FOR_GLASSES = new Set<Kind>([4, 6, 7])
const OBJECTIVE = new Set<Kind>([2, 3])

export function Refraction() {
  const pid = useId('patientId')
  const { list, kind, own, exam, before, objective } = useRefractions(pid)
  const birth = useBirth(pid)
  const drops = useDrops(pid, kind === CYCLOPLEGIC)
  const former = { previous: before as unknown as FormValues, previousLabel: before?.examTime.slice(0, 10) ?? '' }
  return (
    <ExamForm
      segment="refraction"
      title={refractionKinds[kind]}
      reads={list}
      needs={['ds*', 'va*', 'pd*']}
      kind="refraction"
      of={exams['examRefraction.save']}
      exam={exam}
      before={before}
      start={{ vd: 12 }}
      fixed={{ kind }}
      draftName={`refraction.${kind}`}
      stale={stale}
      head={
        <>
          <Kinds shown={kind} />
          <Prescribing exam={exam} />
        </>
      }
      check={(v, day, last) => [
        ...refractionFindings({ ...v, kind }, day, last, { birth, fine: FINE.has(kind) }),
        ...underDrops(
          { ...v, kind },
          momentOf(v),
          drops.find((one) => one.id === v.cycloplegiaId),
        ),
      ]}
      items={({ copy }) => [
        {
          eyes: ['ds', 'dc', 'ax', 'va', 'pd'],
          title: refractionKinds[kind],
          ...former,
        },
        ...(objective
          ? [{ render: (form: FormState) => <Objective of={objective} form={form} copy={copy} readOnly={isSigned(exam)} /> }]
          : []),
        'cycloplegia',
        ...(kind === CYCLOPLEGIC ? [{ render: (form: FormState) => <Dropped form={form} of={drops} /> }, 'cycloplegiaWhy'] : []),
      ]}
      folds={[{ eyes: ['add', 'prism', 'base'], title: '近用与棱镜', ...former }, 'dominantEye', 'vd']}
      always={(values) => <Conclusion values={values} />}
      aside={(values) => <Beside values={values} rows={own} shown={exam} />}
    />
  )
}

const momentOf = ({ examTime }: FormValues): string => (typeof examTime === 'string' ? examTime : clinicNow())
/** The way from a refraction that glasses can be made from to its prescription. */
function Prescribing({ exam }: { exam: Row | undefined }) {
  const { pid, resid } = usePlace()
  const prescribes = useCan()('prescription:edit')
  if (!exam || !prescribes || !FOR_GLASSES.has(exam.kind as Kind) || !examStates.in.valid.includes(exam.status)) return null
  return (
    <Link className="btn small" to={`/patients/detail/${pid}/prescription`} search={{ edit: 'new', examId: exam.id, resid }}>
      {t`开处方`}
    </Link>
  )
}

/** The member's refractions: those of the kind on the page, and the objective one of the same day or before it. */
function useRefractions(pid: number) {
  const [{ kind: chosen }] = useSearch()
  const [id] = useAsked('refraction')
  const list = useCall(exams['examRefraction.list'], { pid, per_page: 100 }, { live: ['exams'] })
  const rows = (list.data?.list ?? []) as Row[]
  const kind = (rows.find((r) => String(r.id) === id)?.kind ?? (Number(chosen) || 4)) as Kind
  const own = rows.filter((r) => r.kind === kind)
  const exam = shownExam(own, id, today())
  const day = exam?.examTime.slice(0, 10)
  const usable = (r: Row) =>
    OBJECTIVE.has(r.kind) && examStates.in.valid.includes(r.status) && (day === undefined || r.examTime.slice(0, 10) <= day)
  return { list, kind, own, exam, before: examBefore(own, exam), objective: FOR_GLASSES.has(kind) ? rows.find(usable) : undefined }
}

function Kinds({ shown }: { shown: Kind }) {
  const [, setSearch] = useSearch()
  return (
    <select
      className="kinds"
      aria-label={t`验光方式`}
      value={shown}
      onChange={(e) => setSearch({ kind: e.target.value, refraction: undefined, id: undefined }, true)}
    >
      {Object.entries(refractionKinds).map(([value, label]) => (
        <option key={value} value={value}>
          {tr(label)}
        </option>
      ))}
    </select>
  )
}

const Beside = ({ values, rows, shown }: { values: FormValues; rows: readonly Row[]; shown: Row | undefined }) => (
  <History
    rows={rows}
    shown={shown}
    columns={perEye((side) => ({
      of: (row: Row) => equivalentOf(row as unknown as FormValues, side),
      show: (n) => showDioptre(n, 3),
      now: equivalentOf(values, side),
      decimals: 3,
    }))}
    note={t`等效球镜，差为本次 − 当次`}
  />
)

const powersOf = (row: Row): FormValues => Object.fromEntries(POWERS.map((name) => [name, row[name]]))

const visitOf = ({ values }: FormState): string => (typeof values.examTime === 'string' ? values.examTime : today())

interface ObjectiveProps {
  of: Row
  form: FormState
  copy: Copy
  readOnly: boolean
}
/** The objective refraction in one line below the subjective one, to carry over. */
const Objective = ({ of: row, form, copy, readOnly }: ObjectiveProps) => (
  <p className="objective num">
    <span className="soft">{tr(refractionKinds[row.kind])}</span>
    {(['Od', 'Os'] as const).map((eye) => (
      <span key={eye}>
        <EyeTag eye={eye === 'Od' ? 'od' : 'os'} /> {showPower(eyeOf(row, eye)) || '—'}
      </span>
    ))}
    <span className="soft">{[row.device, row.examTime.slice(5, 16)].filter(Boolean).join(' · ')}</span>
    {!readOnly && (
      <Button
        size="small"
        onClick={() => copy(form, powersOf(row), originOf(`copied:exam_refraction:${row.id}`, row.examTime, visitOf(form)))}
      >{t`带入主觉`}</Button>
    )}
  </p>
)

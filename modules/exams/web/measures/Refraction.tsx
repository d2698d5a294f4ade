/** Refraction: the kinds side by side, the objective one carried over, near and prism, and what it comes to. */
import { Button } from 'antd'
import { showDioptre } from '#kernel/contract/index.ts'
import { EyeGrid, Panel, t, today, tr, useCall, useCan, useGo, useId, useSearch, type FormState, type Values } from '#kernel/web/index.ts'
import { refractionFindings } from '../../contract/checks.ts'
import { exams } from '../../contract/endpoints.ts'
import { refractionFields, refractionKinds } from '../../contract/fields.ts'
import { SaveRefraction, type ExamRefraction } from '../../contract/shapes.ts'
import { Conclusion, equivalentOf } from './Conclusion.tsx'
import { AxialLengthChart } from '../door.tsx'
import { ExamForm } from '../form/ExamForm.tsx'
import { History, perEye } from '../form/History.tsx'
import { useBirth } from '../form/useExams.ts'
import { examBefore, isSigned, shownExam, type ExamBase } from '../form/history.ts'
import { Workbench } from '../form/Workbench.tsx'
import { examStates } from '../../contract/states.ts'

type Kind = keyof typeof refractionKinds
type Row = ExamRefraction & ExamBase
const stale = [exams['examRefraction.list'], exams['examVisual.curve'], exams['exams.report']]
const names = Object.keys(refractionFields)
const POWERS = ['dsOd', 'dcOd', 'axOd', 'pdOd', 'dsOs', 'dcOs', 'axOs', 'pdOs'] as const
/** Kinds read from a device, which may be finer than a quarter. */
const FINE = new Set<Kind>([1, 2, 5])
/** Kinds that glasses are made from; they go on to the prescription, and begin with what an objective one found. */
const FOR_GLASSES = new Set<Kind>([4, 6, 7])
const OBJECTIVE = new Set<Kind>([2, 3])

export default function Refraction() {
  const pid = useId('patientId')
  const [{ resid }] = useSearch()
  const go = useGo()
  const prescribes = useCan()('prescription:edit')
  const { list, kind, own, exam, before, objective } = useRefractions(pid)
  const birth = useBirth(pid)
  const toPrescription = (row: Row) => go(`/patients/detail/${pid}/prescription`, { edit: 'new', examId: row.id, resid })
  return (
    <Workbench of={list} note={<Kinds shown={kind} />}>
      <ExamForm
        kind="refraction"
        of={exams['examRefraction.save']}
        exam={exam}
        before={before}
        names={names}
        start={{ vd: 12 }}
        fixed={{ kind }}
        draftName={`refraction.${kind}`}
        stale={stale}
        {...(prescribes && FOR_GLASSES.has(kind) && exam?.status !== examStates.is.submitted
          ? { saveLabel: t`保存并送配镜`, onSubmitted: toPrescription }
          : {})}
        check={(v, day, last) => refractionFindings({ ...v, kind }, day, last, { birth, fine: FINE.has(kind) })}
        items={({ copy }) => [
          ...(objective
            ? [{ render: (form: FormState) => <Objective of={objective} form={form} copy={copy} readOnly={isSigned(exam)} /> }]
            : []),
          {
            eyes: ['ds', 'dc', 'ax', 'va', 'pd'],
            title: refractionKinds[kind],
            previous: before as unknown as Values,
            previousLabel: before?.examTime.slice(0, 10) ?? '',
          },
          { eyes: ['add', 'prism', 'base'], title: '近用与棱镜' },
          'cycloplegia',
          'dominantEye',
          'vd',
        ]}
        aside={(values) => <Beside pid={pid} values={values} rows={own} shown={exam} />}
      />
    </Workbench>
  )
}

/** The member's refractions: those of the kind on the page, and the objective one of the same day or before it. */
function useRefractions(pid: number) {
  const [{ id, kind: chosen }] = useSearch()
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
    <span className="kinds" role="group" aria-label={t`验光方式`}>
      {Object.entries(refractionKinds).map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={shown === Number(value)}
          onClick={() => setSearch({ kind: value, id: undefined }, true)}
        >
          {tr(label)}
        </button>
      ))}
    </span>
  )
}

const Beside = ({ pid, values, rows, shown }: { pid: number; values: Values; rows: readonly Row[]; shown: Row | undefined }) => (
  <>
    <Conclusion values={values} />
    <History
      rows={rows}
      shown={shown}
      columns={perEye((side) => ({
        of: (row: Row) => equivalentOf(row as unknown as Values, side),
        show: (n) => showDioptre(n, 3),
        now: equivalentOf(values, side),
        decimals: 3,
      }))}
      note={t`等效球镜，差为本次 − 当次`}
    />
    <Panel title={t`眼轴曲线`} note="mm">
      <AxialLengthChart pid={pid} height={190} compact />
    </Panel>
  </>
)

const powersOf = (row: Row): Values => Object.fromEntries(POWERS.map((name) => [name, row[name]]))

interface ObjectiveProps {
  of: Row
  form: FormState
  copy: (form: FormState, values: Values, from: string) => void
  readOnly: boolean
}
/** The objective refraction above the subjective one, to carry over. */
const Objective = ({ of, form, copy, readOnly }: ObjectiveProps) => (
  <Panel
    className="eye-panel"
    title={tr(refractionKinds[of.kind])}
    note={[of.device, of.examTime.slice(0, 16)].filter(Boolean).join(' · ')}
    actions={
      !readOnly && <Button size="small" onClick={() => copy(form, powersOf(of), `copied:exam_refraction:${of.id}`)}>{t`带入主觉`}</Button>
    }
  >
    <EyeGrid shape={SaveRefraction} bases={['ds', 'dc', 'ax', 'pd']} value={of as unknown as Values} onChange={() => undefined} readOnly />
  </Panel>
)

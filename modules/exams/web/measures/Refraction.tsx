/** Refraction: the kinds side by side, the objective one carried over, near and prism, and what it comes to. */
import { Button } from 'antd'
import { showDioptre } from '#kernel/contract/index.ts'
import { EyeGrid, Panel, t, today, tr, useCall, useCan, useGo, useId, useSearch, type Values } from '#kernel/web/index.ts'
import { refractionFindings } from '../../contract/checks.ts'
import { exams } from '../../contract/endpoints.ts'
import { refractionFields, refractionKinds } from '../../contract/fields.ts'
import { SaveRefraction, type ExamRefraction } from '../../contract/shapes.ts'
import { Conclusion, equivalentOf } from './Conclusion.tsx'
import { AxialLengthChart } from '../door.tsx'
import { ExamForm } from '../form/ExamForm.tsx'
import { History } from '../form/History.tsx'
import { examBefore, isSigned, shownExam, type ExamBase } from '../form/history.ts'
import { Workbench } from '../form/Workbench.tsx'
import { examStates } from '../../contract/states.ts'

type Kind = keyof typeof refractionKinds
type Row = ExamRefraction & ExamBase
const stale = [exams['examRefraction.list'], exams['examVisual.curve'], exams['exams.report']]
const names = Object.keys(refractionFields)
const POWERS = ['dsOd', 'dcOd', 'axOd', 'pdOd', 'dsOs', 'dcOs', 'axOs', 'pdOs'] as const
/** Kinds read from a device may be finer than a quarter. */
const fine = (kind: Kind) => kind === 1 || kind === 2 || kind === 5

export default function Refraction() {
  const pid = useId('patientId')
  const [search, setSearch] = useSearch()
  const go = useGo()
  const prescribes = useCan()('prescription:edit')
  const list = useCall(exams['examRefraction.list'], { pid, per_page: 100 }, { live: ['exams'] })
  const rows = (list.data?.list ?? []) as Row[]
  const asked = rows.find((r) => String(r.id) === search.id)
  const kind = (asked?.kind ?? (Number(search.kind) || 4)) as Kind
  const own = rows.filter((r) => r.kind === kind)
  const exam = shownExam(own, search.id, today())
  const before = examBefore(own, exam)
  /** What glasses are made from goes on to the prescription. */
  const toGlasses = prescribes && (kind === 4 || kind === 6 || kind === 7)
  const objective =
    kind === 4 || kind === 6 || kind === 7
      ? rows.find(
          (r) =>
            (r.kind === 2 || r.kind === 3) &&
            examStates.in.valid.includes(r.status) &&
            (!exam || r.examTime.slice(0, 10) <= exam.examTime.slice(0, 10)),
        )
      : undefined
  return (
    <Workbench
      of={list}
      note={
        <span className="kinds" role="group" aria-label={t`验光方式`}>
          {Object.entries(refractionKinds).map(([value, label]) => (
            <button
              key={value}
              type="button"
              aria-pressed={kind === Number(value)}
              onClick={() => setSearch({ kind: value, id: undefined }, true)}
            >
              {tr(label)}
            </button>
          ))}
        </span>
      }
    >
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
        {...(toGlasses && exam?.status !== examStates.is.submitted
          ? {
              saveLabel: t`保存并送配镜`,
              onSubmitted: (row: Row) => go(`/patients/detail/${pid}/prescription`, { edit: 'new', examId: row.id, resid: search.resid }),
            }
          : {})}
        check={(v, day, last) => refractionFindings(v, day, last, { fine: fine(kind) })}
        items={({ copy }) => [
          ...(objective
            ? [
                {
                  render: (form: Parameters<typeof copy>[0]) => (
                    <Objective
                      of={objective}
                      onCopy={() => copy(form, powersOf(objective), `copied:exam_refraction:${objective.id}`)}
                      readOnly={isSigned(exam)}
                    />
                  ),
                },
              ]
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
        aside={(values) => (
          <>
            <Conclusion values={values} />
            <History
              rows={own}
              shown={exam}
              columns={(['Od', 'Os'] as const).map((eye) => ({
                title: eye === 'Od' ? 'OD' : 'OS',
                eye: eye === 'Od' ? ('od' as const) : ('os' as const),
                of: (r: Row) => equivalentOf(r as unknown as Values, eye),
                show: (n: number) => showDioptre(n, 3),
                now: equivalentOf(values, eye),
                decimals: 3,
              }))}
              note={t`等效球镜，差为本次 − 当次`}
            />
            <Panel title={t`眼轴曲线`} note="mm">
              <AxialLengthChart pid={pid} height={190} compact />
            </Panel>
          </>
        )}
      />
    </Workbench>
  )
}

const powersOf = (row: Row): Values => Object.fromEntries(POWERS.map((name) => [name, row[name]]))

/** The objective refraction above the subjective one, to carry over. */
const Objective = ({ of, onCopy, readOnly }: { of: Row; onCopy: () => void; readOnly: boolean }) => (
  <Panel
    className="eye-panel"
    title={tr(refractionKinds[of.kind])}
    note={[of.device, of.examTime.slice(0, 16)].filter(Boolean).join(' · ')}
    actions={!readOnly && <Button size="small" onClick={onCopy}>{t`带入主觉`}</Button>}
  >
    <EyeGrid shape={SaveRefraction} bases={['ds', 'dc', 'ax', 'pd']} value={of as unknown as Values} onChange={() => undefined} readOnly />
  </Panel>
)

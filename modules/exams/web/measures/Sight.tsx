/** Visual acuity: uncorrected, with own glasses, best corrected, near; in the notation of the store. */
import { EyeGrid, Panel, t, today, useCall, useId, useSearch, useWho, type FormState, type Values } from '#kernel/web/index.ts'
import { institution } from '#modules/institution/contract/endpoints.ts'
import { visualFindings } from '../../contract/checks.ts'
import { exams } from '../../contract/endpoints.ts'
import { visualFields } from '../../contract/fields.ts'
import { decimalOf } from '../../contract/formulas.ts'
import type { ExamVisual } from '../../contract/shapes.ts'
import { DecimalShape, decimalsOf, fiveGradesOf } from './acuity.ts'
import { VisualCurve } from '../growth/Curves.tsx'
import { ExamForm } from '../form/ExamForm.tsx'
import { History } from '../form/History.tsx'
import { examBefore, isSigned, shownExam, type ExamBase } from '../form/history.ts'
import { Workbench } from '../form/Workbench.tsx'

type Row = ExamVisual & ExamBase
const stale = [exams['examVisual.list'], exams['examVisual.curve'], exams['exams.report']]
const number = (v: unknown): number | null => (typeof v === 'number' ? v : null)
const bases = ['ucva', 'cva', 'bcva', 'near'] as const

export default function Sight() {
  const pid = useId('patientId')
  const { hid } = useWho()
  const [search] = useSearch()
  const list = useCall(exams['examVisual.list'], { pid, per_page: 100 }, { live: ['exams'] })
  const store = useCall(institution['saler.index'], { hid }, { stale: 600_000 })
  const curve = useCall(exams['examVisual.curve'], { pid }, { live: ['exams'] })
  const rows = (list.data?.list ?? []) as Row[]
  const exam = shownExam(rows, search.id, today())
  const before = examBefore(rows, exam)
  const decimal = store.data?.sightStandard === 1
  const previous = before as unknown as Values
  const previousLabel = before?.examTime.slice(0, 10) ?? ''
  const show = (n: number) => (decimal ? decimalOf(n) : n.toFixed(1))
  return (
    <Workbench of={[list, store]}>
      <ExamForm
        kind="visual"
        of={exams['examVisual.save']}
        exam={exam}
        before={before}
        names={Object.keys(visualFields)}
        start={{ distance: 5 }}
        stale={stale}
        check={(v, _, last) => visualFindings(v, last)}
        items={[
          decimal
            ? {
                render: (form: FormState) => (
                  <DecimalGrid form={form} previous={previous} previousLabel={previousLabel} readOnly={isSigned(exam)} />
                ),
              }
            : { eyes: bases, title: '视力（五分记录）', previous, previousLabel },
          { eyes: ['ucvaCode'], title: '视力表上看不到时' },
          'glassesType',
          'distance',
        ]}
        aside={(values) => (
          <>
            <History
              rows={rows}
              shown={exam}
              columns={(['Od', 'Os'] as const).map((eye) => ({
                title: eye === 'Od' ? 'OD' : 'OS',
                eye: eye === 'Od' ? ('od' as const) : ('os' as const),
                of: (r: Row) => r[`ucva${eye}`],
                show,
                now: number(values[`ucva${eye}`]),
                decimals: 1,
              }))}
              note={t`裸眼视力，差为本次 − 当次`}
            />
            <Panel title={t`视力曲线`} note={t`五分记录`}>
              {curve.data && <VisualCurve curve={curve.data} height={190} />}
            </Panel>
          </>
        )}
      />
    </Workbench>
  )
}

/** The same grid for a store that writes decimals; kept as five-grade values. */
const DecimalGrid = ({
  form,
  previous,
  previousLabel,
  readOnly,
}: {
  form: FormState
  previous: Values
  previousLabel: string
  readOnly: boolean
}) => (
  <EyeGrid
    shape={DecimalShape}
    bases={bases}
    title="视力（小数记录）"
    value={decimalsOf(form.values)}
    onChange={(patch) => form.setAll(fiveGradesOf(patch))}
    problems={form.problems}
    confirmed={form.confirmed}
    onConfirm={form.confirm}
    readOnly={readOnly}
    {...(previous ? { previous: decimalsOf(previous), previousLabel } : {})}
  />
)

/** Visual acuity: uncorrected, with own glasses, best corrected, near; in the notation of the store. */
import { EyeGrid, Panel, t, useCall, useWho, type FormState, type FormValues } from '#kernel/web/index.ts'
import { institution } from '#modules/institution/contract/endpoints.ts'
import { visualFindings } from '../../contract/checks/checks.ts'
import { exams } from '../../contract/endpoints.ts'
import { decimalOf } from '../../contract/formulas/formulas.ts'
import type { ExamVisual } from '../../contract/shapes.ts'
import { DecimalShape, decimalsOf, fiveGradesOf } from './acuity.ts'
import { VisualCurve } from '../growth/Curves.tsx'
import { ExamForm } from '../form/ExamForm.tsx'
import { History, perEye } from '../form/History.tsx'
import { isSigned, number, type ExamBase } from '../form/history.ts'
import { useExams } from '../form/useExams.ts'

type Row = ExamVisual & ExamBase
const stale = [exams['examVisual.list'], exams['examVisual.curve'], exams['exams.report']]
const bases = ['ucva', 'cva', 'bcva', 'near'] as const

export function Sight() {
  const { hid } = useWho()
  const { pid, list, rows, exam, before, birth, former } = useExams<Row>(exams['examVisual.list'], 'sight')
  const store = useCall(institution['saler.index'], { hid }, { stale: 600_000 })
  const decimal = store.data?.sightStandard === 1
  return (
    <ExamForm
      segment="sight"
      title="视力"
      reads={[list, store]}
      needs={['ucva*', 'cva*', 'bcva*']}
      kind="visual"
      of={exams['examVisual.save']}
      exam={exam}
      before={before}
      start={{ distance: 5 }}
      stale={stale}
      check={(v, day, last) => visualFindings(v, day, last, { birth })}
      items={[
        decimal
          ? { render: (form: FormState) => <DecimalGrid form={form} {...former} readOnly={isSigned(exam)} /> }
          : { eyes: bases, title: '视力（五分记录）', ...former },
      ]}
      folds={[{ eyes: ['ucvaCode'], title: '视力表上看不到时', ...former }, 'glassesType', 'distance']}
      aside={(values) => (
        <>
          <History
            rows={rows}
            shown={exam}
            columns={perEye((side) => ({
              of: (row: Row) => row[`ucva${side}`],
              show: (n) => (decimal ? decimalOf(n) : n.toFixed(1)),
              now: number(values[`ucva${side}`]),
              decimals: 1,
            }))}
            note={t`裸眼视力，差为本次 − 当次`}
          />
          <Curve pid={pid} />
        </>
      )}
    />
  )
}

function Curve({ pid }: { pid: number }) {
  const curve = useCall(exams['examVisual.curve'], { pid }, { live: ['exams'] })
  return (
    <Panel title={t`视力曲线`} note={t`五分记录`}>
      {curve.data && <VisualCurve curve={curve.data} height={190} />}
    </Panel>
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
  previous: FormValues
  previousLabel: string
  readOnly: boolean
}) => (
  <EyeGrid
    shape={DecimalShape}
    bases={bases}
    title="视力（小数记录）"
    value={decimalsOf(form.values)}
    onChange={(patch) => form.setAll(fiveGradesOf(patch))}
    onTake={(patch) => form.take?.(fiveGradesOf(patch))}
    problems={form.problems}
    confirmed={form.confirmed}
    onConfirm={form.confirm}
    readOnly={readOnly}
    {...(previous ? { previous: decimalsOf(previous), previousLabel } : {})}
  />
)

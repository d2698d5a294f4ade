/** Height and weight: growth of the body beside growth of the eye. */
import { showNumber } from '#kernel/contract/index.ts'
import { Facts, Panel, t, today, useCall, useId, useSearch } from '#kernel/web/index.ts'
import { heightFindings } from '../contract/checks.ts'
import { exams } from '../contract/endpoints.ts'
import { heightWeightFields } from '../contract/fields.ts'
import { bmi } from '../contract/formulas.ts'
import type { ExamHeightWeight } from '../contract/shapes.ts'
import { ExamForm } from './ExamForm.tsx'
import { History } from './History.tsx'
import { examBefore, shownExam, type ExamBase } from './history.ts'
import { Workbench } from './Workbench.tsx'

type Row = ExamHeightWeight & ExamBase
const stale = [exams['examHeightWeight.list'], exams['examVisual.curve'], exams['exams.report']]
const number = (v: unknown): number | null => (typeof v === 'number' ? v : null)

export default function HeightWeight() {
  const pid = useId('patientId')
  const [search] = useSearch()
  const list = useCall(exams['examHeightWeight.list'], { pid, per_page: 100 }, { live: ['exams'] })
  const rows = (list.data?.list ?? []) as Row[]
  const exam = shownExam(rows, search.id, today())
  const before = examBefore(rows, exam)
  return (
    <Workbench of={list}>
      <ExamForm
        kind="heightWeight"
        of={exams['examHeightWeight.save']}
        exam={exam}
        before={before}
        names={Object.keys(heightWeightFields)}
        stale={stale}
        check={(v, _, last) => heightFindings(v, last)}
        items={['height', 'weight']}
        aside={(values) => {
          const [height, weight] = [number(values.height), number(values.weight)]
          return (
            <>
              <Panel title={t`体质指数`}><Facts columns={1} items={[['BMI', height && weight ? <span key="bmi" className="num">{showNumber(bmi(weight, height), 1)} kg/m²</span> : '—']]} /></Panel>
              <History
                rows={rows}
                shown={exam}
                columns={[
                  { title: '身高 cm', of: (r: Row) => r.height, show: (n) => showNumber(n, 1), now: height, decimals: 1 },
                  { title: '体重 kg', of: (r: Row) => r.weight, show: (n) => showNumber(n, 1), now: weight, decimals: 1 },
                ]}
              />
            </>
          )
        }}
      />
    </Workbench>
  )
}

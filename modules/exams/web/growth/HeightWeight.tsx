/** Height and weight: growth of the body beside growth of the eye. */
import { showNumber } from '#kernel/contract/index.ts'
import { Facts, Panel, t } from '#kernel/web/index.ts'
import { heightFindings } from '../../contract/checks.ts'
import { exams } from '../../contract/endpoints.ts'
import { heightWeightFields } from '../../contract/fields.ts'
import { bmi } from '../../contract/formulas.ts'
import type { ExamHeightWeight } from '../../contract/shapes.ts'
import { ExamForm } from '../form/ExamForm.tsx'
import { column, History } from '../form/History.tsx'
import { number, type ExamBase } from '../form/history.ts'
import { useExams } from '../form/useExams.ts'

type Row = ExamHeightWeight & ExamBase
const stale = [exams['examHeightWeight.list'], exams['examVisual.curve'], exams['exams.report']]

export function HeightWeight() {
  const { list, rows, exam, before, birth } = useExams<Row>(exams['examHeightWeight.list'], 'heightAndWeight')
  return (
    <ExamForm
      segment="heightAndWeight"
      title="身高体重"
      reads={list}
      needs={['height', 'weight']}
      kind="heightWeight"
      of={exams['examHeightWeight.save']}
      exam={exam}
      before={before}
      names={Object.keys(heightWeightFields)}
      stale={stale}
      check={(v, day, last) => heightFindings(v, day, last, { birth })}
      items={['height', 'weight']}
      aside={(values) => {
        const [height, weight] = [number(values.height), number(values.weight)]
        return (
          <>
            <Panel title={t`体质指数`}>
              <Facts
                columns={1}
                items={[
                  [
                    'BMI',
                    height && weight ? (
                      <span key="bmi" className="num">
                        {showNumber(bmi(weight, height), 1)} kg/m²
                      </span>
                    ) : (
                      '—'
                    ),
                  ],
                ]}
              />
            </Panel>
            <History rows={rows} shown={exam} columns={[column('height', '身高 cm', values), column('weight', '体重 kg', values)]} />
          </>
        )
      }}
    />
  )
}

/** Pupillary distances, far and near, and fitting heights. */
import { Button } from 'antd'
import { t, type FormState } from '#kernel/web/index.ts'
import { pdFindings } from '../../contract/checks.ts'
import { exams } from '../../contract/endpoints.ts'
import { pdFields } from '../../contract/fields.ts'
import { nearPd } from '../../contract/formulas.ts'
import type { ExamPd } from '../../contract/shapes.ts'
import { ExamForm } from '../form/ExamForm.tsx'
import { column, History } from '../form/History.tsx'
import { number, type ExamBase } from '../form/history.ts'
import { useExams } from '../form/useExams.ts'

type Row = ExamPd & ExamBase
const stale = [exams['examPd.list'], exams['exams.report']]

export function Pd() {
  const { list, rows, exam, before, birth, former } = useExams<Row>(exams['examPd.list'], 'pd')
  return (
    <ExamForm
      segment="pd"
      title="瞳距"
      reads={list}
      needs={['pdFar*', 'ph*']}
      kind="pd"
      of={exams['examPd.save']}
      exam={exam}
      before={before}
      names={Object.keys(pdFields)}
      start={{ pdMethod: 2, workingDistance: 400 }}
      stale={stale}
      check={(v, day, last) => pdFindings(v, day, last, { birth })}
      items={[
        { eyes: ['pdFar', 'ph'], title: '单眼瞳距与瞳高', ...former },
        {
          group: '双眼瞳距',
          items: ['pdFar', 'pdNear', 'workingDistance', 'pdMethod', { render: (form: FormState) => <Suggest form={form} /> }],
        },
      ]}
      aside={(values) => (
        <History rows={rows} shown={exam} columns={[column('pdFar', '远用 mm', values), column('pdNear', '近用 mm', values)]} />
      )}
    />
  )
}

/** What the other distances say this one should be; taken over only when somebody presses. */
function Suggest({ form }: { form: FormState }) {
  const [od, os, far] = ['pdFarOd', 'pdFarOs', 'pdFar'].map((n) => number(form.values[n]))
  const sum = od && os ? od + os : null
  const near = far ? Math.round(nearPd(far, number(form.values.workingDistance) ?? 400) * 2) / 2 : null
  return (
    <p className="soft">
      {sum !== null && sum !== far && <Button size="small" onClick={() => form.set('pdFar', sum)}>{t`远用瞳距取单眼之和 ${sum}`}</Button>}{' '}
      {near !== null && form.values.pdNear === undefined && (
        <Button size="small" onClick={() => form.set('pdNear', near)}>{t`近用瞳距取计算值 ${near}`}</Button>
      )}
    </p>
  )
}

/** Eye pressure: as measured, with its time of day; the value corrected for thickness stands beside it for reference only. */
import { clinicNow, showNumber } from '#kernel/contract/index.ts'
import { EyeTag, Panel, t, type Values } from '#kernel/web/index.ts'
import { iopFindings } from '../../contract/checks.ts'
import { exams } from '../../contract/endpoints.ts'
import { iopFields } from '../../contract/fields.ts'
import { iopDresden } from '../../contract/formulas.ts'
import type { ExamIop } from '../../contract/shapes.ts'
import { PressureCurve } from '../growth/Curves.tsx'
import { ExamForm } from '../form/ExamForm.tsx'
import { eyeColumns, History } from '../form/History.tsx'
import { number, type ExamBase } from '../form/history.ts'
import { useExams } from '../form/useExams.ts'

type Row = ExamIop & ExamBase
const stale = [exams['examIop.list'], exams['exams.report']]

export function Iop() {
  const { list, rows, exam, before, former } = useExams<Row>(exams['examIop.list'], 'iop')
  return (
    <ExamForm
      segment="iop"
      title="眼压"
      reads={list}
      needs={['iop*']}
      kind="iop"
      of={exams['examIop.save']}
      exam={exam}
      before={before}
      names={Object.keys(iopFields)}
      start={{ iopMethod: 1, iopTime: clinicNow().slice(11, 16) }}
      stale={stale}
      check={(v) => iopFindings(v)}
      items={[{ eyes: ['iop', 'cct'], title: '眼压', ...former }, 'iopMethod', 'iopTime']}
      aside={(values) => (
        <>
          <Corrected values={values} />
          {rows.length > 1 && (
            <Panel title={t`眼压曲线`} note="mmHg">
              <PressureCurve rows={rows} />
            </Panel>
          )}
          <History rows={rows} shown={exam} columns={eyeColumns('iop', values, 1)} />
        </>
      )}
    />
  )
}

/** Dresden formula; hidden where thickness is missing. */
function Corrected({ values }: { values: Values }) {
  const eyes = (['Od', 'Os'] as const).map((eye) => {
    const [iop, cct] = [number(values[`iop${eye}`]), number(values[`cct${eye}`])]
    return { eye: eye === 'Od' ? ('od' as const) : ('os' as const), value: iop && cct ? iopDresden(iop, cct) : null }
  })
  if (eyes.every((e) => e.value === null)) return null
  return (
    <Panel title={t`按角膜厚度校正`} note={t`仅供参考，不替代实测值`}>
      <div className="growth-words">
        {eyes.map(
          (e) =>
            e.value !== null && (
              <p key={e.eye}>
                <EyeTag eye={e.eye} /> <strong className="num">{showNumber(e.value, 1)} mmHg</strong>
              </p>
            ),
        )}
        <p className="soft">{t`Dresden 公式（Kohlhaas 2006）；角膜屈光手术后和配戴塑形镜期间不适用`}</p>
      </div>
    </Panel>
  )
}

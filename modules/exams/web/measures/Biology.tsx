/** Biometry: lengths and curvature of the eye, with the growth of its axis. */
import { clinicNow, showNumber } from '#kernel/contract/index.ts'
import { EyeTag, Panel, t, type Values } from '#kernel/web/index.ts'
import { bioFindings } from '../../contract/checks.ts'
import { exams } from '../../contract/endpoints.ts'
import { bioFields } from '../../contract/fields.ts'
import { alCr } from '../../contract/formulas.ts'
import type { ExamBioMeter } from '../../contract/shapes.ts'
import { AxialLengthChart } from '../door.tsx'
import { usePlace } from '../visit/place.ts'
import { ExamForm } from '../form/ExamForm.tsx'
import { eyeColumns, History } from '../form/History.tsx'
import { number, type ExamBase } from '../form/history.ts'
import { useExams } from '../form/useExams.ts'

type Row = ExamBioMeter & ExamBase
const stale = [exams['exam-bio-meter.list'], exams['examVisual.curve'], exams['exams.report']]

export function Biology() {
  const { list, rows, exam, before, birth, former } = useExams<Row>(exams['exam-bio-meter.list'], 'biology')
  return (
    <ExamForm
      segment="biology"
      title="生物测量"
      reads={list}
      needs={['al*', 'k1*', 'k2*']}
      kind="bioMeter"
      of={exam ? (exams['exam-bio-meter.update'] as unknown as (typeof exams)['exam-bio-meter.create']) : exams['exam-bio-meter.create']}
      exam={exam}
      before={before}
      names={Object.keys(bioFields)}
      stale={stale}
      check={(v, day, last) => bioFindings(v, day, last, { birth })}
      items={[
        { eyes: ['al', 'acd', 'lt', 'vt', 'cct', 'wtw'], title: '眼轴与各段', ...former },
        { eyes: ['k1', 'k1Axis', 'k2', 'k2Axis', 'snr'], title: '角膜曲率', ...former },
      ]}
      folds={['cycloplegia']}
      aside={(values) => (
        <>
          <Typed values={values} exam={exam} />
          <Ratio values={values} />
          <History rows={rows} shown={exam} columns={eyeColumns('al', values, 2, ' mm')} />
        </>
      )}
    />
  )
}

/** Where the lengths that are being typed fall on the curve, before they are saved. */
function Typed({ values, exam }: { values: Values; exam: Row | undefined }) {
  const pid = usePlace().pid
  const [od, os] = [number(values.alOd), number(values.alOs)]
  if ((od === null && os === null) || (exam && exam.alOd === od && exam.alOs === os)) return null
  const at = typeof values.examTime === 'string' ? values.examTime : clinicNow()
  return (
    <Panel title={t`眼轴曲线`} note={t`空心点为正在填写的值`}>
      <AxialLengthChart pid={pid} height={200} compact live={{ at: at.slice(0, 10), od, os }} />
    </Panel>
  )
}

/** Axial length over corneal radius; above 3.0 the trade takes it as a sign of myopia risk. */
function Ratio({ values }: { values: Values }) {
  const of = (eye: 'Od' | 'Os') => {
    const [al, k1, k2] = ['al', 'k1', 'k2'].map((n) => number(values[n + eye]))
    return al && k1 && k2 ? alCr(al, k1, k2).ratio : null
  }
  const ratios = [
    ['od', of('Od')],
    ['os', of('Os')],
  ] as const
  if (ratios.every(([, r]) => r === null)) return null
  return (
    <Panel title={t`轴率比 AL/CR`}>
      <div className="growth-words">
        {ratios.map(
          ([eye, r]) =>
            r !== null && (
              <p key={eye}>
                <EyeTag eye={eye} /> <strong className="num">{showNumber(r, 2)}</strong>
                {r > 3 && <span className="warn"> · {t`大于 3.0，关注近视风险`}</span>}
              </p>
            ),
        )}
      </div>
    </Panel>
  )
}

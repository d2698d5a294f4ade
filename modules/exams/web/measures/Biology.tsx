/** Beside a biometry: where the lengths that are typed fall on the curve, and the ratio to the cornea. */
import { clinicNow, showNumber } from '#kernel/contract/index.ts'
import { EyeTag, Panel, t, type FormValues } from '#kernel/web/index.ts'
import { alCr } from '../../contract/formulas/formulas.ts'
import { AxialLengthChart } from '../door.tsx'
import type { BesideProps } from '../extras.ts'
import { measuresOf, number } from '../form/history.ts'
import { usePlace } from '../visit/place.ts'

export default function Biology({ values, exam }: BesideProps) {
  return (
    <>
      <Typed values={values} exam={exam} />
      <Ratio values={values} />
    </>
  )
}

/** Where the lengths that are being typed fall on the curve, before they are saved. */
function Typed({ values, exam }: BesideProps) {
  const pid = usePlace().pid
  const [od, os] = [number(values.alOd), number(values.alOs)]
  const saved = measuresOf(exam, ['alOd', 'alOs'])
  if ((od === null && os === null) || (exam && saved.alOd === od && saved.alOs === os)) return null
  const time = typeof values.examTime === 'string' ? values.examTime : clinicNow()
  return (
    <Panel title={t`眼轴曲线`} note={t`空心点为正在填写的值`}>
      <AxialLengthChart pid={pid} height={200} compact live={{ at: time.slice(0, 10), od, os }} />
    </Panel>
  )
}

/** Axial length over corneal radius; above 3.0 the trade takes it as a sign of myopia risk. */
function Ratio({ values }: { values: FormValues }) {
  const valueOf = (eye: 'Od' | 'Os') => {
    const [al, k1, k2] = ['al', 'k1', 'k2'].map((n) => number(values[n + eye]))
    return al && k1 && k2 ? alCr(al, k1, k2).ratio : null
  }
  const ratios = [
    ['od', valueOf('Od')],
    ['os', valueOf('Os')],
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

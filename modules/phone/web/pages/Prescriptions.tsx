/** Prescriptions a doctor signed. */
import { t } from '#kernel/web/i18n.ts'
import type { PhonePrescription } from '../../contract/shapes.ts'
import { calls } from '../ask.ts'
import { Answer, Empty } from '../look/Parts.tsx'
import { useAnswer } from '../look/use.ts'
import { signed } from '../look/words.ts'
import type { PageProps } from '../Phone.tsx'

type Line = PhonePrescription['lines'][number]
const power = (value: number | null): string => (value === null ? '—' : signed(value))
const whole = (value: number | null): string => (value === null ? '—' : String(value))

export default function Prescriptions({ member }: PageProps) {
  const answered = useAnswer<PhonePrescription[]>(calls.prescriptions, { pid: member.pid })
  return (
    <Answer of={answered}>
      {(list) =>
        list.length ? list.map((rx) => <Rx key={rx.id} rx={rx} />) : <Empty>{t`还没有处方。医生开具并签字后，这里就能看到。`}</Empty>
      }
    </Answer>
  )
}
const Rx = ({ rx }: { rx: PhonePrescription }) => (
  <section className="h5-card" aria-label={rx.rxNo}>
    <p className="h5-line">
      <small>{rx.rxNo}</small>
      <small className={rx.isValid ? undefined : 'h5-late'}>{rx.isValid ? t`${rx.validUntil} 前有效` : t`已过期，要配镜请先复查`}</small>
    </p>
    <h2>{rx.doctorName ? t`${rx.orderDate} ${rx.doctorName}开具` : rx.orderDate}</h2>
    {rx.lines.map((line, i) => (
      <RxLine key={i} line={line} />
    ))}
    {rx.note && <p className="h5-soft">{rx.note}</p>}
    <p className="h5-soft">{rx.storeName}</p>
  </section>
)
function RxLine({ line }: { line: Line }) {
  const hasAdd = line.addOd !== null || line.addOs !== null
  const eyes = [
    { name: t`右眼`, className: 'od', ds: line.dsOd, dc: line.dcOd, ax: line.axOd, add: line.addOd, va: line.vaOd },
    { name: t`左眼`, className: 'os', ds: line.dsOs, dc: line.dcOs, ax: line.axOs, add: line.addOs, va: line.vaOs },
  ]
  return (
    <div className="h5-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t`眼别`}</th>
            <th scope="col">{t`球镜`}</th>
            <th scope="col">{t`柱镜`}</th>
            <th scope="col">{t`轴位`}</th>
            {hasAdd && <th scope="col">{t`下加`}</th>}
            <th scope="col">{t`视力`}</th>
          </tr>
        </thead>
        <tbody>
          {eyes.map((eye) => (
            <tr key={eye.className}>
              <th scope="row" className={eye.className}>
                {eye.name}
              </th>
              <td>{power(eye.ds)}</td>
              <td>{power(eye.dc)}</td>
              <td>{eye.dc ? whole(eye.ax) : '—'}</td>
              {hasAdd && <td>{power(eye.add)}</td>}
              <td>{eye.va === null ? '—' : eye.va.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {line.pd !== null && <p className="h5-soft">{t`瞳距 ${line.pd} 毫米`}</p>}
      {line.advice && <p className="h5-soft">{line.advice}</p>}
    </div>
  )
}

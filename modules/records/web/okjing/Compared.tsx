/** Fitted and received, a lens a pair of rows: a difference is one tinted cell, a pair that changed sides is said above. */
import { t, tr, EyeTag, Scrolls } from '#kernel/web/index.ts'
import type { Body } from '../../contract/kinds/kind.ts'
import { labelOf, lensParameterNames, lensParameters, type LensParameter, type OrthokSide } from '../../contract/okjing/fields.ts'
import { saidOf } from './words.ts'
import { comparison, differences, lensIn, receivedFor, SIDES, sideOf } from '../../contract/okjing/take.ts'

const shown = (name: LensParameter, value: unknown): string => saidOf(lensParameters[name], value)

export function Compared({ fitting, take }: { fitting: Body; take: Body }) {
  const eyes = SIDES.filter((eye) => fitting[`fitted${sideOf(eye)}`] || receivedFor(take, eye))
  const names = lensParameterNames.filter((n) => eyes.some((eye) => lensIn(fitting, eye)[n] !== null || lensIn(take, eye)[n] !== null))
  const faults = comparison(fitting, take)
  const arrived = SIDES.some((eye) => receivedFor(take, eye))
  return (
    <section className="panel plain compared">
      <h3>
        {t`定的与到的`} <span className="soft">{t`参数须逐格相同，中厚允差 ±0.02`}</span>
        {arrived && <strong className={faults.length ? 'bad' : 'ok'}>{faults.length ? t`不相符` : t`相符`}</strong>}
      </h3>
      {faults[0]?.field === 'serialOd' && (
        <p role="alert" className="swapped">
          {tr(faults[0].what)}
        </p>
      )}
      <Scrolls>
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">{t`眼别`}</th>
              <th scope="col" />
              {names.map((n) => (
                <th key={n} scope="col">
                  {tr(labelOf(n))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {eyes.map((eye) => (
              <Pair
                key={eye}
                eye={eye}
                names={names}
                wanted={lensIn(fitting, eye)}
                got={lensIn(take, eye)}
                arrived={receivedFor(take, eye)}
              />
            ))}
          </tbody>
        </table>
      </Scrolls>
    </section>
  )
}

interface PairOf {
  eye: OrthokSide
  names: readonly LensParameter[]
  wanted: Body
  got: Body
  arrived: boolean
}
function Pair({ eye, names, wanted, got, arrived }: PairOf) {
  const wrong = arrived ? differences(wanted, got) : []
  return (
    <>
      <tr>
        <td>
          <EyeTag eye={eye} />
        </td>
        <td>{t`定`}</td>
        {names.map((n) => (
          <td key={n} className="num">
            {shown(n, wanted[n])}
          </td>
        ))}
      </tr>
      <tr>
        <td />
        <td>{t`到`}</td>
        {names.map((n) => (
          <td key={n} className={wrong.includes(n) ? 'num differs' : 'num'}>
            {shown(n, got[n])}
          </td>
        ))}
      </tr>
    </>
  )
}

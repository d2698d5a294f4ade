/** Beside a pressure: the value corrected for thickness, for reference only. */
import { showNumber } from '#kernel/contract/index.ts'
import { EyeTag, Panel, t } from '#kernel/web/index.ts'
import { iopDresden } from '../../contract/formulas/formulas.ts'
import type { BesideProps } from '../extras.ts'
import { number } from '../form/history.ts'

/** Dresden formula; hidden where thickness is missing. */
export default function Corrected({ values }: BesideProps) {
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

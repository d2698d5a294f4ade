/** What a refraction comes to: the powers large, spherical equivalents, difference of the eyes. */
import { eyeOf, showDioptre, sphericalEquivalent } from '#kernel/contract/index.ts'
import { Panel, Rx, t, type FormValues } from '#kernel/web/index.ts'

const num = (values: FormValues, name: string): number | null => (typeof values[name] === 'number' ? (values[name] as number) : null)
export const equivalentOf = (values: FormValues, eye: 'Od' | 'Os'): number | null => {
  const power = eyeOf(values, eye)
  return power && sphericalEquivalent(power)
}

/** Anisometropia as screening counts it: spheres more than 1.50 D or cylinders more than 1.00 D apart (clinical.md §4.3). */
function anisometropic(values: FormValues): boolean {
  const apart = (name: string): number => Math.abs((num(values, `${name}Od`) ?? 0) - (num(values, `${name}Os`) ?? 0))
  return num(values, 'dsOd') !== null && num(values, 'dsOs') !== null && (apart('ds') > 1.5 || apart('dc') > 1)
}

export function Conclusion({ values }: { values: FormValues }) {
  const [od, os] = [equivalentOf(values, 'Od'), equivalentOf(values, 'Os')]
  return (
    <Panel title={t`本次结论`}>
      <div className="conclusion">
        <Rx large of={values} />
        <p className="num">
          {t`等效球镜`} {showDioptre(od, 3)} / {showDioptre(os, 3)}
        </p>
        <p className="num">
          {t`双眼差`} {od === null || os === null ? '—' : `${showDioptre(od - os, 3)} D`}
        </p>
        {anisometropic(values) && <p className="warn">{t`屈光参差：球镜相差超过 1.50 D 或柱镜超过 1.00 D`}</p>}
      </div>
    </Panel>
  )
}

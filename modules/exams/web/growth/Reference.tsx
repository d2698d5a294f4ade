/** Which reference a curve is drawn on: chosen by name, kept in the address, named under the curve. */
import { Select } from 'antd'
import { t, tr, useSearch } from '#kernel/web/index.ts'
import { referenceOf, references, type ReferenceMeasure, type Reference } from '../../contract/references/index.ts'
import type { Origin } from './How.tsx'

/** The reference of a measure, and what chooses another one. */
export function useReference(measured: ReferenceMeasure): [Reference, (id: string) => void] {
  const [search, change] = useSearch()
  return [
    referenceOf(measured, search[`${measured}Ref`]),
    (id) => change({ [`${measured}Ref`]: id === references[measured][0].id ? undefined : id }),
  ]
}
export const ReferencePick = ({
  of: measured,
  chosen,
  onChoose,
}: {
  of: ReferenceMeasure
  chosen: Reference
  onChoose: (id: string) => void
}) => (
  <Select
    size="small"
    className="reference-pick"
    aria-label={t`参考曲线`}
    value={chosen.id}
    onChange={onChoose}
    popupMatchSelectWidth={false}
    options={references[measured].map((r) => ({ value: r.id, label: tr(r.label) }))}
  />
)
/** Publication, version and year, and what is not known of the numbers. */
export const ReferenceSource = ({ of: reference }: { of: Reference }) => (
  <p className="growth-source">
    {t`参考：${tr(reference.label)}，${reference.published} 年。${reference.source}`}
    {reference.note && ` · ${tr(reference.note)}`}
  </p>
)
export const originOf = (reference: Reference): Origin => ({
  of: reference.names[0]?.startsWith('P') ? t`百分位` : t`界值`,
  formula: tr(reference.formula),
  source: reference.source,
  note: reference.note && tr(reference.note),
})

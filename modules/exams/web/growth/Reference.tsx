/** Which reference a curve is drawn on: chosen by name, kept in the address, named under the curve. */
import { Select } from 'antd'
import { t, tr, useSearch } from '#kernel/web/index.ts'
import { referenceOf, references, type Measured, type Reference } from '../../contract/references/index.ts'
import type { Origin } from './How.tsx'

/** The reference of a measure, and what chooses another one. */
export function useReference(of: Measured): [Reference, (id: string) => void] {
  const [search, change] = useSearch()
  return [referenceOf(of, search[`${of}Ref`]), (id) => change({ [`${of}Ref`]: id === references[of][0].id ? undefined : id })]
}
export const ReferencePick = ({ of, chosen, onChoose }: { of: Measured; chosen: Reference; onChoose: (id: string) => void }) => (
  <Select
    size="small"
    className="reference-pick"
    aria-label={t`参考曲线`}
    value={chosen.id}
    onChange={onChoose}
    popupMatchSelectWidth={false}
    options={references[of].map((r) => ({ value: r.id, label: tr(r.label) }))}
  />
)
/** Publication, version and year, and what is not known of the numbers. */
export const ReferenceSource = ({ of }: { of: Reference }) => (
  <p className="growth-source">
    {t`参考：${tr(of.label)}，${of.published} 年。${of.source}`}
    {of.note && ` · ${tr(of.note)}`}
  </p>
)
export const originOf = (of: Reference): Origin => ({
  of: of.names[0]?.startsWith('P') ? t`百分位` : t`界值`,
  formula: tr(of.formula),
  source: of.source,
  note: of.note && tr(of.note),
})

/** What is expected of the values of an examination, beside them: as its kind declares it. */
import { metaOf, showNumber } from '#kernel/contract/index.ts'
import { Panel, t, tr, type FormValues } from '#kernel/web/index.ts'
import type { NormPlace } from '../../contract/aids/binocular.ts'
import type { AnyExam } from '../../contract/kinds/index.ts'

const MARKS: Readonly<Record<NormPlace, string>> = { low: '↓', within: '', high: '↑' }

export function Norms({ of: exam, values, age }: { of: AnyExam; values: FormValues; age: number | null }) {
  const rows = Object.entries(exam.fields).flatMap(([name, field]) => {
    const value = values[name]
    const norm = typeof value === 'number' ? exam.norms?.(name, value, age) : undefined
    return norm && typeof value === 'number' ? [{ name, value, norm, meta: metaOf(field) }] : []
  })
  if (!rows.length) return null
  return (
    <Panel title={t`与参考值`} note={t`均值 ± 标准差`}>
      <table className="grid compact num">
        <thead>
          <tr>
            <th scope="col">{t`项目`}</th>
            <th scope="col" className="right">{t`实测`}</th>
            <th scope="col" className="right">{t`参考`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, value, norm, meta }) => (
            <tr key={name} title={norm.source}>
              <td>{tr(meta.label ?? name)}</td>
              <td className={norm.place === 'within' ? 'right' : 'right warn'}>
                {showNumber(value, meta.decimals)} {MARKS[norm.place]}
              </td>
              <td className="right soft">{norm.expected}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

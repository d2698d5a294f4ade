/** The development of refraction as a table, a row for each day, with what was done against it; what is computed says its formula. */
import { Button } from 'antd'
import { Download as DownloadIcon, Printer } from 'lucide-react'
import { showNumber } from '#kernel/contract/index.ts'
import { download, Empty, Panel, Scrolls, t, tr, useCall, useGo } from '#kernel/web/index.ts'
import type { Reference } from '#modules/exams/contract/references/index.ts'
import type { Curve } from '#modules/exams/contract/shapes.ts'
import { developed, developmentColumns } from '../../contract/development.ts'
import { records } from '../../contract/endpoints.ts'
import '../records.css'

export default function DevelopmentTable({ curve, reference }: { curve: Curve; reference: Reference }) {
  const { pid } = curve
  const go = useGo()
  const treatments = useCall(records['treatments.list'], { pid }, { live: ['records'], keep: true })
  const rows = developed(curve, reference, treatments.data?.list ?? [])
  const print = () => go(`/print/development/${pid}?alRef=${reference.id}`)
  const save = () => void download(records['development.export'], { pid, alRef: reference.id })
  return (
    <Panel
      className="whole"
      title={t`屈光发育表`}
      note={t`右眼 / 左眼`}
      actions={
        rows.length > 0 && (
          <span className="development-ways">
            <Button size="small" icon={<Printer size={14} aria-hidden />} onClick={print}>{t`打印`}</Button>
            <Button size="small" icon={<DownloadIcon size={14} aria-hidden />} onClick={save}>{t`导出`}</Button>
          </span>
        )
      }
    >
      {rows.length === 0 ? (
        <Empty text={t`还没有记录`} />
      ) : (
        <Scrolls className="wide-table" label={t`屈光发育表`}>
          <table className="grid compact num">
            <thead>
              <tr>
                <th scope="col">{t`日期`}</th>
                <th scope="col" className="right">{t`年龄`}</th>
                {developmentColumns.map(({ title, unit, formula }) => (
                  <th key={title} scope="col" className="right" {...(formula ? { title: tr(formula) } : {})}>
                    {tr(title)}
                    {unit && <i className="unit"> {tr(unit)}</i>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.day}>
                  <th scope="row">{row.day}</th>
                  <td className="right">{row.age === null ? '—' : showNumber(row.age, 1)}</td>
                  {developmentColumns.map(({ title, cell }) => (
                    <td key={title} className="right">
                      {cell(row, tr)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
    </Panel>
  )
}

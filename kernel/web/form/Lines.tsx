/** Lines of a form: an array of objects as rows that are typed, added and taken away. */
import { Button } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { bareOf, fieldsOf, isNumeric, metaOf, z } from '#kernel/contract/internal.ts'
import type { ReactNode } from 'react'
import { t, tr } from '../i18n.ts'
import type { Problem } from './check.ts'
import { Control } from './Control.tsx'

export interface LineColumn {
  key: string
  title?: string
  width?: number
  options?: ReadonlyArray<{ value: string | number; label: string }>
  control?: (line: Record<string, unknown>, change: (patch: Record<string, unknown>) => void, index: number) => ReactNode
}
export interface LinesProps {
  /** The array field. */
  field: z.ZodType
  /** Name of the field in the form. */
  name: string
  value: ReadonlyArray<Record<string, unknown>>
  onChange: (lines: ReadonlyArray<Record<string, unknown>>) => void
  columns?: ReadonlyArray<string | LineColumn>
  problems?: readonly Problem[]
  /** What an added line starts with; `null` offers no adding (lines come from a picker). */
  blank?: Record<string, unknown> | null
  foot?: ReactNode
  disabled?: boolean
}

export function Lines({ field, name, value, onChange, columns, problems = [], blank = {}, foot, disabled = false }: LinesProps) {
  const bare = bareOf(field)
  const fields = bare instanceof z.ZodArray ? fieldsOf(bare.element as z.ZodType) : {}
  const shown = (columns ?? Object.keys(fields)).map((c): LineColumn => (typeof c === 'string' ? { key: c } : c))
  return (
    <div className="lines">
      <table className="grid num">
        <thead>
          <tr>
            {shown.map((c) => (
              <Head key={c.key} column={c} field={fields[c.key]} />
            ))}
            {!disabled && (
              <th className="row-actions">
                <span className="sr">{t`操作`}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {value.map((line, i) => (
            <Line
              key={i}
              line={line}
              at={i}
              columns={shown}
              fields={fields}
              name={`${name}.${i}`}
              problems={problems}
              disabled={disabled}
              change={(patch) => onChange(value.map((one, index) => (index === i ? { ...one, ...patch } : one)))}
              remove={() => onChange(value.filter((_, index) => index !== i))}
            />
          ))}
        </tbody>
      </table>
      <div className="lines-foot">
        {blank !== null && !disabled && (
          <Button size="small" icon={<Plus size={14} />} onClick={() => onChange([...value, { ...blank }])}>{t`添加一行`}</Button>
        )}
        {foot}
      </div>
    </div>
  )
}

function Head({ column: c, field }: { column: LineColumn; field: z.ZodType | undefined }) {
  const meta = field ? metaOf(field) : {}
  const width = c.width ?? meta.width
  return (
    <th scope="col" className={field && meta.format !== 'id' && isNumeric(field) ? 'right' : 'left'} style={width ? { width } : undefined}>
      {tr(c.title ?? meta.label ?? c.key)}
      {meta.unit && <i className="unit"> {meta.unit}</i>}
    </th>
  )
}

interface LineProps {
  line: Record<string, unknown>
  at: number
  columns: readonly LineColumn[]
  fields: Readonly<Record<string, z.ZodType>>
  /** Name of the line in the form: `items.0`. */
  name: string
  problems: readonly Problem[]
  disabled: boolean
  change: (patch: Record<string, unknown>) => void
  remove: () => void
}
function Line({ line, at: index, columns, fields, name, problems, disabled, change, remove }: LineProps) {
  return (
    <tr>
      {columns.map((c) => {
        const wrong = problems.find((p) => p.field === `${name}.${c.key}`)
        return (
          <td key={c.key} data-field={`${name}.${c.key}`} title={wrong?.sentence}>
            {c.control ? (
              c.control(line, change, index)
            ) : (
              <Control
                field={fields[c.key]!}
                label={tr(metaOf(fields[c.key]!).label ?? c.key)}
                value={line[c.key]}
                wrong={Boolean(wrong)}
                disabled={disabled}
                onChange={(v) => change({ [c.key]: v })}
                {...(c.options ? { options: c.options } : {})}
              />
            )}
            {wrong && <small className="bad">{wrong.sentence.split('：').at(-1)}</small>}
          </td>
        )
      })}
      {!disabled && (
        <td className="row-actions">
          <button type="button" className="icon-btn" aria-label={t`删除第 ${index + 1} 行`} onClick={remove}>
            <Trash2 size={15} />
          </button>
        </td>
      )}
    </tr>
  )
}

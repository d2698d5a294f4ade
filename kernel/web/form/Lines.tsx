/** Lines of a form: an array of objects as rows that are typed, added and taken away. */
import { Button } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { bareOf, fieldsOf, isNumeric, metaOf, z } from '#kernel/contract/index.ts'
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

export function Lines({ field, name, value, onChange, columns, problems = [], blank = {}, foot, disabled }: LinesProps) {
  const bare = bareOf(field)
  const fields = bare instanceof z.ZodArray ? fieldsOf(bare.element as z.ZodType) : {}
  const shown = (columns ?? Object.keys(fields)).map((c): LineColumn => (typeof c === 'string' ? { key: c } : c))
  const change = (at: number, patch: Record<string, unknown>) => onChange(value.map((line, i) => (i === at ? { ...line, ...patch } : line)))
  return (
    <div className="lines">
      <table className="grid num">
        <thead>
          <tr>
            {shown.map((c) => {
              const meta = fields[c.key] ? metaOf(fields[c.key]!) : {}
              return (
                <th
                  key={c.key}
                  scope="col"
                  className={fields[c.key] && meta.format !== 'id' && isNumeric(fields[c.key]!) ? 'right' : 'left'}
                  style={(c.width ?? meta.width) ? { width: c.width ?? meta.width } : undefined}
                >
                  {tr(c.title ?? meta.label ?? c.key)}
                  {meta.unit && <i className="unit"> {meta.unit}</i>}
                </th>
              )
            })}
            {!disabled && (
              <th className="row-actions">
                <span className="sr">{t`操作`}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {value.map((line, i) => (
            <tr key={i}>
              {shown.map((c) => {
                const wrong = problems.find((p) => p.field === `${name}.${i}.${c.key}`)
                return (
                  <td key={c.key} data-field={`${name}.${i}.${c.key}`} title={wrong?.sentence}>
                    {c.control ? (
                      c.control(line, (patch) => change(i, patch), i)
                    ) : (
                      <Control
                        field={fields[c.key]!}
                        label={tr(metaOf(fields[c.key]!).label ?? c.key)}
                        value={line[c.key]}
                        wrong={Boolean(wrong)}
                        disabled={disabled ?? false}
                        onChange={(v) => change(i, { [c.key]: v })}
                        {...(c.options ? { options: c.options } : {})}
                      />
                    )}
                    {wrong && <small className="bad">{wrong.sentence.split('：').at(-1)}</small>}
                  </td>
                )
              })}
              {!disabled && (
                <td className="row-actions">
                  <button
                    type="button"
                    className="icon-btn"
                    aria-label={t`删除第 ${i + 1} 行`}
                    onClick={() => onChange(value.filter((_, at) => at !== i))}
                  >
                    <Trash2 size={15} />
                  </button>
                </td>
              )}
            </tr>
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

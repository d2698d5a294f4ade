/** Filters of a list in one row; what they are set to stands in the address. */
import { DatePicker, Input, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { metaOf, type z } from '#kernel/contract/index.ts'
import { DateRange } from '../form/DateRange.tsx'
import { t, tr } from '../i18n.ts'

export interface CustomFilter<Name extends string> {
  key: Name
  label?: string
  /** Choices of the screen, such as the doctors of the store. */
  options?: ReadonlyArray<{ value: string | number; label: string }>
  width?: number
}
export interface RangeFilter<Name extends string> {
  /** Names of the first and last day. */
  range: readonly [Name, Name]
  label?: string
}
export type Filter<Name extends string> = Name | CustomFilter<Name> | RangeFilter<Name>

interface FilterProps {
  filters: ReadonlyArray<Filter<string>>
  fields: Readonly<Record<string, z.ZodType>>
  values: Readonly<Record<string, string | undefined>>
  change: (to: Readonly<Record<string, string | undefined>>) => void
}

export const Filters = ({ filters, fields, values, change }: FilterProps) => (
  <>
    {filters.map((filter) => {
      if (typeof filter !== 'string' && 'range' in filter)
        return <Range key={filter.range[0]} filter={filter} values={values} change={change} />
      const own: CustomFilter<string> = typeof filter === 'string' ? { key: filter } : filter
      return <One key={own.key} own={own} field={fields[own.key]} value={values[own.key]} change={(v) => change({ [own.key]: v })} />
    })}
  </>
)

function One({
  own,
  field,
  value,
  change,
}: {
  own: CustomFilter<string>
  field: z.ZodType | undefined
  value: string | undefined
  change: (v: string | undefined) => void
}) {
  const meta = field ? metaOf(field) : {}
  const label = tr(own.label ?? meta.label ?? own.key)
  const options =
    own.options?.map((o) => ({ value: String(o.value), label: tr(o.label) })) ??
    optionsOf(meta.options) ??
    (meta.format === 'flag'
      ? [
          { value: 'true', label: t`是` },
          { value: 'false', label: t`否` },
        ]
      : undefined)
  if (options && options.length <= 3 && !own.options) {
    const choices = (
      <Segmented
        aria-label={label}
        value={value ?? ''}
        options={[{ value: '', label: t`全部` }, ...options]}
        onChange={(v) => change(String(v) || undefined)}
      />
    )
    // “Yes” and “no” do not say of what.
    return meta.format === 'flag' ? (
      <span className="filter-flag">
        {label}
        {choices}
      </span>
    ) : (
      choices
    )
  }
  if (options) {
    return (
      <Select
        aria-label={label}
        placeholder={label}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        style={{ minWidth: own.width ?? 120 }}
        value={value ?? null}
        options={options}
        onChange={(v: string | null) => change(v ?? undefined)}
      />
    )
  }
  if (meta.format === 'date' || meta.format === 'moment') {
    return (
      <DatePicker
        aria-label={label}
        placeholder={label}
        value={value ? dayjs(value) : null}
        onChange={(d) => change(d ? d.format('YYYY-MM-DD') : undefined)}
      />
    )
  }
  return <Typed label={label} value={value ?? ''} width={own.width ?? (label.length > 10 ? 236 : 200)} change={change} />
}

const optionsOf = (options: Readonly<Record<string, string>> | undefined) =>
  options && Object.entries(options).map(([value, label]) => ({ value, label: tr(label) }))

/** Text searched a moment after the last key, or at once on Enter. */
function Typed({ label, value, width, change }: { label: string; value: string; width: number; change: (v: string | undefined) => void }) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setText(value), [value])
  const tell = (to: string, wait: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => change(to.trim() || undefined), wait)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Input
      className="filter-text"
      aria-label={label}
      placeholder={label}
      style={{ width }}
      allowClear
      prefix={<SearchIcon size={14} aria-hidden />}
      value={text}
      onChange={(e) => {
        setText(e.target.value)
        tell(e.target.value, 350)
      }}
      onPressEnter={() => tell(text, 0)}
    />
  )
}

function Range({ filter, values, change }: { filter: RangeFilter<string>; values: FilterProps['values']; change: FilterProps['change'] }) {
  const [from, to] = filter.range
  return (
    <DateRange
      label={tr(filter.label ?? '日期')}
      from={values[from]}
      to={values[to]}
      onChange={(first, last) => change({ [from]: first, [to]: last })}
    />
  )
}

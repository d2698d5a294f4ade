/** Filters of a list in one row; what they are set to stands in the address. */
import { Input, Segmented, Select } from 'antd'
import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { metaOf, type FieldMeta, type z } from '#kernel/contract/index.ts'
import { DateRange, DayPicker } from '../days/index.tsx'
import { t, tr } from '../i18n.ts'
import { byName } from '../find/byName.ts'

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
  /** Why the list begins with all days; without it, with the last thirty (R097). */
  all?: string
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

interface OneProps {
  own: CustomFilter<string>
  field: z.ZodType | undefined
  value: string | undefined
  change: (v: string | undefined) => void
}
/** The control of one filter: few choices stand side by side, many in a list, days in a calendar, everything else is typed. */
function One({ own, field, value, change }: OneProps) {
  const meta = field ? metaOf(field) : {}
  const label = tr(own.label ?? meta.label ?? own.key)
  const options = choicesOf(own, meta)
  if (options && options.length <= 3 && !own.options)
    return <Few label={label} named={meta.format === 'flag'} {...{ options, value, change }} />
  if (options) return <Many label={label} width={own.width ?? 120} {...{ options, value, change }} />
  if (meta.format === 'date' || meta.format === 'moment') {
    return <DayPicker label={label} placeholder={label} value={value} onChange={change} />
  }
  return <Typed label={label} value={value ?? ''} width={own.width ?? (label.length > 10 ? 236 : 200)} change={change} />
}

type Choices = Array<{ value: string; label: string }>
/** Choices of the screen, else those of the field; a flag is yes or no. */
function choicesOf(own: CustomFilter<string>, meta: FieldMeta): Choices | undefined {
  if (own.options) return own.options.map((o) => ({ value: String(o.value), label: tr(o.label) }))
  if (meta.options) return Object.entries(meta.options).map(([value, label]) => ({ value, label: tr(label) }))
  if (meta.format !== 'flag') return undefined
  return [
    { value: 'true', label: t`是` },
    { value: 'false', label: t`否` },
  ]
}

interface ChoiceProps extends Pick<OneProps, 'value' | 'change'> {
  label: string
  options: Choices
}
/** `named`: “yes” and “no” do not say of what. */
function Few({ label, options, value, change, named }: ChoiceProps & { named: boolean }) {
  const choices = (
    <Segmented
      aria-label={label}
      value={value ?? ''}
      options={[{ value: '', label: t`全部` }, ...options]}
      onChange={(v) => change(String(v) || undefined)}
    />
  )
  if (!named) return choices
  return (
    <span className="filter-flag">
      {label}
      {choices}
    </span>
  )
}
const Many = ({ label, options, value, change, width }: ChoiceProps & { width: number }) => (
  <Select
    aria-label={label}
    placeholder={label}
    allowClear
    showSearch={byName}
    style={{ minWidth: width }}
    value={value ?? null}
    options={options}
    onChange={(v: string | null) => change(v ?? undefined)}
  />
)

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

/**
 * What results are filtered by, as rules in a line: field, sign, value, a cross that takes it away; one more is added by its name. They
 * stand in the address.
 */
import { Input, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { metaOf, type z } from '#kernel/contract/index.ts'
import { byName, t, tr, useLetters, useSearch } from '#kernel/web/index.ts'

export interface ResultRule {
  readonly key: string
  readonly label?: string
  /** Between field and value; 「=」 where nothing is said. */
  readonly sign?: string
  /** Choices of the screen, such as the schools of the store. */
  readonly options?: ReadonlyArray<{ readonly value: string | number; readonly label: string }>
}
interface ChipsProps {
  rules: readonly ResultRule[]
  fields: Readonly<Record<string, z.ZodType>>
  /** At the right end: what the rules together mean. */
  note?: string | undefined
}
export function RuleChips({ rules, fields, note }: ChipsProps) {
  const [search, setSearch] = useSearch()
  const [begun, setBegun] = useState<string>()
  const set = (key: string, value: string | undefined) => setSearch({ [key]: value, page: undefined }, true)
  const used = rules.filter(({ key }) => search[key] !== undefined || key === begun)
  const free = rules.filter((rule) => !used.includes(rule))
  const nameOf = ({ key, label }: ResultRule): string => {
    const field = fields[key]
    return tr(label ?? (field && metaOf(field).label) ?? key)
  }
  return (
    <div className="rule-chips" role="search" aria-label={t`筛选条件`}>
      {used.map((rule) => (
        <span key={rule.key} className="rule-chip">
          <em>{nameOf(rule)}</em>
          <RuleValue
            name={nameOf(rule)}
            rule={rule}
            field={fields[rule.key]}
            value={search[rule.key]}
            isOpen={rule.key === begun}
            change={(value) => {
              set(rule.key, value)
              setBegun(undefined)
            }}
          />
          <button
            type="button"
            aria-label={t`去掉条件 ${nameOf(rule)}`}
            onClick={() => {
              set(rule.key, undefined)
              setBegun(undefined)
            }}
          >
            <X size={13} aria-hidden />
          </button>
        </span>
      ))}
      <AddRule free={free} nameOf={nameOf} begin={setBegun} />
      {note !== undefined && <span className="rule-note soft">{note}</span>}
    </div>
  )
}
interface AddProps {
  free: readonly ResultRule[]
  nameOf: (rule: ResultRule) => string
  begin: (key: string) => void
}
function AddRule({ free, nameOf, begin }: AddProps) {
  const [isOpen, setOpen] = useState(false)
  useLetters({ '/': () => setOpen(true) })
  if (!isOpen)
    return (
      <button type="button" className="rule-add" onClick={() => setOpen(true)}>
        <Plus size={13} aria-hidden /> {t`加条件`} <kbd>/</kbd>
      </button>
    )
  return (
    <Select
      aria-label={t`加条件`}
      size="small"
      autoFocus
      defaultOpen
      showSearch={byName}
      style={{ width: 140 }}
      placeholder={t`加条件`}
      options={free.map((rule) => ({ value: rule.key, label: nameOf(rule) }))}
      onChange={(key: string) => {
        begin(key)
        setOpen(false)
      }}
      onBlur={() => setOpen(false)}
    />
  )
}
const YES_NO = { true: '是', false: '否' }
interface ValueProps {
  name: string
  rule: ResultRule
  field: z.ZodType | undefined
  value: string | undefined
  isOpen: boolean
  change: (value: string | undefined) => void
}
/** Choices in a list, days in a calendar, the rest typed. */
function RuleValue({ name, rule, field, value, isOpen, change }: ValueProps) {
  const meta = field ? metaOf(field) : {}
  const [typed, setTyped] = useState(value ?? '')
  const words = meta.format === 'flag' ? YES_NO : meta.options
  const options =
    rule.options?.map((each) => ({ value: String(each.value), label: each.label })) ??
    (words && Object.entries(words).map(([key, label]) => ({ value: key, label: tr(label) })))
  if (options)
    return (
      <Select
        aria-label={name}
        size="small"
        variant="borderless"
        popupMatchSelectWidth={false}
        showSearch={byName}
        autoFocus={isOpen}
        defaultOpen={isOpen}
        value={value}
        placeholder={t`请选择`}
        options={options}
        onChange={change}
      />
    )
  const done = () => change(typed.trim() === '' ? undefined : typed.trim())
  return (
    <>
      {rule.sign !== undefined && <b>{rule.sign}</b>}
      <Input
        aria-label={name}
        size="small"
        variant="borderless"
        autoFocus={isOpen}
        type={meta.format === 'date' ? 'date' : 'text'}
        style={{ width: meta.format === 'date' ? 130 : 64 }}
        value={typed}
        onChange={(e) => setTyped(e.target.value)}
        onPressEnter={done}
        onBlur={done}
      />
    </>
  )
}

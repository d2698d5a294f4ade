/** One control for each way a field is typed: dates, times, texts, numbers, choices, files. */
import { Input, InputNumber, Radio, Select, Switch } from 'antd'
import { Upload as UploadIcon } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { bareOf, metaOf, z, type FieldMeta } from '#kernel/contract/index.ts'
import { ClockPicker, DayPicker, MomentPicker } from '../days/index.tsx'
import { limitsOf } from './check.ts'
import { t, tr } from '../i18n.ts'
import type { ControlProps } from './Control.tsx'
import { byName } from '../find/byName.ts'

/** What every control takes over as it is. */
const common = ({ id, wrong, describedBy, label, disabled }: ControlProps) => ({
  id,
  'aria-invalid': wrong || undefined,
  'aria-describedby': describedBy,
  'aria-label': label,
  disabled: disabled ?? false,
  status: wrong ? ('error' as const) : ('' as const),
})
const WIDE = { width: '100%' }

const Flag = ({ id, label, disabled, value, onChange }: ControlProps) => (
  <Switch id={id ?? ''} aria-label={label} disabled={disabled ?? false} checked={Boolean(value)} onChange={onChange} />
)

/** What the pickers of days and times take over. */
const picked = (props: ControlProps, hint: string) => ({
  id: props.id,
  label: props.label,
  disabled: props.disabled,
  wrong: props.wrong,
  describedBy: props.describedBy,
  placeholder: props.placeholder ?? hint,
  value: typeof props.value === 'string' ? props.value : null,
  onChange: props.onChange,
  width: '100%',
})
const DateControl = (props: ControlProps) => <DayPicker {...picked(props, t`如 2026-01-31`)} />
const MomentControl = (props: ControlProps) => <MomentPicker {...picked(props, t`如 2026-01-31 09:30`)} />
const ClockControl = (props: ControlProps) => <ClockPicker {...picked(props, t`如 09:30`)} />

const Long = (props: ControlProps) => (
  <Input.TextArea
    {...common(props)}
    autoSize={{ minRows: 2, maxRows: 8 }}
    placeholder={props.placeholder ?? ''}
    value={String(props.value ?? '')}
    onChange={(e) => props.onChange(e.target.value)}
  />
)

const Secret = (props: ControlProps) => (
  <Input.Password
    {...common(props)}
    autoComplete="new-password"
    placeholder={props.placeholder ?? ''}
    value={String(props.value ?? '')}
    onChange={(e) => props.onChange(e.target.value)}
  />
)

const FileControl = ({ id, label, describedBy, disabled, value, onChange }: ControlProps) => (
  <span className="file">
    <label className="btn" aria-disabled={disabled || undefined}>
      <UploadIcon size={14} aria-hidden /> {t`选择文件`}
      <input
        id={id}
        type="file"
        aria-label={label}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={(e) => onChange(e.target.files?.[0])}
      />
    </label>
    {value instanceof File && <span>{value.name}</span>}
  </span>
)

const Text = (props: ControlProps) => (
  <Input
    {...common(props)}
    inputMode={metaOf(props.field).format === 'phone' ? 'tel' : 'text'}
    placeholder={props.placeholder ?? ''}
    value={String(props.value ?? '')}
    onChange={(e) => props.onChange(e.target.value)}
  />
)

function NumberControl({ field, id, value, onChange, placeholder, disabled, wrong, describedBy, label }: ControlProps) {
  const meta = metaOf(field)
  const { min, max } = limitsOf(field)
  const { unreadable, typed, ...typing } = useTyping(value)
  return (
    <InputNumber<string | number>
      id={id ?? ''}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={wrong || unreadable || undefined}
      data-unreadable={unreadable || undefined}
      {...(typed === undefined ? {} : { title: t`“${typed}”不是数字` })}
      className="num"
      style={{ width: '100%' }}
      disabled={disabled ?? false}
      status={wrong || unreadable ? 'error' : ''}
      placeholder={placeholder ?? ''}
      step={meta.step ?? 1}
      keyboard
      {...typing}
      {...(meta.format === 'money' ? { prefix: '¥' } : {})}
      // The limits are told in words by the form; here they only stop the arrows.
      onStep={(next) => onChange(Math.min(Math.max(Number(next), min), max))}
      value={typeof value === 'number' ? value : null}
      onChange={(v) => onChange(typeof v === 'number' ? v : undefined)}
    />
  )
}

/** A number as it is typed, full width, with thousands apart or the full stop of a Chinese keyboard; empty for what is none. */
function plainNumber(text: string | undefined): string {
  const plain = (text ?? '').normalize('NFKC').trim().replace(/^\+/, '').replaceAll('−', '-').replaceAll('。', '.')
  const joined = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain
  return /^-?(\d+\.?\d*|\.\d+)$/.test(joined) ? joined : ''
}
/** A text that is no number is neither dropped nor read as another one: it stays, red, and nothing is saved over it. */
function useTyping(value: unknown) {
  const kept = useRef<string>(undefined)
  const [typed, show] = useState<string>()
  const keep = (text: string | undefined) => show((kept.current = text))
  // What was typed is over once the field holds another number.
  useEffect(() => (typeof value === 'number' ? keep(undefined) : undefined), [value])
  // Always the same: another one would have the text drawn anew while it is typed.
  const formatter = useCallback(
    (shown: string | number | undefined, { userTyping, input }: { userTyping: boolean; input: string }) =>
      userTyping ? input : (kept.current ?? String(shown ?? '')),
    [],
  )
  const onInput = (text: string) => keep(text.trim() !== '' && plainNumber(text) === '' ? text : undefined)
  return { typed, unreadable: typed !== undefined, parser: plainNumber, formatter, onInput }
}

type Choices = NonNullable<ControlProps['options']>
/** Few choices of the contract stand side by side, all others in a list. */
export const Choice = ({ options, ...props }: ControlProps & { options: Choices }) => (
  <Select
    {...common(props)}
    {...(bareOf(props.field) instanceof z.ZodArray ? { mode: 'multiple' as const } : {})}
    allowClear
    showSearch={byName}
    style={WIDE}
    placeholder={props.placeholder ?? t`请选择`}
    value={(props.value as never) ?? (bareOf(props.field) instanceof z.ZodArray ? [] : null)}
    options={options.map((o) => ({ value: o.value, label: tr(o.label) }))}
    onChange={(v: unknown) => props.onChange(v ?? undefined)}
  />
)
export const Buttons = ({ id, label, disabled, value, onChange, options }: ControlProps & { options: Choices }) => (
  <Radio.Group
    id={id}
    aria-label={label}
    disabled={disabled ?? false}
    value={value ?? null}
    onChange={(e) => onChange(e.target.value)}
    optionType="button"
  >
    {options.map((o) => (
      <Radio.Button key={o.value} value={o.value}>
        {tr(o.label)}
      </Radio.Button>
    ))}
  </Radio.Group>
)

const byFormat: Partial<Record<NonNullable<FieldMeta['format']>, (props: ControlProps) => ReactNode>> = {
  flag: Flag,
  date: DateControl,
  moment: MomentControl,
  clock: ClockControl,
  long: Long,
  secret: Secret,
  file: FileControl,
}
/** The control of a field without choices. */
export const controlOf = (field: z.ZodType): ((props: ControlProps) => ReactNode) =>
  byFormat[metaOf(field).format ?? 'text'] ?? (bareOf(field) instanceof z.ZodNumber ? NumberControl : Text)

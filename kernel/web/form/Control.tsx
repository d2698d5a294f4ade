/** The control of a field, chosen by what the contract says about it. */
import { DatePicker, Input, InputNumber, Radio, Select, Switch, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { Upload as UploadIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { bareOf, metaOf, z } from '#kernel/contract/index.ts'
import { t, tr } from '../i18n.ts'
import { limitsOf } from './check.ts'

export interface ControlProps {
  field: z.ZodType
  id?: string
  value: unknown
  onChange: (value: unknown) => void
  /** Choices of the screen instead of the contract's. */
  options?: ReadonlyArray<{ value: string | number; label: string }>
  placeholder?: string
  disabled?: boolean
  wrong?: boolean
  /** Ids of the texts that describe the control. */
  describedBy?: string
  /** Label, where no visible one is tied to the control. */
  label?: string
}

export function Control(props: ControlProps): ReactNode {
  const { field, id, value, onChange, placeholder, disabled, wrong, describedBy, label } = props
  const meta = metaOf(field)
  const bare = bareOf(field)
  const aria = {
    id,
    'aria-invalid': wrong || undefined,
    'aria-describedby': describedBy,
    'aria-label': label,
    disabled: disabled ?? false,
    status: wrong ? ('error' as const) : ('' as const),
  }
  const choices = props.options ?? optionsOf(meta.options, bare)
  const many = bare instanceof z.ZodArray
  if (choices) {
    if (!many && !props.options && choices.length <= 4) {
      return (
        <Radio.Group
          id={id}
          aria-label={label}
          disabled={disabled ?? false}
          value={value ?? null}
          onChange={(e) => onChange(e.target.value)}
          optionType="button"
        >
          {choices.map((o) => (
            <Radio.Button key={o.value} value={o.value}>
              {tr(o.label)}
            </Radio.Button>
          ))}
        </Radio.Group>
      )
    }
    return (
      <Select
        {...aria}
        {...(many ? { mode: 'multiple' as const } : {})}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        style={{ width: '100%' }}
        placeholder={placeholder ?? t`请选择`}
        value={(value as never) ?? (many ? [] : null)}
        options={choices.map((o) => ({ value: o.value, label: tr(o.label) }))}
        onChange={(v: unknown) => onChange(v ?? undefined)}
      />
    )
  }
  switch (meta.format) {
    case 'flag':
      return <Switch id={id ?? ''} aria-label={label} disabled={disabled ?? false} checked={Boolean(value)} onChange={onChange} />
    case 'date':
      return (
        <DatePicker
          {...aria}
          style={{ width: '100%' }}
          placeholder={placeholder ?? t`如 2026-01-31`}
          value={typeof value === 'string' && value ? dayjs(value) : null}
          onChange={(d) => onChange(d ? d.format('YYYY-MM-DD') : undefined)}
        />
      )
    case 'moment':
      return (
        <DatePicker
          {...aria}
          showTime={{ format: 'HH:mm', minuteStep: 5 }}
          format="YYYY-MM-DD HH:mm"
          style={{ width: '100%' }}
          placeholder={placeholder ?? t`如 2026-01-31 09:30`}
          value={typeof value === 'string' && value ? dayjs(value) : null}
          onChange={(d) => onChange(d ? d.format('YYYY-MM-DD HH:mm:ss') : undefined)}
        />
      )
    case 'clock':
      return (
        <TimePicker
          {...aria}
          needConfirm={false}
          format="HH:mm"
          minuteStep={5}
          style={{ width: '100%' }}
          placeholder={placeholder ?? t`如 09:30`}
          value={typeof value === 'string' && value ? dayjs(`2000-01-01 ${value}`) : null}
          onChange={(d) => onChange(d ? d.format('HH:mm') : undefined)}
        />
      )
    case 'long':
      return (
        <Input.TextArea
          {...aria}
          autoSize={{ minRows: 2, maxRows: 8 }}
          placeholder={placeholder ?? ''}
          value={String(value ?? '')}
          onChange={(e) => onChange(e.target.value)}
        />
      )
    case 'secret':
      return (
        <Input.Password
          {...aria}
          autoComplete="new-password"
          placeholder={placeholder ?? ''}
          value={String(value ?? '')}
          onChange={(e) => onChange(e.target.value)}
        />
      )
    case 'file':
      return (
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
    default:
      return bare instanceof z.ZodNumber ? (
        <NumberControl {...props} />
      ) : (
        <Input
          {...aria}
          inputMode={meta.format === 'phone' ? 'tel' : 'text'}
          placeholder={placeholder ?? ''}
          value={String(value ?? '')}
          onChange={(e) => onChange(e.target.value)}
        />
      )
  }
}

function NumberControl({ field, id, value, onChange, placeholder, disabled, wrong, describedBy, label }: ControlProps) {
  const meta = metaOf(field)
  const { min, max } = limitsOf(field)
  return (
    <InputNumber
      id={id ?? ''}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={wrong || undefined}
      className="num"
      style={{ width: '100%' }}
      disabled={disabled ?? false}
      status={wrong ? 'error' : ''}
      placeholder={placeholder ?? ''}
      step={meta.step ?? 1}
      keyboard
      {...(meta.format === 'money' ? { prefix: '¥' } : {})}
      // The limits are told in words by the form; here they only stop the arrows.
      onStep={(next) => onChange(Math.min(Math.max(Number(next), min), max))}
      value={typeof value === 'number' ? value : null}
      onChange={(v) => onChange(typeof v === 'number' ? v : undefined)}
    />
  )
}

function optionsOf(options: Readonly<Record<string, string>> | undefined, bare: z.ZodType) {
  if (!options) return undefined
  const literal = bare instanceof z.ZodArray ? bareOf(bare.element as z.ZodType) : bare
  const numeric = literal instanceof z.ZodLiteral ? [...literal.values].some((v) => typeof v === 'number') : literal instanceof z.ZodNumber
  return Object.entries(options).map(([value, label]) => ({ value: numeric ? Number(value) : value, label }))
}

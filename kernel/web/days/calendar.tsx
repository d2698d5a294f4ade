/** The component library's calendar, a chunk of its own: a day, a moment, a time of day, and the words of its months. */
import { DatePicker, TimePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { language, t } from '../i18n.ts'
import { DAY_WIDTH, type PickerProps } from './shape.ts'

export { DateRange } from './Range.tsx'

if (language() === 'zh') dayjs.locale('zh-cn')

const common = ({ id, label, placeholder, disabled, wrong, describedBy, width, kept, autoFocus }: PickerProps) => ({
  ...(id ? { id } : {}),
  ...(autoFocus ? { autoFocus } : {}),
  ...(kept ? { allowClear: false } : {}),
  'aria-label': label,
  'aria-invalid': wrong || undefined,
  'aria-describedby': describedBy,
  disabled: disabled ?? false,
  status: wrong ? ('error' as const) : ('' as const),
  placeholder: placeholder ?? '',
  style: { width: width ?? DAY_WIDTH },
})

export function DayPicker(props: PickerProps) {
  const { value, onChange, until } = props
  return (
    <DatePicker
      {...common(props)}
      {...(until ? { disabledDate: (d: dayjs.Dayjs) => d.isAfter(dayjs(until), 'day') } : {})}
      value={value ? dayjs(value) : null}
      onChange={(d) => onChange(d?.format('YYYY-MM-DD'))}
    />
  )
}

export const MomentPicker = (props: PickerProps) => (
  <DatePicker
    {...common(props)}
    showTime={{ format: 'HH:mm', minuteStep: 5 }}
    needConfirm={false}
    format="YYYY-MM-DD HH:mm"
    placeholder={props.placeholder ?? t`如 2026-01-31 09:30`}
    value={props.value ? dayjs(props.value) : null}
    onChange={(d) => props.onChange(d?.format('YYYY-MM-DD HH:mm:ss'))}
  />
)

export const ClockPicker = (props: PickerProps) => (
  <TimePicker
    {...common(props)}
    needConfirm={false}
    format="HH:mm"
    minuteStep={5}
    value={props.value ? dayjs(`2000-01-01 ${props.value}`) : null}
    onChange={(d) => props.onChange(d?.format('HH:mm'))}
  />
)

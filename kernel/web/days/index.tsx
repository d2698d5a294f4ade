/** Days and times somebody chooses. The calendar behind them comes with the first that is shown, or when nobody waits for it. */
import { Input } from 'antd'
import { late } from './late.tsx'
import { DAY_WIDTH, RANGE_WIDTH, type PickerProps, type RangeProps } from './shape.ts'

const calendar = () => import('./calendar.tsx')

/** As large as the picker, with its name, value and hint; it takes no key before there is something that keeps it. */
const Place = ({ id, label, value, placeholder, disabled, wrong, describedBy, width, autoFocus }: PickerProps) => (
  <Input
    readOnly
    {...(id ? { id } : {})}
    {...(autoFocus ? { autoFocus } : {})}
    aria-label={label}
    aria-invalid={wrong || undefined}
    aria-describedby={describedBy}
    disabled={disabled ?? false}
    status={wrong ? 'error' : ''}
    placeholder={placeholder ?? ''}
    value={value ?? ''}
    style={{ width: width ?? DAY_WIDTH }}
  />
)

export const DayPicker = late<PickerProps>(async () => (await calendar()).DayPicker, Place)
export const MomentPicker = late<PickerProps>(
  async () => (await calendar()).MomentPicker,
  (props) => <Place {...props} value={props.value?.slice(0, 16)} />,
)
export const ClockPicker = late<PickerProps>(async () => (await calendar()).ClockPicker, Place)
/** Two days with the usual spans at hand; either may stay open. */
export const DateRange = late<RangeProps>(
  async () => (await calendar()).DateRange,
  ({ label, from, to }) => (
    <Input
      readOnly
      aria-label={label}
      placeholder={label}
      value={from || to ? `${from ?? ''}   →   ${to ?? ''}` : ''}
      style={{ width: RANGE_WIDTH }}
    />
  ),
)

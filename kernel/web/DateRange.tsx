/** A first and a last day. */
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { t } from './i18n.ts'

export interface DateRangeProps {
  label: string
  /** Days as `YYYY-MM-DD`. */
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}

/** Two days with the usual spans at hand; either may stay open. */
export function DateRange({ label, from, to, onChange }: DateRangeProps) {
  const day = (d: string | undefined) => (d && dayjs(d).isValid() ? dayjs(d) : null)
  const now = dayjs()
  const span = (name: string, first: dayjs.Dayjs) => ({ label: name, value: [first, now] as [dayjs.Dayjs, dayjs.Dayjs] })
  return (
    // The picker would send Tab from its last field back to its first, for ever: the browser moves on, Enter takes what was typed.
    <span role="presentation" onKeyDownCapture={(e) => e.key === 'Tab' && e.stopPropagation()}>
      <DatePicker.RangePicker
        aria-label={label} style={{ width: 240 }} allowEmpty={[true, true]} presets={[span(t`今天`, now), span(t`近 7 天`, now.subtract(6, 'day')), span(t`近 30 天`, now.subtract(29, 'day')), span(t`本月`, now.startOf('month'))]}
        value={[day(from), day(to)]} onChange={(days) => onChange(days?.[0]?.format('YYYY-MM-DD'), days?.[1]?.format('YYYY-MM-DD'))}
      />
    </span>
  )
}

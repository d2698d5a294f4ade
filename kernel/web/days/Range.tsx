/** A first and a last day. */
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useRef, type FocusEvent, type KeyboardEvent } from 'react'
import { clinicNow } from '#kernel/contract/format.ts'
import { t } from '../i18n.ts'
import { RANGE_WIDTH, type RangeProps } from './shape.ts'

type Days = readonly (dayjs.Dayjs | null | undefined)[] | null

/** Ways a day is typed; the first is how it is shown. None is the beginning of another: it would be taken while somebody still types. */
const FORMATS = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD']

/**
 * Two days with the usual spans at hand; either may stay open. What is typed counts when the field is left, by Tab or the mouse, not by
 * Enter only.
 */
export function DateRange({ label, from, to, onChange, autoFocus }: RangeProps) {
  const day = (d: string | undefined) => (d && dayjs(d).isValid() ? dayjs(d) : null)
  const now = dayjs(clinicNow())
  // Only a list with one kind of day can do without saying which.
  const words: [string, string] = label === t`日期` ? [t`开始日期`, t`结束日期`] : [t`${label}从`, t`到`]
  const span = (name: string, first: dayjs.Dayjs) => ({ label: name, value: [first, now] as [dayjs.Dayjs, dayjs.Dayjs] })
  const pending = useRef<Days>(null)
  const apply = (days: Days) => {
    pending.current = null
    const [first, last] = (days ?? []).map((d) => d?.format('YYYY-MM-DD'))
    if (first && last && first > last) onChange(last, first)
    else onChange(first, last)
  }
  const settle = () => pending.current && apply(pending.current)
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    const next = event.relatedTarget
    if (!(next instanceof HTMLInputElement && event.currentTarget.contains(next)) && !next?.closest('.ant-picker-dropdown')) settle()
  }
  const onKey = (event: KeyboardEvent) => {
    // The picker would send Tab from its last field back to its first, for ever: the browser moves on.
    if (event.key === 'Tab') event.stopPropagation()
    if (event.key === 'Escape') pending.current = null
    // With Enter in the first field the picker goes on to the second.
    if (event.key === 'Enter' && (event.target as HTMLElement).getAttribute('date-range') === 'end') settle()
  }
  return (
    <span role="presentation" onKeyDownCapture={onKey} onBlur={onBlur}>
      <DatePicker.RangePicker
        aria-label={label}
        placeholder={words}
        style={{ width: RANGE_WIDTH }}
        {...(autoFocus ? { autoFocus } : {})}
        format={FORMATS}
        allowEmpty={[true, true]}
        presets={[
          span(t`今天`, now),
          span(t`近 7 天`, now.subtract(6, 'day')),
          span(t`近 30 天`, now.subtract(29, 'day')),
          span(t`本月`, now.startOf('month')),
        ]}
        value={[day(from), day(to)]}
        onChange={apply}
        onCalendarChange={(days) => (pending.current = days)}
        onOpenChange={(open) => !open && settle()}
      />
    </span>
  )
}

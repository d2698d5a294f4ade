/** What the pickers of days and times are given. Days are `YYYY-MM-DD`, times `HH:mm`, moments `YYYY-MM-DD HH:mm:ss`. */
export interface PickerProps {
  label?: string | undefined
  value: string | null | undefined
  onChange: (value: string | undefined) => void
  id?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  wrong?: boolean | undefined
  describedBy?: string | undefined
  /** It always has a day: nothing to clear. */
  kept?: boolean
  /** The last day that can be chosen. */
  until?: string
  /** Width, else as wide as a day is. */
  width?: number | string
  autoFocus?: boolean
}

export interface RangeProps {
  label: string
  /** Days as `YYYY-MM-DD`. */
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
  autoFocus?: boolean
}
/** Widths of a day and of two, of the pickers as of the place held for them. */
export const DAY_WIDTH = 132
export const RANGE_WIDTH = 240

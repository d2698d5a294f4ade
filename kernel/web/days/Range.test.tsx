import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { DateRange } from './Range.tsx'

/** Puts text into the first and the second field and leaves each. At once, not key by key: the panels are drawn anew for each. */
function left(first: string, last: string) {
  const onChange = vi.fn()
  const { container } = render(
    <>
      <DateRange label="建档时间" from={undefined} to={undefined} onChange={onChange} />
      <button type="button">后面</button>
    </>,
  )
  const [from, to] = container.querySelectorAll('input')
  act(() => from!.focus())
  if (first) fireEvent.change(from!, { target: { value: first } })
  fireEvent.keyDown(from!, { key: 'Tab' })
  act(() => to!.focus())
  expect(onChange).not.toHaveBeenCalled()
  if (last) fireEvent.change(to!, { target: { value: last } })
  fireEvent.keyDown(to!, { key: 'Tab' })
  act(() => screen.getByText('后面').focus())
  cleanup()
  return onChange.mock.calls
}

describe('a range of days', () => {
  it('typed days count when the field is left, in whatever way and order they are typed', () => {
    expect(left('2026/11/20', '20261112')).toEqual([['2026-11-12', '2026-11-20']])
  })
  it('one day alone leaves the other end open', () => {
    expect(left('2026-11-10', '')).toEqual([['2026-11-10', undefined]])
  })
})

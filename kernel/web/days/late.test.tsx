import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fetchLate, late } from './late.tsx'

describe('a piece that comes late', () => {
  it('has its place held, takes over its focus, and is there at once the next time', async () => {
    const Piece = ({ label, autoFocus }: { label: string; autoFocus?: boolean }) => (
      <input aria-label={`${label}!`} autoFocus={autoFocus ?? false} />
    )
    let arrive = (_: typeof Piece) => {}
    const coming = new Promise<typeof Piece>((resolve) => (arrive = resolve))
    const Late = late<{ label: string }>(
      () => coming,
      ({ label }) => <input readOnly aria-label={label} />,
    )
    render(<Late label="日期" />)
    screen.getByLabelText('日期').focus()
    await act(async () => {
      arrive(Piece)
      await fetchLate()
    })
    expect(document.activeElement).toBe(screen.getByLabelText('日期!'))
    render(<Late label="时间" />)
    expect(screen.getByLabelText('时间!')).not.toBe(document.activeElement)
  })
})

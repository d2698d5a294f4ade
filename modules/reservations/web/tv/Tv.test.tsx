// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Freshness } from './Tv.tsx'

afterEach(() => vi.useRealTimers())

describe('the age of the waiting-room screen', () => {
  it('counts the seconds since the last answer and turns red at thirty', () => {
    vi.useFakeTimers()
    const last = Date.now()
    render(<Freshness ageOf={() => last} connected />)
    act(() => void vi.advanceTimersByTime(3000))
    expect(screen.getByRole('status').textContent).toBe('3 秒前更新')
    expect(screen.getByRole('status').className).not.toContain('old')
    act(() => void vi.advanceTimersByTime(27_000))
    expect(screen.getByRole('status').textContent).toBe('30 秒前更新')
    expect(screen.getByRole('status').className).toContain('old')
  })
  it('says so while nothing has come and while the channel is away', () => {
    render(<Freshness ageOf={() => 0} connected={false} />)
    expect(screen.getByRole('status').textContent).toBe('尚未更新 · 正在重新连接')
    expect(screen.getByRole('status').className).toContain('old')
  })
})

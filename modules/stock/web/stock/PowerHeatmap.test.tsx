import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PowerHeatmap } from './PowerHeatmap.tsx'

afterEach(cleanup)
const grid = {
  productId: 1,
  productName: '1.60 非球面',
  unit: '片',
  sph: [0, -0.25, -0.5],
  cyl: [0, -0.25],
  total: 13,
  cells: [
    { sph: -0.25, cyl: 0, quantity: 12, available: 12 },
    { sph: -0.5, cyl: -0.25, quantity: 1, available: 0 },
  ],
}

describe('the power heat map', () => {
  it('says every cell in words and shows more pieces in a deeper tone', () => {
    render(<PowerHeatmap grid={grid} onPick={() => undefined} />)
    expect(screen.getByRole('button', { name: '−0.25：12 片' }).closest('td')?.className).toContain('level-4')
    expect(screen.getByRole('button', { name: '−0.50/−0.25：1 片，其中 1 不可出库' }).closest('td')?.className).toContain('held')
    expect(screen.getByRole('button', { name: '0.00：0 片' }).closest('td')?.className).toContain('level-0')
    expect(screen.getByText('合计 13 片')).toBeTruthy()
  })
  it('is walked by arrow keys with one stop for the tab key', () => {
    const onPick = vi.fn()
    render(<PowerHeatmap grid={grid} onPick={onPick} />)
    const first = screen.getByRole('button', { name: '0.00：0 片' })
    first.focus()
    fireEvent.keyDown(first, { key: 'ArrowDown' })
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight' })
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
    fireEvent.click(document.activeElement!)
    expect(onPick).toHaveBeenCalledWith({ sph: -0.5, cyl: -0.25 })
    expect(screen.getAllByRole('button').filter((b) => b.tabIndex === 0)).toHaveLength(1)
  })
  it('a product without powers says so', () => {
    render(<PowerHeatmap grid={{ ...grid, sph: [], cyl: [0], cells: [], total: 0 }} />)
    expect(screen.getByText('这个商品没有光度范围，也没有带光度的库存')).toBeTruthy()
  })
})

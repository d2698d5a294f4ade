import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { stage } from '#kernel/web/testing/stage.tsx'
import { Pay } from './Pay.tsx'
import { overdrawn } from './state/wallet.ts'
import { takingOf, type TypedAmounts } from './state/state.ts'

afterEach(cleanup)
const wallet = { stored: 6000, points: 500, pointsPerYuan: 100 }
function Panel({
  due,
  scanned = {},
  onScan = () => undefined,
  start = {},
}: {
  due: number
  scanned?: { 2?: string }
  onScan?: (way: 2 | 3) => void
  start?: TypedAmounts
}) {
  const [typed, setTyped] = useState<TypedAmounts>(start)
  return <Pay due={due} typed={typed} onChange={setTyped} wallet={wallet} first={useRef(null)} scanned={scanned} onScan={onScan} />
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const remaining = () => screen.getByRole('status').textContent

describe('the payment panel', () => {
  it('always says what is left to pay, and the change', async () => {
    await stage(<Panel due={20000} />)
    expect(remaining()).toBe('还需收¥200.00')
    fireEvent.change(field('微信'), { target: { value: '120' } })
    expect(remaining()).toBe('还需收¥80.00')
    fireEvent.change(field('现金'), { target: { value: '100' } })
    expect(remaining()).toBe('已收齐¥0.00找零 ¥20.00')
    fireEvent.change(field('微信'), { target: { value: '250' } })
    expect(remaining()).toContain('多收了¥50.00')
  })
  it('space and Alt with a number fill in the rest, from the wallet no more than it holds', async () => {
    await stage(<Panel due={20000} />)
    fireEvent.keyDown(field('储值'), { key: ' ' })
    expect(field('储值').value).toBe('60')
    fireEvent.keyDown(field('现金'), { key: '6', code: 'Digit6', altKey: true })
    expect(field('积分抵扣').value).toBe('5')
    fireEvent.keyDown(field('支付宝'), { key: ' ' })
    expect(field('支付宝').value).toBe('135')
    expect(remaining()).toBe('已收齐¥0.00')
  })
  it('Alt with a number works before any click and from a field elsewhere, and leaves the amount to be typed over', async () => {
    await stage(
      <>
        <input aria-label="备注" />
        <Panel due={18000} />
      </>,
    )
    fireEvent.keyDown(document.body, { key: '¡', code: 'Digit1', altKey: true })
    expect(field('现金').value).toBe('180')
    expect(document.activeElement).toBe(field('现金'))
    fireEvent.change(field('现金'), { target: { value: '200' } })
    expect(remaining()).toBe('已收齐¥0.00找零 ¥20.00')
    fireEvent.change(field('现金'), { target: { value: '' } })
    field('备注').focus()
    fireEvent.keyDown(field('备注'), { key: '2', code: 'Digit2', altKey: true })
    expect(field('微信').value).toBe('180')
    // What was scanned stands, and what is not on the desk is not paid.
    cleanup()
    await stage(<Panel due={100} scanned={{ 2: 'SF1' }} start={{ 2: '0.4' }} />)
    fireEvent.keyDown(document.body, { key: '2', code: 'Digit2', altKey: true })
    expect(field('微信').value).toBe('0.4')
  })
  it('Enter and arrows walk the ways', async () => {
    await stage(<Panel due={100} />)
    field('现金').focus()
    fireEvent.keyDown(field('现金'), { key: 'Enter' })
    expect(document.activeElement).toBe(field('微信'))
    fireEvent.keyDown(field('微信'), { key: 'ArrowUp' })
    expect(document.activeElement).toBe(field('现金'))
  })
  it('shows a code for WeChat and Alipay without touching the amounts; a scanned payment stands', async () => {
    const onScan = vi.fn()
    await stage(<Panel due={100} onScan={onScan} scanned={{ 2: 'SF1' }} start={{ 2: '1' }} />)
    expect(field('微信').disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: '出示二维码' }))
    expect(onScan).toHaveBeenCalledWith(3)
    expect(field('支付宝').value).toBe('')
  })
  it('says in words when the wallet does not hold what is typed', () => {
    expect(overdrawn({ 5: '60.01', 6: '5.01' }, wallet)).toEqual(['储值余额不足', '积分不足'])
    expect(overdrawn({ 5: '60', 6: '5' }, wallet)).toEqual([])
    expect(takingOf({ 5: '60' }, 6000).left).toBe(0)
  })
})

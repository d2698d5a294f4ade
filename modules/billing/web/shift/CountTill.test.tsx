import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import type { Shift } from '../../contract/shapes.shifts.ts'
import { CountTill } from './CountTill.tsx'

afterEach(cleanup)
const shift: Shift = {
  shiftId: 4,
  hid: 1,
  storeName: '店',
  openedAt: '2026-11-22 08:00:00',
  openedByName: '收费员',
  openingFloat: 300,
  floatBefore: 300,
  floatReason: null,
  signature: null,
  at: null,
  leftFloat: null,
  byName: null,
  receiverName: null,
  ways: [
    { payWay: 1, received: 200, refunded: 0, expected: 500 },
    { payWay: 2, received: 50, refunded: 10, expected: 40 },
    { payWay: 4, received: 0, refunded: 0, expected: 0 },
  ],
  counts: [],
  pieces: [],
  note: null,
  receiverSignature: null,
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const act = () => screen.getByRole('button', { name: /^交班.*F8/ })

describe('counting a shift', () => {
  it('pre-fills nothing, says what is missing, and F8 hands over what was counted', async () => {
    const calls = answering(() => ok({ list: [], total: 0 }))
    await stage(<CountTill shift={shift} onDone={() => undefined} />, {
      at: '/medical/till',
      who: { ...doctor, permissions: ['till:shift'] },
    })
    expect([field('实点 现金').value, field('实点 微信').value]).toEqual(['', ''])
    expect(screen.queryByRole('textbox', { name: '实点 银行卡' })).toBeNull()
    expect(act().title).toBe('请清点现金')
    fireEvent.keyDown(document.body, { key: 'F8' })
    type('100 元', '4')
    type('20 元', '4')
    expect(field('实点 现金').value).toBe('480')
    type('实点 微信', '40')
    expect(act().title).toContain('请填写原因')
    type('差额原因 现金', '找错钱')
    expect(act().title).toBe('请填写留存备用金')
    type('留存备用金', '300')
    expect(screen.getByText('上交').textContent).toContain('¥180.00')
    expect(calls.filter((a) => a.method === 'POST')).toEqual([])
    fireEvent.keyDown(document.body, { key: 'F8' })
    await waitFor(() => expect(calls.filter((a) => a.method === 'POST')).toHaveLength(1))
    expect(calls.find((a) => a.method === 'POST')!.body).toEqual({
      hid: 1,
      shiftId: 4,
      counts: [
        { payWay: 1, counted: 480, reason: '找错钱' },
        { payWay: 2, counted: 40 },
      ],
      pieces: [
        { value: 100, count: 4 },
        { value: 20, count: 4 },
      ],
      leftFloat: 300,
    })
  })
})

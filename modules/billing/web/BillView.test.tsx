import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { doctor, stage } from '#kernel/web/testing/stage.tsx'
import type { FeeBillInfo } from '../contract/shapes.ts'
import { feeBill } from '../contract/states.ts'
import { BillView } from './BillView.tsx'
import { Desk } from './desk/Desk.tsx'
import { answering, ok } from '#kernel/web/testing/stage.tsx'

afterEach(cleanup)
const cashier = { ...doctor, permissions: ['feebill:view', 'feebill:confirm', 'feebill:save'] }
const record = {
  type: '收款',
  id: 1,
  payWay: 1,
  amount: 180,
  tendered: 200,
  stored: 0,
  gift: 0,
  points: 0,
  orderNo: null,
  at: '2026-11-22 10:00:00',
  operatorName: null,
}
const billOf = (more: object, records: object[] = [record]) =>
  ({
    feebill: {
      fbid: 5,
      billNo: 'SF1',
      status: feeBill.is.paid,
      version: 1,
      billPrice: 180,
      originalPrice: 180,
      totalDiscount: 0,
      paid: 180,
      refunded: 0,
      due: 0,
      pointsEarned: 0,
      discount: 10,
      rounding: 0,
      ...more,
    },
    BillItemList: [],
    FeeRecordlist: records,
    trace: [],
    refunds: [],
    patient: {},
    pid: 1,
  }) as unknown as FeeBillInfo
const receipt = () => screen.getByRole('link', { name: '打印小票' })

describe('a bill on the screen', () => {
  it('has the focus on its receipt and tells the change once the money was taken', async () => {
    await stage(<BillView info={billOf({})} />, { at: '/medical/fee-edit/5?paid=1', who: cashier })
    expect(document.activeElement).toBe(receipt())
    expect(screen.getByText('找零').parentElement!.textContent).toContain('¥20.00')
  })
  it('takes no focus and tells no change when it is opened later', async () => {
    await stage(<BillView info={billOf({})} />, { at: '/medical/fee-edit/5', who: cashier })
    expect(document.activeElement).not.toBe(receipt())
    expect(screen.queryByText('找零')).toBeNull()
  })
  it('has the focus on its receipt after a deposit too', async () => {
    answering(() => ok({ list: [], total: 0 }))
    await stage(
      <Desk bill={billOf({ status: feeBill.is.unpaid, paid: 50, due: 130 })} onPaid={() => undefined} onSaved={() => undefined} />,
      {
        at: '/medical/fee-edit/5?paid=1',
        who: cashier,
      },
    )
    expect(document.activeElement).toBe(receipt())
  })
})

import { describe, expect, it } from 'vitest'
import type { OrderInfo, OrderRow } from '../../contract/shapes.ts'
import { fitted, supply } from '../../contract/states.ts'
import { backOf } from '../order/CancelOrder.tsx'
import { stepsOf } from './Bulk.tsx'

const row = (orderId: number, status: number) => ({ orderId, orderNo: `DG${orderId}`, kind: 'okjing', status }) as OrderRow
const all = () => true

describe('what may be done with many orders at once', () => {
  const rows = [row(1, fitted.is.draft), row(2, fitted.is.reviewing), row(3, fitted.is.reviewing), row(4, fitted.is.handedOver)]
  it('each step takes those that stand before it, and no other', () => {
    const steps = stepsOf(fitted, rows, all).map((s) => [s.name, s.to, s.able.map((r) => r.orderId)])
    expect(steps).toEqual([
      ['submit', fitted.is.reviewing, [1]],
      ['accept', fitted.is.placed, [2, 3]],
    ])
  })
  it('offers no step whose right is not held', () => {
    expect(stepsOf(fitted, rows, (code) => code === fitted.moves.submit.can).map((s) => s.name)).toEqual(['submit'])
  })
  it('goods for the shelf follow their own machine', () => {
    expect(stepsOf(supply, [row(1, supply.is.making)], all).map((s) => [s.name, s.to])).toEqual([['ship', supply.is.shipped]])
  })
})

describe('what goes back when an order is given up', () => {
  const order = { kind: 'okjing', status: fitted.is.draft, fbid: null, paid: null, recordFrameId: null } as OrderInfo
  it('of a draft nothing', () => expect(backOf(order)).toEqual([]))
  it('of a placed one its unpaid bill and the credit, and the supplier is to be told', () => {
    expect(backOf({ ...order, status: fitted.is.placed, fbid: 3, supplierName: '明视' })).toEqual([
      '未付的收费单一起取消',
      '占用的采购额度放回',
      '供应商 明视 需要另行通知：订单已发出',
    ])
  })
  it('a bill that is paid is not said to be cancelled', () => {
    expect(backOf({ ...order, status: fitted.is.reviewing, fbid: 3, paid: 10 })).toEqual(['占用的采购额度放回'])
  })
})

import { describe, expect, it } from 'vitest'
import { fitted, supply } from '../../contract/states.ts'
import { nextOf } from './next.ts'

const apart = { orderId: 7, recordFrameId: null, handedAt: null }
const hard = (status: number) => ({ ...apart, kind: 'okjing', status, pid: 3 })
const goods = (status: number, more: { pid?: number; recordFrameId?: number; handedAt?: string } = {}) => ({
  ...apart,
  kind: 'care',
  status,
  pid: null,
  ...more,
})
const all = () => true
const only = (...codes: string[]) => codes.includes.bind(codes)

describe('the next step of an order', () => {
  it('is the move that stands before it, or the screen it is done on', () => {
    const way = (['draft', 'reviewing', 'placed', 'making', 'shipped', 'ready', 'handedOver'] as const).map(
      (name) => nextOf(fitted, hard(fitted.is[name]), all)?.label,
    )
    expect(way).toEqual(['提交审核', '审核下单', '已发厂家', '发货', '扫码收货', '取镜', undefined])
    expect(nextOf(fitted, hard(fitted.is.ready), all)?.at).toBe('/order/hand-over/7')
    expect(nextOf(supply, goods(supply.is.shipped), all)?.at).toBe('/order/receive?orders=7')
    expect(nextOf(supply, goods(supply.is.stocked), all)).toBeUndefined()
  })
  it('goods of a member lie here until they are handed over; those for the shelf or for glasses are done', () => {
    const { stocked } = supply.is
    expect(nextOf(supply, goods(stocked, { pid: 3 }), all)).toEqual({ label: '取镜', at: '/order/hand-over/7' })
    expect(nextOf(supply, goods(stocked, { pid: 3, recordFrameId: 4 }), all)).toBeUndefined()
    expect(nextOf(supply, goods(stocked, { pid: 3, handedAt: '2026-03-01 10:00:00' }), all)).toBeUndefined()
    expect(nextOf(supply, goods(stocked, { pid: 3 }), only('order:receive'))).toBeUndefined()
  })
  it('is offered to whoever may take it and to nobody else', () => {
    expect(nextOf(fitted, hard(fitted.is.placed), only('order:view', 'order:review'))).toBeUndefined()
    expect(nextOf(fitted, hard(fitted.is.ready), only('order:handover'))?.label).toBe('取镜')
    expect(nextOf(supply, goods(supply.is.draft), only('order:view'))).toBeUndefined()
    expect(nextOf(supply, goods(supply.is.draft), only('order:stock'))?.to).toBe(supply.is.submitted)
  })
})

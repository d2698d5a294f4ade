import { describe, expect, it } from 'vitest'
import { machine, states, type StateOf } from './machine.ts'
import { inUse, status } from './states.ts'

const order = machine({
  name: 'order',
  table: 'orders',
  noun: '订单',
  key: 'order_id',
  start: [10],
  states: {
    10: { name: 'unpaid', label: '待付款', tone: 'warn' },
    20: { name: 'sent', label: '已发货', tone: 'ok' },
    90: { name: 'cancelled', label: '已取消', tone: 'neutral' },
  },
  sets: { open: [10], ended: [20, 90] },
  moves: { send: { label: '发货', from: [10], to: 20, can: 'order:send' } },
})

describe('machine', () => {
  it('a state has a name, what is asked of several a set, and both are numbers', () => {
    expect(order.is).toEqual({ unpaid: 10, sent: 20, cancelled: 90 })
    expect(order.in).toEqual({ open: [10], ended: [20, 90] })
    expect(order.in.ended.includes(20 as number)).toBe(true)
    const words = { 10: 'a', 20: 'b', 90: 'c' } satisfies Record<StateOf<typeof order>, string>
    expect(words[order.is.sent]).toBe('b')
  })
  it('a column without moves has names too', () => {
    expect(inUse.is).toEqual({ on: 0, off: 1 })
    const hung = states({ 1: { name: 'on', label: '有', tone: 'ok' }, 2: { name: 'off', label: '无', tone: 'bad' } }, { any: [1, 2] })
    expect([hung.is.off, hung.in.any]).toEqual([2, [1, 2]])
  })
  it('a status field takes the states and nothing else, with their words', () => {
    const field = status('状态', order)
    expect([field.safeParse(90).success, field.safeParse(30).success]).toEqual([true, false])
    expect(field.meta()).toMatchObject({ label: '状态', options: { 10: '待付款', 20: '已发货', 90: '已取消' }, tones: { 10: 'warn' } })
  })
})

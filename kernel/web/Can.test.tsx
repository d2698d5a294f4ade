import { machine } from '#kernel/contract/index.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { allowed, Can, type SignedIn } from './access.tsx'
import { Moves } from './screen/Moves.tsx'
import { doctor, stage } from './testing/stage.tsx'

const withRoute = (permissions: string[] | undefined): SignedIn => ({
  ...doctor,
  permissions: ['patient:export'],
  menuList: [
    {
      path: '/patients',
      title: '会员管理',
      children: [{ path: '/patients/list', title: '会员', ...(permissions ? { permissions } : {}) }],
    },
  ],
})

describe('Can', () => {
  it('R029: a single code must be in the route list', async () => {
    await stage(
      <>
        <Can code="patient:view">看</Can>
        <Can code="patient:delete">删</Can>
      </>,
      { who: withRoute(['patient:view']) },
    )
    expect(screen.queryByText('看')).toBeTruthy()
    expect(screen.queryByText('删')).toBeNull()
  })
  it('R030: of several codes any is enough', async () => {
    await stage(
      <>
        <Can code={['patient:delete', 'patient:view']}>看</Can>
        <Can code={['patient:delete', 'patient:merge']}>删</Can>
      </>,
      { who: withRoute(['patient:view']) },
    )
    expect(screen.queryByText('看')).toBeTruthy()
    expect(screen.queryByText('删')).toBeNull()
  })
  it('R031: without any list an error is logged and the element is kept', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(allowed('patient:delete', undefined)).toBe(true)
    expect(log).toHaveBeenCalledTimes(1)
    log.mockRestore()
  })
  it('a route outside the menu has the list of the account', async () => {
    await stage(
      <>
        <Can code="patient:export">导出</Can>
        <Can code="patient:view">看</Can>
      </>,
      { at: '/patients/detail/1/home', who: withRoute(['patient:view']) },
    )
    expect(screen.queryByText('导出')).toBeTruthy()
    expect(screen.queryByText('看')).toBeNull()
  })
})

const order = machine({
  name: 'order',
  table: 'orders',
  noun: '订单',
  key: 'order_id',
  start: [0],
  states: {
    0: { name: 'waiting', label: '待发货', tone: 'warn' },
    1: { name: 'sent', label: '已发货', tone: 'ok' },
    2: { name: 'cancelled', label: '已取消', tone: 'bad' },
  },
  moves: {
    dispatch: { label: '发货', from: [0], to: 1, can: 'order:dispatch' },
    cancel: { label: '取消', from: [0], to: 2, can: 'order:cancel', reason: true },
    close: { label: '关闭', from: [0], to: 2, can: 'order:close', automatic: true },
  },
})
describe('Moves', () => {
  it('offers what is open and held, and asks for a reason', async () => {
    const onMove = vi.fn()
    await stage(<Moves of={order} status={0} onMove={onMove} />, { who: { ...doctor, permissions: ['order:cancel', 'order:close'] } })
    await userEvent.click(screen.getByRole('button', { name: '更多操作' }))
    expect((await screen.findAllByRole('menuitem')).map((b) => b.textContent)).toEqual(['取消'])
    await userEvent.click(screen.getByText('取消'))
    const dialog = document.querySelector('dialog')!
    expect(dialog.querySelector('h2')?.textContent).toBe('提示')
    await userEvent.type(dialog.querySelector('textarea')!, '客户不要了')
    await userEvent.click(dialog.querySelector('button[type=submit]')!)
    expect(onMove).toHaveBeenCalledWith('cancel', '客户不要了')
  })
  it('offers nothing in a closed state', async () => {
    await stage(<Moves of={order} status={2} onMove={() => undefined} />, { who: { ...doctor, permissions: ['order:cancel'] } })
    expect(screen.queryAllByRole('button')).toEqual([])
  })
})

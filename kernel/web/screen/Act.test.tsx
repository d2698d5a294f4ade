import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { machine } from '#kernel/contract/index.ts'
import { Act, unless } from '../index.ts'
import { Moves } from './Moves.tsx'
import { doctor, stage } from '../testing/stage.tsx'

const toasts = () => document.querySelector('.toasts')?.textContent ?? ''

describe('an action that cannot be taken', () => {
  it('says why as its tooltip, to a screen reader and when pressed; it stays in the order of the keys and does nothing', async () => {
    const press = vi.fn()
    const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    await stage(
      <form onSubmit={submit}>
        <Act unless="请先选择诊室" htmlType="submit" onClick={press}>
          叫下一位
        </Act>
      </form>,
    )
    const button = screen.getByRole('button', { name: '叫下一位', description: '请先选择诊室' })
    expect(button.title).toBe('请先选择诊室')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect((button as HTMLButtonElement).disabled).toBe(false)
    fireEvent.click(button)
    expect(toasts()).toContain('请先选择诊室')
    expect(press).not.toHaveBeenCalled()
    expect(submit).not.toHaveBeenCalled()
  })

  it('is a button like any other when nothing stands in the way', async () => {
    const press = vi.fn()
    await stage(
      <>
        <Act unless={false} onClick={press}>
          一
        </Act>
        <button type="button" {...unless(undefined, press)}>
          二
        </button>
      </>,
    )
    for (const button of screen.getAllByRole('button')) {
      expect(button.hasAttribute('aria-disabled')).toBe(false)
      fireEvent.click(button)
    }
    expect(press).toHaveBeenCalledTimes(2)
  })
})

const paper = machine({
  name: 'paper',
  table: 'paper',
  noun: '单据',
  key: 'id',
  start: [0],
  states: {
    0: { name: 'draft', label: '草稿', tone: 'neutral' },
    1: { name: 'signed', label: '已签发', tone: 'ok' },
    2: { name: 'posted', label: '已入账', tone: 'ok' },
    8: { name: 'voided', label: '已作废', tone: 'bad' },
    9: { name: 'called off', label: '已取消', tone: 'neutral' },
  },
  sets: { open: [0, 1], posted: [2], over: [8, 9] },
  moves: {
    sign: { label: '签发', from: [0], to: 1, can: 'patient:view' },
    post: { label: '入账', from: [1], to: 2, can: 'patient:view' },
    void: { label: '作废', from: [0, 1, 2], to: 8, can: 'patient:view' },
    cancel: { label: '取消', from: [0, 1], to: 9, can: 'patient:view', reason: true },
  },
})

describe('the moves of a paper', () => {
  const shown = () => screen.queryAllByRole('button').map((b) => b.textContent || b.getAttribute('aria-label'))
  it.each([
    [0, ['签发', '更多操作']],
    [1, ['入账', '更多操作']],
    [2, ['更多操作']],
    [8, []],
  ])('in state %s what destroys stands in the list behind, never where the button stood that was pressed', async (status, buttons) => {
    await stage(<Moves of={paper} status={status} onMove={() => undefined} />, { who: { ...doctor, permissions: ['patient:view'] } })
    expect(shown()).toEqual(buttons)
  })

  it('what destroys asks first, and what is made is told once it was said', async () => {
    const onMove = vi.fn()
    await stage(<Moves of={paper} status={1} onMove={onMove} />)
    fireEvent.click(screen.getByRole('button', { name: '更多操作' }))
    fireEvent.click(await screen.findByText('作废'))
    expect(onMove).not.toHaveBeenCalled()
    fireEvent.click(await screen.findByRole('button', { name: '确定' }))
    await vi.waitFor(() => expect(onMove).toHaveBeenCalledWith('void', undefined))
  })
})

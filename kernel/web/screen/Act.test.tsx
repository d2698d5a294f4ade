import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Act, unless } from '../index.ts'
import { stage } from '../testing/stage.tsx'

const toasts = () => document.querySelector('.toasts')?.textContent ?? ''

describe('an action that cannot be taken', () => {
  it('says why as its tooltip, to a screen reader, and when it is pressed; it stays in the order of the keys and does nothing', async () => {
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

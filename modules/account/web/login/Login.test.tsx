import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { language } from '#kernel/web/i18n.ts'
import { mode } from '#kernel/web/theme/mode.ts'
import { answering, ok } from '#kernel/web/testing/stage.tsx'
import Login from './Login.tsx'

it('5.42 language and light are chosen before anybody logs in', () => {
  answering(() => ok(null))
  render(<Login />)
  fireEvent.click(screen.getByRole('button', { name: '换成深色' }))
  expect(mode()).toBe('dark')
  fireEvent.click(screen.getByRole('button', { name: '换成浅色' }))
  expect(mode()).toBe('light')
  expect(language()).toBe('zh')
  fireEvent.click(screen.getByRole('button', { name: 'English' }))
  expect(localStorage.getItem('mingmou.language')).toBe('en')
})

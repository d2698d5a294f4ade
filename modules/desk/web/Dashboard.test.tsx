import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answering, stage } from '#kernel/web/testing/stage.tsx'
import Dashboard from './Dashboard.tsx'

it('R077 when home data fails the page is empty, logged and not told, with a way to try again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answering(() => ({ code: 1, message: '读不到', data: null }))
  await stage(<Dashboard />, { at: '/dashboard' })
  expect(await screen.findByText('没有读到今天的数据。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '再试一次' })).toBeTruthy()
  expect(document.querySelector('.toast')).toBeNull()
  expect(log).toHaveBeenCalledWith('读不到')
  log.mockRestore()
})

import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CallFailed } from '../calls/catalogue.ts'
import { Until } from './Screen.tsx'

const show = (error: Error | null, data?: unknown) =>
  render(
    <Until of={{ isLoading: false, error, data, refetch: () => undefined }}>
      <p>being typed</p>
    </Until>,
  )

it('what stands on the screen stays when reading it again brings no answer', () => {
  show(new CallFailed('network', 'Failed to fetch'), { id: 1 })
  expect(screen.getByText('being typed')).toBeTruthy()
})
it('a refusal takes it away, and without anything read before a failure is told', () => {
  const { unmount } = show(new CallFailed('refused', 'no', { code: 1, message: 'no', data: null }, 200), { id: 1 })
  expect(screen.queryByText('being typed')).toBeNull()
  unmount()
  show(new CallFailed('network', 'Failed to fetch'))
  expect(screen.queryByText('being typed')).toBeNull()
  expect(screen.getByText(/Failed to fetch/)).toBeTruthy()
})

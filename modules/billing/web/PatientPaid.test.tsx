import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import PatientPaid from './PatientPaid.tsx'

it("4.28 the member's combos are brought up to date, and it is said how many were", async () => {
  const calls = answering((a) => ok(a.url.pathname.includes('synchronization') ? { changed: 2 } : { list: [], total: 0 }))
  await stage(<PatientPaid />, { at: '/patients/detail/6/paid', who: { ...doctor, permissions: ['package:view'] } })
  fireEvent.click(await screen.findByRole('button', { name: '同步已购套餐' }))
  expect(await screen.findByText('更新了 2 份已购套餐')).toBeTruthy()
  await waitFor(() => expect(calls.some((a) => a.url.pathname.includes('synchronization'))).toBe(true))
})

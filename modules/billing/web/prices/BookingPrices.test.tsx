import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { answering, ok, stage } from '#kernel/web/testing/stage.tsx'
import BookingPrices from './BookingPrices.tsx'

it('R120: the booking form asks for fee items of status 0 and the codes 0,1,7,2,3,12, and says what they come to', async () => {
  const price = { fcid: 0, type: 0, unit: '次', status: 0, version: 1 }
  const list = [
    { ...price, fiid: 1, name: '验光费', price: 60 },
    { ...price, fiid: 2, name: '眼轴测量', price: 80.5 },
  ]
  const calls = answering(() => ok({ list, total: 2 }))
  const note = vi.fn()
  await stage(<BookingPrices note={note} />)
  await waitFor(() => expect(calls).toHaveLength(1))
  const { pathname, searchParams } = calls[0]!.url
  expect(pathname).toBe('/api/feeitem/items/getList/1')
  expect(searchParams.get('status')).toBe('0')
  expect(searchParams.getAll('type').join()).toBe('0,1,7,2,3,12')
  await userEvent.click(screen.getByRole('combobox', { name: '预计收费' }))
  for (const { name } of list) await userEvent.click(await screen.findByTitle(new RegExp(`^${name}`)))
  expect(note.mock.lastCall).toEqual(['验光费、眼轴测量 ¥140.50'])
  expect(screen.getByText('¥140.50')).toBeTruthy()
})

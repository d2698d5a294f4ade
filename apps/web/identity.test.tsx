import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answering, doctor, ok } from '#kernel/web/testing/stage.tsx'
import { forgetIdentity, identity, useWhoNow } from './identity.ts'

const Frame = () => <p>{useWhoNow()?.name ?? 'waiting'}</p>

beforeEach(forgetIdentity)

it('a frame that was drawn before the account came is drawn again when it comes, and when it goes', async () => {
  const requests = answering(() => ok(doctor))
  render(<Frame />)
  expect(screen.getByText('waiting')).toBeTruthy()
  await Promise.all([identity(), identity()])
  expect(await screen.findByText('Chen')).toBeTruthy()
  expect(requests).toHaveLength(1)
  forgetIdentity()
  expect(await screen.findByText('waiting')).toBeTruthy()
})

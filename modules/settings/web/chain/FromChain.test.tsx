/** What the chain keeps is read at a store's own settings, and only read. */
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, ok, stage } from '#kernel/web/testing/stage.tsx'
import { FromChain } from './FromChain.tsx'

const level = { id: 3, kind: 'level', name: '金卡会员', discount: 9, pointMultiple: 1.5, hid: 2, hospitalName: '海淀店' }

it('5.44 levels of the other stores stand at the settings of members with their store, read-only', async () => {
  const calls = answering(() => ok({ list: [level], total: 1 }))
  await stage(<FromChain kind="level" />)
  expect(await screen.findByText('金卡会员')).toBeTruthy()
  expect(screen.getByText('海淀店')).toBeTruthy()
  expect(screen.getByText(/只有该门店可以修改/)).toBeTruthy()
  expect([...screen.queryAllByRole('button'), ...screen.queryAllByRole('textbox'), ...screen.queryAllByRole('switch')]).toEqual([])
  expect(calls[0]!.url.searchParams.get('kind') ?? (calls[0]!.body as { kind?: string }).kind).toBe('level')
})

it('5.44 nothing is said where no other store keeps any', async () => {
  answering(() => ok({ list: [], total: 0 }))
  await stage(<FromChain kind="tag" />)
  expect(screen.queryByText('连锁其他门店')).toBeNull()
})

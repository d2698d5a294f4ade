import { afterEach, expect, it, vi } from 'vitest'
import { answering, ok } from '../testing/stage.tsx'
import { call } from './api.ts'

const save = { method: 'POST', path: '/v1/{product}/exam-visual' } as const
const late = { code: 1, message: '检查时间是 40 天前：请填写补录原因', field: 'backdateReason', data: null }
const dialog = () => vi.waitFor(() => document.querySelector('dialog') ?? expect.fail('no dialog'))
const click = (name: string) =>
  [...document.querySelectorAll('dialog button')]
    .find((b) => b.textContent === name)!
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
afterEach(() => document.querySelectorAll('dialog, .toast').forEach((e) => e.remove()))

it('a late entry that is refused for want of a reason asks for it and is sent again with it, under a key of its own', async () => {
  const requests = answering((request) => ((request.body as { backdateReason?: string }).backdateReason ? ok({ id: 3 }) : late))
  const saved = call(save, { pid: 7, checkAt: '2026-10-18 09:00' })
  const shown = await dialog()
  expect(shown.textContent).toContain('40')
  // Without a reason nothing is sent.
  click('补录')
  expect(requests).toHaveLength(1)
  const box = shown.querySelector('textarea')!
  box.value = ' 停电当天记在纸上 '
  click('补录')
  expect(await saved).toEqual({ id: 3 })
  expect(requests[1]!.body).toEqual({ pid: 7, checkAt: '2026-10-18 09:00', backdateReason: '停电当天记在纸上' })
  expect(requests[1]!.headers.get('Idempotency-Key')).not.toBe(requests[0]!.headers.get('Idempotency-Key'))
})
it('the reason last given stands in the next question; whoever cancels reads the refusal', async () => {
  const requests = answering(() => late)
  const saved = call(save, { pid: 7 }).catch((error: Error) => error)
  const shown = await dialog()
  expect(shown.querySelector('textarea')!.value).toBe('停电当天记在纸上')
  click('取消')
  expect(await saved).toMatchObject({ kind: 'refused', field: 'backdateReason' })
  expect(document.querySelector('.toast')?.textContent).toContain('40')
  expect(requests).toHaveLength(1)
})
it('a call nobody watches is not asked about', async () => {
  answering(() => late)
  await expect(call(save, { pid: 7 }, { quiet: true })).rejects.toMatchObject({ field: 'backdateReason' })
  expect(document.querySelector('dialog')).toBeNull()
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { RxEditor } from './RxEditor.tsx'

const who = { ...doctor, permissions: ['prescription:edit', 'prescription:sign', 'exam:view'] }
const eyes = (od: object, os: object) =>
  Object.fromEntries([...Object.entries(od).map(([k, v]) => [`${k}Od`, v]), ...Object.entries(os).map(([k, v]) => [`${k}Os`, v])])
const power = { dc: null, ax: null, va: 5, pd: 31, add: null, prism: null, base: null }
const refraction = (id: number, kind: number, ds: number, examTime: string) => ({
  id,
  kind,
  status: 1,
  examTime,
  ...eyes({ ...power, ds }, { ...power, ds }),
})
const page = (list: object[]) => ok({ list, total: list.length })
const before = [
  refraction(1, 6, -5, '2026-11-20 09:00:00'),
  refraction(2, 2, -4, '2026-11-21 09:10:00'),
  refraction(3, 4, -3, '2026-11-21 09:00:00'),
]
/** A server with refractions; `down` fails the next sending. */
const backend = (given: { down?: boolean; failing?: boolean } = {}) =>
  answering(({ method, url }) => {
    if (method !== 'GET' && given.down) return new TypeError('Failed to fetch')
    if (url.pathname.includes('/examRefraction/')) return given.failing ? { code: -1, message: '后台错误', data: null } : page(before)
    return method === 'GET' ? page([]) : ok({ id: 9, version: 0, rxNo: 'RX1' })
  })
const sent = (asked: ReturnType<typeof backend>) => asked.filter((a) => a.method !== 'GET')

describe('writing a prescription', () => {
  it('begins with the newest day’s refraction that glasses are made from', async () => {
    const asked = backend()
    await stage(<RxEditor pid={1} rx={undefined} onDone={() => undefined} />, { who })
    await userEvent.click(await screen.findByRole('button', { name: '存为草稿' }))
    await waitFor(() => expect(sent(asked)[0]).toMatchObject({ body: { list: [{ examId: 3, dsOd: -3, dsOs: -3 }] } }))
    expect(sent(asked)).toHaveLength(1)
  })
  it('a draft that could not be sent does not make a draft of what is signed next', async () => {
    const given = { down: true }
    const asked = backend(given)
    await stage(<RxEditor pid={1} rx={undefined} onDone={() => undefined} />, { who })
    await userEvent.click(await screen.findByRole('button', { name: '存为草稿' }))
    const sign = screen.getByRole('button', { name: /保存并签发/ })
    await waitFor(() => expect(sent(asked).length).toBeGreaterThan(0))
    await waitFor(() => expect(sign.className).not.toContain('loading'), { timeout: 5000 })
    given.down = false
    await userEvent.click(sign)
    await waitFor(() => expect(asked.map((a) => `${a.method} ${a.url.pathname}`).at(-1)).toMatch(/^PUT .*\/prescription\/9\/sign$/))
  })
  it('is not begun while the examinations cannot be read', async () => {
    backend({ failing: true })
    await stage(<RxEditor pid={1} rx={undefined} onDone={() => undefined} />, { who })
    await screen.findByText('读取失败')
    expect(screen.queryByRole('button', { name: /保存/ })).toBeNull()
  })
})

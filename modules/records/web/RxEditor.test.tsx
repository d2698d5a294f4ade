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
const backend = (failing: { down?: boolean; failing?: boolean } = {}) =>
  answering(({ method, url }) => {
    if (method !== 'GET' && failing.down) return new TypeError('Failed to fetch')
    if (url.pathname.includes('/examRefraction/')) return failing.failing ? { code: -1, message: '后台错误', data: null } : page(before)
    return method === 'GET' ? page([]) : ok({ id: 9, version: 0, rxNo: 'RX1' })
  })
const prescribed = {
  rxNo: 'RX9',
  diagnose: '近视',
  allergy: null,
  note: null,
  validUntil: '2099-01-02',
  reviewMonths: 3,
  feeBillType: 0,
  list: [{ kind: 1, examId: 3, dsOd: -3, dsOs: -3, origin: {}, confirmed: [] }],
  drugs: [],
  trainings: [],
}
const sent = (requests: ReturnType<typeof backend>) => requests.filter((a) => a.method !== 'GET')

describe('writing a prescription', () => {
  it('begins with the newest day’s refraction that glasses are made from', async () => {
    const requests = backend()
    await stage(<RxEditor pid={1} rx={undefined} onDone={() => undefined} />, { who })
    await userEvent.click(await screen.findByRole('button', { name: '存为草稿' }))
    await waitFor(() => expect(sent(requests)[0]).toMatchObject({ body: { list: [{ examId: 3, dsOd: -3, dsOs: -3 }] } }))
    expect(sent(requests)).toHaveLength(1)
  })
  it('a draft that could not be sent does not make a draft of what is signed next', async () => {
    const failing = { down: true }
    const requests = backend(failing)
    await stage(<RxEditor pid={1} rx={undefined} onDone={() => undefined} />, { who })
    await userEvent.click(await screen.findByRole('button', { name: '存为草稿' }))
    const sign = screen.getByRole('button', { name: /保存并签发/ })
    await waitFor(() => expect(sent(requests).length).toBeGreaterThan(0))
    await waitFor(() => expect(sign.className).not.toContain('loading'))
    failing.down = false
    await userEvent.click(sign)
    await waitFor(() => expect(requests.map((a) => `${a.method} ${a.url.pathname}`).at(-1)).toMatch(/^PUT .*\/prescription\/9\/sign$/))
  })
  it('a draft that somebody else changed is refused as such: the sentence is shown and what was written stays', async () => {
    const rx = { ...prescribed, id: 9, version: 3 }
    const requests = answering(({ method, url }) => {
      if (method !== 'GET') return { code: 1, message: '处方已被他人修改，请刷新后重试', data: null }
      return url.pathname.includes('/examRefraction/') ? page(before) : page([])
    })
    const left: unknown[] = []
    await stage(<RxEditor pid={1} rx={rx as never} onDone={(id) => void left.push(id)} />, { who })
    const note = await screen.findByLabelText('诊断')
    await userEvent.clear(note)
    await userEvent.type(note, '近视散光')
    await userEvent.click(screen.getByRole('button', { name: '存为草稿' }))
    await waitFor(() => expect(sent(requests)).toMatchObject([{ method: 'PUT', body: { version: 3, diagnose: '近视散光' } }]))
    await screen.findByText('处方已被他人修改，请刷新后重试')
    expect([(note as HTMLInputElement).value, left]).toEqual(['近视散光', []])
  })
  const cell = (index: number, name: string) =>
    document.querySelector<HTMLInputElement>(`[data-field="list.${index}"] [data-field=${name}]`)!
  it('a second pair for near takes the addition of a bifocal into its sphere, and has none of its own', async () => {
    localStorage.clear()
    answering(({ url }) => {
      const older = { ...refraction(3, 4, -3, '2026-11-21 09:00:00'), addOd: 2, addOs: 2 }
      return url.pathname.includes('/examRefraction/') ? page([older]) : page([])
    })
    await stage(<RxEditor pid={1} rx={undefined} onDone={() => undefined} />, { who })
    await userEvent.click(await screen.findByRole('button', { name: /加一副.*近用/ }))
    await waitFor(() => expect(cell(1, 'dsOd').value).toBe('−1.00'))
    expect([cell(0, 'dsOd').value, cell(1, 'dsOs').value]).toEqual(['−3.00', '−1.00'])
  })
  it('a prism without its base is not sent; with it both are', async () => {
    localStorage.clear()
    const requests = backend()
    await stage(<RxEditor pid={1} rx={undefined} onDone={() => undefined} />, { who })
    await screen.findByRole('button', { name: '存为草稿' })
    cell(0, 'prismOd').focus()
    await userEvent.keyboard('2{Enter}')
    await userEvent.click(screen.getByRole('button', { name: '存为草稿' }))
    expect(sent(requests)).toEqual([])
    cell(0, 'baseOd').focus()
    await userEvent.keyboard('u{Enter}')
    for (const button of screen.queryAllByRole('button', { name: '确认无误' })) await userEvent.click(button)
    await userEvent.click(screen.getByRole('button', { name: '存为草稿' }))
    await waitFor(() => expect(sent(requests)[0]).toMatchObject({ body: { list: [{ prismOd: 2, baseOd: expect.anything() }] } }))
  })
  it('is not begun while the examinations cannot be read', async () => {
    backend({ failing: true })
    await stage(<RxEditor pid={1} rx={undefined} onDone={() => undefined} />, { who })
    await screen.findByText('读取失败')
    expect(screen.queryByRole('button', { name: /保存/ })).toBeNull()
  })
})

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { initialChecks } from '../../../contract/fields.ts'
import type { FrameOrderInfo } from '../../../contract/shapes.ts'
import { frameOrder } from '../../../contract/states.ts'
import { Final } from './Final.tsx'
import { Initial } from './Initial.tsx'
import { StagePanel } from '../StagePanel.tsx'

afterEach(cleanup)
const who = { ...doctor, permissions: ['frame:inspect', 'frame:pickup'] }
const order = {
  recordFrameId: 7,
  status: frameOrder.is.finalInspection,
  binocleType: 1,
  dsOd: -3.25,
  dcOd: -0.5,
  axOd: 175,
  pdOd: 31.5,
  dsOs: -2.75,
  dcOs: -1,
  axOs: 5,
  pdOs: 31,
  patientName: '林小涵',
  birth: '2016-05-06',
  guardian: '林建国',
  history: [],
  items: [],
} as unknown as FrameOrderInfo
const posted = (requests: ReturnType<typeof answering>) => requests.filter((a) => a.method !== 'GET').map((a) => [a.url.pathname, a.body])
const answers = () => answering(() => ok({ list: [], total: 0 }))

describe('inspections by keys', () => {
  it('the initial one passes in one key, with every check', async () => {
    const requests = answers()
    await stage(<Initial order={order} />, { who })
    fireEvent.keyDown(document.body, { key: 'F8' })
    await waitFor(() =>
      expect(posted(requests)).toEqual([[expect.stringContaining('/frame/processing/7'), { checks: [...initialChecks], external: false }]]),
    )
  })
  it('the final one begins in the first cell, judges as soon as all is measured, and Enter passes it', async () => {
    const sent = answers()
    await stage(<Final order={order} />, { who })
    const cells = () => [...document.querySelectorAll<HTMLInputElement>('[data-field]')]
    expect(document.activeElement).toBe(cells()[0])
    expect(
      cells()
        .map((c) => c.value)
        .join(''),
    ).toBe('')
    const measured: Record<string, string> = {
      dsOd: '325',
      dcOd: '50',
      axOd: '175',
      pdOd: '31.5',
      phOd: '18',
      dsOs: '275',
      dcOs: '100',
      axOs: '5',
      pdOs: '31',
      phOs: '18',
    }
    for (const { name } of cells().map((c) => ({ name: c.dataset.field! }))) {
      expect((document.activeElement as HTMLElement).dataset.field).toBe(name)
      fireEvent.change(document.activeElement!, { target: { value: measured[name] ?? '0' } })
      fireEvent.keyDown(document.activeElement!, { key: 'Enter' })
    }
    const pass = screen.getByRole('button', { name: '终检合格，待取镜' })
    expect(document.activeElement).toBe(pass)
    expect(pass.getAttribute('aria-disabled')).toBeNull()
    fireEvent.click(pass)
    await waitFor(() =>
      expect(posted(sent)).toMatchObject([
        [expect.stringContaining('/frame/status/7'), { status: 70, measured: { dsOd: -3.25, axOs: 5 } }],
      ]),
    )
  })
  it('the pick-up needs a signature only: the guardian of a minor stands there first, and the box says whose signature it is', async () => {
    const requests = answers()
    await stage(<StagePanel order={{ ...order, status: frameOrder.is.ready }} />, { who })
    expect(screen.getByLabelText<HTMLInputElement>('取镜人（未成年，监护人优先）').value).toBe('林建国')
    fireEvent.keyDown(screen.getByRole('img', { name: '取镜人签名' }), { key: ' ' })
    fireEvent.click(screen.getByRole('button', { name: '确认取镜' }))
    await waitFor(() => expect(posted(requests)).toMatchObject([[expect.stringContaining('/frame/mirrors/7'), { receiver: '林建国' }]]))
  })
})

import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { lineParameterNames } from '../../contract/fields.ts'
import Receive from './Receive.tsx'

const who = { ...doctor, permissions: ['order:view', 'order:receive'] }
const none = Object.fromEntries(lineParameterNames.map((name) => [name, null]))
const OD = { bc: 8.3, target: -3.25, dia: 10.6 }
const line = {
  ...none,
  ...OD,
  lineId: 11,
  lineNo: 1,
  eye: 'od',
  productId: 1,
  name: '梦戴维',
  unit: '片',
  ordered: 1,
  received: 0,
  rejected: 0,
  aside: 0,
  gtin: '06901234567892',
}
const expected = [{ orderId: 1, orderNo: 'YJ261122001', kind: 'okjing', patientName: '林子涵', version: 1, lines: [line] }]
/** What a scanner does: every key and Enter in one stroke. */
const scan = (code: string) =>
  act(() => {
    for (const key of [...code, 'Enter']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })

it('what is scanned before the orders are there waits for them, in its order', async () => {
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  answering(({ url }) => ok(url.pathname.includes('expected') ? expected : []))
  const soon = globalThis.fetch
  globalThis.fetch = (...call) => arrived.then(() => soon(...call))
  await stage(<Receive />, { at: '/order/receive?orders=1', who })
  scan('01069012345678921730053110K2609')
  scan('R BC8.30 T-3.25 D10.6')
  arrive()
  await screen.findByText('林子涵')
  await waitFor(() => expect(document.querySelector('.receive-band.ok')).not.toBeNull())
})

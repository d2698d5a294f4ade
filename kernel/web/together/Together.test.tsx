import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { clinical, eyes, id, post, text, z } from '#kernel/contract/index.ts'
import { answering, ok, stage } from '../testing/stage.tsx'
import { turns } from '../testing/turns.ts'
import { Form } from '../form/Form.tsx'
import { Together } from './Together.tsx'

const answer = z.object({ id: id('编号') })
const acuity = post('/acuity', { can: 'session', input: z.object(eyes('ds', clinical('sphere'))).partial(), output: answer, fails: [] })
const pressure = post('/pressure', { can: 'session', input: z.object({ device: text('设备') }), output: answer, fails: [] })
const notes = post('/notes', { can: 'session', input: z.object({ words: text('备注').optional() }), output: answer, fails: [] })

/** A page of three forms, told how many were saved. */
function page(saved: number[] = []) {
  return stage(
    <Together onSaved={(n) => saved.push(n)}>
      <Form of={acuity} fields={[{ eyes: ['ds'] }]} />
      <Form of={pressure} fields={['device']} />
      <Form of={notes} fields={['words']} />
    </Together>,
  )
}
const cell = () => document.querySelector<HTMLInputElement>('[data-field=dsOd]')!
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const saveByKey = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 's', ctrlKey: true })

it('one key saves what was changed in every form, the cell being edited with it, and asks nothing of the others', async () => {
  const requests = answering(() => ok({ id: 1 }))
  const saved: number[] = []
  await page(saved)
  await userEvent.type(field(/^备注/), '复查')
  await userEvent.type(cell(), '325')
  saveByKey()
  await waitFor(() => expect(saved).toEqual([2]))
  expect(requests.map((a) => [a.url.pathname.split('/').at(-1), a.body])).toEqual([
    ['acuity', { dsOd: -3.25 }],
    ['notes', { words: '复查' }],
  ])
})

it('the page has one bar, and saves nothing a second time', async () => {
  const requests = answering(() => ok({ id: 1 }))
  await page()
  expect(document.querySelectorAll('.action-bar')).toHaveLength(1)
  await userEvent.type(field(/^备注/), '复查')
  saveByKey()
  await waitFor(() => expect(requests).toHaveLength(1))
  saveByKey()
  await turns()
  expect(requests).toHaveLength(1)
})

it('what is sound is saved, and the caret goes to what is not', async () => {
  const requests = answering(() => ok({ id: 1 }))
  const saved: number[] = []
  await page(saved)
  await userEvent.type(field(/^设备/), 'x')
  await userEvent.clear(field(/^设备/))
  await userEvent.type(field(/^备注/), '复查')
  saveByKey()
  await waitFor(() => expect(requests).toHaveLength(1))
  await waitFor(() => expect(document.activeElement).toBe(field(/^设备/)))
  expect(requests[0]!.url.pathname).toMatch(/notes$/)
  expect(saved).toEqual([])
  expect(screen.getByText(/1 项待处理/)).toBeTruthy()
})

/** A plain number field and what is typed into it that is no number, or a number in another writing. */
import { id, measure, post, z } from '#kernel/contract/index.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Form } from './Form.tsx'
import { answering, ok, stage } from '../testing/stage.tsx'

const NewExam = z.object({ hid: id('门店'), height: measure('身高', { block: [-5, 2500], unit: 'cm' }).optional() })
const save = post('/exam', { can: 'patient:edit', input: NewExam, output: z.object({ id: id('编号') }), fails: [] })
const typing = async (text: string) => {
  const requests = answering(() => ok({ id: 1 }))
  await stage(<Form of={save} fixed={{ hid: 1 }} fields={['height']} initial={{ height: 120 }} />)
  const input = screen.getByLabelText<HTMLInputElement>(/身高/)
  await userEvent.clear(input)
  await userEvent.type(input, text)
  await userEvent.keyboard('{Control>}s{/Control}')
  return { asked: requests, input }
}

describe('a number', () => {
  it.each(['14..5', '14x', '-', '14,5', '1-4'])('%s stays as it was typed, red, and is not saved as another one', async (text) => {
    const { asked: requests, input } = await typing(text)
    await userEvent.keyboard('{Control>}s{/Control}')
    expect([input.value, input.getAttribute('aria-invalid'), document.activeElement]).toEqual([text, 'true', input])
    await userEvent.tab()
    expect([input.value, requests]).toEqual([text, []])
    await userEvent.clear(input)
    await userEvent.type(input, '145')
    expect(input.getAttribute('aria-invalid')).toBe(null)
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(requests.map((a) => a.body)).toEqual([{ hid: 1, height: 145 }]))
  })
  it.each([
    ['１４５', 145],
    ['1,200', 1200],
    ['145.', 145],
    ['14。5', 14.5],
    ['−3', -3],
    ['+145.5', 145.5],
  ])('%s is read', async (text, height) => {
    const { asked: sent } = await typing(text)
    await waitFor(() => expect(sent.map((a) => a.body)).toEqual([{ hid: 1, height }]))
  })
})

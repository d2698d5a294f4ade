/** Enter in a form with eyes: cells and plain fields are one way through it. */
import { choice, flag, id, measure, name, note, post, z } from '#kernel/contract/index.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Form } from '../Form.tsx'
import { answering, ok, stage } from '../../testing/stage.tsx'

const iop = (eye: 'od' | 'os') =>
  measure(`${eye === 'od' ? '右' : '左'}眼眼压`, { block: [0, 80], warn: [6, 24], unit: 'mmHg', eye, pair: 'iop' }).optional()
const LEVELS = { 0: '零', 1: '一', 2: '二', 3: '三', 4: '四' }
const NewExam = z.object({
  hid: id('门店'),
  iopOd: iop('od'),
  iopOs: iop('os'),
  device: name('设备').optional(),
  method: choice('方法', { 1: '非接触', 2: '压平' }).optional(),
  level: choice('分级', LEVELS).optional(),
  dilated: flag('散瞳').optional(),
  height: measure('身高', { block: [30, 250], warn: [60, 200], unit: 'cm' }).optional(),
  note: note().optional(),
})
const save = post('/exam', { can: 'patient:edit', input: NewExam, output: z.object({ id: id('编号') }), fails: [] })
const fields = [
  'device',
  { eyes: ['iop'] },
  'method',
  'level',
  'dilated',
  { render: () => <button type="button">带入</button> },
  'height',
  'note',
] as const
const focused = () => {
  const here = document.activeElement
  return here?.closest('[data-field]')?.getAttribute('data-field') ?? here?.textContent
}
const keys = (text: string) => userEvent.keyboard(text)
const height = () => screen.getByLabelText<HTMLInputElement>(/身高/)

describe('Enter in a form with eyes', () => {
  it('leads through texts, cells, choices and switches, past buttons, changing none of them; Shift Enter leads back', async () => {
    const requests = answering(() => ok({ id: 1 }))
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} />)
    screen.getByLabelText(/设备/).focus()
    const way = []
    for (let n = 0; n < 7; n++) {
      await keys('{Enter}')
      way.push(focused())
    }
    expect(way).toEqual(['iopOd', 'iopOs', 'method', 'level', 'dilated', 'height', 'note'])
    height().focus()
    for (const before of ['dilated', 'level', 'method', 'iopOs', 'iopOd', 'device']) {
      await keys('{Shift>}{Enter}{/Shift}')
      expect(focused()).toBe(before)
    }
    expect([screen.getByRole('switch').getAttribute('aria-checked'), document.querySelector('.ant-select-open')]).toEqual(['false', null])
    expect(requests).toEqual([])
  })

  it('a list that is open and a text of several lines keep their Enter', async () => {
    const sent = answering(() => ok({ id: 1 }))
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} />)
    screen.getByLabelText(/分级/).focus()
    await userEvent.click(screen.getByLabelText(/分级/))
    await waitFor(() => expect(screen.getByLabelText(/分级/).getAttribute('aria-expanded')).toBe('true'))
    await keys('{ArrowDown}{Enter}')
    expect(focused()).toBe('level')
    screen.getByLabelText(/备注/).focus()
    await keys('怕光{Enter}流泪{Control>}s{/Control}')
    await waitFor(() => expect(sent.map((a) => a.body)).toMatchObject([{ note: '怕光\n流泪' }]))
  })

  it('does not leave what is wrong, and confirms what is unusual when it is come back to', async () => {
    const requests = answering(() => ok({ id: 1 }))
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} />)
    height().focus()
    await keys('900{Enter}')
    expect(focused()).toBe('height')
    await userEvent.clear(height())
    await keys('210{Enter}')
    expect(focused()).toBe('note')
    height().focus()
    await keys('{Enter}')
    expect(focused()).toBe('note')
    await keys('{Control>}s{/Control}')
    await waitFor(() => expect(requests.map((a) => a.body)).toEqual([{ hid: 1, height: 210 }]))
  })

  it('a form without eyes keeps its Enter', async () => {
    answering(() => ok({ id: 1 }))
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={['device', 'height']} />)
    screen.getByLabelText(/设备/).focus()
    await keys('{Enter}')
    expect(focused()).toBe('device')
  })
})

import { id, name, note, phone, post, z } from '#kernel/contract/index.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Form } from '../Form.tsx'
import { sweepDrafts } from './sweep.ts'
import { answering, doctor, ok, stage } from '../../testing/stage.tsx'

const NewPatient = z.object({ hid: id('门店'), name: name('姓名'), mobile: phone(), note: note().optional() })
const save = post('/patient/addOrupdate', {
  can: 'patient:edit',
  input: NewPatient,
  output: z.object({ pid: id('会员号') }),
  fails: ['exists'],
})
const fields = ['name', 'mobile', 'note'] as const
const filledIn = { name: '林子涵', mobile: '13912345678' }
const draftsKept = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('mingmou.draft.'))

describe('a draft', () => {
  it('keeps what was typed unreadable for whoever has not the key of the account', async () => {
    answering(() => ok({ pid: 1 }))
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} draft="patient" />)
    await userEvent.type(screen.getByLabelText(/姓名/), '林子涵')
    cleanup()
    expect(draftsKept()).toHaveLength(1)
    expect(JSON.stringify(Object.entries(localStorage))).not.toMatch(/林|name/)
    const other = { ...doctor, draftKey: btoa('x'.repeat(32)) }
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} draft="patient" />, { who: other })
    expect(screen.getByLabelText<HTMLInputElement>(/姓名/).value).toBe('')
    cleanup()
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} draft="patient" />, { who: { ...doctor, uid: 8 } })
    expect(screen.getByLabelText<HTMLInputElement>(/姓名/).value).toBe('')
  })

  it('of a former release, which is readable, and one of last week are removed at the start', () => {
    localStorage.setItem('mingmou.draft.7.patient-1', JSON.stringify({ at: Date.now(), values: { name: '林子涵' } }))
    localStorage.setItem('mingmou.draft.7.patient-2@a', `${Date.now() - 8 * 86_400_000}.x.y`)
    localStorage.setItem('mingmou.draft.7.patient-3@a', `${Date.now()}.x.y`)
    sweepDrafts()
    expect(draftsKept()).toEqual(['mingmou.draft.7.patient-3@a'])
  })

  it('restores what was typed over the record as it is now: what somebody else wrote elsewhere stays', async () => {
    const sent = answering(() => ok({ pid: 1 }))
    const form = (record: object, version: number) => (
      <Form of={save} fixed={{ hid: 1, version } as never} fields={fields} initial={record} draft="patient-1" />
    )
    await stage(form({ ...filledIn, remark: '旧' }, 1))
    await userEvent.type(screen.getByLabelText(/姓名/), '改')
    cleanup()
    await stage(form({ ...filledIn, mobile: '13900000009', remark: '旧' }, 2))
    expect(screen.getByLabelText<HTMLInputElement>(/姓名/).value).toBe(`${filledIn.name}改`)
    expect(screen.getByLabelText<HTMLInputElement>(/手机号/).value).toBe('13900000009')
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ name: `${filledIn.name}改`, mobile: '13900000009', version: 2 }))
  })

  it('shows both values where somebody else changed what was typed, and sends nothing until one is chosen', async () => {
    const sent = answering(() => ok({ pid: 1 }))
    const form = (record: object) => <Form of={save} fixed={{ hid: 1 }} fields={fields} initial={record} draft="patient-2" />
    await stage(form(filledIn))
    await userEvent.type(screen.getByLabelText(/姓名/), '改')
    cleanup()
    await stage(form({ ...filledIn, name: '别人写的' }))
    expect(screen.getByLabelText<HTMLInputElement>(/姓名/).value).toBe('别人写的')
    expect(screen.getByText(new RegExp(`现在 别人写的，您填写 ${filledIn.name}改`))).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    expect(sent).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: '用我填写的' }))
    expect(screen.getByLabelText<HTMLInputElement>(/姓名/).value).toBe(`${filledIn.name}改`)
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ name: `${filledIn.name}改` }))
    expect(draftsKept()).toEqual([])
  })

  it('a record read anew while somebody types goes under what was typed', async () => {
    answering(() => ok({ pid: 1 }))
    const again = await rereading()
    await userEvent.type(screen.getByLabelText(/姓名/), '改')
    again({ ...filledIn, mobile: '13900000009', version: 2 })
    expect(screen.getByLabelText<HTMLInputElement>(/姓名/).value).toBe(`${filledIn.name}改`)
    expect(screen.getByLabelText<HTMLInputElement>(/手机号/).value).toBe('13900000009')
    again({ ...filledIn, name: '别人写的', version: 3 })
    expect(screen.getByRole('button', { name: '用我填写的' })).toBeTruthy()
  })
})

/** A form over a record that is read anew. */
async function rereading() {
  let read: (record: object) => void = () => undefined
  function Reread() {
    const [record, set] = useState<object>({ ...filledIn, version: 1 })
    read = (next) => act(() => set(next))
    return <Form of={save} fixed={{ hid: 1 }} fields={fields} initial={record} />
  }
  await stage(<Reread />)
  return (record: object) => read(record)
}

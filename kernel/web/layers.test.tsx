import { id, name, note, phone, post, z } from '#kernel/contract/index.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Form } from './form/Form.tsx'
import { answering, ok, stage } from './testing/stage.tsx'

const NewPatient = z.object({ hid: id('门店'), name: name('姓名'), mobile: phone(), note: note().optional() })
const save = post('/patient/addOrupdate', {
  can: 'patient:edit',
  input: NewPatient,
  output: z.object({ pid: id('会员号') }),
  fails: ['exists'],
})
const fields = ['name', 'mobile', 'note'] as const
const filledIn = { name: '林子涵', mobile: '13912345678' }

describe('what lies on top', () => {
  it('the save key reaches the top layer alone, and no id stands twice', async () => {
    const sent = answering(() => ok({ pid: 1 }))
    await stage(
      <>
        <Form of={save} fixed={{ hid: 1 }} fields={fields} initial={{ ...filledIn, name: '底下' }} />
        <div role="dialog" aria-modal="true">
          <Form of={save} fixed={{ hid: 2 }} fields={fields} initial={{ ...filledIn, name: '上面' }} />
        </div>
      </>,
    )
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    for (const label of document.querySelectorAll('label[for]')) expect(document.getElementById(label.getAttribute('for')!)).toBeTruthy()
    for (const from of [document.body, ...screen.getAllByLabelText(/姓名/)]) fireEvent.keyDown(from, { key: 's', ctrlKey: true })
    await waitFor(() => expect(sent.length).toBeGreaterThan(0))
    expect(new Set(sent.map(({ body }) => (body as { hid: number }).hid))).toEqual(new Set([2]))
  })
})

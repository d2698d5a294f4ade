import { choice, count, id, measure, name, note, phone, post, z } from '#kernel/contract/index.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Form } from './Form.tsx'
import { answering, ok, stage } from '../testing/stage.tsx'

const NewPatient = z.object({
  hid: id('门店'),
  name: name('姓名'),
  mobile: phone(),
  gender: choice('性别', { 0: '男', 1: '女' }),
  iop: measure('眼压', { block: [0, 80], warn: [6, 24], unit: 'mmHg' }).optional(),
  note: note().optional(),
  items: z
    .array(z.object({ title: name('品名'), number: count('数量') }))
    .meta({ label: '明细' })
    .optional(),
})
const save = post('/patient/addOrupdate', {
  can: 'patient:edit',
  input: NewPatient,
  output: z.object({ pid: id('会员号') }),
  fails: ['exists'],
})
const fields = ['name', 'mobile', 'gender', 'iop', 'note'] as const
const filledIn = { name: '林子涵', mobile: '13912345678', gender: 1 }

/** A form over what is read anew, with the number of its saves. */
async function reread() {
  let read: (initial: object) => void = () => undefined
  function Reread() {
    const [initial, set] = useState<object>(filledIn)
    const [saves, count] = useState(0)
    read = (next) => act(() => set(next))
    return (
      <>
        <output>{saves}</output>
        <Form of={save} fixed={{ hid: 1 }} fields={fields} initial={initial} onDone={() => count((n) => n + 1)} />
      </>
    )
  }
  await stage(<Reread />)
  return { read: (next: object) => read(next), at: () => screen.getByLabelText<HTMLInputElement>(/姓名/) }
}

describe('the form', () => {
  it('has labels, units and required marks from the contract, and says what is missing', async () => {
    answering(() => ok({ pid: 1 }))
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} />)
    expect(screen.getByText('眼压').textContent).toBe('眼压 mmHg')
    expect(screen.getByText('姓名').querySelector('b')).toBeTruthy()
    expect(screen.getByText('备注').querySelector('b')).toBeNull()
    expect(screen.getByRole('button', { name: /3 项待处理：姓名：必填/ })).toBeTruthy()
  })

  it('does not send while something is wrong, shows it at its field and jumps there', async () => {
    const requests = answering(() => ok({ pid: 1 }))
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} initial={{ ...filledIn, mobile: 'x' }} />)
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    expect(requests).toHaveLength(0)
    expect(document.querySelector('#f-mobile-note')?.textContent).toBe('号码只能是 5 到 20 位数字')
    expect(document.activeElement?.id).toBe('f-mobile')
  })

  it('shows a refusal of the server at its field and clears it when the field changes', async () => {
    answering(() => ({ code: 1406, message: '会员已存在', field: 'mobile', data: null }))
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} initial={filledIn} />)
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await waitFor(() => expect(document.querySelector('#f-mobile-note')?.textContent).toBe('会员已存在'))
    expect(document.activeElement?.id).toBe('f-mobile')
    await userEvent.type(screen.getByLabelText(/手机号/), '9')
    expect(document.querySelector('#f-mobile-note')?.textContent).toBe('')
  })

  it('lets a question of the server be confirmed at its field, and sends the confirmation', async () => {
    let isConfirmed = false
    const sent = answering(() => {
      if (isConfirmed) return ok({ pid: 9 })
      isConfirmed = true
      return { code: 1, message: '请确认：手机号不常见', field: 'mobile', data: null }
    })
    const confirming = vi.fn((values: Record<string, unknown>, confirmed: readonly string[]) => ({ ...values, remark: confirmed.join() }))
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} initial={filledIn} before={confirming} />)
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await userEvent.click(await screen.findByRole('button', { name: /确认无误/ }))
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(confirming).toHaveBeenLastCalledWith(expect.anything(), [`mobile=${filledIn.mobile}`], undefined)
  })

  it('sends fixed and typed values on Ctrl S, and keeps one idempotency key while no answer comes', async () => {
    let down = true
    const sent = answering(() => (down ? new TypeError('Failed to fetch') : ok({ pid: 9 })))
    const onDone = vi.fn()
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} initial={filledIn} onDone={onDone} />)
    await userEvent.click(screen.getByLabelText(/姓名/))
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(sent).toHaveLength(1))
    down = false
    await waitFor(() => expect(screen.getByRole('button', { name: /保存/ }).className).not.toContain('loading'))
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(onDone).toHaveBeenCalledWith({ pid: 9 }, { hid: 1, ...filledIn }, undefined))
    expect(sent[0]!.headers.get('Idempotency-Key')).toBe(sent[1]!.headers.get('Idempotency-Key'))
  })

  it('what was saved stands there until it is read anew: the former values do not come back in between', async () => {
    answering(() => ok({ pid: 9 }))
    const { read, at: inputOf } = await reread()
    await userEvent.type(inputOf(), '改{Control>}s{/Control}')
    await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('1'))
    expect(inputOf().value).toBe('林子涵改')
    read({ ...filledIn, name: '林子涵改过' })
    await waitFor(() => expect(inputOf().value).toBe('林子涵改过'))
  })

  it('what is typed while a save is under way is neither lost nor taken for saved', async () => {
    const requests = answering(() => ok({ pid: 9 }))
    let answer = (): void => undefined
    const [served, later] = [globalThis.fetch, new Promise<void>((go) => (answer = go))]
    globalThis.fetch = (...call: Parameters<typeof fetch>) => later.then(() => served(...call))
    const { read, at: inputOf } = await reread()
    await userEvent.type(inputOf(), '改{Control>}s{/Control}')
    const phone = screen.getByLabelText<HTMLInputElement>(/手机号/)
    await userEvent.type(phone, '9')
    expect(requests).toEqual([])
    answer()
    await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('1'))
    read({ ...filledIn, name: '林子涵改' })
    expect([inputOf().value, phone.value]).toEqual(['林子涵改', '139123456789'])
    await userEvent.type(phone, '{Control>}s{/Control}')
    await waitFor(() =>
      expect(requests.map((a) => a.body)).toMatchObject([{ name: '林子涵改', mobile: filledIn.mobile }, { mobile: '139123456789' }]),
    )
  })

  it('sends what was emptied as empty: a field left out of a change would stay as it was', async () => {
    const requests = answering(() => ok({ pid: 9 }))
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} initial={{ ...filledIn, note: '怕光' }} />)
    await userEvent.clear(screen.getByLabelText('备注'))
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]!.body).toEqual({ hid: 1, ...filledIn, note: null })
  })

  it('a second way of saving is told to what sends and to what follows, and only that once', async () => {
    const requests = answering(() => ok({ pid: 9 }))
    const onDone = vi.fn()
    await stage(
      <Form
        of={save}
        fixed={{ hid: 1 }}
        fields={fields}
        initial={filledIn}
        before={(v, _, way) => ({ ...v, note: way ?? 'whole' })}
        onDone={onDone}
        more={(form) => (
          <button type="button" onClick={() => form.submit('draft')}>
            keep
          </button>
        )}
      />,
    )
    await userEvent.click(screen.getByRole('button', { name: 'keep' }))
    await waitFor(() => expect(onDone).toHaveBeenLastCalledWith({ pid: 9 }, expect.objectContaining({ note: 'draft' }), 'draft'))
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await waitFor(() => expect(onDone).toHaveBeenLastCalledWith({ pid: 9 }, expect.objectContaining({ note: 'whole' }), undefined))
    expect(requests.map((a) => (a.body as { note: string }).note)).toEqual(['draft', 'whole'])
  })

  it('asks about an unusual value and sends it once confirmed', async () => {
    const requests = answering(() => ok({ pid: 1 }))
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} initial={{ ...filledIn, iop: 40 }} />)
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    expect(requests).toHaveLength(0)
    expect(document.querySelector('#f-iop-note')?.textContent).toContain('40 超出常见范围 6 至 24，请确认')
    await userEvent.click(screen.getByRole('button', { name: '确认无误' }))
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await waitFor(() => expect(requests).toHaveLength(1))
  })

  it('runs rules across fields although another field is missing', async () => {
    answering(() => ok({ pid: 1 }))
    await stage(
      <Form
        of={save}
        fixed={{ hid: 1 }}
        fields={fields}
        initial={{ gender: 1 }}
        rules={(v) => (v.gender === 1 && !v.note ? [{ field: 'note', sentence: '女性须填备注' }] : [])}
      />,
    )
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    expect(document.querySelector('#f-note-note')?.textContent).toBe('女性须填备注')
  })

  it('a rule may ask: its value waits for a confirmation, and what was confirmed is told before sending', async () => {
    const requests = answering(() => ok({ pid: 1 }))
    const rules = (v: Readonly<Record<string, unknown>>) =>
      v.iop === 20 ? [{ field: 'iop', sentence: '比上次高', kind: 'ask' as const }] : []
    const before = (v: Record<string, unknown>, confirmed: readonly string[]) => ({ ...v, note: confirmed.join() })
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} initial={{ ...filledIn, iop: 20 }} rules={rules} before={before} />)
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    expect(requests).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: '确认无误' }))
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]).toMatchObject({ body: { note: 'iop=20' } })
  })
  it('who is asked about a choice answers by choosing; a choice unusual for another reason is asked about itself', async () => {
    const requests = answering(() => ok({ pid: 1 }))
    const examined = post('/exam', {
      can: 'exam:edit',
      input: z.object({ drops: choice('散瞳', { 0: '小瞳', 1: '阿托品', 2: '环喷托酯' }).optional() }),
      output: z.object({ pid: id('会员号') }),
      fails: [],
    })
    const rules = (v: Readonly<Record<string, unknown>>) => {
      if (!v.drops) return [{ field: 'drops', sentence: '没有散瞳吗？', kind: 'ask' as const }]
      return v.drops === 1 ? [{ field: 'drops', sentence: '对阿托品过敏，确认吗？', kind: 'ask' as const }] : []
    }
    await stage(<Form of={examined} fields={['drops']} rules={rules} />)
    const save = () => userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await save()
    await userEvent.click(screen.getByText('阿托品'))
    await save()
    expect(requests).toHaveLength(0)
    expect(document.querySelector('#f-drops-note')?.textContent).toContain('过敏')
    await userEvent.click(screen.getByText('环喷托酯'))
    await userEvent.click(screen.getByText('小瞳'))
    await save()
    expect(document.querySelector('#f-drops-note')?.textContent).toContain('没有散瞳吗？')
    await userEvent.click(screen.getByText('环喷托酯'))
    await save()
    await waitFor(() => expect(requests).toHaveLength(1))
  })
  it('a question about what was not chosen is answered by choosing just that', async () => {
    const requests = answering(() => ok({ pid: 1 }))
    const examined = post('/exam', {
      can: 'exam:edit',
      input: z.object({ drops: choice('散瞳', { 0: '小瞳', 1: '阿托品' }).optional() }),
      output: z.object({ pid: id('会员号') }),
      fails: [],
    })
    const rules = (v: Readonly<Record<string, unknown>>) =>
      v.drops ? [] : [{ field: 'drops', sentence: '没有散瞳吗？', kind: 'ask' as const }]
    await stage(<Form of={examined} fields={['drops']} rules={rules} />)
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    expect(requests).toHaveLength(0)
    await userEvent.click(screen.getByText('小瞳'))
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await waitFor(() => expect(requests).toHaveLength(1))
  })
  it('keeps a draft, restores it and throws it away on demand', async () => {
    answering(() => ok({ pid: 1 }))
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} draft="patient" />)
    await userEvent.type(screen.getByLabelText(/姓名/), '林')
    await screen.findByText(/草稿已存/)
    document.body.innerHTML = ''
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} draft="patient" />)
    expect(screen.getByLabelText<HTMLInputElement>(/姓名/).value).toBe('林')
    await userEvent.click(screen.getByRole('button', { name: '放弃草稿' }))
    expect(screen.getByLabelText<HTMLInputElement>(/姓名/).value).toBe('')
    expect(localStorage.length).toBe(0)
  })

  it('what was typed the moment before the page was left is in the draft', async () => {
    answering(() => ok({ pid: 1 }))
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} draft="patient" />)
    await userEvent.type(screen.getByLabelText(/姓名/), '林')
    cleanup()
    await stage(<Form of={save} fixed={{ hid: 1 }} fields={fields} draft="patient" />)
    expect(screen.getByLabelText<HTMLInputElement>(/姓名/).value).toBe('林')
  })

  it('edits lines', async () => {
    const requests = answering(() => ok({ pid: 1 }))
    await stage(
      <Form of={save} fixed={{ hid: 1 }} fields={[...fields, { key: 'items', label: '明细', blank: { number: 1 } }]} initial={filledIn} />,
    )
    await userEvent.click(screen.getByRole('button', { name: '添加一行' }))
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    expect(screen.getByRole('button', { name: /明细 第 1 行 品名：必填/ })).toBeTruthy()
    expect(document.querySelector('[data-field="items.0.title"]')?.textContent).toBe('必填')
    await userEvent.type(screen.getByLabelText('品名'), '镜布')
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ items: [{ title: '镜布', number: 1 }] }))
  })
})

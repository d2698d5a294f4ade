/** Templates of case records by their abbreviation. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { id, note, post, z } from '#kernel/contract/index.ts'
import { Form } from '#kernel/web/form/Form.tsx'
import { answering, ok, stage } from '#kernel/web/testing/stage.tsx'
import { Phrases } from './Phrases.tsx'

const texts = { chiefComplaint: note('主诉').optional(), findings: note('检查所见').optional(), advice: note('处理').optional() }
const save = post('/ecase', { can: 'ecase:edit', input: z.object(texts), output: z.object({ id: id('病历') }) })
const template = {
  id: 1,
  name: '近视初诊',
  abbr: 'jscz',
  chiefComplaint: '看远不清',
  findings: '前节正常',
  advice: '三个月复查',
  status: 1,
}
const box = (name: string) => document.querySelector<HTMLTextAreaElement>(`[data-field=${name}] textarea`)!

describe('templates of a case record', () => {
  it('are applied by , and their abbreviation where one is writing, and fill what else is empty', async () => {
    answering(({ url }) => ok({ list: url.pathname.includes('medical-templates') ? [template] : [], total: 1 }))
    await stage(<Form of={save} fields={[{ render: (form) => <Phrases form={form} /> }, 'chiefComplaint', 'findings', 'advice']} />)
    await screen.findByLabelText('套用模板')
    await userEvent.type(box('advice'), '每天户外 2 小时')
    await userEvent.type(box('findings'), '右眼：,jscz ')
    expect([box('chiefComplaint').value, box('findings').value, box('advice').value]).toEqual([
      '看远不清',
      '右眼：前节正常',
      '每天户外 2 小时',
    ])
    await userEvent.type(box('findings'), ' ,nix ')
    expect(box('findings').value).toBe('右眼：前节正常 ,nix ')
  })
  it('fill the texts of another record by what each is for; a complaint goes where one wrote last', async () => {
    const complaint = { id: 3, name: '眼痒', note: null, status: 1 }
    answering(({ url }) => ok({ list: [url.pathname.includes('medical-templates') ? template : complaint], total: 1 }))
    const into = { findings: 'chiefComplaint', advice: 'advice' } as const
    await stage(<Form of={save} fields={[{ render: (form) => <Phrases form={form} into={into} /> }, 'findings', 'advice']} />)
    await userEvent.click(await screen.findByRole('button', { name: '眼痒' }))
    expect(box('findings').value).toBe('眼痒')
    await userEvent.type(box('advice'), ',jscz ')
    expect([box('findings').value, box('advice').value]).toEqual(['眼痒', '三个月复查'])
    await userEvent.click(screen.getByRole('button', { name: '眼痒' }))
    expect([box('findings').value, box('advice').value]).toEqual(['眼痒', '三个月复查；眼痒'])
  })
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import type { CaseOfMember } from '../../contract/okjing/shapes.ts'
import { Opened } from './Okjing.tsx'

const who = { ...doctor, permissions: ['record:view', 'record:edit', 'record:sign'] }
const member: CaseOfMember = { pid: 1, case: null, rail: [], records: [], lenses: [], trialLenses: [], prescriptions: [], consented: false }
const row = {
  id: 5,
  pid: 1,
  hid: 1,
  status: 1,
  recordAt: '2026-11-21 09:00:00',
  recorderName: '何明哲',
  signerName: null,
  items: [],
  deniedAll: 'mother',
}
const Page = () => {
  const [open, setOpen] = useState(true)
  if (!open)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        {'再打开'}
      </button>
    )
  return <Opened of={member} kind="medical-history" id="5" onLeave={() => setOpen(false)} />
}
const remark = () => document.querySelector<HTMLTextAreaElement>('textarea[name=remark], [data-field=remark] textarea, textarea')

it('a record opened again right after it was saved says what was saved, never what it said before', async () => {
  localStorage.clear()
  const kept = { ...row, remark: '初次', version: 1 }
  answering(({ method, body }) => {
    if (method !== 'GET') Object.assign(kept, { remark: (body as { remark: string }).remark, version: kept.version + 1 })
    return ok({ ...kept })
  })
  await stage(<Page />, { who, at: '/patients/detail/1/okjing', fresh: 5_000 })
  await waitFor(() => expect(remark()?.value).toBe('初次'))
  await userEvent.clear(remark()!)
  await userEvent.type(remark()!, '更正后')
  await userEvent.click(screen.getByRole('button', { name: /保存并提交/ }))
  await userEvent.click(await screen.findByText('再打开'))
  const first = await waitFor(() => remark()!.value)
  expect(first).toBe('更正后')
})

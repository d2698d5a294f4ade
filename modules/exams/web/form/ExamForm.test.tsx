import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { iopFindings } from '../../contract/checks.ts'
import { exams } from '../../contract/endpoints.ts'
import { iopFields } from '../../contract/fields.ts'
import { ExamForm } from './ExamForm.tsx'
import type { ExamBase } from './history.ts'

const who = { ...doctor, permissions: ['exam:view', 'exam:edit', 'exam:sign'] }
const row = (status: number): ExamBase & Record<string, unknown> => ({
  id: 43,
  pid: 1,
  hid: 1,
  hospitalName: '一店',
  status,
  version: 2,
  examTime: '2026-11-21 09:42:00',
  examinerName: '何明哲',
  signerName: null,
  device: null,
  note: null,
  resid: null,
  origin: { iopOd: 'device:a.xml' },
  iopMethod: 1,
  iopTime: '09:42',
  iopOd: 15,
  iopOs: 16,
  cctOd: null,
  cctOs: null,
})
const show = (exam: ExamBase | undefined) =>
  stage(
    <ExamForm
      kind="iop"
      of={exams['examIop.save']}
      exam={exam}
      before={undefined}
      names={Object.keys(iopFields)}
      start={{ iopMethod: 1, iopTime: '10:00' }}
      stale={[]}
      check={(v) => iopFindings(v)}
      items={[{ eyes: ['iop', 'cct'], title: '眼压' }]}
      fixed={{ pid: 1 }}
      aside={(v) => <p>now {String(v.iopOd ?? '')}</p>}
    />,
    { who },
  )

describe('the form of an examination', () => {
  it('shows a stored examination, and saves a change with the version that was seen and the origin of what was not touched', async () => {
    const asked = answering(() => ok({ ...row(1), iopOs: 17 }))
    await show(row(1))
    const left = document.querySelector<HTMLInputElement>('[data-field=iopOs]')!
    expect(left.value).toBe('16.0')
    await screen.findByText('now 15')
    await userEvent.clear(left)
    await userEvent.type(left, '17{Enter}')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(asked.some((a) => a.method === 'POST')).toBe(true))
    expect(asked.find((a) => a.method === 'POST')!.body).toMatchObject({
      id: 43,
      version: 2,
      status: 1,
      iopOd: 15,
      iopOs: 17,
      origin: { iopOd: 'device:a.xml' },
      confirmed: [],
    })
  })

  it('an unusual difference waits for a confirmation, which is sent by value', async () => {
    const asked = answering(() => ok(row(1)))
    await show(undefined)
    const [right, left] = ['iopOd', 'iopOs'].map((n) => document.querySelector<HTMLInputElement>(`[data-field=${n}]`)!)
    await userEvent.type(right!, '20{Enter}')
    await userEvent.type(left!, '13{Enter}')
    await userEvent.keyboard('{Control>}s{/Control}')
    expect(asked).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: '确认无误' }))
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]!.body).toMatchObject({ status: 1, confirmed: [expect.stringMatching(/^iopO[ds]=(20|13)$/)] })
  })

  it('a signed one is read only and offers an amendment', async () => {
    answering(() => ok(row(2)))
    await show(row(2))
    expect(document.querySelector<HTMLInputElement>('[data-field=iopOd]')!.readOnly).toBe(true)
    expect(screen.getByRole('button', { name: '更正' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /保存/ })).toBeNull()
  })
})

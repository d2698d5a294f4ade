import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Together } from '#kernel/web/together/Together.tsx'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { clinicNow } from '#kernel/contract/index.ts'
import { iopFindings } from '../../contract/checks/checks.ts'
import { exams } from '../../contract/endpoints.ts'
import { PlaceContext, type VisitPlace, type VisitStatus } from '../visit/place.ts'
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
const reads = { isLoading: false, error: null, refetch: () => undefined }
const outside = () => document.body.appendChild(document.createElement('aside'))
/** Stands in for the list that is read again when somebody else has saved. */
const Live = ({
  first,
  next,
  of: shown,
}: {
  first: ExamBase | undefined
  next: ExamBase
  of: (exam: ExamBase | undefined) => ReactNode
}) => {
  const [exam, setExam] = useState(first)
  return (
    <>
      <button type="button" onClick={() => setExam(next)}>
        他人保存
      </button>
      {shown(exam)}
    </>
  )
}
const show = (
  exam: ExamBase | undefined,
  {
    wanted = [] as VisitPlace['wanted'],
    told: calls = [] as VisitStatus[],
    next = undefined as ExamBase | undefined,
    before = undefined as ExamBase | undefined,
  } = {},
) => {
  const place: VisitPlace = {
    pid: 1,
    resid: 9,
    anchor: 'iop',
    current: 'iop',
    enter: () => undefined,
    tell: (_, now) => void calls.push(now),
    always: null,
    beside: outside(),
    wanted,
  }
  const form = (shown: ExamBase | undefined) => (
    <PlaceContext value={place}>
      <Together>
        <ExamForm
          segment="iop"
          title="眼压"
          reads={reads}
          kind="iop"
          of={exams['examIop.save']}
          exam={shown}
          before={before}
          needs={['iop*']}
          start={{ iopMethod: 1, iopTime: '10:00' }}
          stale={[]}
          check={(v) => iopFindings(v)}
          items={[{ eyes: ['iop', 'cct'], title: '眼压', ...(before ? { previous: before as never, previousLabel: '2026-03-01' } : {}) }]}
          fixed={{ pid: 1 }}
          aside={(v) => <p>now {String(v.iopOd ?? '')}</p>}
        />
      </Together>
    </PlaceContext>
  )
  return stage(next ? <Live first={exam} next={next} of={form} /> : form(exam), { who, at: '/patients/detail/1/examine/iop' })
}

describe('an examination that somebody else changes while it is written on', () => {
  const theirs = { ...row(1), version: 3, iopOs: 18 }
  const right = () => document.querySelector<HTMLInputElement>('[data-field=iopOd]')!
  const left = () => document.querySelector<HTMLInputElement>('[data-field=iopOs]')!
  const typeAndBeOvertaken = async () => {
    await userEvent.clear(right())
    await userEvent.type(right(), '19{Enter}')
    await userEvent.click(screen.getByRole('button', { name: '他人保存' }))
    await screen.findByText(/这份记录刚刚被他人修改/)
    expect([right().value, left().value]).toEqual(['19.0', '16.0'])
  }
  it('keeps what was typed, says what happened, and saves it over theirs once that is meant', async () => {
    const requests = answering(() => ok({ ...row(1), version: 4 }))
    await show(row(1), { next: theirs })
    await typeAndBeOvertaken()
    await userEvent.click(screen.getByRole('button', { name: '以我填写的为准' }))
    expect([right().value, screen.queryByText(/刚刚被他人修改/)]).toEqual(['19.0', null])
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(requests.find((a) => a.method === 'POST')?.body).toMatchObject({ id: 43, version: 3, iopOd: 19, iopOs: 18 }))
  })
  it('says both values of a field both wrote in', async () => {
    answering(() => ok(row(1)))
    await show(row(1), { next: { ...theirs, iopOd: 21 } as never })
    await typeAndBeOvertaken()
    expect(screen.getByRole('alert').textContent).toMatch(/右眼眼压：他人 21(\.0)?( mmHg)?，您 19/)
    expect(screen.getByRole('alert').textContent).not.toContain('左眼')
  })
  it('saves nothing over theirs unasked, and shows theirs when mine is dropped', async () => {
    const sent = answering(() => ok(row(1)))
    await show(row(1), { next: theirs })
    await typeAndBeOvertaken()
    await userEvent.click(screen.getByRole('button', { name: '放弃我的，看最新' }))
    await waitFor(() => expect([right().value, left().value]).toEqual(['15.0', '18.0']))
    expect(sent.filter((a) => a.method === 'POST')).toEqual([])
  })
  it('shows theirs at once where nothing was typed', async () => {
    answering(() => ok(row(1)))
    await show(row(1), { next: theirs })
    await userEvent.click(screen.getByRole('button', { name: '他人保存' }))
    await waitFor(() => expect(left().value).toBe('18.0'))
    expect(screen.queryByText(/刚刚被他人修改/)).toBeNull()
  })
})

describe('a value of the last time', () => {
  const last = { ...row(2), id: 12, examTime: '2026-03-01 09:00:00', iopOd: 15, iopOs: 17 }
  const right = () => document.querySelector<HTMLInputElement>('[data-field=iopOd]')!
  const today = clinicNow().slice(0, 10)
  it('taken by = is asked about by its day, is no typed one after a reload, and is sent as a copy once confirmed', async () => {
    localStorage.clear()
    const requests = answering(() => ok(row(1)))
    await show(undefined, { before: last })
    right().focus()
    await userEvent.keyboard('=')
    expect(right().value).toBe('15.0')
    await screen.findAllByText(/是 2026-03-01 的数据/)
    await waitFor(() => expect(Object.keys(localStorage).some((key) => key.includes('exam.iop'))).toBe(true))
    cleanup()
    await show(undefined, { before: last })
    expect(right().value).toBe('15.0')
    await userEvent.keyboard('{Control>}s{/Control}')
    expect(requests.filter((a) => a.method === 'POST')).toEqual([])
    right().focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(requests.some((a) => a.method === 'POST')).toBe(true))
    const sent = requests.find((a) => a.method === 'POST')!.body as Record<string, unknown>
    expect(sent).toMatchObject({ iopOd: 15, origin: { iopOd: 'copied:exam_iop:12@2026-03-01' }, confirmed: ['iopOd=15'] })
    expect(Object.keys(sent)).not.toContain('copied')
    expect(today > '2026-03-01').toBe(true)
  })
  it('typed over is typed', async () => {
    localStorage.clear()
    const sent = answering(() => ok(row(1)))
    await show(undefined, { before: last })
    right().focus()
    await userEvent.keyboard('={Enter}')
    await userEvent.clear(right())
    await userEvent.type(right(), '18{Enter}')
    await userEvent.type(document.querySelector('[data-field=iopOs]')!, '18{Enter}')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(sent.some((a) => a.method === 'POST')).toBe(true))
    expect(sent.find((a) => a.method === 'POST')!.body).toMatchObject({ iopOd: 18, origin: {} })
    localStorage.clear()
  })
})

describe('somebody in a hurry', () => {
  const fill = async () => {
    for (const name of ['iopOd', 'iopOs'])
      await userEvent.type(document.querySelector<HTMLInputElement>(`[data-field=${name}]`)!, '15{Enter}')
  }
  const sent = (requests: ReturnType<typeof answering>) => requests.filter((a) => a.method === 'POST')
  it('without a network loses nothing: what was typed stays, and is sent once under the same key when it is there again', async () => {
    localStorage.clear()
    let down = true
    const requests = answering(({ method }) => (down && method === 'POST' ? new TypeError('Failed to fetch') : ok(row(1))))
    await show(undefined)
    await fill()
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(sent(requests).length).toBeGreaterThan(0))
    const cell = () => document.querySelector<HTMLInputElement>('[data-field=iopOd]')!
    expect(cell().value).toBe('15.0')
    await waitFor(() => expect(Object.keys(localStorage).some((key) => key.includes('exam.iop'))).toBe(true))
    down = false
    const tries = sent(requests).length
    await waitFor(() => expect(screen.queryByText(/正在保存/)).toBeNull())
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(sent(requests).length).toBeGreaterThan(tries))
    const keys = sent(requests).map((a) => a.headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/./)
    expect(new Set(keys).size).toBe(1)
    expect(sent(requests).at(-1)!.body).toMatchObject({ iopOd: 15, iopOs: 15 })
  })
  it('who saves twice at once makes one examination', async () => {
    localStorage.clear()
    // The answer comes when both keys were pressed.
    let answer = () => {}
    const slow = (body: unknown) =>
      new Response(
        new ReadableStream({
          start: (stream) =>
            void (answer = () => {
              stream.enqueue(new TextEncoder().encode(JSON.stringify(body)))
              stream.close()
            }),
        }),
        { headers: { 'content-type': 'application/json' } },
      )
    const requests = answering(({ method }) => (method === 'POST' ? slow(ok(row(1))) : ok(row(1))))
    await show(undefined)
    await fill()
    await userEvent.keyboard('{Control>}s{/Control}{Control>}s{/Control}')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(sent(requests).length).toBeGreaterThan(0))
    expect(sent(requests)).toHaveLength(1)
    answer()
    await waitFor(() => expect(screen.queryByText(/正在保存/)).toBeNull())
    expect(sent(requests)).toHaveLength(1)
  })
})

describe('the form of an examination', () => {
  it('shows a stored examination, and saves a change with the version that was seen and the origin of what was not touched', async () => {
    const requests = answering(() => ok({ ...row(1), iopOs: 17 }))
    await show(row(1))
    const left = document.querySelector<HTMLInputElement>('[data-field=iopOs]')!
    expect(left.value).toBe('16.0')
    await screen.findByText('now 15')
    await userEvent.clear(left)
    await userEvent.type(left, '17{Enter}')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(requests.some((a) => a.method === 'POST')).toBe(true))
    expect(requests.find((a) => a.method === 'POST')!.body).toMatchObject({
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
    const sent = answering(() => ok(row(1)))
    await show(undefined)
    const [right, left] = ['iopOd', 'iopOs'].map((n) => document.querySelector<HTMLInputElement>(`[data-field=${n}]`)!)
    await userEvent.type(right!, '20{Enter}')
    await userEvent.type(left!, '13{Enter}')
    await userEvent.keyboard('{Control>}s{/Control}')
    expect(sent).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: '确认无误' }))
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]!.body).toMatchObject({ status: 1, confirmed: [expect.stringMatching(/^iopO[ds]=(20|13)$/)] })
  })

  it('a signed one is read only and offers an amendment; what destroys stands in the list behind', async () => {
    answering(() => ok(row(2)))
    await show(row(2))
    expect(document.querySelector<HTMLInputElement>('[data-field=iopOd]')!.readOnly).toBe(true)
    const acts = document.querySelector<HTMLElement>('.visit-acts')!
    expect(within(acts).getAllByRole('button')).toHaveLength(1)
    await userEvent.click(within(acts).getByRole('button', { name: '更多操作' }))
    expect(await screen.findByText('更正')).toBeTruthy()
    expect(screen.getByText('作废').closest('.ant-dropdown')).toBeTruthy()
  })

  it('one eye measured and the other not is told to the strip, and the first empty cell has the caret', async () => {
    const announced: VisitStatus[] = []
    // A mouse and no screen keyboard.
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }))
    answering(() => ok(row(1)))
    await show({ ...row(1), iopOs: null } as never, { told: announced })
    await waitFor(() => expect(announced.at(-1)).toMatchObject({ status: 1, typed: false, lacks: [{ field: 'iopOs' }] }))
    expect((document.activeElement as HTMLElement | null)?.dataset.field).toBe('cctOd')
    vi.unstubAllGlobals()
  })

  it('a submission finishes the examination that the visit wanted, and no other one', async () => {
    const requests = answering(() => ok(row(1)))
    await show(undefined, {
      wanted: [
        { id: 31, item: 'iop', status: 0 },
        { id: 32, item: 'sight', status: 0 },
      ],
    })
    for (const name of ['iopOd', 'iopOs'])
      await userEvent.type(document.querySelector<HTMLInputElement>(`[data-field=${name}]`)!, '15{Enter}')
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(requests.filter((a) => a.url.pathname.includes('examination'))).toHaveLength(1))
    const [saved, finished] = [requests[0]!, requests.find((a) => a.url.pathname.includes('examination'))!]
    expect(saved.body).toMatchObject({ pid: 1, resid: 9, iopOd: 15, iopOs: 15, status: 1 })
    expect(`${finished.method} ${finished.url.pathname}`).toMatch(/31/)
  })
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { BookUsers } from '../instruments/BookUsers.tsx'
import { MemberDetails } from './Details.tsx'
import PatientBasic from './PatientBasic.tsx'

const who = {
  ...doctor,
  permissions: ['patient:view', 'patient:save'],
  stores: [
    { hid: 1, name: 'Chaoyang' },
    { hid: 2, name: 'Haidian' },
  ],
}
const member = {
  pid: 6,
  hid: 1,
  version: 3,
  name: '林子涵',
  gender: 1,
  birth: '2015-07-10',
  memberNo: 'M1',
  tags: [],
  alerts: [],
  age: null,
  inviterPid: 8,
}
const EMPTY = { list: [], total: 0 }
afterEach(() => document.querySelectorAll('dialog').forEach((d) => d.remove()))
const answer = async (name: string) => fireEvent.click(await screen.findByText(name, { selector: 'dialog button' }))

it('4.28 a member changes the home store by its own form; other stores alone are offered', async () => {
  const requests = answering((a) => ok(/\/patient\/(getone|index)/.test(a.url.pathname) ? member : EMPTY))
  await stage(<PatientBasic />, { at: '/patients/detail/6/basic', who })
  fireEvent.click(await screen.findByRole('button', { name: '转门店' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.mouseDown(dialog.getByRole('combobox'))
  expect((await screen.findAllByRole('option', { hidden: true })).map((o) => o.textContent)).not.toContain('Chaoyang')
  fireEvent.click(await screen.findByText('Haidian', { selector: '.ant-select-item-option-content' }))
  fireEvent.click(dialog.getByRole('button', { name: /^转门店/ }))
  const sent = () => requests.find((a) => a.method !== 'GET')
  await waitFor(() => expect(sent()?.body).toEqual({ hid: 2, version: 3 }))
  expect(sent()?.url.pathname).toMatch(/\/6$/)
})

it('4.28 who recommended the member stands in the form', async () => {
  answering((a) => ok(/\/patient\/(getone|index)/.test(a.url.pathname) ? member : EMPTY))
  await stage(<PatientBasic />, { at: '/patients/detail/6/basic', who })
  expect(await screen.findByText('推荐人')).toBeTruthy()
})

it('4.28 a history is deleted after a question that says what follows', async () => {
  const history = { id: 5, pid: 6, at: '2026-05-01 09:00:00', parentsMyopic: 1, outdoorHours: 1, nearWorkHours: 3 }
  const requests = answering((a) => {
    if (a.url.pathname.endsWith('/othersInfo')) return ok(history)
    return ok(
      /family-info/.test(a.url.pathname) ? { persons: [], parentsMyopic: null } : /consent|tielist/.test(a.url.pathname) ? null : EMPTY,
    )
  })
  await stage(<MemberDetails of={member as never} />, { who })
  fireEvent.click(await screen.findByRole('button', { name: '删除' }))
  expect(await screen.findByText('删除 2026-05-01 记录的病史？之前的一次会重新显示')).toBeTruthy()
  await answer('删除')
  await waitFor(() => expect(requests.some((a) => a.method === 'DELETE' && a.url.pathname.includes('/othersInfo/'))).toBe(true))
})

it('4.28 a user of the Eye-book is tied to a member again', async () => {
  const user = { eyeBookId: 'EB1', name: '小明', phone: '13900000001', pid: null, patientName: null, bound: false }
  answering((a) => ok(/charts/.test(a.url.pathname) ? { months: [], users: 1, bound: 0 } : { list: [user], total: 1 }))
  await stage(<BookUsers />, { who })
  fireEvent.click(await screen.findByRole('button', { name: '绑定会员' }))
  expect(await screen.findByText('绑定护眼本用户 EB1')).toBeTruthy()
})

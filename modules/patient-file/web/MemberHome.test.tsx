import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import type { MemberFile } from '../contract/shapes.ts'
import { alertsOf } from './alerts.ts'
import MemberHome from './MemberHome.tsx'
import { monthsBetween, pairOf, percentileWord, speed } from './words.ts'

const eye = (al: number, perYear: number) => ({ al, at: '2026-11-21 09:00:00', percentile: 65.3, perYear, since: '2025-11-20 09:00:00' })
const member = {
  pid: 6,
  name: '林子涵',
  gender: 1,
  birth: '2015-07-10',
  memberNo: 'M24000482',
  allergy: '托吡卡胺',
  age: { years: 11, months: 4 },
  alerts: [{ kind: 'allergy', tone: 'bad', text: '托吡卡胺' }],
  tags: [],
  money: 1280,
  moneyGift: 0,
  balance: 1280,
  points: 2460,
  levelName: null,
} as unknown as MemberFile['member']
const wearing = {
  recordFrameId: 3,
  lens: '多点离焦 1.60',
  since: '2025-08-23 10:00:00',
  dsOd: -2.5,
  dcOd: 0,
  axOd: null,
  addOd: null,
  dsOs: -2,
  dcOs: 0,
  axOs: null,
  addOs: null,
}
const file = (more: Partial<MemberFile> = {}): MemberFile => ({
  member,
  now: {
    pid: 6,
    ticket: { resid: 9, ticketNo: 'A017', status: 4, ticketStatus: 1 },
    se: { at: '2026-11-21 09:00:00', kind: 4, cycloplegia: 0, od: -3, os: -2.625 },
    growth: { od: eye(24.21, 0.35), os: eye(24.06, 0.31) },
    wearing,
  },
  curve: null,
  rx: null,
  next: { booked: null, due: '2027-02-20' },
  orders: [],
  visits: [
    {
      day: '2026-05-16',
      type: 2,
      ucva: { od: 4.3, os: 4.4 },
      se: { od: -2.625, os: -2.25 },
      al: { od: 24.03, os: 23.9 },
      words: '继续',
      changed: true,
    },
  ],
  history: null,
  owed: { bills: 0, money: 0 },
  ...more,
})
const permissions = ['patient:view', 'exam:view', 'prescription:view', 'frame:view', 'reservation:view']
const open = async (memberFile: MemberFile, may = permissions) => {
  const kept = { persons: [], parentsMyopic: null, list: [], total: 0 }
  const answerAt = (path: string): unknown => {
    if (path.includes('/patient-file/')) return memberFile
    if (path.includes('patient/consent')) return []
    return /family-info|tag|tielist/.test(path) ? kept : null
  }
  const calls = answering((a) => ok(answerAt(a.url.pathname)))
  await stage(<MemberHome />, { at: '/patients/detail/6/home', who: { ...doctor, permissions: may } })
  await screen.findByRole('heading', { name: '下次就诊' })
  return calls
}

it('3.21 the bar tells allergy, number, last equivalent, growth a year and the glasses worn; the page is one reading', async () => {
  const calls = await open(file())
  const bar = within(screen.getByRole('region', { name: '林子涵' }))
  for (const text of [/托吡卡胺/, 'A017', /叫号中/, /−3\.00 \/ −2\.625 D/, /\+0\.35 \/ \+0\.31 mm/, /多点离焦 1\.60/])
    expect(bar.getAllByText(text).length).toBeGreaterThan(0)
  const ofMember = calls.filter((a) => /patient-file|patient\/index|examVisual|prescription|frame/.test(a.url.pathname))
  expect(ofMember.map((a) => a.url.pathname)).toHaveLength(1)
})
it('3.21 money is one line below, visits stand in a timeline with the right eye first, what nobody asked for stays closed', async () => {
  await open(file())
  expect(document.querySelector('.file-present > :last-child')?.textContent).toMatch(/储值 ¥1,280\.00 · 欠费 ¥0\.00 · 积分 2,460/)
  const row = screen.getByText('2026-05-16').closest('tr')!
  expect([...row.cells].map((c) => c.textContent)).toEqual([
    '2026-05-16',
    '10 岁 10 月',
    '复查',
    '4.3 / 4.4',
    '−2.625',
    '−2.250',
    '24.03',
    '23.90',
    '继续',
  ])
  expect(row.classList.contains('changed')).toBe(true)
  expect(screen.getByRole('button', { name: '资料、家人、病史、同意书和绑定的卡' }).getAttribute('aria-expanded')).toBe('false')
})
it('3.21 of a new member it says what would be here, and shows what is kept of the person', async () => {
  const now = { pid: 6, ticket: null, se: null, growth: null, wearing: null }
  const curve = {
    pid: 6,
    name: '林子涵',
    gender: 1,
    birth: null,
    parentsMyopic: null,
    visual: [],
    se: [],
    al: [],
    height: [],
    asked: [],
    trends: [],
  }
  await open(file({ now, curve, visits: [], next: { booked: null, due: null } }))
  expect(screen.getByText('还没有检查。第一次验光或测眼轴后，这里是变化的曲线')).toBeTruthy()
  expect(screen.getByText('还没有处方')).toBeTruthy()
  expect(screen.getByText('还没有就诊')).toBeTruthy()
  expect(await screen.findByText('基本信息')).toBeTruthy()
})
it('3.21 a part the account may not see is not there, its empty sentence neither', async () => {
  await open(file({ orders: null, owed: null }), ['patient:view', 'reservation:view'])
  expect(screen.queryByText('最近处方')).toBeNull()
  expect(screen.queryByText('现在戴的')).toBeNull()
  expect(screen.queryByText(/欠费/)).toBeNull()
})
it('3.21 at most three alerts, what is late or fast first, each with its figure', () => {
  const order = { recordFrameId: 1, orderNo: 'PJ1', status: 50, lens: '', promisedAt: '2026-11-01 17:00:00', late: true }
  const all = alertsOf(file({ orders: [order], next: { booked: null, due: '2026-10-01' }, owed: { bills: 2, money: 80 } }), '2026-11-21')
  expect(all.map((a) => `${a.word}: ${a.text}`)).toEqual([
    '眼轴偏快: 2025-11-20 至今每年 +0.35 / +0.31 mm，同龄 +0.23',
    '订单逾期: PJ1 2026-11-01',
    '度数不符: 现镜差 −0.50 / −0.63 D',
  ])
  const calm = file({ now: { ...file().now, growth: { od: eye(24, 0.3), os: null }, wearing: null } })
  expect(alertsOf(calm, '2026-11-21')).toEqual([])
})
it('a pair has the right eye first and a dash for an eye without a figure', () => {
  expect(monthsBetween('2025-08-23 10:00:00', '2026-11-21')).toBe(14)
  expect(pairOf(0.35, undefined, speed)).toBe('+0.35 / —')
  expect([65.3, '<3', null].map((p) => percentileWord(p as number))).toEqual(['P65', 'P<3', ''])
})

/** The desks of the roles: what each finds first, and that a block counts by the filter its link opens. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answering, doctor, ok, stage, type RecordedCall } from '#kernel/web/testing/stage.tsx'
import { turns } from '#kernel/web/testing/turns.ts'
import { Slot } from '#kernel/web/index.ts'
import { belowPaid } from '#modules/billing/contract/slots.ts'
import { belowPickUp } from '#modules/frame-orders/contract/slots.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { queueStates, reservationStates } from '#modules/reservations/contract/states.ts'
import Dashboard from './Dashboard.tsx'
import './shell.ts'

const permissions = [
  'desk:view',
  'reservation:view',
  'reservation:edit',
  'queue:run',
  'exam:view',
  'prescription:view',
  'prescription:sign',
  'ecase:sign',
  'exam:sign',
  'feebill:view',
  'frame:view',
  'stock:view',
  'stockin:view',
  'revenue:view',
]
const today = (stages: object[] | null = null) => ({
  hid: 1,
  storeName: '一店',
  date: '2026-11-22',
  queue: null,
  lines: null,
  stages,
  late: null,
  takings: null,
  stock: null,
})
const visit = (resid: number, doctorId: number | null) => ({
  resid,
  pid: resid,
  patientName: `会员${resid}`,
  status: reservationStates.is.waiting,
  ticketStatus: queueStates.is.waiting,
  ticketNo: `A00${resid}`,
  doctorId,
  waited: resid,
  visitAt: '2026-11-22 09:00:00',
  type: 2,
  gender: 1,
  birth: null,
})
/** A server that answers every list with the same rows, unless a call is told otherwise. */
function serving(answers: Record<string, unknown> = {}): RecordedCall[] {
  return answering(({ url }) => {
    const own = Object.entries(answers).find(([part]) => url.pathname.includes(part))
    if (own) return ok(own[1])
    if (/consulting|stage|notice/.test(url.pathname)) return ok([])
    return ok(url.pathname.endsWith('/board') ? { stages: [] } : { list: [], total: 0 })
  })
}
const desk = (role: string) => stage(<Dashboard />, { at: '/dashboard', who: { ...doctor, role, roles: [role], permissions } })
const titles = () => screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)

afterEach(cleanup)

describe('the desk of a role', () => {
  it.each([
    ['doctor', ['等我的患者', '可以结束的就诊', '等我看的结果', '等我签发', '等我审核的病历']],
    ['optometrist', ['等我的患者', '等我签发', '待取镜', '可以结束的就诊']],
    ['cashier', ['待收', '可以结束的就诊', '待取镜']],
    ['workshop', ['在制，逾期在前', '配镜进度']],
    ['warehouse', ['待入库', '待来料', '效期与锁定', '低于下限']],
    ['reception', ['今日未到', '排队中', '待取镜', '可以结束的就诊']],
    ['manager', ['排队中', '在制，逾期在前', '近 14 日接诊与配镜', '待收', '可以结束的就诊']],
    ['chain', ['门店对比', '排队中', '在制，逾期在前', '近 14 日接诊与配镜']],
  ])('%s finds first what waits for it', async (role, wanted) => {
    serving({
      '/today/days': { list: [], total: 0 },
      '/today/stores': { list: [], total: 0 },
      '/today/closing': { list: [], total: 0 },
      '/today': today(),
    })
    await desk(role)
    await waitFor(() => expect(titles()).toEqual(wanted))
  })

  it('counts by the filter its link opens: the state in the call is the state in the address', async () => {
    const calls = serving({ '/today/closing': { list: [], total: 0 }, '/today': today(), '/frame/1': { list: [], total: 4 } })
    await desk('reception')
    const panel = (await screen.findByText('待取镜')).closest('section')!
    await waitFor(() => expect(panel.textContent).toContain('4'))
    const call = calls.find((a) => a.url.pathname.endsWith('/frame/1'))!
    expect(call.url.searchParams.getAll('status')).toEqual([String(frameOrder.is.ready)])
    expect(panel.querySelector('a')!.getAttribute('href')).toBe(`/process/index?status=${frameOrder.is.ready}&startTime=-&endTime=-`)
  })

  it('mine are those booked with me or with nobody; the link opens the queue filtered alike', async () => {
    serving({
      '/list/day': { list: [visit(1, 7), visit(2, null), visit(3, 8)], total: 3 },
      '/today/closing': { list: [], total: 0 },
      '/today': today(),
    })
    await desk('doctor')
    const panel = (await screen.findByText('等我的患者')).closest('section')!
    await waitFor(() => expect([...panel.querySelectorAll('td strong')].map((s) => s.textContent)).toEqual(['会员2', '会员1']))
    expect(panel.querySelector('header b')!.textContent).toBe('2')
    expect(panel.querySelector('header a')!.getAttribute('href')).toBe('/current-work/reservations?stage=waiting&mine=1')
  })

  it('the day strip shows who is booked with me, and an unusual result opens where it is signed', async () => {
    const result = {
      id: 4,
      kind: 'iop',
      pid: 9,
      patientName: '赵建国',
      examTime: '2026-11-20 09:38:00',
      examinerName: '陈静怡',
      findings: ['左眼眼压 34.0'],
    }
    serving({
      '/list/day': { list: [visit(1, doctor.ctid), visit(3, 8)], total: 2 },
      '/today/closing': { list: [], total: 0 },
      '/today/results': { list: [result], total: 1 },
      '/today': today(),
    })
    const router = await desk('doctor')
    const strip = (await screen.findByText('我的一天')).closest('section')!
    expect([...strip.querySelectorAll('button b')].map((b) => b.textContent)).toEqual(['会员1'])
    fireEvent.click(await screen.findByText('左眼眼压 34.0'))
    await waitFor(() => expect(router.state.location.href).toBe('/patients/detail/9/examine/iop?id=4'))
  })

  it('findings are in English where the desk is, and the count beside what waits for signing has the case records too', async () => {
    const [{ setDictionary }, english, exams, { badgeOf }] = await Promise.all([
      import('#kernel/web/i18n.ts'),
      import('#kernel/web/en.json'),
      import('#modules/exams/contract/en.json'),
      import('#kernel/web/registry.ts'),
      import('#modules/records/web/shell.ts'),
    ])
    localStorage.setItem('mingmou.language', 'en')
    setDictionary({ ...english.default, ...exams.default })
    const findings = ['右眼裸眼视力比 2026-05-02 下降两行以上（4.9 → 4.6）']
    const result = { id: 4, kind: 'visual', pid: 9, patientName: 'Zhao', examTime: '2026-11-20 09:38:00', examinerName: 'Chen', findings }
    const calls = serving({
      '/list/day': { list: [], total: 0 },
      '/today/closing': { list: [], total: 0 },
      '/today/results': { list: [result], total: 1 },
      '/ecase/waiting': { list: [], total: 2 },
      '/prescription': { list: [], total: 3 },
      '/today': today(),
    })
    await desk('doctor')
    await screen.findByText('Right eye: two lines or more worse than on 2026-05-02 (4.9 → 4.6)')
    setDictionary({})
    const { count } = badgeOf('/current-work/signing')!
    const signal = AbortSignal.timeout(60_000)
    expect(await count(signal, { ...doctor, permissions: ['prescription:sign', 'ecase:sign'] })).toBe(5)
    calls.length = 0
    expect(await count(signal, { ...doctor, permissions: ['prescription:sign'] })).toBe(3)
    expect(calls.filter((a) => a.url.pathname.includes('/ecase/'))).toEqual([])
  })

  it('what was sent by post does not wait to be taken', async () => {
    const stages = [
      { status: frameOrder.is.ready, label: '待取镜', count: 3, late: 0 },
      { status: frameOrder.is.sent, label: '已寄出', count: 2, late: 0 },
    ]
    serving({ '/today/days': { list: [], total: 0 }, '/today/closing': { list: [], total: 0 }, '/today': today(stages) })
    await desk('manager')
    const figure = (await screen.findByText('待取镜', { selector: '.figure span' })).closest('.figure')!
    expect(figure.querySelector('strong')!.textContent).toBe('3')
    expect(figure.textContent).toContain('另有 2 副已寄出')
  })

  it('completing the visit and booking the review are one key each', async () => {
    const row = { pid: 5, patientName: '赵建国', why: 1, resid: 9, reviewAt: '2027-02-22', reviewMonths: 3, reviewHour: '10:00' }
    const calls = serving({ '/today/closing': { list: [row], total: 1 }, '/today': today() })
    await desk('reception')
    await screen.findByText('赵建国')
    fireEvent.keyDown(document.body, { key: 'w' })
    fireEvent.keyDown(document.body, { key: 'r' })
    await waitFor(() => expect(calls.filter((a) => a.method !== 'GET')).toHaveLength(2))
    const [completed, booked] = calls.filter((a) => a.method !== 'GET')
    expect(completed!.url.pathname).toMatch(/reservations\/9\/status\/20$/)
    expect(booked!.body).toMatchObject({ hid: 1, pid: 5, type: 2, requestFrom: 4, visitAt: '2027-02-22 10:00:00' })
  })

  it('beside the paid bill and the glasses taken, the same is proposed for that member', async () => {
    const row = { pid: 5, patientName: '赵建国', why: 2, resid: 9, reviewAt: '2027-02-22', reviewMonths: 3, reviewHour: '10:00' }
    for (const slot of [belowPaid, belowPickUp]) {
      const calls = serving({ '/today/closing': { list: [row], total: 1 } })
      await stage(<Slot of={slot} told={{ pid: 5 }} />, { at: '/process/edit/1', who: { ...doctor, permissions } })
      fireEvent.click(await screen.findByRole('button', { name: /完成就诊/ }))
      fireEvent.click(screen.getByRole('button', { name: /预约复查/ }))
      await waitFor(() => expect(calls.filter((a) => a.method !== 'GET')).toHaveLength(2))
      expect(calls.find((a) => a.url.pathname.endsWith('/today/closing'))!.url.searchParams.get('pid')).toBe('5')
      cleanup()
    }
  })

  it('nothing is asked beside a bill by who sees no bookings', async () => {
    const calls = serving()
    await stage(<Slot of={belowPaid} told={{ pid: 5 }} />, { at: '/medical/fee-edit/1', who: { ...doctor, permissions: ['feebill:view'] } })
    await act(turns)
    expect(calls.filter((a) => a.url.pathname.includes('closing'))).toEqual([])
  })
})

/** The paper of an examination that was asked for: the request while it is open, the result once it is made, never another member's. */
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answering, doctor, ok, stage } from '#kernel/web/testing/stage.tsx'
import { examReservationStates } from '#modules/reservations/contract/states.ts'
import { everyKind } from '../../contract/kinds/index.ts'
import { iop } from '../../contract/kinds/iop.ts'
import { PaperOf } from './CheckPaper.tsx'

const who = { ...doctor, permissions: ['exam:view', 'reservation:view'] }
const { is } = examReservationStates
const patient = { name: '沈知行', gender: 1, birth: '2015-07-12', memberNo: 'A0012', allergy: null }
const none = Object.fromEntries(everyKind.map(({ kind, several }) => (several ? [several, []] : [kind, null])))
const asked = (status: number) => ({
  id: 5,
  resid: 9,
  pid: 1,
  patientName: patient.name,
  item: 'iop',
  examinerName: '何明哲',
  status,
  note: '散瞳前测',
  createdAt: '2026-11-21 09:00:00',
  doneAt: status === is.finished ? '2026-11-21 09:40:00' : null,
})
const shown = async (status: number, pid = 1) => {
  answering(({ url }) => {
    if (url.pathname.includes('/examination/')) return ok(asked(status))
    if (url.pathname.includes('/exams/report/'))
      return ok({
        ...none,
        pid: 1,
        day: '2026-11-21',
        days: [],
        patient,
        iop: { ...iop.example, device: 'NT-530P', examTime: '2026-11-21 09:40:00' },
      })
    return ok({
      ...patient,
      resid: 9,
      pid: 1,
      patientName: patient.name,
      visitAt: '2026-11-21 09:00:00',
      ticketNo: 'A07',
      doctorName: null,
      consultingName: null,
    })
  })
  await stage(<PaperOf id={5} pid={pid} />, { who })
}

describe('the paper of an examination asked for', () => {
  it('is the request with its preparation and the code of the visit while it is open', async () => {
    await shown(is.waiting)
    expect(await screen.findByText('检查前一小时不要大量饮水，摘下接触镜')).toBeTruthy()
    expect(await screen.findByLabelText('RES9')).toBeTruthy()
    expect(screen.queryByText(/NT-530P/)).toBeNull()
  })
  it('is the result of that kind alone once it is made', async () => {
    await shown(is.finished)
    expect(await screen.findByText(/NT-530P/)).toBeTruthy()
    expect(document.querySelectorAll('h3')).toHaveLength(1)
    expect(screen.queryByText(/检查前的准备/)).toBeNull()
  })
  it("of another member's examination is none", async () => {
    await shown(is.finished, 2)
    expect(await screen.findByText('这张检查单不是这位会员的')).toBeTruthy()
    expect(document.querySelector('.paper')).toBeNull()
  })
})

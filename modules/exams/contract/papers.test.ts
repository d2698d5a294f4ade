/** The paper of an examination that was asked for: the request while it is open, the result once it is made, never another member's. */
import { describe, expect, it } from 'vitest'
import { printedOf, usualSetting, type SizedPlace, type PaperWords } from '#kernel/contract/index.ts'
import type { ExamReservation, Reservation } from '#modules/reservations/contract/shapes.ts'
import { examReservationStates } from '#modules/reservations/contract/states.ts'
import { everyKind } from './kinds/index.ts'
import { iop } from './kinds/iop.ts'
import papers from './papers.ts'
import type { Report } from './shapes.ts'

const words: PaperWords = { t: (parts, ...values) => String.raw({ raw: parts }, ...values), tr: (key) => key, english: false }
const { is } = examReservationStates
const patient = { name: '沈知行', gender: 1, birth: '2015-07-12', memberNo: 'A0012', allergy: null }
const none = Object.fromEntries(everyKind.map(({ kind, several }) => (several ? [several, []] : [kind, null])))
const reservationIn = (status: number) =>
  ({
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
  }) as unknown as ExamReservation
const visit = {
  ...patient,
  resid: 9,
  pid: 1,
  patientName: patient.name,
  visitAt: '2026-11-21 09:00:00',
  ticketNo: 'A07',
} as unknown as Reservation
const report = {
  ...none,
  pid: 1,
  day: '2026-11-21',
  days: [],
  patient,
  iop: { ...iop.example, device: 'NT-530P', examTime: '2026-11-21 09:40:00' },
} as unknown as Report

const paper = papers['/today-check/print/{id}/{pid}']
const placeOf = (pid: number): SizedPlace => ({
  params: { id: '5', pid: String(pid) },
  search: {},
  hid: 1,
  origin: 'http://here',
  size: 'A5',
})
/** What the paper asks after the booking was read, and what is printed of the answers. */
function shown(status: number, pid = 1) {
  const booking = reservationIn(status)
  const [visiting, reporting] = [paper.calls.visit.input(placeOf(pid), booking), paper.calls.report.input(placeOf(pid), booking)]
  const got = { booking, visit: visiting && visit, report: reporting && report }
  const made = paper.sheet(got, words, placeOf(pid))
  const sheets = 'blocks' in made ? [made] : made
  return { visiting, reporting, said: JSON.stringify(sheets.map((sheet) => printedOf(sheet, 'A5', usualSetting))) }
}

describe('the paper of an examination asked for', () => {
  it('is the request with its preparation and the code of the visit while it is open', () => {
    const { visiting, reporting, said: printed } = shown(is.waiting)
    expect([visiting, reporting]).toEqual([{ id: 9 }, undefined])
    expect(printed).toContain('检查前一小时不要大量饮水，摘下接触镜')
    expect(printed).toContain('RES9')
    expect(printed).not.toContain('NT-530P')
  })
  it('is the result of that kind alone, of its day, once it is made', () => {
    const { visiting, reporting, said: printed } = shown(is.finished)
    expect([visiting, reporting]).toEqual([undefined, { pid: 1, day: '2026-11-21' }])
    expect(printed).toContain('NT-530P')
    expect(printed.match(/"is":"heading"/g)).toHaveLength(1)
    expect(printed).not.toContain('检查前的准备')
  })
  it("of another member's examination is none, and nothing of it is asked", () => {
    const { visiting, reporting, said: printed } = shown(is.finished, 2)
    expect([visiting, reporting]).toEqual([undefined, undefined])
    expect(printed).toContain('这张检查单不是这位会员的')
    expect(printed).not.toContain(patient.name)
  })
})

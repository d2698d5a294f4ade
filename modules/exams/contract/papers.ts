/** What is asked for in a visit, the result of one examination, and the report of a day with the axial curve. */
import {
  ask,
  askAfter,
  idAt,
  inLife,
  paper,
  papers,
  personFacts,
  show,
  type Block,
  type LineChart,
  type PaperPlace,
  type PaperSheet,
  type PaperWords,
} from '#kernel/contract/index.ts'
import { reservations } from '#modules/reservations/contract/endpoints.ts'
import { examItem, examItems } from '#modules/reservations/contract/fields.ts'
import type { ExamReservation, Reservation } from '#modules/reservations/contract/shapes.ts'
import { examReservationStates } from '#modules/reservations/contract/states.ts'
import { exams } from './endpoints.ts'
import { inWorkOrder } from './kinds/index.ts'
import { examBlocks } from './papers.kinds.ts'
import { plainWords } from './growth/plain.ts'
import { PREPARATION } from './prepare.ts'
import { bandOf } from './references/bands.ts'
import type { Curve, Report } from './shapes.ts'

/** The same text as on the slip of the visit. */
const codeOf = (resid: number) => ({ is: 'code', as: 'bar', of: `RES${resid}`, high: 9 }) as const
/** Heading, what stands below it, and whether there is room for it to be ticked by hand. */
const COLUMNS: ReadonlyArray<readonly [title: string, of: (one: ExamReservation, words: PaperWords) => string, always: boolean]> = [
  ['检查项目', (one, { tr }) => tr(show(examItem, one.item)), true],
  ['检查者', (one) => one.examinerName ?? '', false],
  ['检查前的准备', (one, { tr }) => tr(PREPARATION[one.item]), true],
  ['备注', (one) => one.note ?? '', false],
  ['完成', (one) => one.doneAt?.slice(5, 16) ?? '', true],
]
/** Whose, what, how to come prepared. */
function requestOf(visit: Reservation, items: readonly ExamReservation[], words: PaperWords): PaperSheet {
  const wanted = items.filter((item) => examReservationStates.in.wanted.includes(item.status))
  const columns = COLUMNS.filter(([, textOf, always]) => always || wanted.some((one) => textOf(one, words) !== ''))
  return {
    title: '检查单',
    codes: [codeOf(visit.resid)],
    signatures: ['医师签名'],
    blocks: [
      {
        is: 'facts',
        items: [
          ...personFacts({ ...visit, name: visit.patientName }, visit.visitAt.slice(0, 10), words),
          ['就诊时间', visit.visitAt.slice(0, 16)],
          ['号码', visit.ticketNo],
          ['医生', visit.doctorName],
          ['诊室', visit.consultingName],
        ],
      },
      wanted.length === 0
        ? { is: 'text', text: words.t`这次就诊没有开检查` }
        : {
            is: 'table',
            columns: columns.map(([title]) => title),
            rows: wanted.map((one) => columns.map(([, textOf]) => textOf(one, words))),
          },
    ],
  }
}
const ofVisit = (place: PaperPlace) => ({ id: idAt(place, 'checkBillId') })
const request = paper({
  title: '检查单',
  sizes: ['A5', 'A4'],
  calls: { visit: ask(reservations['reservations.get'], ofVisit), items: ask(reservations['reservations.exam.by-resid'], ofVisit) },
  sheet: ({ visit, items }, words) => requestOf(visit, items, words),
})

const dayOf = ({ doneAt, createdAt }: ExamReservation): string => (doneAt ?? createdAt).slice(0, 10)
/** What has no form has no values either: that it was made, by whom and when. */
function resultOf(reserved: ExamReservation, report: Report, words: PaperWords): PaperSheet {
  const kind = inWorkOrder.find((each) => (each.item ?? each.tab) === reserved.item)?.kind
  return {
    title: '检查结果',
    codes: [codeOf(reserved.resid)],
    signatures: ['检查者'],
    blocks: [
      {
        is: 'facts',
        items: [
          ...personFacts(report.patient, dayOf(reserved), words),
          ['检查项目', words.tr(examItems[reserved.item])],
          ['完成时间', reserved.doneAt?.slice(0, 16)],
          ['检查者', reserved.examinerName],
          ['备注', reserved.note],
        ],
      },
      ...(kind ? examBlocks(report, words, kind) : []),
    ],
  }
}
const made = ({ status }: ExamReservation): boolean => status === examReservationStates.is.finished
const booking = ask(reservations['reservations.exam.get'], (place) => ({ id: idAt(place, 'id') }))
/** One examination that was asked for: its result once it is made, the request while it is open. */
const checkPaper = paper({
  title: '单项检查单',
  sizes: ['A5', 'A4'],
  calls: {
    booking,
    visit: askAfter(booking, reservations['reservations.get'], (booked, place) =>
      made(booked) || booked.pid !== idAt(place, 'pid') ? undefined : { id: booked.resid },
    ),
    report: askAfter(booking, exams['exams.report'], (booked, place) =>
      made(booked) && booked.pid === idAt(place, 'pid') ? { pid: booked.pid, day: dayOf(booked) } : undefined,
    ),
  },
  sheet: ({ booking: reserved, visit, report }, words) => {
    if (report) return resultOf(reserved, report, words)
    return visit ? requestOf(visit, [reserved], words) : { blocks: [{ is: 'text', text: words.t`这张检查单不是这位会员的` }] }
  },
})

/** The child's axial lengths over age on the percentiles of its sex; nothing where there is no second one, or no age. */
function curveOf({ al, birth, gender }: Curve, { t }: PaperWords): LineChart | undefined {
  const points = al.filter((p) => inLife(birth, p.at))
  const line = (eye: 'od' | 'os') => points.flatMap((p) => (p.age === null || p[eye] === null ? [] : [[p.age, p[eye]] as const]))
  const [od, os] = [line('od'), line('os')]
  const all = [...od, ...os]
  if (points.length < 2 || all.length < 2) return undefined
  const ages = all.map(([age]) => age)
  const lengths = all.map(([, length]) => length)
  const [from, to] = [Math.max(0, Math.floor(Math.min(...ages) - 0.5)), Math.ceil(Math.max(...ages) + 1)]
  const bands = gender === null ? [] : bandOf(gender, from, to)
  return {
    title: '眼轴曲线',
    x: { from, to, unit: t`岁` },
    y: { from: Math.floor(Math.min(...lengths) - 1), to: Math.ceil(Math.max(...lengths) + 1), unit: 'mm' },
    bands: bands.map(({ name, line: points }) => ({ label: name, points })),
    series: [
      { label: 'OD', round: true, points: od },
      { label: 'OS', round: false, points: os },
    ],
  }
}
const DAY = /^\d{4}-\d{2}-\d{2}$/
const dayReport = paper({
  title: '检查报告',
  sizes: ['A4', 'A5'],
  optional: { curve: '眼轴曲线' },
  calls: {
    report: ask(exams['exams.report'], (place) => {
      const { day } = place.search
      return { pid: idAt(place, 'pid'), ...(day && DAY.test(day) ? { day } : {}) }
    }),
    curve: ask(exams['examVisual.curve'], (place) => ({ pid: idAt(place, 'pid') })),
  },
  sheet: ({ report, curve }, words) => {
    const chart = curveOf(curve, words)
    const plain = chart && plainWords(curve, words)
    return {
      codes: [{ is: 'code', as: 'qr', of: report.patient.memberNo }],
      signatures: ['医师签名'],
      blocks: [
        {
          is: 'facts',
          items: [...personFacts(report.patient, report.day ?? '', words), ['检查日期', report.day], ['过敏史', report.patient.allergy]],
        },
        ...(report.day ? examBlocks(report, words) : [{ is: 'text', text: words.t`还没有检查记录` } satisfies Block]),
        chart && { is: 'chart', name: 'curve', chart },
        plain && { is: 'text', name: 'curve', text: plain },
      ],
    }
  },
})

export default papers({
  '/check-bill-print/{checkBillId}': request,
  '/today-check/print/{id}/{pid}': checkPaper,
  '/exam-report/{pid}': dayReport,
})

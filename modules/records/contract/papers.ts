/** A case record, and the table of development; prescriptions and ortho-k beside. */
import { ask, idAt, paper, papers, personFacts, showGender, showNumber, wordOf } from '#kernel/contract/index.ts'
import { exams } from '#modules/exams/contract/endpoints.ts'
import { referenceOf } from '#modules/exams/contract/references/index.ts'
import { patients } from '#modules/patients/contract/endpoints.ts'
import { developed, developmentColumns, type DevelopmentColumn } from './development.ts'
import { diagnosisText } from './ecase.ts'
import { records } from './endpoints.ts'
import type { Ecase } from './shapes.ts'
import { firstRecord, takeRecord } from './okjing/papers.ts'
import { prescription } from './prescription/papers.ts'
import { ecaseMachine } from './states.ts'

/** Diagnoses with their codes, and what was written of them beside. */
const coded = (visit: Ecase): string =>
  [
    ...visit.diagnoses.map((d, i) => `${i + 1}. ${diagnosisText([d])}${d.code ? ` [${d.code}]` : ''}`),
    visit.diagnosis === diagnosisText(visit.diagnoses) ? '' : visit.diagnosis,
  ]
    .filter(Boolean)
    .join('\n')

const ecase = paper({
  title: '电子病历',
  sizes: ['A4', 'A5'],
  calls: {
    record: ask(records['ecase.info'], (place) => ({ id: idAt(place, 'ecaseId') })),
    patient: ask(patients['patients.get'], (place) => ({ id: idAt(place, 'patientId') })),
  },
  sheet: ({ record, patient }, words) => {
    const { t, tr } = words
    const parts: ReadonlyArray<readonly [string, string | null]> = [
      ['主诉', record.chiefComplaint],
      ['病史', record.history],
      ['检查所见', record.findings],
      ['诊断', coded(record)],
      ['处理项目', record.items.map((i) => `${i.name} × ${i.times}`).join('；')],
      ['处理与建议', record.advice],
    ]
    return {
      signatures: ['医师签名'],
      blocks: [
        record.status !== ecaseMachine.is.signed && {
          is: 'text',
          weight: 'strong',
          text: t`${tr(wordOf(ecaseMachine, record.status))}，未签名`,
        },
        {
          is: 'facts',
          items: [
            ...personFacts(patient, record.visitAt, words),
            ['就诊时间', record.visitAt.slice(0, 16)],
            ['医师', record.doctorName],
            ['门店', record.hospitalName],
            ['下次复诊', record.nextDate],
          ],
        },
        ...parts.map(([title, text]) => text && ({ is: 'text', title, text } as const)),
        record.signerName && {
          is: 'text',
          weight: 'small',
          text: `${t`签名：${record.signerName}`} ${record.signedAt?.slice(0, 16) ?? ''}`,
        },
      ],
    }
  },
})

/** What was measured on each day, and below it what changed and what was done. */
const development = paper({
  title: '屈光发育表',
  sizes: ['A4', 'A5 landscape'],
  calls: {
    curve: ask(exams['examVisual.curve'], (place) => ({ pid: idAt(place, 'patientId') })),
    treatments: ask(records['treatments.list'], (place) => ({ pid: idAt(place, 'patientId') })),
    patient: ask(patients['patients.get'], (place) => ({ id: idAt(place, 'patientId') })),
  },
  sheet: ({ curve, treatments, patient }, { t, tr }, { search }) => {
    const reference = referenceOf('al', search.alRef)
    const rows = developed(curve, reference, treatments.list)
    const titleOf = ({ title, unit }: DevelopmentColumn) => [tr(title), unit && tr(unit)].filter(Boolean).join(' ')
    const tableOf = (columns: readonly DevelopmentColumn[]) => ({
      is: 'table' as const,
      columns: [{ title: '日期', whole: true as const }, '年龄', ...columns.map(titleOf)],
      rows: rows.map((row) => [row.day, row.age === null ? '—' : showNumber(row.age, 1), ...columns.map((one) => one.cell(row, tr))]),
    })
    return {
      signatures: ['医师签名'],
      blocks: [
        {
          is: 'facts',
          items: [
            ['姓名', patient.name],
            ['性别', tr(showGender(patient.gender))],
            ['出生日期', patient.birth],
            ['会员号', patient.memberNo],
          ],
        },
        rows.length === 0 && { is: 'text', text: t`还没有记录` },
        rows.length > 0 && tableOf(developmentColumns.filter((one) => !one.change)),
        rows.length > 0 && tableOf(developmentColumns.filter((one) => one.change)),
        {
          is: 'text',
          weight: 'small',
          text: t`各项先右眼后左眼。${tr(reference.label)}，${reference.published} 年。年变化不足 60 天不计，散瞳与小瞳不相减。`,
        },
      ],
    }
  },
})

export default papers({
  '/rx-bill-print/{rxBillId}': prescription,
  '/print/development/{patientId}': development,
  '/ecasePrint/{patientId}/{ecaseId}': ecase,
  '/print/first-record/{recordId}': firstRecord,
  '/print/take-record/{recordId}': takeRecord,
})

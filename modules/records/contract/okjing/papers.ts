/**
 * The papers of ortho-k: what was found before the first lens with its lights and the consent, and what was handed over and taught with the
 * lenses.
 */
import {
  ask,
  fieldsOf,
  idAt,
  metaOf,
  paper,
  personFacts,
  wordOf,
  z,
  type Block,
  type PaperCell,
  type PaperWords,
} from '#kernel/contract/index.ts'
import { SaveOptions } from '#modules/settings/contract/options.ts'
import { records } from '../endpoints.ts'
import type { PaperFacts } from '../kinds/calls.ts'
import { recordKinds } from '../kinds/index.ts'
import type { Body, RecordEnvelope, RecordKind } from '../kinds/kind.ts'
import { labelOf, lensParameterNames, lensParameters, type OrthokSide } from './fields.ts'
import { recordMachine } from './states.ts'
import { lensIn, receivedFor, SIDES, sideOf } from './take.ts'

const COLOURS: Readonly<Record<string, string>> = { green: '适合', amber: '慎重', red: '不适合', unmeasured: '未测' }
const EYES: Readonly<Record<OrthokSide, string>> = { od: '右眼', os: '左眼' }
const isSide = (eye: string | null): eye is OrthokSide => eye === 'od' || eye === 'os'

const Options = z.record(z.string(), z.string())
/** A value as its field shows it: the word of a choice, each line of a list, the figure with its unit. */
function valueOf(field: z.ZodType | undefined, value: unknown, words: PaperWords): string {
  const meta = field ? metaOf(field) : {}
  if (Array.isArray(value)) return value.map((v) => valueOf(field, v, words)).join('、')
  if (typeof value === 'object' && value !== null) return Object.values(value).filter(Boolean).join(' ')
  const word = Options.safeParse(meta.options).data?.[String(value)]
  if (word) return words.tr(word)
  if (typeof value === 'boolean') return value ? words.t`是` : words.t`否`
  return `${String(value)}${meta.unit ? ` ${meta.unit}` : ''}`
}
/** Whose it is, who wrote it and where; that it is not signed. */
const head = (record: RecordEnvelope & { paper: PaperFacts }, words: PaperWords): Block[] => [
  ...(record.status === recordMachine.is.signed
    ? []
    : [{ is: 'text', weight: 'strong', text: words.t`${words.tr(wordOf(recordMachine, record.status))}，未签名` } as const]),
  {
    is: 'facts',
    items: [
      ...personFacts(record.paper.patient, record.recordAt, words),
      ['记录时间', record.recordAt.slice(0, 16)],
      ['记录人', record.recorderName],
      ['门店', record.paper.store.name],
      ['电话', record.paper.store.phone],
    ],
  },
]
/** Everything written in a record, in the order of its kind. */
function written({ row, fields }: Pick<RecordKind, 'row' | 'fields'>, entry: Body, words: PaperWords, only = (_: string) => true): Block {
  const declared = fieldsOf(row)
  const names = Object.keys(fields).filter((n) => only(n) && entry[n] !== null && entry[n] !== undefined && !/Id$/.test(n))
  return {
    is: 'facts',
    items: names.map((n) => [metaOf(declared[n] ?? z.unknown()).label ?? n, valueOf(declared[n], entry[n], words)]),
  }
}
const licenceFields = fieldsOf(SaveOptions)
/** 卫医发〔2001〕258号: which institution, which ophthalmologist. */
function licenceOf({ licence }: PaperFacts, words: PaperWords): Block[] {
  const shown = (name: keyof typeof licence) => (licence[name] === null ? null : valueOf(licenceFields[name], licence[name], words))
  return [
    { is: 'heading', text: '验配资质（卫医发〔2001〕258号）' },
    {
      is: 'facts',
      items: [
        ['医疗机构级别', shown('okInstitution')],
        ['设有眼科', shown('okDepartment')],
        ['医疗机构执业许可证号', shown('okLicence')],
        ['塑形镜负责医师', shown('okPhysician')],
        ['职称', shown('okPhysicianTitle')],
        ['塑形镜急诊电话', shown('okEmergencyPhone')],
      ],
    },
  ]
}

export const firstRecord = paper({
  title: '硬镜初诊记录',
  sizes: ['A4', 'A5'],
  calls: { record: ask(records['okjing-first-record.print'], (place) => ({ id: idAt(place, 'recordId') })) },
  sheet: ({ record }, words) => ({
    signatures: ['监护人签名', '医师签名'],
    blocks: [
      ...head(record, words),
      written(recordKinds['okjing-first-record'], record, words),
      { is: 'heading', text: '适应症核对' },
      {
        is: 'table',
        columns: [{ title: '眼别', whole: true }, '项目', '所见与界值', { title: '判断', whole: true }],
        rows: record.paper.lights.map((l) => [
          isSide(l.eye) ? words.tr(EYES[l.eye]) : '—',
          words.tr(l.item),
          words.tr(l.says),
          words.tr(COLOURS[l.colour] ?? l.colour),
        ]),
      },
      record.paper.limits && { is: 'text', weight: 'small', text: words.t`界值来源：${words.tr(record.paper.limits)}` },
      {
        is: 'facts',
        items: [
          ['知情同意', record.paper.consentAt ? record.paper.consentAt.slice(0, 16) : words.t`未取得`],
          ['监护人', record.paper.consentBy],
          ['签名', record.signerName],
          ['签名时间', record.signedAt?.slice(0, 16)],
        ],
      },
      ...licenceOf(record.paper, words),
    ],
  }),
})

/** Facts of the boxes and the lenses stand in a table of their own. */
const OF_LENSES = /(Od|Os)$/
/** The lenses that were handed over, an eye a column, right first. */
function lensesOf(entry: Body, words: PaperWords): Block {
  const eyes = SIDES.filter((eye) => receivedFor(entry, eye))
  const row = (title: string, value: (eye: OrthokSide) => unknown): PaperCell[] => [
    words.tr(title),
    ...eyes.map((eye) => String(value(eye) ?? '—')),
  ]
  return {
    is: 'table',
    columns: ['镜片', ...eyes.map((eye) => EYES[eye])],
    rows: [
      row('序列号', (eye) => entry[`serial${sideOf(eye)}`]),
      row('批号', (eye) => entry[`batch${sideOf(eye)}`]),
      row('效期', (eye) => entry[`expiry${sideOf(eye)}`]),
      ...lensParameterNames.map((n) =>
        row(labelOf(n), (eye) => {
          const value = lensIn(entry, eye)[n]
          return value === null ? null : valueOf(lensParameters[n], value, words)
        }),
      ),
    ],
  }
}
export const takeRecord = paper({
  title: '取镜记录',
  sizes: ['A4', 'A5'],
  calls: { record: ask(records['okjing-take-record.print'], (place) => ({ id: idAt(place, 'recordId') })) },
  sheet: ({ record }, words) => {
    const phone = record.emergencyPhone ?? record.paper.licence.okEmergencyPhone
    return {
      signatures: ['取镜人签名', '交付人签名', '医师签名'],
      blocks: [
        ...head(record, words),
        lensesOf(record, words),
        written(recordKinds['okjing-take-record'], record, words, (n) => !OF_LENSES.test(n)),
        {
          is: 'text',
          weight: 'strong',
          text: [words.t`眼红、眼痛、畏光、视力下降：立即停戴，带镜片就诊。`, phone && words.t`急诊电话 ${phone}`]
            .filter(Boolean)
            .join(' '),
        },
        ...licenceOf(record.paper, words),
      ],
    }
  },
})

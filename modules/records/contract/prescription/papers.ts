/** The prescription: right eye first, what was measured, until when it is good, who signs; drugs as 处方管理办法 (卫生部令第53号) has them. */
import {
  ageOn,
  ask,
  bases,
  idAt,
  metaOf,
  paper,
  ageIn,
  personFacts,
  showDioptre,
  showGender,
  showNumber,
  wordOf,
  type Block,
  type PaperSheet,
  type PaperWords,
} from '#kernel/contract/index.ts'
import { dayOf } from '#modules/exams/contract/copied.ts'
import { decimalOf } from '#modules/exams/contract/formulas/formulas.ts'
import { records } from '../endpoints.ts'
import { rxKind } from '../fields.ts'
import { contactFields, DrugLine, rxType, TrainingLine, typeOf, type RxType } from './prescribe.ts'
import type { RxLine, RxPrint } from '../shapes.ts'
import { prescriptionMachine } from '../states.ts'

/** Younger ones have a green paper with the word for children on it (处方标准, annex 1). */
const CHILD = 14
const d = (n: number | null) => (n === null ? '' : showDioptre(n))
const mm = (n: number | null) => (n === null ? '' : showNumber(n, 1))
const optionsOf = (field: Parameters<typeof metaOf>[0]): Readonly<Record<string, string>> => metaOf(field).options ?? {}
const TITLES: Readonly<Record<RxType, string>> = {
  [rxType.glasses]: '配镜处方笺',
  [rxType.contact]: '接触镜验配处方',
  [rxType.orthok]: '角膜塑形镜验配处方',
  [rxType.drug]: '处方笺',
  [rxType.training]: '视觉训练处方',
}
/** What the paper calls who wrote it: only a physician is called one. */
const writerOf = (type: RxPrint['doctorType'] | undefined): string =>
  type === 1 || type === undefined ? '医师' : type === 2 ? '验光师' : '开具人'

export const prescription = paper({
  title: '处方笺',
  sizes: ['A5', 'A4'],
  calls: { rx: ask(records['prescription.print'], (place) => ({ id: idAt(place, 'rxBillId') })) },
  sheet: ({ rx }, words): PaperSheet => {
    const type = typeOf(rx.feeBillType)
    const drug = type === rxType.drug
    return {
      title: TITLES[type],
      clinic: rx.store.printHead,
      logo: rx.store.logo,
      codes: [{ is: 'code', as: 'qr', of: rx.rxNo }],
      ...(drug && isChild(rx) ? { tint: 'green' as const } : {}),
      ...(drug ? {} : { signatures: [writerOf(rx.signerType ?? rx.doctorType) === '医师' ? '医师签名' : '验光师签名', '会员签名'] }),
      ...(rx.store.foot ? { foot: rx.store.foot } : {}),
      blocks: [noBasis(rx, words), ...(drug ? drugBlocks(rx, words) : opticalBlocks(rx, words))],
    }
  },
})
/** What is no longer, or not yet, to be followed says so. */
const noBasis = (rx: RxPrint, { t, tr }: PaperWords): Block | false =>
  prescriptionMachine.in.noBasis.includes(rx.status) && {
    is: 'text',
    weight: 'strong',
    text:
      typeOf(rx.feeBillType) === rxType.glasses
        ? t`${tr(wordOf(prescriptionMachine, rx.status))}，不作配镜依据`
        : t`${tr(wordOf(prescriptionMachine, rx.status))}，不作执行依据`,
  }

function opticalBlocks(rx: RxPrint, words: PaperWords): Array<Block | false> {
  const { t } = words
  const origin = [rx.store.address, rx.store.phone].filter(Boolean).join('  ')
  return [
    {
      is: 'facts',
      items: [
        ...personFacts(rx.patient, rx.orderDate, words),
        ['处方号', rx.rxNo],
        ['日期', rx.orderDate],
        [writerOf(rx.doctorType), rx.doctorName],
        ['有效期至', rx.validUntil],
      ],
    },
    rx.trainings.length > 0 && trainingTable(rx, words),
    ...rx.list.flatMap((line) => pairBlocks(line, rx.store.sightStandard, words)),
    {
      is: 'facts',
      items: [
        ['诊断', rx.diagnose],
        ['过敏史', rx.allergy],
        ['复查间隔', rx.reviewMonths === null ? '' : t`${rx.reviewMonths} 个月`],
        ['替代处方', rx.replacesNo],
        ['签发', rx.signedAt === null ? '' : `${rx.signerName ?? ''} ${rx.signedAt.slice(0, 16)}`],
      ],
    },
    rx.note !== null && rx.note !== '' && { is: 'text', title: '医嘱', text: rx.note },
    origin !== '' && { is: 'text', weight: 'small', text: origin },
  ]
}
const trainingEyes = optionsOf(TrainingLine.shape.eye)
const trainingTable = (rx: RxPrint, { t, tr }: PaperWords): Block => ({
  is: 'table',
  columns: ['训练项目', '眼别', '疗程', '每周', '每次', '说明'],
  rows: rx.trainings.map((l) => [
    l.name,
    tr(trainingEyes[l.eye] ?? ''),
    t`${l.weeks} 周`,
    t`${l.perWeek} 次`,
    t`${l.minutes} 分钟`,
    l.note ?? '',
  ]),
})

/** Values of another day than the visit, by that day: what a line holds is read by its paper alone. */
function datedIn(line: RxLine, { t, tr }: PaperWords): Block[] {
  const days = new Map<string, Set<string>>()
  for (const [field, source] of Object.entries(line.origin)) {
    const day = dayOf(source)
    if (day) days.set(day, (days.get(day) ?? new Set()).add(tr(field.startsWith('ph') ? '瞳高' : '瞳距')))
  }
  return [...days].map(([day, labels]) => ({ is: 'text', weight: 'small', text: t`${[...labels].join('、')}为 ${day} 所测` }))
}
/** What a line has on paper: columns nobody filled are left out. */
function columnsOf(line: RxLine): ReadonlyArray<readonly [string, string]> {
  const has = (name: 'ph' | 'add' | 'prism' | 'bc' | 'pd') => Boolean(line[`${name}Od`]) || Boolean(line[`${name}Os`])
  const when = <T>(isShown: boolean, ...columns: readonly T[]): readonly T[] => (isShown ? columns : [])
  return [
    ['ds', '球镜 S'],
    ['dc', '柱镜 C'],
    ['ax', '轴位 A'],
    ...when<readonly [string, string]>(has('prism'), ['prism', '棱镜'], ['base', '底向']),
    ...when<readonly [string, string]>(has('add'), ['add', '下加 ADD']),
    ...when<readonly [string, string]>(has('bc'), ['bc', '基弧 mm'], ['dia', '直径 mm']),
    ['ucva', '裸眼'],
    ['va', '矫正'],
    ...when<readonly [string, string]>(has('pd') || !has('bc'), ['pd', '瞳距 mm']),
    ...when<readonly [string, string]>(has('ph'), ['ph', '瞳高 mm']),
  ]
}
function valuesOf(line: RxLine, eye: 'Od' | 'Os', standard: number, tr: PaperWords['tr']): Record<string, string | number> {
  const va = (n: number | null) => (n === null ? '' : standard === 1 ? decimalOf(n) : n.toFixed(1))
  const base = line[`base${eye}`]
  return {
    ds: d(line[`ds${eye}`]),
    dc: line[`dc${eye}`] ? d(line[`dc${eye}`]) : '',
    ax: line[`dc${eye}`] ? (line[`ax${eye}`] ?? '') : '',
    prism: line[`prism${eye}`] ? showNumber(line[`prism${eye}`], 2) : '',
    base: base ? tr(bases[base]) : '',
    add: d(line[`add${eye}`]),
    ucva: va(line[`ucva${eye}`]),
    va: va(line[`va${eye}`]),
    pd: mm(line[`pd${eye}`]),
    ph: mm(line[`ph${eye}`]),
    bc: line[`bc${eye}`] === null ? '' : showNumber(line[`bc${eye}`], 2),
    dia: mm(line[`dia${eye}`]),
  }
}
function pairBlocks(line: RxLine, standard: number, words: PaperWords): Array<Block | false> {
  const { t, tr } = words
  const head = [
    tr(optionsOf(rxKind)[String(line.kind)] ?? String(line.kind)),
    line.examAt !== null && t`验光 ${line.examAt.slice(0, 10)}`,
    line.pd !== null && t`瞳距 ${showNumber(line.pd, 1)} mm`,
  ]
  const worn = [line.product, line.cycle && tr(optionsOf(contactFields.cycle)[line.cycle] ?? '')].filter(Boolean).join(' · ')
  return [
    { is: 'text', weight: 'strong', text: head.filter(Boolean).join('  ') },
    { is: 'eyes', columns: columnsOf(line), od: valuesOf(line, 'Od', standard, tr), os: valuesOf(line, 'Os', standard, tr) },
    ...datedIn(line, words),
    worn !== '' && { is: 'text', text: worn },
    line.advice !== null && line.advice !== '' && { is: 'text', text: `${t`镜片建议`}：${line.advice}` },
  ]
}

const isChild = (rx: RxPrint): boolean => {
  const age = rx.patient.birth ? ageOn(rx.patient.birth, rx.orderDate) : null
  return age !== null && age.years < CHILD
}
const drugEyes = optionsOf(DrugLine.shape.eye)
function drugBlocks(rx: RxPrint, { t, tr }: PaperWords): Array<Block | false> {
  const sides = ['医师', '审核药师', '调配药师', '核对、发药药师', '药品金额']
  const usage = ({ dose, frequency, route, eye, days }: RxPrint['drugs'][number]) =>
    [dose, frequency, route, eye && tr(drugEyes[eye] ?? ''), t`共 ${days} 天`].filter(Boolean).join('，')
  const drugs = rx.drugs.map((drug, i) => [
    [
      `${i + 1}. ${[drug.name, drug.form, drug.spec].filter(Boolean).join(' ')}`,
      `${t`用法`}：${usage(drug)}`,
      drug.note,
      drug.longReason && t`超过 7 日用量：${drug.longReason}`,
      drug.allergyHit && t`已知“${drug.allergyHit}”过敏，医师确认使用`,
    ]
      .filter(Boolean)
      .join('\n'),
    `× ${drug.quantity} ${drug.unit}`,
  ])
  return [
    isChild(rx) && { is: 'text', weight: 'strong', text: t`儿科` },
    {
      is: 'facts',
      items: [
        ['姓名', rx.patient.name],
        ['性别', tr(showGender(rx.patient.gender))],
        ['年龄', ageIn({ t, tr }, rx.patient.birth, rx.orderDate)],
        ['病历号', rx.patient.memberNo],
        ['科别', t`眼科`],
        ['费别', t`自费`],
        ['处方号', rx.rxNo],
        ['开具日期', rx.orderDate],
        ['电话', rx.patient.mobile],
        ['临床诊断', rx.diagnose],
        ['过敏史', rx.allergy],
        ['有效期至', rx.validUntil === rx.orderDate ? t`当日有效` : rx.validUntil],
      ],
    },
    { is: 'table', columns: ['Rp', { title: '', right: true }], rows: drugs },
    rx.note !== null && rx.note !== '' && { is: 'text', title: '医嘱', text: rx.note },
    { is: 'blank', text: '以下空白' },
    { is: 'table', columns: sides, rows: [[rx.signerName ?? '', '', '', '', '']] },
  ]
}

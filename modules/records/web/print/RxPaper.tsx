/** The optical prescription on A5 or A4: right eye first, what was measured, until when it is good, who signs. */
import { bases, metaOf, showAge, showDioptre, showGender, showNumber, wordOf } from '#kernel/contract/index.ts'
import { PaperEyes, PaperFacts, PrintSheet, Qr, t, tr, useCall, useId, useSearch } from '#kernel/web/index.ts'
import { dayOf } from '#modules/exams/contract/copied.ts'
import { decimalOf } from '#modules/exams/contract/formulas.ts'
import { records } from '../../contract/endpoints.ts'
import { prescriptionMachine } from '../../contract/states.ts'
import type { RxLine, RxPrint } from '../../contract/shapes.ts'
import { contactFields, rxType, typeOf, type RxType } from '../../contract/prescribe.ts'
import { kindLabel } from '../RxLines.tsx'
import { DrugContent } from './DrugPaper.tsx'
import { TrainingContent } from './TrainingPaper.tsx'
import '../records.css'

const d = (n: number | null) => (n === null ? '' : showDioptre(n))
const mm = (n: number | null) => (n === null ? '' : showNumber(n, 1))

export default function RxPaper() {
  const id = useId('rxBillId')
  const [{ paper }, setSearch] = useSearch()
  const rx = useCall(records['prescription.print'], { id })
  const size = paper === 'A4' ? 'A4' : 'A5'
  const of = rx.data
  const type = typeOf(of?.feeBillType ?? rxType.glasses)
  return (
    <PrintSheet
      paper={size}
      title={TITLES[type]}
      of={rx}
      code={of && <Marks of={of} />}
      {...(type === rxType.drug
        ? {}
        : { signatures: [writerOf(of?.signerType ?? of?.doctorType) === '医师' ? '医师签名' : '验光师签名', '会员签名'] })}
      {...(of ? { clinic: of.store.printHead, foot: of.store.foot && <span>{of.store.foot}</span> } : {})}
    >
      <span className="paper-switch">
        {(['A5', 'A4'] as const).map((p) => (
          <button key={p} type="button" className={size === p ? 'btn main' : 'btn'} onClick={() => setSearch({ paper: p })}>
            {p}
          </button>
        ))}
      </span>
      {of && type === rxType.drug && <NoBasis of={of} />}
      {of && (type === rxType.drug ? <DrugContent of={of} /> : <Content of={of} />)}
    </PrintSheet>
  )
}

const TITLES: Readonly<Record<RxType, string>> = {
  [rxType.glasses]: '配镜处方笺',
  [rxType.contact]: '接触镜验配处方',
  [rxType.orthok]: '角膜塑形镜验配处方',
  [rxType.drug]: '处方笺',
  [rxType.training]: '视觉训练处方',
}
/** What is no longer, or not yet, to be followed says so. */
const NoBasis = ({ of }: { of: RxPrint }) =>
  prescriptionMachine.in.noBasis.includes(of.status) && (
    <p className="paper-warning">
      <strong>
        {typeOf(of.feeBillType) === rxType.glasses
          ? t`${tr(wordOf(prescriptionMachine, of.status))}，不作配镜依据`
          : t`${tr(wordOf(prescriptionMachine, of.status))}，不作执行依据`}
      </strong>
    </p>
  )

/** What the paper calls who wrote it: only a physician is called one. */
const writerOf = (type: RxPrint['doctorType'] | undefined): string =>
  type === 1 || type === undefined ? '医师' : type === 2 ? '验光师' : '开具人'

/** Top right of the paper: whose it is, and its number for the scanner. */
const Marks = ({ of }: { of: RxPrint }) => (
  <>
    {of.store.logo && <img className="paper-logo" src={of.store.logo} alt="" />}
    <Qr of={of.rxNo} />
  </>
)

const Content = ({ of }: { of: RxPrint }) => (
  <>
    <NoBasis of={of} />
    <PaperFacts
      items={[
        ['姓名', of.patient.name],
        ['性别', tr(showGender(of.patient.gender))],
        ['年龄', showAge(of.patient.birth, of.orderDate)],
        ['会员号', of.patient.memberNo],
        ['处方号', of.rxNo],
        ['日期', of.orderDate],
        [writerOf(of.doctorType), of.doctorName],
        ['有效期至', of.validUntil],
      ]}
    />
    {of.trainings.length > 0 && <TrainingContent of={of} />}
    {of.list.map((line) => (
      <Pair key={line.lineId} of={line} standard={of.store.sightStandard} />
    ))}
    <PaperFacts
      items={[
        ['诊断', of.diagnose],
        ['过敏史', of.allergy],
        ['复查间隔', of.reviewMonths === null ? '' : t`${of.reviewMonths} 个月`],
        ['替代处方', of.replacesNo],
        ['签发', of.signedAt === null ? '' : `${of.signerName ?? ''} ${of.signedAt.slice(0, 16)}`],
      ]}
    />
    {of.note && (
      <p>
        <strong>{t`医嘱`}：</strong>
        {of.note}
      </p>
    )}
    {(of.store.address ?? of.store.phone) && <p className="origin">{[of.store.address, of.store.phone].filter(Boolean).join('  ')}</p>}
  </>
)

/** Values of another day than the visit, by that day: what a line holds is read by its paper alone. */
function datedIn(of: RxLine): Array<[day: string, labels: string[]]> {
  const days = new Map<string, Set<string>>()
  for (const [field, source] of Object.entries(of.origin)) {
    const day = dayOf(source)
    if (day) days.set(day, (days.get(day) ?? new Set()).add(tr(field.startsWith('ph') ? '瞳高' : '瞳距')))
  }
  return [...days].map(([day, labels]) => [day, [...labels]])
}

/** What a line has on paper: columns nobody filled are left out. */
function columnsOf(of: RxLine): ReadonlyArray<readonly [string, string]> {
  const has = (name: 'ph' | 'add' | 'prism' | 'bc' | 'pd') => Boolean(of[`${name}Od`]) || Boolean(of[`${name}Os`])
  return [
    ['ds', '球镜 S'],
    ['dc', '柱镜 C'],
    ['ax', '轴位 A'],
    ...(has('prism')
      ? ([
          ['prism', '棱镜'],
          ['base', '底向'],
        ] as const)
      : []),
    ...(has('add') ? [['add', '下加 ADD'] as const] : []),
    ...(has('bc')
      ? ([
          ['bc', '基弧 mm'],
          ['dia', '直径 mm'],
        ] as const)
      : []),
    ['ucva', '裸眼'],
    ['va', '矫正'],
    ...(has('pd') || !has('bc') ? [['pd', '瞳距 mm'] as const] : []),
    ...(has('ph') ? [['ph', '瞳高 mm'] as const] : []),
  ]
}

function Pair({ of, standard }: { of: RxLine; standard: number }) {
  const va = (n: number | null) => (n === null ? '' : standard === 1 ? decimalOf(n) : n.toFixed(1))
  const side = (eye: 'Od' | 'Os') => ({
    ds: d(of[`ds${eye}`]),
    dc: of[`dc${eye}`] ? d(of[`dc${eye}`]) : '',
    ax: of[`dc${eye}`] ? (of[`ax${eye}`] ?? '') : '',
    prism: of[`prism${eye}`] ? showNumber(of[`prism${eye}`], 2) : '',
    base: of[`base${eye}`] ? tr(bases[of[`base${eye}`]!]) : '',
    add: d(of[`add${eye}`]),
    ucva: va(of[`ucva${eye}`]),
    va: va(of[`va${eye}`]),
    pd: mm(of[`pd${eye}`]),
    ph: mm(of[`ph${eye}`]),
    bc: of[`bc${eye}`] === null ? '' : showNumber(of[`bc${eye}`], 2),
    dia: mm(of[`dia${eye}`]),
  })
  return (
    <section className="rx-pair">
      <h3>
        {tr(kindLabel(of.kind))} {of.examAt !== null && <small>{t`验光 ${of.examAt.slice(0, 10)}`}</small>}{' '}
        {of.pd !== null && <small>{t`瞳距 ${showNumber(of.pd, 1)} mm`}</small>}
      </h3>
      <PaperEyes columns={columnsOf(of)} od={side('Od')} os={side('Os')} />
      {datedIn(of).map(([day, fields]) => (
        <p key={day}>
          <small>{t`${fields.join('、')}为 ${day} 所测`}</small>
        </p>
      ))}
      {(of.product ?? of.cycle) !== null && (
        <p>{[of.product, of.cycle && tr(metaOf(contactFields.cycle).options?.[of.cycle] ?? '')].filter(Boolean).join(' · ')}</p>
      )}
      {of.advice && (
        <p>
          {t`镜片建议`}：{of.advice}
        </p>
      )}
    </section>
  )
}

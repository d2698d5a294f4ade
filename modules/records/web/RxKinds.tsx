/** What a prescription is for, and its lines of drugs or training; lenses stand in RxLines. */
import { Button, Select } from 'antd'
import { inUse, metaOf } from '#kernel/contract/index.ts'
import { t, tr, useCall, useCan, useWho, type FormItem, type FormState, type FormValues } from '#kernel/web/index.ts'
import { patients } from '#modules/patients/contract/endpoints.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { allergyHit } from '#modules/patients/contract/allergy.ts'
import { DrugLine, feeBillType, rxType, typeOf, USUAL_DAYS, usesOf } from '../contract/prescription/prescribe.ts'
import { lineFrom, type MeasuredBefore, type Exam } from './line.ts'

const labels = feeBillType.meta()?.options ?? {}
export const typeLabel = (type: number): string => labels[typeOf(type)] ?? ''
export const typeIn = (values: FormValues): number => typeOf(Number(values.feeBillType ?? rxType.glasses))

/** The kinds a writer may choose from; another kind begins its lines anew. */
export function KindPicker({ form, exams, beside: context }: { form: FormState; exams: readonly Exam[]; beside: MeasuredBefore }) {
  const drugs = useCan()('prescription:drug')
  const chosen = typeIn(form.values)
  const begin = (type: number) => {
    const [use] = usesOf[typeOf(type)]
    form.setAll({
      feeBillType: type,
      fittingId: null,
      list: use === undefined ? [] : [lineFrom(use, exams[0], context)],
      drugs: [],
      trainings: [],
    })
  }
  return (
    <div className="rx-line-head">
      <span className="kinds" role="group" aria-label={t`处方类别`}>
        {Object.entries(labels)
          .filter(([type]) => drugs || Number(type) !== rxType.drug)
          .map(([type, label]) => (
            <button key={type} type="button" aria-pressed={chosen === Number(type)} onClick={() => begin(Number(type))}>
              {tr(label)}
            </button>
          ))}
      </span>
    </div>
  )
}

type Line = Record<string, unknown>
const listed = { status: inUse.is.on } as const
const textOf = (line: Line, field: string): string => (typeof line[field] === 'string' ? line[field] : '')

/** Chooses an entry of the store's list, which fills what it says; the name stays free for what is not in it. */
function EntryPicker({
  line,
  change,
  entries,
  label,
  take,
}: {
  line: Line
  change: (patch: Line) => void
  entries: ReadonlyArray<{ id: number; name: string }>
  label: string
  take: (id: number) => Line
}) {
  const name = textOf(line, 'name')
  return (
    <Select<string>
      aria-label={label}
      placeholder={label}
      style={{ width: '100%', minWidth: 150 }}
      {...(name ? { value: name } : {})}
      options={entries.map((e) => ({ value: e.name, label: e.name }))}
      onChange={(chosen) => {
        const entry = entries.find((e) => e.name === chosen)
        if (entry) change({ name: entry.name, ...take(entry.id) })
      }}
    />
  )
}
const filled = (from: object, names: readonly string[]): Line =>
  Object.fromEntries(Object.entries(from).filter(([name, value]) => names.includes(name) && value !== null))

const useDrugs = () => {
  const { hid } = useWho()
  return useCall(settings['settings.drug.list'], { hid, ...listed }, { stale: 300_000 }).data?.list ?? []
}
function DrugPicker({ line, change }: { line: Line; change: (patch: Line) => void }) {
  const drugs = useDrugs()
  const take = (id: number): Line => ({
    drugId: id,
    allergyHit: null,
    ...filled(drugs.find((d) => d.id === id) ?? {}, ['form', 'spec', 'unit', 'dose', 'frequency', 'route', 'days']),
  })
  return <EntryPicker line={line} change={change} entries={drugs} label={t`选择药品`} take={take} />
}
function ProgramPicker({ line, change }: { line: Line; change: (patch: Line) => void }) {
  const { hid } = useWho()
  const programs = useCall(settings['train-program.list'], { hid, ...listed }, { stale: 300_000 }).data?.list ?? []
  const take = (id: number): Line => ({
    programId: id,
    ...filled(programs.find((p) => p.id === id) ?? {}, ['eye', 'minutes', 'perWeek']),
  })
  return <EntryPicker line={line} change={change} entries={programs} label={t`选择训练项目`} take={take} />
}

const eyeOptions = Object.entries(metaOf(DrugLine.shape.eye).options ?? {}).map(([value, label]) => ({ value, label: tr(label) }))
const picked = (Picker: typeof DrugPicker) => (line: Line, change: (patch: Line) => void) => <Picker line={line} change={change} />
/** Lines of drugs and of training, each while the prescription is of that kind. */
export const partFields: ReadonlyArray<FormItem<'drugs' | 'trainings'>> = [
  {
    key: 'drugs',
    when: (v) => typeIn(v) === rxType.drug,
    blank: { eye: 'ou', route: '滴眼', days: USUAL_DAYS, quantity: 1 },
    columns: [
      { key: 'name', title: '药品名称', width: 190, control: picked(DrugPicker) },
      { key: 'spec', width: 120 },
      { key: 'eye', width: 90, options: eyeOptions },
      { key: 'route', width: 90 },
      { key: 'dose', width: 90 },
      { key: 'frequency', width: 110 },
      { key: 'days', width: 80 },
      { key: 'quantity', width: 80 },
      { key: 'unit', width: 70 },
      { key: 'note', width: 140 },
    ],
  },
  {
    key: 'trainings',
    when: (v) => typeIn(v) === rxType.training,
    blank: { eye: 'ou', weeks: 12, perWeek: 5, minutes: 15 },
    columns: [
      { key: 'name', title: '训练项目', width: 220, control: picked(ProgramPicker) },
      { key: 'eye', width: 100, options: eyeOptions },
      'weeks',
      'perWeek',
      'minutes',
      { key: 'note', width: 240 },
    ],
  },
]

/** What the law and the member's file ask about drugs: why longer than a week, and each allergy by its name. */
export function DrugAsks({ form, pid }: { form: FormState; pid: number }) {
  const drugs = useDrugs()
  const allergy = useCall(patients['patients.index'], { id: pid }).data?.allergy
  if (typeIn(form.values) !== rxType.drug) return null
  const lines: Line[] = Array.isArray(form.values.drugs) ? form.values.drugs : []
  const allergies = [allergy, textOf(form.values, 'allergy')].filter(Boolean).join('、')
  const patch = (index: number, to: Line) =>
    form.set(
      'drugs',
      lines.map((line, i) => (i === index ? { ...line, ...to } : line)),
    )
  const asks = lines.flatMap((line, position) => {
    const name = textOf(line, 'name')
    const entry = drugs.find((d) => d.id === line.drugId)
    const hit = name ? allergyHit(allergies, { name, allergens: entry && `${entry.name}、${entry.allergens ?? ''}` }) : undefined
    return [
      hit && line.allergyHit !== hit && (
        <p key={`allergy${position}`} className="rx-copied" role="alert" data-field={`drugs.${position}.allergyHit`}>
          {t`会员对“${hit}”过敏，“${name}”可能引起过敏反应。`}{' '}
          <Button size="small" danger onClick={() => patch(position, { allergyHit: hit })}>{t`已知“${hit}”过敏，仍然开具`}</Button>
        </p>
      ),
      Number(line.days) > USUAL_DAYS && (
        <p key={`long${position}`} className="rx-copied" data-field={`drugs.${position}.longReason`}>
          <label>
            {t`“${name}”超过 ${USUAL_DAYS} 日用量的理由`}{' '}
            <input
              maxLength={200}
              value={textOf(line, 'longReason')}
              onChange={(e) => patch(position, { longReason: e.target.value || null })}
            />
          </label>
        </p>
      ),
    ]
  })
  return <>{asks}</>
}

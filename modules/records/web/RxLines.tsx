/** The lines of a prescription: one pair of lenses each, right eye first, with what differs from the examination. */
import { Button, Select } from 'antd'
import { EyeGrid, Panel, Reason, t, today, tr, trSentence, useCan, type FormState, type FormValues } from '#kernel/web/index.ts'
import { refractionKinds } from '#modules/exams/contract/fields.ts'
import { metaOf } from '#kernel/contract/index.ts'
import { rxReasons } from '../contract/derive.ts'
import { rxKind } from '../contract/fields.ts'
import { contactFields, rxType, typeOf, usesOf } from '../contract/prescription/prescribe.ts'
import { SaveRxLine } from '../contract/shapes.ts'
import { confirmation } from '#modules/exams/contract/checks/confirm.ts'
import { typeIn } from './RxKinds.tsx'
import { confirmed, copiedInto, farFindings, lineFrom, lineProblems, type MeasuredBefore, type Exam, type LineDraft } from './line.ts'

const kinds = Object.entries(rxKind.meta()?.options ?? {})
export const kindLabel = (kind: number): string => rxKind.meta()?.options?.[String(kind)] ?? String(kind)
/** Uses whose lenses have an addition of their own. */
const WITH_ADD = new Set([3])

export function RxLines({ form, exams, beside: context }: { form: FormState; exams: readonly Exam[]; beside: MeasuredBefore }) {
  const type = typeIn(form.values)
  const uses = usesOf[typeOf(type)]
  const lines = (form.values.list as LineDraft[] | undefined) ?? []
  const set = (next: LineDraft[]) => form.set('list', next)
  /** Begins a line anew for another use or from another examination; the advice is the writer's own. */
  const anew = (line: LineDraft, kind: number, examId: number | null | undefined): LineDraft => ({
    ...lineFrom(kind, byId(exams, examId), context),
    advice: line.advice,
  })
  if (uses.length === 0) return null
  return (
    <>
      {lines.map((line, index) => (
        <OneLine
          key={index}
          at={index}
          uses={uses}
          contact={type === rxType.contact}
          line={line}
          exams={exams}
          beside={context}
          change={(to) => set(lines.map((l, i) => (i === index ? to : l)))}
          anew={(kind, examId) => set(lines.map((l, i) => (i === index ? anew(l, kind, examId) : l)))}
          {...(lines.length > 1 ? { remove: () => set(lines.filter((_, i) => i !== index)) } : {})}
        />
      ))}
      <p className="rx-add">
        {shownOf(uses).map(([kind, label]) => (
          <Button
            key={kind}
            size="small"
            onClick={() => set([...lines, lineFrom(Number(kind), exams[0], context)])}
          >{t`加一副：${tr(label)}`}</Button>
        ))}
      </p>
    </>
  )
}
/** The uses offered: training stands on a paper of its own. */
const shownOf = (uses: readonly number[]) => kinds.slice(0, 6).filter(([kind]) => uses.includes(Number(kind)))
const byId = (exams: readonly Exam[], id: number | null | undefined) => exams.find((e) => e.id === id)

interface LineProps {
  line: LineDraft
  /** What it may be for. */
  uses: readonly number[]
  exams: readonly Exam[]
  beside: MeasuredBefore
  change: (line: LineDraft) => void
  anew: (kind: number, examId: number | null | undefined) => void
  remove?: () => void
}
function OneLine({ at: index, contact, ...props }: LineProps & { at: number; contact: boolean }) {
  const { line, exams, beside: context, change } = props
  const exam = byId(exams, line.examId)
  const patch = (to: FormValues) => change({ ...line, ...to })
  const grid = {
    shape: SaveRxLine,
    value: line as FormValues,
    onChange: patch,
    problems: lineProblems(line, exam, context),
    confirmed: new Set(line.confirmed),
    onConfirm: (field: string) => change(confirmed(line, field)),
  }
  const adds = WITH_ADD.has(line.kind) || line.addOd || line.addOs
  return (
    <section className="rx-line" data-field={`list.${index}`}>
      <Head {...props} />
      <EyeGrid
        {...grid}
        bases={['ds', 'dc', 'ax', ...(adds ? ['add'] : []), 'prism', 'base']}
        title={kindLabel(line.kind)}
        {...(exam ? { previous: exam as unknown as FormValues, previousLabel: t`验光值` } : {})}
      />
      {contact ? (
        <EyeGrid {...grid} bases={['bc', 'dia', 'va']} title={t`镜片参数`} />
      ) : (
        <EyeGrid {...grid} bases={['ucva', 'va', 'pd', 'ph']} title={t`视力与瞳距`} />
      )}
      <Copied of={copiedInto(line, exam, context)} line={line} change={change} />
      <Far findings={farFindings(line, exams, today())} line={line} patch={patch} />
      {contact ? <LensFoot line={line} patch={patch} /> : <Foot line={line} patch={patch} />}
    </section>
  )
}

/** What the pair is for, and the refraction it is made from. */
const Head = ({ line, uses, exams, anew, remove }: LineProps) => (
  <div className="rx-line-head">
    <span className="kinds" role="group" aria-label={t`用途`}>
      {kinds
        .filter(([kind]) => uses.includes(Number(kind)))
        .map(([kind, label]) => (
          <button key={kind} type="button" aria-pressed={line.kind === Number(kind)} onClick={() => anew(Number(kind), line.examId)}>
            {tr(label)}
          </button>
        ))}
    </span>
    <Select<number>
      size="small"
      allowClear
      aria-label={t`依据的验光`}
      placeholder={t`依据的验光`}
      style={{ minWidth: 220 }}
      {...(line.examId ? { value: line.examId } : {})}
      options={exams.map((e) => ({
        value: e.id,
        label: `${e.examTime.slice(0, 16)} ${tr(refractionKinds[e.kind as keyof typeof refractionKinds])}`,
      }))}
      onChange={(id) => anew(line.kind, id)}
    />
    {remove && <Button size="small" danger onClick={remove}>{t`删除这副`}</Button>}
  </div>
)

/** What another day measured, to be confirmed together; a prescription is not signed before. */
function Copied({ of: findings, line, change }: { of: ReturnType<typeof copiedInto>; line: LineDraft; change: (line: LineDraft) => void }) {
  const open = findings.filter((f) => !line.confirmed.includes(confirmation(f.field, line[f.field] ?? null)))
  if (!open.length) return null
  return (
    <p className="rx-copied" role="note">
      {open.map((f) => trSentence(f.sentence)).join(' ')}{' '}
      <Button size="small" onClick={() => change(confirmed(line, ...open.map((f) => f.field)))}>{t`确认仍然适用`}</Button>
    </p>
  )
}

/** What is said of the pair and not of an eye. */
const Foot = ({ line, patch }: { line: LineDraft; patch: (to: FormValues) => void }) => (
  <Panel className="rx-line-foot">
    <label>
      {t`双眼瞳距 mm`}{' '}
      <input
        className="num"
        inputMode="decimal"
        defaultValue={typeof line.pd === 'number' ? line.pd : ''}
        key={String(line.examId) + line.kind}
        onBlur={(e) => patch({ pd: numberOf(e.target.value) })}
      />
    </label>
    <label className="grow">
      {t`镜片建议`}{' '}
      <input
        maxLength={500}
        value={typeof line.advice === 'string' ? line.advice : ''}
        onChange={(e) => patch({ advice: e.target.value || null })}
      />
    </label>
  </Panel>
)
/** What the line is too far from is prescribed with a reason, by whoever may. */
function Far({ findings, line, patch }: { findings: ReturnType<typeof farFindings>; line: LineDraft; patch: (to: FormValues) => void }) {
  const may = useCan()
  const barred = findings.find(({ needs }) => needs === 'never' || !may(needs.can))
  if (!findings.length) return null
  const sentence = findings.map((f) => trSentence(f.sentence)).join(' ')
  const who = barred && barred.needs !== 'never' ? barred.needs.who : null
  return (
    <p className="rx-copied" role="note">
      {sentence}{' '}
      <Reason
        finding={{ sentence, unless: barred ? '' : null, who }}
        reasons={rxReasons}
        value={line.confirmReason ?? ''}
        onChange={(confirmReason) => patch({ confirmReason: confirmReason || null })}
      />
    </p>
  )
}
/** What a contact lens is ordered by beside curve and size. */
const LensFoot = ({ line, patch }: { line: LineDraft; patch: (to: FormValues) => void }) => (
  <Panel className="rx-line-foot">
    <label className="grow">
      {t`镜片品名`}{' '}
      <input
        maxLength={100}
        value={typeof line.product === 'string' ? line.product : ''}
        onChange={(e) => patch({ product: e.target.value || null })}
      />
    </label>
    <label>
      {t`更换周期`}{' '}
      <Select<number>
        size="small"
        aria-label={t`更换周期`}
        placeholder={t`更换周期`}
        style={{ minWidth: 110 }}
        {...(typeof line.cycle === 'number' ? { value: line.cycle } : {})}
        options={cycles.map(([value, label]) => ({ value: Number(value), label: tr(label) }))}
        onChange={(cycle) => patch({ cycle })}
      />
    </label>
    <label className="grow">
      {t`镜片建议`}{' '}
      <input
        maxLength={500}
        value={typeof line.advice === 'string' ? line.advice : ''}
        onChange={(e) => patch({ advice: e.target.value || null })}
      />
    </label>
  </Panel>
)
const cycles = Object.entries(metaOf(contactFields.cycle).options ?? {})
const numberOf = (text: string): number | null => (text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text))

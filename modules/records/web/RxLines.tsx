/** The lines of a prescription: one pair of lenses each, right eye first, with what differs from the examination. */
import { Button, Select } from 'antd'
import { EyeGrid, Panel, t, tr, type FormState, type Values } from '#kernel/web/index.ts'
import { refractionKinds } from '#modules/exams/contract/fields.ts'
import { rxKind } from '../contract/fields.ts'
import { SaveRxLine } from '../contract/shapes.ts'
import { confirmed, lineFrom, lineProblems, type Beside, type Exam, type LineDraft } from './line.ts'

const kinds = Object.entries(rxKind.meta()?.options ?? {})
export const kindLabel = (kind: number): string => rxKind.meta()?.options?.[String(kind)] ?? String(kind)
/** Uses whose lenses have an addition of their own. */
const WITH_ADD = new Set([3])

export function RxLines({ form, exams, beside }: { form: FormState; exams: readonly Exam[]; beside: Beside }) {
  const lines = (form.values.list as LineDraft[] | undefined) ?? []
  const set = (next: LineDraft[]) => form.set('list', next)
  const change = (at: number, line: LineDraft) => set(lines.map((l, i) => (i === at ? line : l)))
  const last = exams[0]
  return (
    <>
      {lines.map((line, at) => (
        <OneLine
          key={at}
          at={at}
          line={line}
          exams={exams}
          onKind={(kind) =>
            change(at, {
              ...lineFrom(
                kind,
                exams.find((e) => e.id === line.examId),
                beside,
              ),
              advice: line.advice,
            })
          }
          onExam={(id) =>
            change(at, {
              ...lineFrom(
                line.kind,
                exams.find((e) => e.id === id),
                beside,
              ),
              advice: line.advice,
            })
          }
          onChange={(patch) => change(at, { ...line, ...patch })}
          onConfirm={(field) => change(at, confirmed(line, field))}
          {...(lines.length > 1 ? { onRemove: () => set(lines.filter((_, i) => i !== at)) } : {})}
        />
      ))}
      <p className="rx-add">
        {kinds.slice(0, 6).map(([kind, label]) => (
          <Button
            key={kind}
            size="small"
            onClick={() => set([...lines, lineFrom(Number(kind), last, beside)])}
          >{t`加一副：${tr(label)}`}</Button>
        ))}
      </p>
    </>
  )
}

interface OneLineProps {
  at: number
  line: LineDraft
  exams: readonly Exam[]
  onKind: (kind: number) => void
  onExam: (id: number | undefined) => void
  onChange: (patch: Values) => void
  onConfirm: (field: string) => void
  onRemove?: () => void
}
function OneLine({ at, line, exams, onKind, onExam, onChange, onConfirm, onRemove }: OneLineProps) {
  const exam = exams.find((e) => e.id === line.examId)
  const problems = lineProblems(line, exam)
  const marks = new Set(line.confirmed)
  const bases =
    WITH_ADD.has(line.kind) || line.addOd || line.addOs ? ['ds', 'dc', 'ax', 'add', 'prism', 'base'] : ['ds', 'dc', 'ax', 'prism', 'base']
  const grid = { shape: SaveRxLine, value: line as Values, onChange, problems, confirmed: marks, onConfirm }
  return (
    <section className="rx-line" data-field={`list.${at}`}>
      <div className="rx-line-head">
        <span className="kinds" role="group" aria-label={t`用途`}>
          {kinds.map(([kind, label]) => (
            <button key={kind} type="button" aria-pressed={line.kind === Number(kind)} onClick={() => onKind(Number(kind))}>
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
          onChange={(id) => onExam(id)}
        />
        {onRemove && <Button size="small" danger onClick={onRemove}>{t`删除这副`}</Button>}
      </div>
      <EyeGrid
        {...grid}
        bases={bases}
        title={kindLabel(line.kind)}
        {...(exam ? { previous: exam as unknown as Values, previousLabel: t`验光值` } : {})}
      />
      <EyeGrid {...grid} bases={['ucva', 'va', 'pd', 'ph']} title={t`视力与瞳距`} />
      <Panel className="rx-line-foot">
        <label>
          {t`双眼瞳距 mm`}{' '}
          <input
            className="num"
            inputMode="decimal"
            defaultValue={typeof line.pd === 'number' ? line.pd : ''}
            key={String(line.examId) + line.kind}
            onBlur={(e) => onChange({ pd: numberOf(e.target.value) })}
          />
        </label>
        <label className="grow">
          {t`镜片建议`}{' '}
          <input
            maxLength={500}
            value={typeof line.advice === 'string' ? line.advice : ''}
            onChange={(e) => onChange({ advice: e.target.value || null })}
          />
        </label>
      </Panel>
    </section>
  )
}
const numberOf = (text: string): number | null => (text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text))

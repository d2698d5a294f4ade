/** Writing a prescription: lines from the examinations, then signed. */
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Form, Until, call, keyOf, queries, t, toast, useCall, useCan, useSearch } from '#kernel/web/index.ts'
import { exams as examCalls } from '#modules/exams/contract/endpoints.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { Phrases, type Phrased } from '#modules/settings/web/door.tsx'
import { records } from '../contract/endpoints.ts'
import { rxType, typeOf, usesOf } from '../contract/prescription/prescribe.ts'
import type { Prescription } from '../contract/shapes.ts'
import { editable, lineFrom, lineProblems, type MeasuredBefore, type Exam, type LineDraft } from './line.ts'
import { DrugAsks, KindPicker, partFields } from './RxKinds.tsx'
import { useFittingField } from './okjing/RxFitting.tsx'
import { RxLines } from './RxLines.tsx'

interface RxEditorProps {
  pid: number
  /** A draft to go on with. */
  rx: Prescription | undefined
  onDone: (id?: number) => void
}

/** The editor, once what was examined is known: a prescription begins with it. */
export function RxEditor(props: RxEditorProps) {
  const { reading, ...examined } = useExamined(props.pid)
  return (
    <Until of={reading}>
      <RxForm {...props} {...examined} />
    </Until>
  )
}

interface Examined {
  /** Refractions, the one to begin with first. */
  exams: readonly Exam[]
  beside: MeasuredBefore
}
function useExamined(pid: number) {
  const refractions = useCall(examCalls['examRefraction.list'], { pid, per_page: 30 })
  const pds = useCall(examCalls['examPd.list'], { pid, per_page: 5 })
  const visuals = useCall(examCalls['examVisual.list'], { pid, per_page: 5 })
  const exams = useMemo(() => inOrder((refractions.data?.list ?? []).filter(isValid)) as unknown as Exam[], [refractions.data])
  return {
    reading: [refractions, pds, visuals],
    exams,
    beside: { pd: pds.data?.list.find(isValid), visual: visuals.data?.list.find(isValid) },
  }
}
const isValid = (exam: { status: number }) => examStates.in.valid.includes(exam.status)
/** Order in which a prescription takes a refraction of a day: re-check, trial wear, subjective, cycloplegic, then what devices read. */
const RANK: Readonly<Record<number, number>> = { 6: 0, 7: 1, 4: 2, 5: 3, 3: 4, 2: 5, 1: 6 }
/** The newest day first. */
function inOrder<E extends { kind: number; examTime: string }>(refractions: readonly E[]): E[] {
  const day = (e: E) => e.examTime.slice(0, 10)
  return [...refractions].sort((a, b) => (day(a) === day(b) ? RANK[a.kind]! - RANK[b.kind]! : day(a) < day(b) ? 1 : -1))
}

function RxForm({ pid, rx, onDone, exams, beside: context }: RxEditorProps & Examined) {
  const signs = useCan()('prescription:sign')
  const [{ examId, fittingId, resid }] = useSearch()
  const fitting = useFittingField(pid)
  // Begun once: what is read later does not overwrite what is being written, and a draft somebody else changed meanwhile is refused as
  // such.
  const [initial] = useState(() => (rx ? writtenIn(rx) : begun(examOf(exams, examId) ?? exams[0], context, Number(fittingId) || undefined)))
  const [fixed] = useState(() => ({ pid, ...(resid ? { resid: Number(resid) } : {}), ...(rx ? { id: rx.id, version: rx.version } : {}) }))
  const done = async (answer: Prescription, way: string | undefined) => {
    if (way === 'draft' || !signs) toast(t`处方草稿 ${answer.rxNo} 已保存`, 'ok')
    else await sign(answer)
    for (const stale of [records['prescription.list'], records['prescription.get']])
      void queries.invalidateQueries({ queryKey: keyOf(stale) })
    onDone(answer.id)
  }
  return (
    <Form
      of={rx ? (records['prescription.update'] as unknown as (typeof records)['prescription.create']) : records['prescription.create']}
      fixed={fixed}
      initial={initial}
      draft={`rx.${pid}.${rx?.id ?? 'new'}`}
      rules={({ list }) => ((list as LineDraft[] | undefined) ?? []).flatMap((line, index) => problemsAt(index, line, exams, context))}
      fields={[
        { render: (form) => <KindPicker form={form} exams={exams} beside={context} /> },
        fitting,
        { render: (form) => <RxLines form={form} exams={exams} beside={context} /> },
        ...partFields,
        { render: (form) => <DrugAsks form={form} pid={pid} /> },
        { render: (form) => <Phrases form={form} into={TEXTS} /> },
        { group: '处方说明', items: ['diagnose', 'allergy', 'validUntil', 'reviewMonths', 'note'] },
      ]}
      saveLabel={signs ? t`保存并签发` : t`保存草稿`}
      more={(form) => signs && <Button disabled={form.busy} onClick={() => form.submit('draft')}>{t`存为草稿`}</Button>}
      onDone={(answer, _, way) => void done(answer, way)}
      onLeave={() => onDone()}
    />
  )
}

/** What a template of case records says of a prescription. */
const TEXTS: Phrased = { diagnose: 'diagnosis', note: 'advice' }
const examOf = (exams: readonly Exam[], id: string | undefined) => exams.find((e) => String(e.id) === id)
/** A new one: of glasses, or of the lenses a fitting came to. */
const begun = (exam: Exam | undefined, context: MeasuredBefore, fittingId: number | undefined) =>
  fittingId === undefined
    ? { list: [lineFrom(1, exam, context)] }
    : { feeBillType: rxType.orthok, fittingId, list: usesOf[rxType.orthok].map((use) => lineFrom(use, exam, context)) }
const writtenIn = ({
  feeBillType,
  fittingId,
  diagnose,
  allergy,
  note,
  validUntil,
  reviewMonths,
  list,
  drugs,
  trainings,
}: Prescription) => ({
  feeBillType: typeOf(feeBillType),
  fittingId,
  diagnose,
  allergy,
  note,
  validUntil,
  reviewMonths,
  list: list.map(editable),
  drugs: drugs.map(({ id: _, lineNo: _no, allergyBy: _by, allergyAt: _at, ...line }) => line),
  trainings: trainings.map(({ id: _, lineNo: _no, ...line }) => line),
})
const problemsAt = (index: number, line: LineDraft, exams: readonly Exam[], context: MeasuredBefore) =>
  lineProblems(
    line,
    exams.find((e) => e.id === line.examId),
    context,
  ).map(({ field, sentence }) => ({ field: `list.${index}.${field}`, sentence }))

/** Signs what was just saved. When it is refused, the catalogue has said why, and the draft stays. */
const sign = ({ id, version, rxNo }: Prescription): Promise<void> =>
  call(records['prescription.sign'], { id, version }).then(
    () => toast(t`处方 ${rxNo} 已签发`, 'ok'),
    () => undefined,
  )

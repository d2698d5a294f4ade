/** Writing a prescription: lines from the examinations, then signed. */
import { Button } from 'antd'
import { useMemo, useRef } from 'react'
import { Form, call, keyOf, queries, t, toast, useCall, useCan, useId, useSearch, type FormState } from '#kernel/web/index.ts'
import { exams as examCalls } from '#modules/exams/contract/endpoints.ts'
import { examStates } from '#modules/exams/contract/states.ts'
import { records } from '../contract/endpoints.ts'
import type { Prescription } from '../contract/shapes.ts'
import { editable, lineFrom, lineProblems, type Exam, type LineDraft } from './line.ts'
import { RxLines } from './RxLines.tsx'

/** Order in which a prescription takes a refraction of a day: re-check, trial wear, subjective, cycloplegic, then what devices read. */
const RANK: Readonly<Record<number, number>> = { 6: 0, 7: 1, 4: 2, 5: 3, 3: 4, 2: 5, 1: 6 }

/** The editor; `rx` is a draft to go on with. */
export function RxEditor({ rx, onDone }: { rx: Prescription | undefined; onDone: (id?: number) => void }) {
  const pid = useId('patientId')
  const can = useCan()
  const [{ examId, resid }] = useSearch()
  const signing = useRef(true)
  const refractions = useCall(examCalls['examRefraction.list'], { pid, per_page: 30 })
  const pds = useCall(examCalls['examPd.list'], { pid, per_page: 5 })
  const visuals = useCall(examCalls['examVisual.list'], { pid, per_page: 5 })
  const exams = useMemo(() => {
    const usable = (refractions.data?.list ?? []).filter((e) => examStates.in.valid.includes(e.status))
    const day = (e: { examTime: string }) => e.examTime.slice(0, 10)
    return usable.sort((a, b) => (day(a) === day(b) ? RANK[a.kind]! - RANK[b.kind]! : day(a) < day(b) ? 1 : -1)) as unknown as Exam[]
  }, [refractions.data])
  const beside = {
    pd: pds.data?.list.find((e) => examStates.in.valid.includes(e.status)),
    visual: visuals.data?.list.find((e) => examStates.in.valid.includes(e.status)),
  }
  const start = useMemo(() => {
    if (rx)
      return {
        diagnose: rx.diagnose,
        allergy: rx.allergy,
        note: rx.note,
        validUntil: rx.validUntil,
        reviewMonths: rx.reviewMonths,
        list: rx.list.map(editable),
      }
    return { list: [lineFrom(1, exams.find((e) => String(e.id) === examId) ?? exams[0], beside)] }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- begun once with what the examinations say; later readings do not overwrite what is being written
  }, [rx, exams, pds.isSuccess, visuals.isSuccess])
  if (refractions.isLoading || pds.isLoading || visuals.isLoading) return null
  const done = async (answer: Prescription) => {
    const stale = [records['prescription.list'], records['prescription.get']]
    if (signing.current && can('prescription:sign')) {
      await call(records['prescription.sign'], { id: answer.id, version: answer.version }).then(
        () => toast(t`处方 ${answer.rxNo} 已签发`, 'ok'),
        () => undefined,
      )
    } else toast(t`处方草稿 ${answer.rxNo} 已保存`, 'ok')
    for (const e of stale) void queries.invalidateQueries({ queryKey: keyOf(e) })
    onDone(answer.id)
  }
  const draft = (form: FormState) => {
    signing.current = false
    form.submit()
    signing.current = form.problems.length > 0
  }
  return (
    <Form
      of={rx ? (records['prescription.update'] as unknown as (typeof records)['prescription.create']) : records['prescription.create']}
      fixed={{ pid, ...(resid ? { resid: Number(resid) } : {}), ...(rx ? { id: rx.id, version: rx.version } : {}) }}
      initial={start}
      draft={`rx.${pid}.${rx?.id ?? 'new'}`}
      rules={(v) =>
        ((v.list as LineDraft[] | undefined) ?? []).flatMap((line, i) =>
          lineProblems(
            line,
            exams.find((e) => e.id === line.examId),
          ).map((p) => ({ field: `list.${i}.${p.field}`, sentence: p.sentence })),
        )
      }
      fields={[
        { render: (form) => <RxLines form={form} exams={exams} beside={beside} /> },
        { group: '处方说明', items: ['diagnose', 'allergy', 'validUntil', 'reviewMonths', 'note'] },
      ]}
      saveLabel={can('prescription:sign') ? t`保存并签发` : t`保存草稿`}
      more={(form) => can('prescription:sign') && <Button disabled={form.busy} onClick={() => draft(form)}>{t`存为草稿`}</Button>}
      onDone={(answer) => void done(answer)}
      onLeave={() => onDone()}
    />
  )
}

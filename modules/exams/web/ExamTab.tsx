/**
 * The section of any kind on the visit page, from its declaration: grids of the eyes right first, items, what is computed, curves, former
 * visits.
 */
import { Button } from 'antd'
import { Suspense, type ReactNode } from 'react'
import { ageOn, clinicNow, fieldsOf, metaOf, showNumber } from '#kernel/contract/index.ts'
import { EyeTag, Panel, t, tr, useCall, type FormItem, type FormState, type FormValues } from '#kernel/web/index.ts'
import { callsOfKind } from '../contract/calls.ts'
import { exams } from '../contract/endpoints.ts'
import type { AnyExam } from '../contract/kinds/index.ts'
import type { Computed, FieldGroup } from '../contract/kinds/kind.ts'
import { examShapes } from '../contract/shapes.ts'
import { EXTRAS } from './extras.ts'
import { type Copy } from './form/copies.ts'
import { ExamForm } from './form/ExamForm.tsx'
import { column, eyeColumns, History, type HistoryColumn } from './form/History.tsx'
import { examBefore, measuresOf, number, type ExamBase } from './form/history.ts'
import { useExams } from './form/useExams.ts'
import { TrendCurve, trendNote } from './growth/Curves.tsx'
import { Norms } from './own/Norms.tsx'
import { usePlace } from './visit/place.ts'

type Item = FormItem<string>

export function ExamTab({ of: kind }: { of: AnyExam }) {
  const calls = callsOfKind(kind)
  const { list, rows, exam, birth } = useExams<ExamBase>(calls.list, kind.tab)
  const start = kind.start?.(clinicNow()) ?? {}
  const before = examBefore(alike(kind, rows, exam, start), exam)
  const former = { previous: measuresOf(before, kind.columns), previousLabel: before?.examTime.slice(0, 10) ?? '' }
  const extra = EXTRAS[kind.kind]
  const itemsOf = (folded: boolean, copy?: Copy): Item[] => [
    ...(!folded && kind.normal && copy ? [{ render: (form: FormState) => <Normal of={kind} form={form} copy={copy} /> }] : []),
    ...kind.groups.filter((group) => (group.folded ?? false) === folded).flatMap((group) => formItems(group, former)),
    ...(!folded && extra?.within ? [{ render: (form: FormState) => <Lazy>{extra.within && <extra.within form={form} />}</Lazy> }] : []),
  ]
  return (
    <ExamForm
      segment={kind.tab}
      title={kind.title}
      reads={list}
      needs={kind.needs}
      kind={kind.kind}
      of={exam ? calls.update : calls.create}
      exam={exam}
      before={before}
      start={start}
      stale={[calls.list, exams['examVisual.curve'], exams['exams.report']]}
      check={(values, day, last) => kind.checks(values, day, last, { birth })}
      items={({ copy }) => itemsOf(false, copy)}
      folds={itemsOf(true)}
      aside={(values) => (
        <>
          <Lazy>{extra?.beside && <extra.beside values={values} exam={exam} />}</Lazy>
          {kind.norms && <Norms of={kind} values={values} age={ageAt(birth, exam)} />}
          {kind.computed && <Follows of={kind.computed} values={values} />}
          {rows.length > 1 && kind.trends.length > 0 && <Trends of={kind} />}
          <History rows={rows} shown={exam} columns={kind.history.flatMap((name) => columnsFor(kind, name, values))} />
        </>
      )}
    />
  )
}
const ageAt = (birth: string | null | undefined, exam: ExamBase | undefined): number | null =>
  birth ? (ageOn(birth, (exam?.examTime ?? clinicNow()).slice(0, 10))?.years ?? null) : null
/** Former rows that may be set beside this one: where rows of a kind are told apart, those of its own sort. */
function alike({ within }: AnyExam, rows: readonly ExamBase[], exam: ExamBase | undefined, start: FormValues): readonly ExamBase[] {
  if (within === undefined) return rows
  const measureOf = (row: ExamBase) => measuresOf(row, [within])[within]
  const sort = exam ? measureOf(exam) : start[within]
  return rows.filter((row) => measureOf(row) === sort)
}
/** What the kind declares as a trend, over the visits. */
function Trends({ of: exam }: { of: AnyExam }) {
  const { pid } = usePlace()
  const { data } = useCall(exams['examVisual.curve'], { pid }, { live: ['exams'] })
  return data?.trends
    .filter((trend) => trend.kind === exam.kind)
    .flatMap((trend) =>
      exam.trends
        .filter((declared) => declared.of === trend.of)
        .map((declared) => (
          <Panel key={trend.of} title={tr(declared.label)} note={trendNote(declared)}>
            <TrendCurve curve={data} trend={trend} declared={declared} height={190} />
          </Panel>
        )),
    )
}
const Lazy = ({ children }: { children: ReactNode }) => <Suspense fallback={null}>{children}</Suspense>

/** A group of the declaration as the form draws it: a grid, a titled panel, or single fields. */
function formItems(group: FieldGroup, former: { previous: FormValues; previousLabel: string }): Item[] {
  const { title } = group
  if ('eyes' in group) return [{ eyes: group.eyes, ...(title ? { title } : {}), ...former }]
  return title ? [{ group: title, items: group.items }] : [...group.items]
}

/**
 * What is normal, written where nothing stands, of all or of one group: somebody says it by pressing, and each value keeps that it was said
 * so.
 */
function Normal({ of: exam, form, copy }: { of: AnyExam; form: FormState; copy: Copy }) {
  const empty = Object.entries(exam.normal ?? {}).filter(([name]) => form.values[name] === undefined || form.values[name] === null)
  if (empty.length === 0) return null
  const state = (some: typeof empty) => copy(form, Object.fromEntries(some), 'normal')
  const groups = exam.groups.flatMap((group) => {
    const own = empty.filter(([name]) => inGroup(group, name))
    return group.title && own.length > 0 && own.length < empty.length ? [{ title: group.title, own }] : []
  })
  return (
    <p className="objective">
      <Button size="small" onClick={() => state(empty)}>{t`其余正常`}</Button>
      {groups.map(({ title, own }) => (
        <Button key={title} size="small" type="text" onClick={() => state(own)}>
          {t`${tr(title)}正常`}
        </Button>
      ))}
      <span className="soft">{t`未填的 ${empty.length} 项写为正常，并记录由您声明`}</span>
    </p>
  )
}
const inGroup = (group: FieldGroup, name: string): boolean =>
  'eyes' in group ? group.eyes.some((base) => name === `${base}Od` || name === `${base}Os`) : group.items.includes(name)

/** Columns of the history: of a pair of eyes, or a field that is no eye's own. */
function columnsFor(exam: AnyExam, name: string, values: FormValues): Array<HistoryColumn<ExamBase>> {
  const fields = fieldsOf(examShapes[exam.kind].row)
  const field = fields[`${name}Od`] ?? fields[name]
  const { label = name, decimals = 0, unit } = field ? metaOf(field) : {}
  const title = tr(label.replace(/^(右眼|左眼)/, ''))
  if (!fields[`${name}Od`]) return [column(name, unit ? `${title} ${unit}` : title, values, decimals)]
  const caption = exam.history.length > 1 ? title : unit
  return eyeColumns(name, values, decimals, caption ? ` ${caption}` : '')
}

/** What follows from the values typed; its formula and source stand behind the question mark. */
function Follows({ of: computed, values }: { of: readonly Computed[]; values: FormValues }) {
  const lines = computed.flatMap((one) => {
    const found = (one.eye ? (['Od', 'Os'] as const) : (['Od'] as const)).map((eye) => [eye, one.of(values, eye)] as const)
    return found.every(([, value]) => value === null) ? [] : [{ ...one, found }]
  })
  if (lines.length === 0) return null
  return (
    <Panel title={t`计算值`}>
      <div className="growth-words">
        {lines.map((line) => (
          <p key={line.name}>
            {tr(line.label)}{' '}
            {line.found.map(([eye, value]) => (
              <span key={eye}>
                {line.eye && <EyeTag eye={eye === 'Od' ? 'od' : 'os'} />}{' '}
                <strong className="num">
                  {value === null ? '—' : `${showNumber(number(value) ?? 0, line.decimals)} ${line.unit}`}
                </strong>{' '}
              </span>
            ))}
            <abbr className="soft" title={`${tr(line.formula)} · ${line.source}`}>
              ?
            </abbr>
          </p>
        ))}
      </div>
    </Panel>
  )
}

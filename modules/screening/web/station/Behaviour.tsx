/** The behaviour form of one child: eight questions, one tap each; kept question by question, so that nothing is lost between. */
import { t, tr } from '#kernel/web/i18n.ts'
import { behaviourForms, QUESTIONS, questionFields, type BehaviourForm } from '../../contract/letter/behaviour.ts'
import type { PackChild } from '../../contract/shapes.tasks.ts'
import type { StationState } from './useStation.ts'

interface BehaviourProps {
  readonly child: PackChild
  readonly form: BehaviourForm
  readonly state: StationState
  readonly next: () => void
}
export function Behaviour({ child, form, state, next }: BehaviourProps) {
  const values = state.valuesOf(child.studentId)
  const answered = questionFields.filter((field) => values[field] !== undefined && values[field] !== null).length
  const choose = (field: string, answer: number) => {
    const former = values[field]
    void state.enter(child.studentId, [former === undefined || former === null ? [field, answer] : [field, answer, t`填表更正`]])
  }
  return (
    <div className="station-behaviour">
      <div className="station-child">
        <div>
          <h1>{child.name}</h1>
          <p>{[t`${child.no} 号`, tr(behaviourForms[form].label), t`已答 ${answered} / ${QUESTIONS.length}`].join(' · ')}</p>
        </div>
      </div>
      {QUESTIONS.map((question, i) => {
        const field = questionFields[i] ?? ''
        return (
          <fieldset key={field}>
            <legend>
              {i + 1}. {tr(question[form])}
            </legend>
            {question.answers.map((label, answer) => (
              <button key={label} type="button" aria-pressed={values[field] === answer} onClick={() => choose(field, answer)}>
                {tr(label)}
              </button>
            ))}
          </fieldset>
        )
      })}
      <button type="button" className="station-main" onClick={next}>
        {answered < QUESTIONS.length ? t`还有 ${QUESTIONS.length - answered} 题，先到下一名` : t`下一名`}
      </button>
    </div>
  )
}

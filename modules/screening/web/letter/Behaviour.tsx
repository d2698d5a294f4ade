/** The behaviour form on the parents' page: optional, eight questions; what is answered changes the advice above, nothing else. */
import { useState } from 'react'
import { call } from '#kernel/web/calls/api.ts'
import { CallFailed } from '#kernel/web/calls/catalogue.ts'
import { t, tr } from '#kernel/web/i18n.ts'
import { QUESTIONS } from '../../contract/letter/behaviour.ts'
import type { ParentsLetter } from '../../contract/shapes.results.ts'

const behaveLetter = { method: 'PUT', path: '/v1/eyefile/letter/behaviour' } as const
type Advice = ParentsLetter['advice']
/** What the endpoint declares; this page loads no contract. */
const isAdvice = (answer: unknown): answer is { advice: Advice } => typeof answer === 'object' && answer !== null && 'advice' in answer
interface BehaviourProps {
  readonly code: string
  readonly letter: ParentsLetter
  readonly advised: (advice: Advice) => void
}
export function Behaviour({ code, letter, advised }: BehaviourProps) {
  const [answers, setAnswers] = useState<ReadonlyArray<number | undefined>>(letter.behaviour?.answers ?? [])
  const [isKept, setKept] = useState(letter.behaviour !== null)
  const [wrong, setWrong] = useState<string>()
  const left = QUESTIONS.filter((_, i) => answers[i] === undefined).length
  const choose = (question: number, answer: number) => {
    setKept(false)
    setAnswers(QUESTIONS.map((_, i) => (i === question ? answer : answers[i])))
  }
  const send = () => {
    setWrong(left > 0 ? t`还有 ${left} 题` : undefined)
    if (left > 0) return
    void call(behaveLetter, { code, token: letter.token, form: letter.behaviourForm, answers }, { quiet: true }).then(
      (answer) => {
        setKept(true)
        if (isAdvice(answer)) advised(answer.advice)
      },
      (error: unknown) => setWrong(error instanceof CallFailed ? error.message : t`网络不通，请稍后再试`),
    )
  }
  return (
    <details className="letter-card letter-behaviour">
      <summary>
        <b>{t`填 ${QUESTIONS.length} 个问题，建议更贴合孩子`}</b>
        {isKept && <small>{t`已填`}</small>}
      </summary>
      {QUESTIONS.map((question, i) => (
        <fieldset key={question.parents}>
          <legend>
            {i + 1}. {tr(question[letter.behaviourForm])}
          </legend>
          {question.answers.map((label, answer) => (
            <label key={label}>
              <input type="radio" name={`q${i}`} checked={answers[i] === answer} onChange={() => choose(i, answer)} /> {tr(label)}
            </label>
          ))}
        </fieldset>
      ))}
      {wrong && (
        <p className="letter-wrong" role="alert">
          {wrong}
        </p>
      )}
      {isKept ? (
        <p role="status">{t`已填`}</p>
      ) : (
        <button type="button" className="letter-main" onClick={send}>
          {t`提交，更新建议`}
        </button>
      )}
      <p className="soft">{t`只用来给建议，不影响筛查结果，不告诉老师。`}</p>
    </details>
  )
}

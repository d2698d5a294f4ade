/** Acuity of one child: what is worn, then a keypad; the next child comes by itself. */
import { useState } from 'react'
import { t, tr } from '#kernel/web/i18n.ts'
import { showGender } from '#kernel/contract/format.ts'
import { showAge } from '#kernel/contract/age.ts'
import { DECIMAL_OF_LINE } from '#modules/exams/contract/formulas/acuity.ts'
import { linesLost, nextStep, sightSteps, stepBefore, type StationStep } from '../../contract/station.ts'
import type { OpValue } from '../../contract/ops.ts'
import type { PackChild } from '../../contract/shapes.tasks.ts'
import type { StationState } from './useStation.ts'

const glasses = ['不戴', '框架镜', '隐形', '夜戴 OK'] as const
const codes = { CF: '指数', HM: '手动', LP: '光感', NLP: '无光感' } as const
const lines = Object.keys(DECIMAL_OF_LINE)
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

/**
 * What a child has, with the keys just pressed: a key counts at once, because the next one must not land on the same eye while the tablet
 * still writes. What could not be kept is taken back and told.
 */
function usePressed(child: PackChild, state: StationState) {
  const [pressed, setPressed] = useState<Readonly<Record<string, OpValue>>>({})
  const [isLost, setLost] = useState(false)
  const values: Readonly<Record<string, OpValue | undefined>> = { ...state.valuesOf(child.studentId), ...pressed }
  const keep = (field: string, value: OpValue, reason?: string) => {
    setPressed((former) => ({ ...former, [field]: value }))
    setLost(false)
    state.enter(child.studentId, [reason === undefined ? [field, value] : [field, value, reason]]).catch(() => {
      setPressed({})
      setLost(true)
    })
  }
  return { values, isLost, keep }
}

const Who = ({ child, isRetest }: { child: PackChild; isRetest: boolean }) => (
  <div>
    <h1>{child.name}</h1>
    <p>
      {[
        t`${child.no} 号`,
        tr(showGender(child.gender)),
        showAge(child.birth, today()),
        child.formerOd && t`上次 ${child.formerOd} / ${child.formerOs ?? '—'}`,
        isRetest && t`复测`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  </div>
)

interface SightProps {
  readonly child: PackChild
  readonly state: StationState
  readonly prefix: string
  readonly after: PackChild | undefined
  readonly next: () => void
}
export function Sight({ child, state, prefix, after, next }: SightProps) {
  const { values, isLost, keep } = usePressed(child, state)
  const worn = values.glassesType ?? (prefix ? (child.glassesType ?? 0) : undefined)
  const steps = sightSteps(worn, prefix)
  const [again, setAgain] = useState<string>()
  const step = steps.find(({ field }) => field === again) ?? nextStep(steps, values)
  const enter = (field: string, value: OpValue) => {
    const isChange = values[field] !== undefined && values[field] !== null
    keep(field, value, isChange ? t`检查者更正` : undefined)
    setAgain(undefined)
    const rest = nextStep(steps, { ...values, [field]: value })
    if (!rest && (worn !== undefined || field === 'glassesType')) next()
  }
  const mark = (field: 'unable' | 'absent') => {
    keep(field, values[field] !== true)
    if (values[field] !== true) next()
  }
  const before = stepBefore(steps, values)
  return (
    <>
      <div className="station-child">
        <Who child={child} isRetest={prefix !== ''} />
        {!prefix && (
          <div className="station-glasses" role="group" aria-label={t`戴镜`}>
            {glasses.map((label, type) => (
              <button key={label} type="button" aria-pressed={values.glassesType === type} onClick={() => enter('glassesType', type)}>
                {tr(label)}
              </button>
            ))}
          </div>
        )}
      </div>
      <p className="station-hint">{hintOf(worn, step)}</p>
      {isLost && (
        <p className="station-wrong" role="alert">
          {t`没有存下，请再录一次`}
        </p>
      )}
      <Eyes steps={steps} step={worn === undefined ? undefined : step} values={values} child={child} pick={setAgain} />
      <Keypad
        key={step?.field ?? ''}
        isWaiting={worn === undefined}
        step={step}
        former={formerOf(child, step)}
        press={(value) => worn !== undefined && step && enter(step.field, value)}
      />
      <Acts {...{ steps, step, before, after, values, prefix, setAgain, mark }} />
    </>
  )
}
interface ActsProps {
  readonly steps: readonly StationStep[]
  readonly step: StationStep | undefined
  readonly before: StationStep | undefined
  readonly after: PackChild | undefined
  readonly values: Readonly<Record<string, OpValue | undefined>>
  readonly prefix: string
  readonly setAgain: (field: string) => void
  readonly mark: (field: 'unable' | 'absent') => void
}
/** One step back, who cannot be measured, and how far the child is. */
function Acts({ steps, step, before, after, values, prefix, setAgain, mark }: ActsProps) {
  return (
    <div className="station-acts">
      <button type="button" aria-disabled={!before} onClick={() => before && setAgain(before.field)}>
        {before ? t`改${tr(before.label)}` : t`改上一步`}
      </button>
      {!prefix && (
        <>
          <button type="button" aria-pressed={values.unable === true} onClick={() => mark('unable')}>{t`不配合`}</button>
          <button type="button" aria-pressed={values.absent === true} onClick={() => mark('absent')}>{t`缺席`}</button>
        </>
      )}
      <ol>
        {steps.map((each) => (
          <li key={each.field} className={progressOf(each, step, values)}>
            {tr(each.label)}
          </li>
        ))}
      </ol>
      <small>{after ? t`自动到 ${after.no} ${after.name}` : t`这是最后一名`}</small>
    </div>
  )
}
const formerOf = (child: PackChild, step: StationStep | undefined): string | null => {
  if (!step?.field.includes('ucva')) return null
  return step.eye === 'od' ? child.formerOd : child.formerOs
}
function hintOf(worn: OpValue | undefined, step: StationStep | undefined): string {
  if (worn === undefined) return t`先选戴镜情况。`
  return step ? tr(step.hint) : t`已测完，点数值可改。`
}
function progressOf(each: StationStep, step: StationStep | undefined, values: Readonly<Record<string, OpValue | undefined>>): string {
  if (each === step) return `now ${each.eye ?? ''}`
  return values[each.field] === undefined ? '' : 'done'
}

function Eyes(props: {
  steps: readonly StationStep[]
  step: StationStep | undefined
  values: Readonly<Record<string, OpValue | undefined>>
  child: PackChild
  pick: (field: string) => void
}) {
  const { steps, step, values, child, pick } = props
  const isCorrected = step ? step.field.includes('cva') && !step.field.includes('ucva') : false
  const shown = steps.filter(({ field }) => (steps.length > 2 ? field.includes('ucva') !== isCorrected : true))
  return (
    <div className="station-eyes">
      {shown.map((each) => {
        const value = values[each.field]
        const former = formerOf(child, each)
        const lost = linesLost(value, former)
        return (
          <button
            key={each.field}
            type="button"
            className={each.eye ?? ''}
            aria-current={each === step ? 'step' : undefined}
            onClick={() => pick(each.field)}
          >
            <span>
              <b>{each.eye === 'od' ? t`右眼 R` : t`左眼 L`}</b>
              <small>
                {former !== null && t`上次 ${former}`}
                {lost > 0 && <em>{t`少 ${lost} 行，请再测一次`}</em>}
              </small>
            </span>
            <strong>{value === undefined || value === null ? '—' : tr(codes[String(value) as keyof typeof codes] ?? String(value))}</strong>
          </button>
        )
      })}
    </div>
  )
}
interface KeypadProps {
  readonly step: StationStep | undefined
  readonly former: string | null
  /** What is worn is not said yet: the keys stand in their places and wait. */
  readonly isWaiting: boolean
  readonly press: (value: string) => void
}
function Keypad({ step, former, isWaiting, press }: KeypadProps) {
  const [isBelow, setBelow] = useState(false)
  if (!step) return <div className="station-keys" />
  if (isBelow)
    return (
      <div className="station-keys below">
        {Object.entries(codes).map(([code, label]) => (
          <button key={code} type="button" onClick={() => press(code)}>
            {tr(label)}
            <small>{code}</small>
          </button>
        ))}
        <button type="button" className="soft" onClick={() => setBelow(false)}>{t`回到视力表`}</button>
      </div>
    )
  return (
    <div className="station-keys">
      {lines.map((line) => (
        <button key={line} type="button" aria-disabled={isWaiting} className={line === former ? 'former' : ''} onClick={() => press(line)}>
          {line}
          <small>{line === former ? t`上次` : DECIMAL_OF_LINE[line]}</small>
        </button>
      ))}
      <button type="button" aria-disabled={isWaiting} className="soft" onClick={() => !isWaiting && setBelow(true)}>
        {t`低于 4.0`}
        <small>{t`走近再测`}</small>
      </button>
    </div>
  )
}

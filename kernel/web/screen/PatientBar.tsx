/** The bar that stays on top of every clinical screen: who sits there, and what must not be overlooked. */
import type { ReactNode } from 'react'
import { showGender, type Tone } from '#kernel/contract/index.ts'
import { t, tr } from '../i18n.ts'
import { Age, Badge } from './pieces.tsx'

export interface PatientBarProps {
  name: string
  gender: number | null | undefined
  birth: string | null | undefined
  /** Member number. */
  number?: string | number | null | undefined
  /** The visit: 2026-11-21 第 5 次. */
  visit?: ReactNode
  /** More of the member, each a `<BarFact>`. */
  facts?: ReactNode
  /** Allergy, fast progression, balance, under-14. */
  alerts?: ReadonlyArray<{ text: string; tone: Tone }>
  actions?: ReactNode
}

export const PatientBar = ({ name, gender, birth, number, visit, facts, alerts = [], actions }: PatientBarProps) => (
  <section className="patient-bar" aria-label={name}>
    <strong>{name}</strong>
    <span className="num" title={t`性别、年龄、会员号`}>
      {tr(showGender(gender))} · <Age birth={birth} />
      {number !== undefined && number !== null && ` · ${number}`}
    </span>
    {alerts.map((a) => (
      <Badge key={a.text} tone={a.tone}>
        {a.text}
      </Badge>
    ))}
    {facts}
    {visit !== undefined && <BarFact label={t`就诊`}>{visit}</BarFact>}
    <div className="screen-actions">{actions}</div>
  </section>
)
/** A fact in the bar under its word. */
export const BarFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className="fact num">
    <i>{label}</i> {children}
  </span>
)

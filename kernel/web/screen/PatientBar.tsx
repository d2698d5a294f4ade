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
  /** Allergy, fast progression, balance, under-14. */
  alerts?: ReadonlyArray<{ text: string; tone: Tone }>
  actions?: ReactNode
}

export const PatientBar = ({ name, gender, birth, number, visit, alerts = [], actions }: PatientBarProps) => (
  <section className="patient-bar" aria-label={name}>
    <strong>{name}</strong>
    <Fact label={t`性别`}>{tr(showGender(gender))}</Fact>
    <Fact label={t`年龄`}>
      <Age birth={birth} />
    </Fact>
    {number !== undefined && number !== null && <Fact label={t`会员号`}>{number}</Fact>}
    {visit !== undefined && <Fact label={t`就诊`}>{visit}</Fact>}
    {alerts.map((a) => (
      <Badge key={a.text} tone={a.tone}>
        {a.text}
      </Badge>
    ))}
    <div className="screen-actions">{actions}</div>
  </section>
)
const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className="fact num">
    <i>{label}</i> {children}
  </span>
)

/** What a kind shows beside what its declaration says, loaded with its section: a drawing, a calculator. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { FormState, FormValues } from '#kernel/web/index.ts'
import type { ExamKind } from '../contract/kinds/index.ts'
import type { ExamBase } from './form/history.ts'

export interface BesideProps {
  values: FormValues
  exam: ExamBase | undefined
}
interface Extra {
  /** Beside the page, while the caret is in the section. */
  readonly beside?: LazyExoticComponent<ComponentType<BesideProps>>
  /** Below the fields, with the form in hand. */
  readonly within?: LazyExoticComponent<ComponentType<{ form: FormState }>>
}
export const EXTRAS: Partial<Readonly<Record<ExamKind, Extra>>> = {
  assess: { within: lazy(() => import('./own/AssessForm.tsx')), beside: lazy(() => import('./own/Risk.tsx')) },
  bioMeter: { beside: lazy(() => import('./measures/Biology.tsx')) },
  cycloplegia: { beside: lazy(() => import('./own/Drops.tsx')) },
  dry: { beside: lazy(() => import('./own/DryAid.tsx')) },
  iop: { beside: lazy(() => import('./measures/Iop.tsx')) },
  others: { within: lazy(() => import('./own/OthersForm.tsx')) },
  pd: { within: lazy(() => import('./measures/Pd.tsx')) },
  vision: { beside: lazy(() => import('./own/Binocular.tsx')) },
}

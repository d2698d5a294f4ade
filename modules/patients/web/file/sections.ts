import type { ReactNode } from 'react'

/** A part of the member's home tab that a later module brings: last visits, orders, balances. */
export interface PatientSection {
  readonly key: string
  readonly title: string
  /** Permission without which it is not shown. */
  readonly can: string
  /** Smaller is higher. */
  readonly rank: number
  readonly render: (pid: number) => ReactNode
}
const sections: PatientSection[] = []
/** Adds a part to the member's home tab; a second one of the same key is left out. */
export const provideSection = (section: PatientSection): void => {
  if (!sections.some((s) => s.key === section.key)) sections.push(section)
}
/** The parts, highest first. */
export const patientSections = (): readonly PatientSection[] => [...sections].sort((a, b) => a.rank - b.rank)

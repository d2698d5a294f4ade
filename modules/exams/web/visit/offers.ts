/** The forms of the page, as far as a line of shorthand may fill them: each section that is not read only offers its own. */
import { createContext } from 'react'
import type { FormValues } from '#kernel/web/index.ts'
import type { Segment } from './place.ts'

export interface Offer {
  readonly values: FormValues
  /** The way a refraction is made, where the section shows one. */
  readonly sort: unknown
  /** Writes values; `origin` says where they came from, when nobody typed them. */
  readonly fill: (patch: FormValues, origin?: string) => void
}
export const OffersContext = createContext<Map<Segment, Offer> | null>(null)

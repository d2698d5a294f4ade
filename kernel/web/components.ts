/** Binds the screens a module declares to the components that show them; a missing or an extra one is a type error. */
import type { ComponentType } from 'react'
import type { Screens } from '#kernel/contract/declare.ts'

/** A screen's file: its component is the default export. */
export type LoadScreen = () => Promise<{ default: ComponentType }>

/** `export default components(screens, { '/patients/list': () => import('./list/PatientList.tsx') })`. Redirects have no component. */
export const components = <const S extends Screens>(
  _screens: S,
  loads: { readonly [P in keyof S as S[P] extends { readonly redirect: string } ? never : P]: LoadScreen },
): Readonly<Record<string, LoadScreen>> => loads

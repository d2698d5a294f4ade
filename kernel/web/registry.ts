/** What the browser knows of a module: its screens and how to load them. The list itself is generated (apps/web/screens.gen.ts). */
import type { Screens } from '#kernel/contract/declare.ts'
import type { LoadScreen } from './components.ts'

export interface WebModule {
  readonly name: string
  readonly entries: Screens
  readonly components: Readonly<Record<string, LoadScreen>>
}

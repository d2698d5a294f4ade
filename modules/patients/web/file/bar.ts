import type { ReactNode } from 'react'

/** What a later module tells beside the member in the patient bar: the number in the line, the eyes, the glasses worn. */
let facts: ((pid: number) => ReactNode) | undefined
/** Gives the bar its facts; called in a module's `web/shell.ts`. */
export const provideBarFacts = (render: (pid: number) => ReactNode): void => {
  facts = render
}
/** The facts of a member for the bar; nothing until they were given. */
export const barFacts = (pid: number): ReactNode => facts?.(pid)

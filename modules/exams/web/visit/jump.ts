/** Where the caret goes on the visit page. */

const CELLS = '.eye-cell input:not([readonly]), .field input:not([disabled])'
/** The first empty cell of a section, or its first one. */
export function firstCell(root: HTMLElement | null | undefined): HTMLInputElement | undefined {
  const cells = [...(root?.querySelectorAll<HTMLInputElement>(CELLS) ?? [])].filter((cell) => !cell.closest('details:not([open])'))
  return cells.find((cell) => cell.value === '') ?? cells[0]
}
/** Goes to a section: its first empty cell, or the field named. */
export function jumpTo(section: string, field?: string): void {
  const root = document.getElementById(section)
  root?.scrollIntoView?.({ block: 'start', behavior: 'instant' })
  const named =
    field === undefined ? undefined : root?.querySelector<HTMLInputElement>(`[data-field="${CSS.escape(field)}"]:not([readonly])`)
  ;(named ?? firstCell(root) ?? root?.querySelector<HTMLElement>('button'))?.focus({ preventScroll: true })
}

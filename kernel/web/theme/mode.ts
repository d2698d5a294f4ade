/** Light or dark, and the size of type: remembered on this machine, following the system until somebody chooses. */
import { useSyncExternalStore } from 'react'
import { palette, variableOf, type ColourMode } from './tokens.ts'

const MODE = 'mingmou.mode'
const SIZE = 'mingmou.fontSize'
const watchers = new Set<() => void>()
const system = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-color-scheme: dark)')

export const mode = (): ColourMode => (localStorage.getItem(MODE) as ColourMode | null) ?? (system?.matches ? 'dark' : 'light')
/** Base size of type in px: 13, 14 or 16. */
const fontSize = (): number => Number(localStorage.getItem(SIZE)) || 14

/** Writes the palette and the size of type to the page. Print pages stay black on white by their own style. */
export function applyTheme(): void {
  const root = document.documentElement
  const now = mode()
  root.dataset.mode = now
  root.style.colorScheme = now
  for (const [name, colour] of Object.entries(palette[now])) root.style.setProperty(variableOf(name), colour)
  root.style.setProperty('--font-size', `${fontSize()}px`)
  watchers.forEach((w) => w())
}
export const chooseMode = (to: ColourMode): void => {
  localStorage.setItem(MODE, to)
  applyTheme()
}
export const chooseFontSize = (px: number): void => {
  localStorage.setItem(SIZE, String(px))
  applyTheme()
}
system?.addEventListener?.('change', applyTheme)

const watch = (w: () => void) => {
  watchers.add(w)
  return () => void watchers.delete(w)
}
export const useMode = (): ColourMode => useSyncExternalStore(watch, mode)
export const useFontSize = (): number => useSyncExternalStore(watch, fontSize)

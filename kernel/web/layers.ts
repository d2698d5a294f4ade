/** What lies over the page: a key belongs to the top layer alone, never to the form underneath. */
import { useEffect, useRef } from 'react'

const LAYERS = 'dialog[open], [role="dialog"]'
const isShown = (element: Element): boolean => {
  for (let part: Element | null = element; part; part = part.parentElement)
    if (part instanceof HTMLElement && (part.hidden || part.style.display === 'none' || part.style.visibility === 'hidden')) return false
  // A drawer that is sliding out hears nothing any more.
  return !element.closest('.ant-drawer:not(.ant-drawer-open), .ant-drawer-content-wrapper-hidden')
}
const heightOf = (element: Element): number => {
  for (let part: Element | null = element; part && part !== document.body; part = part.parentElement) {
    const z = Number.parseInt(getComputedStyle(part).zIndex, 10)
    if (Number.isFinite(z)) return z
  }
  return 0
}
/** The dialog or drawer that lies over everything else; undefined where the page itself is on top. */
export function topLayer(): Element | undefined {
  const open = [...document.querySelectorAll(LAYERS)].filter(isShown)
  // A modal dialog of the browser lies over all; of two at one height the later one in the document.
  const heights = open.map((layer) => (layer.matches('dialog[open]') ? Infinity : heightOf(layer)))
  const highest = Math.max(...heights)
  return open.findLast((_, i) => heights[i] === highest)
}
/** Whether a key pressed now is for what `root` is part of. */
export function hearsKeys(root: Element | null): boolean {
  const top = topLayer()
  return top === undefined || (root !== null && top.contains(root))
}
/** The same for a part of a screen without a root of its own: it belongs to the layer that was on top when it came. */
export function useOwnKeys(): () => boolean {
  const own = useRef<Element>(undefined)
  useEffect(() => {
    own.current = topLayer()
  }, [])
  return () => {
    const top = topLayer()
    return top === undefined || top === own.current
  }
}

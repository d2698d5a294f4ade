/**
 * Words that may not be said, lit where they stand without touching the text (CSS custom highlights), and their notes at the height of
 * their sentence.
 */
import { useEffect, useRef, type RefObject } from 'react'
import type { WordingFinding } from '#modules/marketing/contract/wording/wording.ts'

/** Where words stand inside an element, across its text nodes. */
function rangeOf(root: Element, words: string): Range | undefined {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const nodes: Array<{ node: Node; start: number }> = []
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node, start: text.length })
    text += node.textContent ?? ''
  }
  const from = text.indexOf(words)
  if (from < 0 || words === '') return undefined
  const range = document.createRange()
  const place = (offset: number) => nodes.findLast(({ start }) => start <= offset)
  const [first, last] = [place(from), place(from + words.length - 1)]
  if (!first || !last) return undefined
  range.setStart(first.node, from - first.start)
  range.setEnd(last.node, from + words.length - last.start)
  return range
}
const LEVELS = ['blocked', 'asked'] as const
function light(roots: readonly Element[], findings: readonly WordingFinding[]): void {
  if (!('highlights' in CSS)) return
  for (const level of LEVELS) {
    const ranges = roots.flatMap((root) => findings.flatMap((f) => (f.level === level ? (rangeOf(root, f.words) ?? []) : [])))
    CSS.highlights.set(`wording-${level}`, new Highlight(...ranges))
  }
}
/** Puts every note beside its words, one below the other where two would meet; a stroke leads from the note to the line. */
function place(page: Element, notes: Element, findings: readonly WordingFinding[]): void {
  const list = notes.querySelector<HTMLElement>('.findings')
  if (!list) return
  const origin = list.getBoundingClientRect().top
  const shown = [...list.querySelectorAll<HTMLElement>('.word-finding')]
  // What stands at the foot of the page is noted as low as all notes still fit.
  const room = notes.getBoundingClientRect().bottom - origin
  let left = shown.reduce((sum, note) => sum + note.offsetHeight + 8, 0)
  let below = 0
  for (const [i, note] of shown.entries()) {
    const range = rangeOf(page, findings[i]?.words ?? '')
    const target = (range ?? page.querySelector('.content-title'))?.getBoundingClientRect()
    const line = target ? target.top + target.height / 2 - origin : 0
    const top = Math.max(below, Math.min(line - 24, room - left))
    left -= note.offsetHeight + 8
    note.style.top = `${top}px`
    note.style.setProperty('--line', `${Math.max(10, Math.min(note.offsetHeight - 10, line - top))}px`)
    below = top + note.offsetHeight + 8
  }
  list.style.height = `${below}px`
}
/** Lights the words in page and phone and keeps the notes beside them; answers what F8 does: on to the next words. */
export function useMarks(root: RefObject<HTMLElement | null>, findings: readonly WordingFinding[]): () => void {
  const position = useRef(-1)
  useEffect(() => {
    const [page, notes, phone] = ['.rich-page', '.content-findings', '.phone-frame'].map((part) => root.current?.querySelector(part))
    if (!page || !notes) return
    const draw = () => place(page, notes, findings)
    light(phone ? [page, phone] : [page], findings)
    draw()
    page.addEventListener('scroll', draw)
    window.addEventListener('resize', draw)
    return () => {
      page.removeEventListener('scroll', draw)
      window.removeEventListener('resize', draw)
    }
  }, [root, findings])
  return () => {
    position.current = (position.current + 1) % Math.max(1, findings.length)
    const area = root.current?.querySelector<HTMLElement>('.rich-area')
    const range = area && rangeOf(area, findings[position.current]?.words ?? '')
    if (!range) return root.current?.querySelector<HTMLElement>('.content-title')?.focus()
    area.focus()
    getSelection()?.removeAllRanges()
    getSelection()?.addRange(range)
    range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
  }
}

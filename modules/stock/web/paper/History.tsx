import { useEffect } from 'react'
import { t, topLayer, tr } from '#kernel/web/index.ts'
import type { StockIn } from '../../contract/shapes.papers.ts'

/** Status history of a document, oldest first. */
export const History = ({ entries }: { entries: StockIn['history'] }) => (
  <ol className="soft num paper-history" aria-label={t`经过`}>
    {entries.map((h) => (
      <li key={`${h.at}${h.move}`}>
        {h.at.slice(0, 16)} {h.name ?? ''} {tr(h.move)}
        {h.note ? `：${h.note}` : ''}
      </li>
    ))}
  </ol>
)

/** Esc closes a document. */
export function usePaperKeys({ onLeave }: { onLeave: () => void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !topLayer()) onLeave()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onLeave])
}

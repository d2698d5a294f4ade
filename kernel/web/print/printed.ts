/** Binds a declared paper to its screen; paper and page are loaded when it is opened. */
import { createElement } from 'react'
import type { Paper } from '#kernel/contract/paper.ts'
import type { LoadScreen } from '../components.ts'

/** `'/fee-bill-print/{feeBillId}': printed(papers, '/fee-bill-print/{feeBillId}')` in `web/screens.ts`. */
export const printed =
  <K extends string>(load: () => Promise<{ default: Readonly<Record<K, Paper>> }>, path: K): LoadScreen =>
  async () => {
    const [papers, { PaperPage }] = await Promise.all([load(), import('./PaperPage.tsx')])
    const paper = papers.default[path]
    return { default: () => createElement(PaperPage, { of: paper }) }
  }

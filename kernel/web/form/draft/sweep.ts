const WEEK = 7 * 86_400_000
export const DRAFTS = 'mingmou.draft.'
/** Tabs that are open, by name, with when they last said so. */
export const TABS = 'mingmou.tab.'

/** Removes drafts older than a week, those a former release left readable, and what closed tabs said of themselves. */
export function sweepDrafts(): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(DRAFTS) && !key.startsWith(TABS)) continue
    const time = Number(localStorage.getItem(key)?.split('.')[0])
    if (!(Date.now() - time < WEEK)) localStorage.removeItem(key)
  }
}

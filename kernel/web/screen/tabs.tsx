/** Ways of looking at one page, side by side; which one is shown stands in the address. */
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { t } from '../i18n.ts'
import { useSearch } from '../nav.tsx'

export interface TabsOptions<Tab extends string> {
  /** Its name in the address (`tab`). */
  name?: string
  /** What is chosen, for those who hear the page (`查看`). */
  label?: string
  /** What else leaves the address with the tab it belonged to; `page` always does. */
  clears?: readonly string[]
  className?: string
  /** What an address without a word shows (the first). */
  initial?: NoInfer<Tab>
}

/** The tab shown and the row of them. Changing makes a step for “back”. */
export function useTabs<const Tab extends string>(
  tabs: ReadonlyArray<readonly [tab: Tab, label: ReactNode]>,
  { name = 'tab', label, clears = [], className = '', initial = tabs[0]![0] }: TabsOptions<Tab> = {},
): [Tab, ReactNode] {
  const [search, setSearch] = useSearch()
  const tab = tabs.find(([key]) => key === search[name])?.[0] ?? initial
  const gone = Object.fromEntries(['page', ...clears].map((key) => [key, undefined]))
  return [
    tab,
    <Segmented<Tab>
      key={name}
      className={className}
      aria-label={label ?? t`查看`}
      value={tab}
      options={tabs.map(([value, text]) => ({ value, label: text }))}
      onChange={(v) => setSearch({ ...gone, [name]: v === initial ? undefined : v }, true)}
    />,
  ]
}

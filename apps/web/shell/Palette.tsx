/** Ctrl K: finds screens, members, order numbers. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { MenuEntry } from '#kernel/web/access.tsx'
import { t, tr } from '#kernel/web/i18n.ts'
import { useGo } from '#kernel/web/nav.tsx'
import { searchAll, type Found } from '#kernel/web/registry.ts'

export function Palette({ menu, close }: { menu: readonly MenuEntry[]; close: () => void }) {
  const go = useGo()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const things = useThings(typed.trim())
  const screens = useMemo(() => screensOf(menu), [menu])
  const found = useMemo(() => [...things, ...matching(screens, typed.trim())].slice(0, 40), [things, screens, typed])
  useEffect(() => {
    dialog.current?.showModal?.()
  }, [])
  useEffect(() => setAt(0), [found.length, typed])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [at])
  const open = (one: Found | undefined) => {
    if (!one) return
    close()
    go(one.path)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(found[at])
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} className="palette" aria-label={t`搜索`} onClose={close} onClick={(e) => e.target === dialog.current && close()}>
      <input autoFocus data-scan role="combobox" aria-expanded aria-controls="palette-list" aria-activedescendant={found[at] ? `palette-${at}` : undefined} placeholder={t`姓名、手机号、功能、单号`} value={typed} onChange={(e) => setTyped(e.target.value)} onKeyDown={onKeyDown} />
      <div id="palette-list" role="listbox" ref={list}>
        {found.map((one, i) => (
          <div key={`${one.group}${one.path}${i}`}>
            {one.group !== found[i - 1]?.group && <p>{one.group}</p>}
            <div id={`palette-${i}`} role="option" aria-selected={i === at} onMouseMove={() => setAt(i)} onClick={() => open(one)}>
              <span>{one.title}</span>
              <small className="num">{one.note}</small>
            </div>
          </div>
        ))}
        {found.length === 0 && <p className="none">{t`没有找到`}</p>}
      </div>
    </dialog>
  )
}

/** What the modules find, a moment after the last key. */
function useThings(text: string): readonly Found[] {
  const [things, setThings] = useState<readonly Found[]>([])
  useEffect(() => {
    if (text.length < 1) return setThings([])
    const stop = new AbortController()
    const timer = setTimeout(() => void searchAll(text, stop.signal).then((found) => !stop.signal.aborted && setThings(found)), 180)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text])
  return things
}

const screensOf = (menu: readonly MenuEntry[]): Found[] =>
  menu.flatMap((s) => (s.children ?? []).filter((e) => !e.hidden).map((e) => ({ group: t`功能`, title: tr(e.title), note: tr(s.title), path: e.path })))

/** Screens whose title, section or path has every character typed, in order. */
function matching(screens: readonly Found[], text: string): readonly Found[] {
  if (!text) return screens.slice(0, 12)
  const want = text.toLowerCase()
  return screens.filter((s) => [s.title, s.note ?? '', s.path].some((x) => x.toLowerCase().includes(want))).slice(0, 12)
}

/** Ctrl K: finds members, order numbers, actions and screens. */
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { MenuEntry } from '#kernel/web/access.tsx'
import { t, tr } from '#kernel/web/i18n.ts'
import { useGo } from '#kernel/web/nav.tsx'
import { actionsOf, searchAll, type SearchHit } from '#kernel/web/registry.ts'
import { entryOf } from '../entries.ts'

/** What one may choose: a place to go to, or an action of the shell. */
export type PaletteChoice = SearchHit & { readonly initials?: string | undefined; readonly run?: () => void }

export interface PaletteProps {
  menu: readonly MenuEntry[]
  permissions: readonly string[]
  actions: readonly PaletteChoice[]
  close: () => void
}
export function Palette({ menu, permissions, actions, close }: PaletteProps) {
  const go = useGo()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const things = useThings(typed.trim())
  const choices = useMemo(() => [...actionsIn(menu, permissions), ...actions, ...screensOf(menu)], [menu, permissions, actions])
  const found = useMemo<readonly PaletteChoice[]>(
    () => [...things, ...matching(choices, typed.trim())].slice(0, 40),
    [things, choices, typed],
  )
  useEffect(() => {
    dialog.current?.showModal?.()
  }, [])
  useEffect(() => setActive(0), [found.length, typed])
  const open = (one: PaletteChoice | undefined) => {
    if (!one) return
    close()
    if (one.run) one.run()
    else go(one.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (event.key === 'Home' && event.ctrlKey) setActive(0)
    else if (event.key === 'End' && event.ctrlKey) setActive(found.length - 1)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(found[active])
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} className="palette" aria-label={t`搜索`} onClose={close} onClick={(e) => e.target === dialog.current && close()}>
      <input
        autoFocus
        data-scan
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={found[active] ? `palette-${active}` : undefined}
        placeholder={t`姓名、手机号、功能、单号`}
        value={typed}
        onChange={(e) => setTyped(e.target.value)}
        onKeyDown={onKeyDown}
      />
      <Choices of={found} at={active} point={setActive} open={open} />
    </dialog>
  )
}

interface ChoicesProps {
  of: readonly PaletteChoice[]
  at: number
  point: (at: number) => void
  open: (one: PaletteChoice) => void
}
/** What was found, a heading before each group; the one pointed at stays in view. */
function Choices({ of: found, at: active, point, open }: ChoicesProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [active])
  return (
    <div id="palette-list" role="listbox" ref={list}>
      {found.map((one, i) => (
        <div key={`${one.group}${one.path}${i}`}>
          {one.group !== found[i - 1]?.group && <p>{one.group}</p>}
          <div id={`palette-${i}`} role="option" aria-selected={i === active} onMouseMove={() => point(i)} onClick={() => open(one)}>
            <span>{one.title}</span>
            <small className="num">{one.note}</small>
          </div>
        </div>
      ))}
      {found.length === 0 && <p className="none">{t`没有找到`}</p>}
    </div>
  )
}

/** What the modules find, a moment after the last key. */
function useThings(text: string): readonly SearchHit[] {
  const [things, setThings] = useState<readonly SearchHit[]>([])
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

/** Screens without a parameter that stand in no menu are forms and imports: things to begin. */
const actionsIn = (menu: readonly MenuEntry[], permissions: readonly string[]): PaletteChoice[] => [
  ...actionsOf(permissions).map((a) => ({ group: t`操作`, title: tr(a.title), path: a.path })),
  ...menu.flatMap((s) =>
    (s.children ?? [])
      .filter((e) => e.hidden && /\/(add|new|import|file)$/.test(e.path) && !e.path.startsWith('/frame/'))
      .map((e) => ({ group: t`操作`, title: tr(e.title), initials: e.initials, path: e.path })),
  ),
]

const screensOf = (menu: readonly MenuEntry[]): PaletteChoice[] =>
  menu.flatMap((s) =>
    (s.children ?? [])
      // A view of a listed screen with a filter is found by its own name.
      .filter((e) => !e.hidden || entryOf(e.path)?.under !== undefined)
      .map((e) => ({ group: t`功能`, title: tr(e.title), note: tr(s.title), initials: e.initials, path: e.path })),
  )

/** Those whose title, initials, section or path hold what is typed, a group at a time; untyped, the first of each group. */
export function matching(all: readonly PaletteChoice[], text: string): readonly PaletteChoice[] {
  const want = text.toLowerCase()
  const fits = want ? all.filter((s) => [s.title, s.initials ?? '', s.note ?? '', s.path].some((x) => x.toLowerCase().includes(want))) : all
  const seen = new Map<string, number>()
  return fits.filter(({ group }) => {
    const n = (seen.get(group) ?? 0) + 1
    seen.set(group, n)
    return n <= (want ? 12 : 8)
  })
}

/** Several forms of one page that save together: one bar, one key, and each form its own call, draft and checks. */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { t } from '../i18n.ts'
import { hearsKeys } from '../layers.ts'
import { ActionBar, type ActionBarProps } from '../form/ActionBar.tsx'
import type { Problem } from '../form/check.ts'
import { commitTyped, isSaveKey } from '../form/keys/commit.ts'
import type { DraftState } from '../form/draft/draft.ts'

/** What a form tells the page it saves with. */
export interface FormPart {
  root: RefObject<HTMLElement | null>
  /** There is something to save: typed, brought back from a draft, or waiting by itself. */
  changed: boolean
  problems: readonly Problem[]
  tried: boolean
  busy: boolean
  draft: { state: DraftState; at: number }
  jump: (field: string) => void
  /** Saves this form; false when something in it, or the server, stops it. */
  save: (way?: string) => Promise<boolean>
}
interface Registry {
  parts: Map<string, FormPart>
  changed: () => void
}
const TogetherContext = createContext<Registry | null>(null)

/** Makes a form a part of the page around it; false where it stands alone and has its own bar and key. */
export function usePart(part: FormPart): boolean {
  const registry = useContext(TogetherContext)
  const id = useId()
  const serialized = JSON.stringify([part.changed, part.problems, part.tried, part.busy, part.draft])
  useLayoutEffect(() => void registry?.parts.set(id, part))
  useLayoutEffect(() => registry?.changed(), [registry, serialized])
  useLayoutEffect(
    () => () => {
      registry?.parts.delete(id)
      registry?.changed()
    },
    [registry, id],
  )
  return registry !== null
}

/** Whether the forms around are saved together. */
export const useTogether = (): boolean => useContext(TogetherContext) !== null

interface Saving {
  /** How many forms have something to save. */
  changed: number
  busy: boolean
  /** Saves every changed form in the order of the page; what is sound is saved, and the caret goes to the first thing that is not. */
  save: (way?: string) => Promise<void>
}
interface TogetherProps {
  children: ReactNode
  saveLabel?: string
  hints?: ActionBarProps['hints']
  /** Said left of the buttons when nothing is wrong: what is missing on the page. */
  lacks?: ReactNode
  more?: (saving: Saving) => ReactNode
  /** After every changed form was saved; `saved` is how many. */
  onSaved?: (saved: number, way?: string) => void
}
export function Together({ children, saveLabel, hints, lacks, more, onSaved }: TogetherProps) {
  const root = useRef<HTMLDivElement>(null)
  const { registry, parts } = useParts()
  const changed = parts.filter(([, p]) => p.changed)
  const save = async (way?: string) => {
    commitTyped(root.current)
    const wanted = inOrder(registry).filter((p) => p.changed)
    if (wanted.some((p) => p.busy)) return
    const sound = wanted.filter((p) => p.problems.length === 0)
    let saved = 0
    for (const part of sound) if (await part.save(way)) saved++
    // From the last to the first: the caret stays at the first thing that is wrong.
    for (const part of wanted.filter((p) => !sound.includes(p)).reverse()) if (await part.save(way)) saved++
    if (saved === wanted.length) onSaved?.(saved, way)
  }
  useKey(root, () => void save())
  const busy = changed.some(([, p]) => p.busy)
  const problems = changed.flatMap(([id, p]) => p.problems.map((problem) => ({ ...problem, field: `${id}|${problem.field}` })))
  const jump = (field: string) => {
    const [id = '', name = ''] = field.split('|')
    registry.parts.get(id)?.jump(name)
  }
  return (
    <TogetherContext value={registry}>
      <div ref={root} className="together">
        {children}
        <ActionBar
          problems={problems}
          tried={changed.some(([, p]) => p.tried)}
          jump={jump}
          draft={changed.map(([, p]) => p.draft).sort((a, b) => RANK[b.state] - RANK[a.state])[0] ?? { state: 'none', at: 0 }}
          save={{ label: saveLabel ?? t`保存`, run: () => void save(), busy }}
          more={
            <>
              {problems.length === 0 && lacks}
              {more?.({ changed: changed.length, busy, save })}
            </>
          }
          hints={hints ?? []}
        />
      </div>
    </TogetherContext>
  )
}
/** What the bar says of the drafts of several forms: the worst of them. */
const RANK: Readonly<Record<DraftState, number>> = { none: 0, saved: 1, offline: 2, failed: 3 }

function useParts(): { registry: Registry; parts: ReadonlyArray<readonly [string, FormPart]> } {
  const [, redraw] = useState(0)
  const registry = useMemo<Registry>(() => ({ parts: new Map(), changed: () => redraw((n) => n + 1) }), [])
  return { registry, parts: [...registry.parts].sort(([, a], [, b]) => byPlace(a, b)) }
}
const inOrder = (registry: Registry): FormPart[] => [...registry.parts.values()].sort(byPlace)
const byPlace = (a: FormPart, b: FormPart): number =>
  a.root.current && b.root.current && a.root.current.compareDocumentPosition(b.root.current) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1

/** Ctrl S from anywhere on the page. */
function useKey(root: RefObject<HTMLElement | null>, run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  const onKey = useCallback(
    (event: KeyboardEvent) => {
      if (!isSaveKey(event) || !hearsKeys(root.current)) return
      event.preventDefault()
      latest.current()
    },
    [root],
  )
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onKey])
}

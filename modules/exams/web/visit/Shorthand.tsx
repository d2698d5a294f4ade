/** The line of shorthand: `;` opens it, each field is shown before it is written, Enter writes all, one press takes all back. */
import { Button, Input } from 'antd'
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { metaOf, show } from '#kernel/contract/index.ts'
import { Panel, t, topLayer, tr, trSentence, useSearch, type FormValues } from '#kernel/web/index.ts'
import { everyKind, kindOf, type ExamKind } from '../../contract/kinds/index.ts'
import { format } from '../../contract/shorthand/format.ts'
import { shorthand, type ShorthandItem } from '../../contract/shorthand/parse.ts'
import { OffersContext, type Offer } from './offers.ts'
import { isSegment, usePlace, type Segment } from './place.ts'

const { parse } = shorthand(everyKind)
interface Patch {
  readonly segment: Segment
  readonly values: FormValues
  readonly normal: boolean
}
const isKind = (word: string | undefined): word is ExamKind => everyKind.some((exam) => exam.kind === word)
/** What a line writes, section by section. */
const patchesOf = (items: readonly ShorthandItem[]): Patch[] =>
  items.flatMap(({ kind, values, normal, troubles }) =>
    isKind(kind) && !troubles.length ? [{ segment: kindOf(kind).tab, values, normal }] : [],
  )

export function Shorthand({ sections }: { sections: readonly Segment[] }) {
  const { current } = usePlace()
  const offers = useContext(OffersContext)
  const { open, close } = useOpened()
  const [line, setLine] = useState('')
  const { write, undo, written } = useWriting(sections)
  const prefer = everyKind.find((exam) => exam.tab === current)?.kind
  const items = useMemo(() => parse(line, { prefer }), [line, prefer])
  const troubled = items.some((item) => item.troubles.length > 0)
  /** What the section has, as a line to go on with. */
  const asTyped = () => (prefer ? format(kindOf(prefer), offers?.get(current)?.values ?? {}) : '')
  const enter = () => {
    if (troubled || !items.length) return
    write(patchesOf(items))
    setLine('')
    close()
  }
  if (!open)
    return written ? (
      <p className="shorthand-done" role="status">
        {t`速记已填 ${written} 项`} <Button size="small" onClick={undo}>{t`撤销`}</Button>
      </p>
    ) : null
  return (
    <Panel title={t`速记`} note={t`Enter 填入 · Esc 关闭`}>
      <div className="shorthand">
        <Input
          autoFocus
          value={line}
          aria-label={t`速记`}
          aria-invalid={troubled}
          placeholder="od -3.25/-0.75x178 va4.9; iop 15/16 @09:40 nct; al 24.31/24.28"
          onChange={(e) => setLine(e.target.value)}
          onKeyDown={(e) => {
            if (e.key === 'Enter' && !e.nativeEvent.isComposing) enter()
            if (e.key === 'Escape') close()
            if (e.key === 'ArrowUp' && line === '') setLine(asTyped())
            e.stopPropagation()
          }}
        />
        <ul className="shorthand-items" aria-live="polite">
          {items.map((item, i) => (
            <Preview
              key={`${i}${item.text}`}
              item={item}
              onInstead={(from, to, text) => setLine(line.slice(0, from) + text + line.slice(to))}
              line={line}
            />
          ))}
        </ul>
      </div>
    </Panel>
  )
}
interface PreviewProps {
  item: ShorthandItem
  line: string
  onInstead: (from: number, to: number, text: string) => void
}
/** Each field as it will stand, or what was not understood and where. */
function Preview({ item, line, onInstead }: PreviewProps) {
  const exam = isKind(item.kind) ? kindOf(item.kind) : undefined
  return (
    <li>
      {exam && <b>{tr(exam.title)}</b>}{' '}
      {Object.entries(item.values).map(([name, value]) => {
        const field = exam?.fields[name]
        return (
          field && (
            <span key={name} className="num">
              {tr(metaOf(field).label ?? name)} {tr(show(field, value))}
            </span>
          )
        )
      })}
      {item.troubles.map((trouble) => (
        <span key={`${trouble.from}${trouble.sentence}`} className="warn">
          <mark>{line.slice(trouble.from, trouble.to)}</mark> {trSentence(trouble.sentence)}{' '}
          {trouble.instead?.map((text) => (
            <Button key={text} size="small" onClick={() => onInstead(trouble.from, trouble.to, text)}>
              {text}
            </Button>
          ))}
        </span>
      ))}
    </li>
  )
}

/** Whether the line is open; closed, the caret goes back to where it was asked for. */
function useOpened() {
  const [open, setOpen] = useState(false)
  const from = useRef<HTMLElement | null>(null)
  useSemicolon(() => {
    from.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setOpen(true)
  })
  const close = () => {
    setOpen(false)
    from.current?.focus({ preventScroll: true })
  }
  return { open, close }
}

/** Whether a `;` may be meant as text: not in a cell, a number, a list to choose from, a radio button or a tick. */
const takesText = (element: HTMLElement): boolean =>
  element instanceof HTMLTextAreaElement ||
  element.isContentEditable ||
  (element instanceof HTMLInputElement &&
    !element.dataset.field &&
    /^(text|search)$/.test(element.type) &&
    element.getAttribute('role') !== 'spinbutton' &&
    !element.closest('.ant-select:not(.ant-select-auto-complete)'))
/** `;` opens the line wherever no text is being typed. */
function useSemicolon(onOpen: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.key !== ';' && event.key !== '；') || event.ctrlKey || event.altKey || event.metaKey || topLayer()) return
      const element = event.target instanceof HTMLElement ? event.target : undefined
      if (element && takesText(element)) return
      event.preventDefault()
      onOpen()
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  })
}

/**
 * Writes into the forms of the page. A section that is not there is added, a refraction made another way is turned to, and both are waited
 * for.
 */
function useWriting(sections: readonly Segment[]) {
  const offers = useContext(OffersContext)
  const [search, setSearch] = useSearch()
  const [waiting, setWaiting] = useState<readonly Patch[]>([])
  const [former, setFormer] = useState<ReadonlyArray<{ segment: Segment; values: FormValues }>>([])
  useEffect(() => {
    if (!waiting.length) return
    const timer = setInterval(() => {
      const ready = waiting.filter((patch) => fits(offers?.get(patch.segment), patch))
      if (!ready.length) return
      setFormer((before) => [
        ...before,
        ...ready.flatMap(({ segment, values }) => {
          const offer = offers?.get(segment)
          return offer
            ? [{ segment, values: Object.fromEntries(Object.keys(values).map((name) => [name, offer.values[name] ?? null])) }]
            : []
        }),
      ])
      for (const {
        segment,
        values: { kind: _, ...values },
        normal,
      } of ready)
        offers?.get(segment)?.fill(values, normal ? 'normal' : undefined)
      setWaiting((now) => now.filter((patch) => !ready.includes(patch)))
    }, 60)
    return () => clearInterval(timer)
  }, [waiting, offers])
  const write = (patches: readonly Patch[]) => {
    const added = (search.with ?? '').split(',').filter(isSegment)
    const missing = patches.map((patch) => patch.segment).filter((segment) => !sections.includes(segment))
    const sort = patches.find((patch) => patch.segment === 'refraction')?.values.kind
    setSearch({
      ...(missing.length ? { with: [...new Set([...added, ...missing])].join(',') } : {}),
      ...(typeof sort === 'number' ? { kind: String(sort) } : {}),
    })
    setFormer([])
    setWaiting(patches)
  }
  const undo = () => {
    for (const {
      segment,
      values: { kind: _, ...values },
    } of former.toReversed())
      offers?.get(segment)?.fill(values)
    setFormer([])
  }
  return { write, undo, written: former.reduce((n, one) => n + Object.keys(one.values).length, 0) }
}
const fits = (offer: Offer | undefined, { values }: Patch): boolean =>
  offer !== undefined && (typeof values.kind !== 'number' || offer.sort === undefined || offer.sort === values.kind)

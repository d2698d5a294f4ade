/** A page of paper: real @page margins, the clinic's head, black on white. Printing never writes. */
import { Printer } from 'lucide-react'
import { useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { clinicNow } from '#kernel/contract/format.ts'
import {
  columnOf,
  headingOf,
  paperSizes,
  saidColumn,
  type PaperColumn,
  type PaperSize,
  type PaperSizeName,
} from '#kernel/contract/paper.ts'
import { WhoContext } from '../access.tsx'
import { t, tr } from '../i18n.ts'
import { useScreen } from '../nav.tsx'
import { simulated } from '../session.ts'
import { FactList, type Fact } from '../screen/pieces.tsx'
import { Until, type WaitingState } from '../screen/Screen.tsx'

export interface PrintSheetProps {
  paper: PaperSizeName
  /** What the paper is: 配镜处方笺. */
  title?: string
  /** Name of the clinic at the head; the account's store when left out, none for labels. */
  clinic?: string
  /** Code at the right of the head: `<Qr of="…" />`. */
  code?: ReactNode
  /** Queries the paper waits for. */
  of?: WaitingState | readonly WaitingState[]
  /** Signature lines: ['医师签名', '患者签名']. */
  signatures?: readonly string[]
  /** Stands under the content on the last page. */
  foot?: ReactNode
  /** Stands below another paper of the same page, whose button and key print both. */
  further?: boolean
  /** Beside the button that prints; not printed itself. */
  tools?: ReactNode
  /** How often it is printed. */
  copies?: number
  /** Printed as soon as it stands. */
  now?: boolean
  /** The store's own mark left of the head. */
  logo?: string | null
  /** That it was printed before: beside the title. */
  mark?: string | null
  /** Asked before the paper leaves; undefined: it does not. */
  before?: () => Promise<unknown>
  /** Colour of the paper. */
  tint?: 'green'
  /** Labels: each child its own page, a `.paper-page`. */
  children: ReactNode
}

export function PrintSheet(sheet: PrintSheetProps) {
  const { paper, title, of: waiting, tools, copies = 1, now, before, further = false } = sheet
  const print = usePrint(before)
  const size = paperSizes[paper]
  const screen = useScreen()
  const [desk, length] = useLength(size)
  useEffect(() => {
    if (further) return
    document.title = tr(title ?? screen?.entry.title ?? '')
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'p') return
      event.preventDefault()
      print()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [title, screen, further, print])
  return (
    <main
      ref={desk}
      className={`paper-desk ${classOf(paper)}`}
      style={
        {
          '--paper-width': `${textWidth(size)}mm`,
          '--sheet-width': `${size.width}mm`,
          '--sheet-height': `${size.height ?? 0}mm`,
          '--page-height': `${pageHeight(size)}mm`,
        } as React.CSSProperties
      }
    >
      <style>{pageRule(size, length)}</style>
      {!further && (
        <div className="paper-tools">
          {tools}
          <button type="button" className="btn main" autoFocus onClick={print}>
            <Printer size={15} aria-hidden /> {t`打印`} <kbd>Ctrl P</kbd>
          </button>
        </div>
      )}
      <Until of={waiting}>
        {Array.from({ length: copies }, (_, copy) => (
          <Article key={copy} {...sheet} copy={copy} />
        ))}
        {now && <PrintNow print={print} />}
      </Until>
    </main>
  )
}
/** Prints once, as soon as what is printed stands. */
function PrintNow({ print }: { print: () => void }) {
  const printed = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!printed.current) print()
      printed.current = true
    }, 150)
    return () => clearTimeout(timer)
  }, [print])
  return null
}
/** Opens the browser's print, after what is to happen before. */
function usePrint(before: PrintSheetProps['before']): () => void {
  const prepare = useRef(before)
  prepare.current = before
  return useCallback(() => {
    if (!prepare.current) return window.print()
    void prepare.current().then((answer) => answer !== undefined && window.print())
  }, [])
}

/** One copy of the paper. The second and further ones are for the eye of the printer alone. */
function Article({ paper, title, clinic, code, signatures, foot, logo, tint, mark, copy, children }: PrintSheetProps & { copy: number }) {
  const who = useContext(WhoContext)
  const { kind } = paperSizes[paper]
  // Another store's paper carries that store's name; the settings of print are those of the store one works in.
  const own = who && (clinic === undefined || clinic === who.hospitalName) ? who : undefined
  const heading = own ? headingOf(own, clinic) : (clinic ?? '')
  const closing = foot ?? (own?.printFoot && kind !== 'label' ? <span>{own.printFoot}</span> : undefined)
  return (
    <article className={['paper', copy && 'copy', tint].filter(Boolean).join(' ')} aria-hidden={copy > 0 || undefined}>
      {kind !== 'label' && (
        <header className="paper-head">
          {logo && <img className="paper-logo" src={logo} alt="" />}
          <div>
            <h1>{heading}</h1>
            {title && <h2>{tr(title)}</h2>}
            {mark && <p className="paper-mark">{mark}</p>}
          </div>
          {code}
        </header>
      )}
      <div className="paper-body">{children}</div>
      {kind !== 'label' && simulated() && <p className="paper-simulated">{t`本地模拟环境：收款与消息均未真实发生，不作凭证`}</p>}
      {(signatures || closing !== undefined) && kind !== 'label' && (
        <footer className="paper-foot">
          {signatures?.map((s) => (
            <span key={s}>
              {tr(s)}：<i />
            </span>
          ))}
          {closing}
          {kind === 'sheet' && <span>{t`打印 ${clinicNow().slice(0, 16)}`}</span>}
        </footer>
      )}
    </article>
  )
}

/** What a label leaves between its margins; a hair less, so that none takes two pages. */
const pageHeight = ({ height = 0, margin: [top, , bottom] }: PaperSize): number => Math.max(0, height - top - bottom - 0.1)
const textWidth = ({ width, margin }: PaperSize): number => width - 2 * margin[1]
/** Classes of a size: rolls and labels look alike whatever their width. */
const classOf = (paper: PaperSizeName): string => {
  const family = { sheet: '', roll: 'receipt', label: 'label' }[paperSizes[paper].kind]
  return [...new Set([family, paper.replace(/[ ×]/g, '-')])].filter(Boolean).join(' ')
}
/** Points of CSS to the mm. */
const PX = 96 / 25.4
/** A roll is as long as what stands on it, mm: measured, since a page of the browser has no length of its own. */
function useLength(size: PaperSize): readonly [React.RefObject<HTMLElement | null>, number | undefined] {
  const desk = useRef<HTMLElement>(null)
  const [length, setLength] = useState<number>()
  const roll = size.kind === 'roll'
  useEffect(() => {
    if (!roll || typeof ResizeObserver === 'undefined') return
    const measure = () => {
      const articles = [...(desk.current?.querySelectorAll<HTMLElement>('.paper') ?? [])]
      const longest = Math.max(0, ...articles.map((article) => article.offsetHeight))
      if (longest) setLength(Math.ceil(longest / PX) + 2)
    }
    const observer = new ResizeObserver(measure)
    const watch = () => {
      observer.disconnect()
      for (const article of desk.current?.querySelectorAll('.paper') ?? []) observer.observe(article)
      measure()
    }
    const added = new MutationObserver(watch)
    if (desk.current) added.observe(desk.current, { childList: true })
    watch()
    return () => (observer.disconnect(), added.disconnect())
  }, [roll])
  return [desk, roll ? length : undefined]
}

function pageRule({ kind, width, height, margin: [top, sides, bottom] }: PaperSize, length: number | undefined): string {
  const number = `@bottom-right { content: "${t`第`} " counter(page) " / " counter(pages) " ${t`页`}"; font-size: 8pt; color: #444; }`
  const size = `${width}mm ${height ?? length ?? 297}mm`
  return `@page { size: ${size}; margin: ${top}mm ${sides}mm ${bottom}mm; ${kind === 'sheet' ? number : ''} }`
}

/** The two eyes on paper, right first: letters carry the eye, no colour. */
export const PaperEyes = ({
  columns,
  od,
  os,
  ou,
}: {
  columns: ReadonlyArray<readonly [key: string, title: string]>
  od: Readonly<Record<string, ReactNode>>
  os: Readonly<Record<string, ReactNode>>
  ou?: Readonly<Record<string, ReactNode>>
}) => (
  <table className="paper-table boxed">
    <thead>
      <tr>
        <td />
        {columns.map(([key, title]) => (
          <th key={key}>{tr(title)}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {([[t`右眼 OD`, od], [t`左眼 OS`, os], ...(ou ? [[t`双眼 OU`, ou] as const] : [])] as const).map(([name, row]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {columns.map(([key]) => (
            <td key={key}>{row[key] ?? ''}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** Lines on paper: goods, amounts. Columns named `…>` are right-aligned. */
export const PaperTable = ({
  columns,
  rows,
  foot,
}: {
  columns: ReadonlyArray<string | PaperColumn>
  rows: ReadonlyArray<readonly ReactNode[]>
  foot?: readonly ReactNode[]
}) => {
  const heads = columns.map((column) => saidColumn(columnOf(column), tr))
  const styleOf = ({ right, whole }: PaperColumn) => [right && 'right', whole && 'whole'].filter(Boolean).join(' ') || undefined
  const cells = (row: readonly ReactNode[]) =>
    row.map((c, i) => (
      <td key={i} className={heads[i] && styleOf(heads[i])}>
        {c}
      </td>
    ))
  return (
    <table className="paper-table">
      <thead>
        <tr>
          {heads.map((head, i) => (
            <th key={i} className={styleOf(head)}>
              {head.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={i}>{cells(row)}</tr>
        ))}
      </tbody>
      {foot && (
        <tfoot>
          <tr>{cells(foot)}</tr>
        </tfoot>
      )}
    </table>
  )
}

/** Label and value pairs of a paper head, four in a row. */
export const PaperFacts = ({ items }: { items: readonly Fact[] }) => <FactList className="paper-facts" items={items} />

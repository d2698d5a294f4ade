/** A page of paper: real @page margins, the clinic's head, black on white. Printing never writes. */
import { Printer } from 'lucide-react'
import { useContext, useEffect, type ReactNode } from 'react'
import { clinicNow } from '#kernel/contract/format.ts'
import { WhoContext, type Who } from '../access.tsx'
import { t, tr } from '../i18n.ts'
import { useScreen } from '../nav.tsx'
import { simulated } from '../session.ts'
import { FactList, type Fact } from '../screen/pieces.tsx'
import { Until, type Waiting } from '../screen/Screen.tsx'

export type Paper = 'A4' | 'A5' | 'A5 landscape' | 'receipt' | 'label'
const papers: Readonly<Record<Paper, { size: string; margin: string; width: string }>> = {
  A4: { size: 'A4', margin: '12mm 14mm 14mm', width: '182mm' },
  A5: { size: 'A5', margin: '9mm 10mm 11mm', width: '128mm' },
  'A5 landscape': { size: 'A5 landscape', margin: '9mm 10mm 11mm', width: '190mm' },
  receipt: { size: '80mm 297mm', margin: '3mm 4mm', width: '72mm' },
  label: { size: '60mm 40mm', margin: '2mm 2.5mm', width: '55mm' },
}

export interface PrintSheetProps {
  paper: Paper
  /** What the paper is: 配镜处方笺. */
  title?: string
  /** Name of the clinic at the head; the account's store when left out, none for labels. */
  clinic?: string
  /** Code at the right of the head: `<Qr of="…" />`. */
  code?: ReactNode
  /** Queries the paper waits for. */
  of?: Waiting | readonly Waiting[]
  /** Signature lines: ['医师签名', '患者签名']. */
  signatures?: readonly string[]
  /** Stands under the content on the last page. */
  foot?: ReactNode
  /** Several sheets: each child its own page (labels). */
  children: ReactNode
}

export function PrintSheet({ paper, title, clinic, code, of, signatures, foot, children }: PrintSheetProps) {
  const p = papers[paper]
  const who = useContext(WhoContext)
  const screen = useScreen()
  const numbered = paper !== 'label' && paper !== 'receipt'
  useEffect(() => {
    const name = title ?? screen?.entry.title ?? ''
    document.title = tr(name)
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'p') return
      event.preventDefault()
      window.print()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [title, screen])
  // Another store's paper carries that store's name; the settings of print are those of the store one works in.
  const own = who && (clinic === undefined || clinic === who.hospitalName) ? who : undefined
  const heading = own ? headOf(own) : (clinic ?? '')
  const closing = foot ?? (own?.printFoot && paper !== 'label' ? <span>{own.printFoot}</span> : undefined)
  return (
    <main className={`paper-desk ${paper.replace(' ', '-')}`}>
      <style>{pageRule(p, numbered)}</style>
      <div className="paper-tools">
        <button type="button" className="btn main" autoFocus onClick={() => window.print()}>
          <Printer size={15} aria-hidden /> {t`打印`} <kbd>Ctrl P</kbd>
        </button>
      </div>
      <Until of={of}>
        <article className="paper" style={{ '--paper-width': p.width } as React.CSSProperties}>
          {paper !== 'label' && (
            <header className="paper-head">
              <div>
                <h1>{heading}</h1>
                {title && <h2>{tr(title)}</h2>}
              </div>
              {code}
            </header>
          )}
          <div className="paper-body">{children}</div>
          {paper !== 'label' && simulated() && <p className="paper-simulated">{t`本地模拟环境：收款与消息均未真实发生，不作凭证`}</p>}
          {(signatures || closing !== undefined) && (
            <footer className="paper-foot">
              {signatures?.map((s) => (
                <span key={s}>
                  {tr(s)}：<i />
                </span>
              ))}
              {closing}
              {numbered && <span>{t`打印 ${clinicNow().slice(0, 16)}`}</span>}
            </footer>
          )}
        </article>
      </Until>
    </main>
  )
}

/** What a store prints at the head of its papers. */
const headOf = (who: Pick<Who, 'company' | 'includeOrgName' | 'printHead' | 'hospitalName'>): string =>
  [who.includeOrgName ? who.company : '', who.printHead || who.hospitalName].filter(Boolean).join(' ')

const pageRule = (p: { size: string; margin: string }, numbered: boolean): string =>
  `@page { size: ${p.size}; margin: ${p.margin}; ${numbered ? `@bottom-right { content: "${t`第`} " counter(page) " / " counter(pages) " ${t`页`}"; font-size: 8pt; color: #444; }` : ''} }`

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

/** Lines on paper: goods, amounts. Columns that end with `>` are right-aligned. */
export const PaperTable = ({
  columns,
  rows,
  foot,
}: {
  columns: readonly string[]
  rows: ReadonlyArray<readonly ReactNode[]>
  foot?: readonly ReactNode[]
}) => {
  const right = columns.map((c) => c.endsWith('>'))
  const cells = (row: readonly ReactNode[]) =>
    row.map((c, i) => (
      <td key={i} className={right[i] ? 'right' : undefined}>
        {c}
      </td>
    ))
  return (
    <table className="paper-table">
      <thead>
        <tr>
          {columns.map((c, i) => (
            <th key={c} className={right[i] ? 'right' : undefined}>
              {tr(tr(c).replace(/>$/, ''))}
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

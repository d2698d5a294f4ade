/** A document with its lines and actions: edit, print, move, agree on prices. */
import { Button } from 'antd'
import { Barcode, Pencil, Printer } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Machine } from '#kernel/contract/index.ts'
import { Can, Facts, confirm, t } from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import type { StockIn } from '../../contract/shapes.papers.ts'
import { Agreed } from './Agreed.tsx'
import { History, usePaperKeys } from './History.tsx'
import '../stock.css'

export interface PaperViewProps<M extends string> {
  paper: Pick<StockIn, 'status' | 'history'>
  machine: Machine<M, { readonly draft: number; readonly posted: number }>
  facts: ReadonlyArray<readonly [label: string, value: ReactNode]>
  /** Permission to edit a draft, and the action that starts it. */
  code: string
  edit: () => void
  /** Actions for a difference. */
  differ: ReactNode
  /** Document that prices are agreed for, once posted. */
  agreed: { stockinId: number } | { stockoutId: number }
  printAt: string
  /** Path of the label print. */
  labelsAt?: string | undefined
  busy: boolean
  onMove: (move: M, reason: string | undefined) => void
  onLeave: () => void
  /** The lines. */
  children: ReactNode
}

export function PaperView<M extends string>(props: PaperViewProps<M>) {
  const { paper, machine, facts, code, edit, differ, agreed, printAt, labelsAt, busy, onMove, onLeave, children } = props
  const [pricing, setPricing] = useState(false)
  usePaperKeys({ onLeave })
  return (
    <div className="stock-detail">
      <Facts columns={4} items={facts} />
      <div className="lines-scroll">{children}</div>
      <div className="screen-actions">
        {paper.status === machine.is.draft && (
          <Can code={code}>
            <Button size="small" icon={<Pencil size={13} />} onClick={edit}>{t`修改`}</Button>
          </Can>
        )}
        {differ}
        {paper.status === machine.is.posted && (
          <Can code="stock:price">
            <Button size="small" onClick={() => setPricing(true)}>{t`核定价格`}</Button>
          </Can>
        )}
        <Button size="small" icon={<Printer size={13} />} href={printAt} target="_blank">{t`打印`}</Button>
        {labelsAt && paper.status === machine.is.posted && (
          <Button size="small" icon={<Barcode size={13} />} href={labelsAt} target="_blank">{t`打印标签`}</Button>
        )}
        <Moves of={machine} status={paper.status} busy={busy} onMove={onMove} />
      </div>
      {pricing && <Agreed paper={agreed} close={() => setPricing(false)} />}
      <History entries={paper.history} />
    </div>
  )
}

/** Button that asks for the difference and reports it. */
export const DifferButton = ({
  text,
  message,
  label,
  tell: report,
}: {
  text: string
  message: string
  label: string
  tell: (reason: string) => void
}) => {
  const confirmReport = async () => {
    const answer = await confirm({ title: text, message, reason: { label, required: true } })
    if (typeof answer === 'string') report(answer)
  }
  return (
    <Button size="small" onClick={() => void confirmReport()}>
      {text}
    </Button>
  )
}

import { Button } from 'antd'
import { powerOf, showMoney, showPower, wordOf } from '#kernel/contract/index.ts'
import { Compared, Key, Status, t, tr } from '#kernel/web/index.ts'
import { useState } from 'react'
import type { Decide, Reconciliation, SupplierStatementLine } from '../../contract/shapes.statements.ts'
import { findings, lineStates } from '../../contract/states.ts'
import { Papers } from './Papers.tsx'

const { is } = lineStates
export type Say = (line: SupplierStatementLine, state: Decide['state']) => unknown
interface Shown {
  reconciliation: Reconciliation
  current: string | undefined
  setAt: (line: string) => void
  /** Order, delivery note, receipt and statement of the line are shown below it. */
  details: boolean
  /** Decides a line; absent when nothing can be decided. */
  say?: Say
}
const Side = ({ row }: { row: SupplierStatementLine['theirs'] }) => (
  <>
    <td className="right from">{row.quantity ?? '—'}</td>
    <td className="right">{row.price === null ? '—' : showMoney(row.price)}</td>
    <td className="right">{row.amount === null ? '—' : showMoney(row.amount)}</td>
  </>
)

const Head = ({ imported, different }: { imported: boolean; different: number }) => (
  <thead>
    <tr>
      <th colSpan={2}>{imported ? t`不一样的 ${different} 行，没处理的在前` : t`本期往来`}</th>
      <th colSpan={3} className="from">{t`对账单`}</th>
      <th className="from between" />
      <th colSpan={5} className="from">{t`账本`}</th>
    </tr>
    <tr>
      <th>{t`差在`}</th>
      <th>{t`单号与商品`}</th>
      <th className="right from">{t`数量`}</th>
      <th className="right">{t`单价`}</th>
      <th className="right">{t`金额`}</th>
      <th className="right from between">{t`差额`}</th>
      <th className="right from">{t`数量`}</th>
      <th className="right">{t`单价`}</th>
      <th className="right">{t`金额`}</th>
      <th>{t`依据`}</th>
      <th>{t`处理`}</th>
    </tr>
  </thead>
)

/** Their statement left, our ledger right, differences between; agreeing lines collapse into one row. */
export function CheckLines({ reconciliation, current, setAt, details, say }: Shown) {
  const [unfolded, unfold] = useState(false)
  const different = reconciliation.list.filter((l) => l.finding !== findings.is.same)
  const same = reconciliation.list.filter((l) => l.finding === findings.is.same)
  return (
    <div className="check-scroll">
      <table className="check-lines">
        <Head imported={Boolean(reconciliation.statement)} different={different.length} />
        <tbody>
          {!reconciliation.statement && reconciliation.list.length > 0 && (
            <tr>
              <td colSpan={11}>
                <Compared of="unknown" /> {t`没有导入对账单：下面 ${reconciliation.list.length} 行只是本店的账，还没有和供应商核对`}
              </td>
            </tr>
          )}
          {different.map((l) => (
            <Line key={l.line} of={l} here={l.line === current} details={details} setAt={setAt} {...(say ? { say } : {})} />
          ))}
          {same.length > 0 && (
            <tr>
              <td colSpan={2}>
                <button
                  type="button"
                  className="link"
                  aria-expanded={unfolded}
                  onClick={() => unfold(!unfolded)}
                >{t`一致的 ${same.length} 行`}</button>
              </td>
              <td colSpan={3} className="right from">
                {reconciliation.statement ? showMoney(reconciliation.same.amount) : '—'}
              </td>
              <td className="right from between">{showMoney(0)}</td>
              <td colSpan={3} className="right from">
                {showMoney(reconciliation.same.amount)}
              </td>
              <td colSpan={2}>{reconciliation.statement ? t`逐行相符` : t`没有对账单，未比对`}</td>
            </tr>
          )}
          {unfolded && same.map((l) => <Line key={l.line} of={l} here={false} details={false} setAt={setAt} />)}
        </tbody>
      </table>
    </div>
  )
}

interface OneLine {
  of: SupplierStatementLine
  here: boolean
  details: boolean
  setAt: (line: string) => void
  say?: Say
}
function Line({ of: l, here, details, setAt, say }: OneLine) {
  const decided = lineStates.in.paying.includes(l.state)
  return (
    <>
      <tr
        className={[here && 'here', decided && 'done'].filter(Boolean).join(' ')}
        aria-current={here || undefined}
        onClick={() => setAt(l.line)}
      >
        <td>
          <b>{tr(wordOf(findings, l.finding))}</b>
        </td>
        <td>
          {l.order?.orderNo ?? l.docNo ?? '—'}
          <br />
          <span className="soft">
            {l.goods} {showPower(powerOf(l))}
          </span>
        </td>
        <Side row={l.theirs} />
        <td className="right from between">{l.difference > 0 ? `+${showMoney(l.difference)}` : showMoney(l.difference)}</td>
        <Side row={l.ours} />
        <td className="basis" title={l.note ?? l.basis ?? ''}>
          {l.note ?? l.basis ?? ''}
        </td>
        <td>
          {say && here && l.state !== is.settled ? (
            <span className="screen-actions">
              <Button size="small" onClick={() => void say(l, is.accepted)}>
                {t`接受`} <Key>a</Key>
              </Button>
              <Button size="small" danger onClick={() => void say(l, is.disputed)}>
                {t`争议`} <Key>d</Key>
              </Button>
            </span>
          ) : (
            <Status of={lineStates} value={l.state} />
          )}
        </td>
      </tr>
      {here && details && (
        <tr>
          <td colSpan={11}>
            <Papers of={l} />
          </td>
        </tr>
      )}
    </>
  )
}

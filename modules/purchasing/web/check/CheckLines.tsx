import { Button } from 'antd'
import { powerOf, showMoney, showPower, wordOf } from '#kernel/contract/index.ts'
import { Compared, Key, Status, t, tr } from '#kernel/web/index.ts'
import { useState } from 'react'
import type { Decide, Reconciliation, StatementLine } from '../../contract/shapes.statements.ts'
import { findings, lineStates } from '../../contract/states.ts'
import { Papers } from './Papers.tsx'

const { is } = lineStates
export type Say = (line: StatementLine, state: Decide['state']) => unknown
interface Shown {
  of: Reconciliation
  at: string | undefined
  setAt: (line: string) => void
  /** Order, note, receipt and statement of the line stand beneath it. */
  beside: boolean
  /** Decides a line; absent where nothing is to be decided. */
  say?: Say
}
const Side = ({ of }: { of: StatementLine['theirs'] }) => (
  <>
    <td className="right from">{of.quantity ?? '—'}</td>
    <td className="right">{of.price === null ? '—' : showMoney(of.price)}</td>
    <td className="right">{of.amount === null ? '—' : showMoney(of.amount)}</td>
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

/** Their statement on the left, our ledger on the right, what is between them in the middle; what agrees is folded into one row. */
export function CheckLines({ of, at, setAt, beside, say }: Shown) {
  const [unfolded, unfold] = useState(false)
  const different = of.list.filter((l) => l.finding !== findings.is.same)
  const same = of.list.filter((l) => l.finding === findings.is.same)
  return (
    <div className="check-scroll">
      <table className="check-lines">
        <Head imported={Boolean(of.statement)} different={different.length} />
        <tbody>
          {!of.statement && of.list.length > 0 && (
            <tr>
              <td colSpan={11}>
                <Compared of="unknown" /> {t`没有导入对账单：下面 ${of.list.length} 行只是本店的账，还没有和供应商核对`}
              </td>
            </tr>
          )}
          {different.map((l) => (
            <Line key={l.line} of={l} here={l.line === at} beside={beside} setAt={setAt} {...(say ? { say } : {})} />
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
                {of.statement ? showMoney(of.same.amount) : '—'}
              </td>
              <td className="right from between">{showMoney(0)}</td>
              <td colSpan={3} className="right from">
                {showMoney(of.same.amount)}
              </td>
              <td colSpan={2}>{t`逐行相符`}</td>
            </tr>
          )}
          {unfolded && same.map((l) => <Line key={l.line} of={l} here={false} beside={false} setAt={setAt} />)}
        </tbody>
      </table>
    </div>
  )
}

interface OneLine {
  of: StatementLine
  here: boolean
  beside: boolean
  setAt: (line: string) => void
  say?: Say
}
function Line({ of: l, here, beside, setAt, say }: OneLine) {
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
        <Side of={l.theirs} />
        <td className="right from between">{l.difference > 0 ? `+${showMoney(l.difference)}` : showMoney(l.difference)}</td>
        <Side of={l.ours} />
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
      {here && beside && (
        <tr>
          <td colSpan={11}>
            <Papers of={l} />
          </td>
        </tr>
      )}
    </>
  )
}

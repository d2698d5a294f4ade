/** The lines of the desk as a sheet: quantity and price are edited in place, Delete removes a line. */
import { Trash2 } from 'lucide-react'
import { showDioptre, showMoney } from '#kernel/contract/index.ts'
import { t, useCan } from '#kernel/web/index.ts'
import { wantsReason } from './state/bill.ts'
import { fenOf, typedOf, type DeskLine } from './state/state.ts'

export interface LineTableProps {
  lines: readonly DeskLine[]
  /** Amount of each line after discounts, fen. */
  amounts: readonly number[]
  onChange: (lines: DeskLine[]) => void
  readOnly?: boolean
}
export function LineTable({ lines, amounts, onChange, readOnly = false }: LineTableProps) {
  return (
    <table className="grid desk-lines num">
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{t`项目`}</th>
          <th scope="col" className="right">{t`单价`}</th>
          <th scope="col" className="right">{t`数量`}</th>
          <th scope="col" className="right">{t`原价`}</th>
          <th scope="col" className="right">{t`应收`}</th>
          {!readOnly && <th scope="col" aria-label={t`删除`} />}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, i) => (
          <Line
            key={line.key}
            lineNo={i + 1}
            line={line}
            amount={amounts[i] ?? 0}
            readOnly={readOnly}
            change={(patch) => onChange(lines.map((each) => (each === line ? { ...line, ...patch } : each)))}
            take={() => onChange(lines.filter((each) => each !== line))}
          />
        ))}
      </tbody>
    </table>
  )
}

interface LineProps {
  /** Line number, from 1. */
  lineNo: number
  line: DeskLine
  /** After discounts, fen. */
  amount: number
  readOnly: boolean
  change: (patch: Partial<DeskLine>) => void
  take: () => void
}
function Line({ lineNo, line, amount, readOnly, change, take }: LineProps) {
  const mayPrice = useCan()('feebill:discount')
  const fixed = readOnly || line.fixed === true
  return (
    <tr onKeyDown={(e) => e.key === 'Delete' && e.ctrlKey && !fixed && take()}>
      <td className="soft">{lineNo}</td>
      <td>
        {line.name}
        {line.sph !== undefined && line.sph !== null && (
          <span className="soft">
            {' '}
            {showDioptre(line.sph)}
            {line.cyl ? ` / ${showDioptre(line.cyl)}` : ''}
          </span>
        )}
        {line.fixed && <span className="badge">{t`订单`}</span>}
        {!fixed && wantsReason(line) && <PriceReason lineNo={lineNo} line={line} change={change} />}
        {readOnly && line.priceReason && <span className="soft"> {t`改价：${line.priceReason}`}</span>}
      </td>
      <td className="right">
        {fixed || !mayPrice ? (
          showMoney(line.price / 100)
        ) : (
          <Amount label={t`第 ${lineNo} 行单价`} fen={line.price} onChange={(price) => change({ price })} />
        )}
      </td>
      <td className="right">
        {fixed ? (
          line.quantity
        ) : (
          <input
            type="number"
            min={1}
            max={9999}
            aria-label={t`第 ${lineNo} 行数量`}
            value={line.quantity}
            onFocus={(e) => e.target.select()}
            onChange={(e) => change({ quantity: Math.min(9999, Math.max(1, Math.trunc(Number(e.target.value)) || 1)) })}
          />
        )}
      </td>
      <td className="right soft">{showMoney(((line.listPrice ?? line.price) * line.quantity) / 100)}</td>
      <td className="right">
        <strong>{showMoney(amount / 100)}</strong>
      </td>
      {!readOnly && (
        <td className="row-actions">
          {!line.fixed && (
            <button type="button" className="icon-btn" aria-label={t`删除第 ${lineNo} 行`} title="Ctrl Delete" onClick={take}>
              <Trash2 size={15} />
            </button>
          )}
        </td>
      )}
    </tr>
  )
}

/** Reason for a price other than the catalogue's. */
const PriceReason = ({ lineNo, line, change }: Pick<LineProps, 'lineNo' | 'line' | 'change'>) => (
  <input
    type="text"
    maxLength={100}
    aria-label={t`第 ${lineNo} 行改价原因`}
    placeholder={t`改价原因`}
    value={line.priceReason ?? ''}
    onChange={(e) => change({ priceReason: e.target.value })}
  />
)

/** An amount typed in yuan; ignored until it is valid. */
function Amount({ label, fen, onChange }: { label: string; fen: number; onChange: (fen: number) => void }) {
  return (
    <input
      type="text"
      inputMode="decimal"
      aria-label={label}
      key={fen}
      defaultValue={typedOf(fen) || '0'}
      onFocus={(e) => e.target.select()}
      onBlur={(e) => {
        const typed = fenOf(e.target.value)
        if (typed === undefined) e.target.value = typedOf(fen) || '0'
        else if (typed !== fen) onChange(typed)
      }}
      onKeyDown={(e) => e.key === 'Enter' && e.currentTarget.blur()}
    />
  )
}

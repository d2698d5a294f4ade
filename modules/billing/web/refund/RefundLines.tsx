import { InputNumber } from 'antd'
import { showMoney } from '#kernel/contract/index.ts'
import { Rows, t } from '#kernel/web/index.ts'
import type { FeeBillInfo } from '../../contract/shapes.ts'
import { isCombo, isGone, restOf, someOf, wholeOf, type Choice, type Chosen, type Rest } from './choice.ts'

interface RefundLinesProps {
  info: FeeBillInfo
  chosen: Choice
  onChange: (choice: Choice) => void
}
/** The lines with what is left of them; a ticked one goes back whole unless less is typed. */
export function RefundLines({ info, chosen, onChange }: RefundLinesProps) {
  const rest = info.BillItemList.map(restOf)
  const put = (biid: number, c: Chosen | undefined) => {
    const { [biid]: _, ...others } = chosen
    onChange(c ? { ...others, [biid]: c } : others)
  }
  const open = rest.filter((i) => i.left > 0 || i.pieces > 0)
  const all = open.length > 0 && open.every((i) => chosen[i.biid])
  const flipAll = () => onChange(all ? {} : Object.fromEntries(open.map((i) => [i.biid, wholeOf(i)])))
  return (
    <Rows
      rows={rest}
      rowKey={(i) => i.biid}
      tone={(i) => (isGone(i) ? 'soft' : undefined)}
      columns={[
        {
          className: 'tick',
          title: <input type="checkbox" aria-label={t`全部`} checked={all} onChange={flipAll} />,
          cell: (i) => (
            <input
              type="checkbox"
              aria-label={i.name}
              disabled={isGone(i)}
              checked={Boolean(chosen[i.biid])}
              onChange={() => put(i.biid, chosen[i.biid] ? undefined : wholeOf(i))}
            />
          ),
        },
        { title: t`项目`, cell: (i) => i.name },
        { title: t`可退`, right: true, cell: (i) => (isGone(i) ? t`已退完` : showMoney(i.left)) },
        { title: t`退回数量`, right: true, cell: (i) => chosen[i.biid] && <Pieces of={i} chosen={chosen[i.biid]!} put={put} /> },
        { title: t`退费金额`, right: true, cell: (i) => chosen[i.biid] && <Amount of={i} chosen={chosen[i.biid]!} put={put} /> },
      ]}
    />
  )
}

interface PartProps {
  of: Rest
  chosen: Chosen
  put: (biid: number, c: Chosen) => void
}
const Pieces = ({ of: item, chosen, put }: PartProps) => (
  <InputNumber
    size="small"
    aria-label={t`${item.name} 退回数量`}
    min={0}
    max={item.pieces}
    precision={0}
    value={chosen.quantity}
    onChange={(quantity) => put(item.biid, someOf(item, quantity ?? 0))}
  />
)
const Amount = ({ of: item, chosen, put }: PartProps) => (
  <>
    {isCombo(item) && <span className="soft">{t`按未用部分`}</span>}
    {chosen.amount !== undefined && (
      <InputNumber
        size="small"
        aria-label={t`${item.name} 退费金额`}
        min={0}
        max={item.left}
        precision={2}
        prefix="¥"
        value={chosen.amount}
        onChange={(amount) => put(item.biid, { ...chosen, amount: amount ?? 0 })}
      />
    )}
  </>
)

import { InputNumber } from 'antd'
import { showMoney } from '#kernel/contract/index.ts'
import { Rows, t } from '#kernel/web/index.ts'
import type { FeeBillInfo } from '../../contract/shapes.ts'
import { isCombo, isRefunded, refundableLine, partOf, wholeOf, type RefundChoice, type ChosenItem, type RefundableLine } from './choice.ts'

interface RefundLinesProps {
  info: FeeBillInfo
  chosen: RefundChoice
  onChange: (choice: RefundChoice) => void
}
/** Lines with their refundable balance. A ticked line is refunded in full unless less is typed. */
export function RefundLines({ info, chosen, onChange }: RefundLinesProps) {
  const rest = info.BillItemList.map(refundableLine)
  const choose = (biid: number, c: ChosenItem | undefined) => {
    const { [biid]: _, ...rest } = chosen
    onChange(c ? { ...rest, [biid]: c } : rest)
  }
  const open = rest.filter((i) => i.left > 0 || i.pieces > 0)
  const all = open.length > 0 && open.every((i) => chosen[i.biid])
  const flipAll = () => onChange(all ? {} : Object.fromEntries(open.map((i) => [i.biid, wholeOf(i)])))
  return (
    <Rows
      rows={rest}
      rowKey={(i) => i.biid}
      tone={(i) => (isRefunded(i) ? 'soft' : undefined)}
      columns={[
        {
          className: 'tick',
          title: <input type="checkbox" aria-label={t`全部`} checked={all} onChange={flipAll} />,
          cell: (i) => (
            <input
              type="checkbox"
              aria-label={i.name}
              disabled={isRefunded(i)}
              checked={Boolean(chosen[i.biid])}
              onChange={() => choose(i.biid, chosen[i.biid] ? undefined : wholeOf(i))}
            />
          ),
        },
        { title: t`项目`, cell: (i) => i.name },
        { title: t`可退`, right: true, cell: (i) => (isRefunded(i) ? t`已退完` : showMoney(i.left)) },
        { title: t`退回数量`, right: true, cell: (i) => chosen[i.biid] && <Pieces item={i} chosen={chosen[i.biid]!} put={choose} /> },
        { title: t`退费金额`, right: true, cell: (i) => chosen[i.biid] && <Amount item={i} chosen={chosen[i.biid]!} put={choose} /> },
      ]}
    />
  )
}

interface PartProps {
  item: RefundableLine
  chosen: ChosenItem
  put: (biid: number, c: ChosenItem) => void
}
const Pieces = ({ item, chosen, put }: PartProps) => (
  <InputNumber
    size="small"
    aria-label={t`${item.name} 退回数量`}
    min={0}
    max={item.pieces}
    precision={0}
    value={chosen.quantity}
    onChange={(quantity) => put(item.biid, partOf(item, quantity ?? 0))}
  />
)
const Amount = ({ item, chosen, put }: PartProps) => (
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

/** How the price was calculated, and the discount of the bill. */
import { InputNumber, Segmented } from 'antd'
import { showMoney } from '#kernel/contract/index.ts'
import { t, tr, useCan } from '#kernel/web/index.ts'
import type { Priced, Rounding, TraceLine } from '../../contract/pricing.ts'

/** The steps of a price in words. Amounts are fen, or yuan of a saved bill with `yuan`. */
export const TraceList = ({ trace, yuan = false }: { trace: readonly Pick<TraceLine, 'label' | 'off' | 'total'>[]; yuan?: boolean }) => {
  const format = (n: number) => showMoney(yuan ? n : n / 100)
  return (
    <ol className="trace num">
      {trace.map((step, i) => (
        <li key={i}>
          <span>{tr(step.label)}</span>
          <span className="soft">{step.off ? `−${format(step.off)}` : ''}</span>
          <span>{format(step.total)}</span>
        </li>
      ))}
    </ol>
  )
}

export interface SumsProps {
  priced: Priced
  discount: number
  rounding: Rounding
  /** Lowest discount the store allows, 折. */
  lowest: number
  onDiscount: (discount: number) => void
  onRounding: (rounding: Rounding) => void
  readOnly?: boolean
}
export function Sums({ priced, discount, rounding, lowest, onDiscount, onRounding, readOnly = false }: SumsProps) {
  const mayDiscount = useCan()('feebill:discount') && !readOnly
  return (
    <div className="sums">
      {priced.trace.length > 1 && <TraceList trace={priced.trace} />}
      <div className="sums-set">
        <label>
          {t`折扣`} <kbd>F6</kbd>
          <InputNumber
            id="bill-discount"
            size="small"
            aria-label={t`整单折扣`}
            min={lowest}
            max={10}
            step={0.5}
            precision={2}
            disabled={!mayDiscount}
            value={discount}
            suffix={t`折`}
            style={{ width: 84 }}
            onChange={(v) => onDiscount(typeof v === 'number' ? v : 10)}
          />
        </label>
        <Segmented
          size="small"
          aria-label={t`抹零`}
          disabled={readOnly}
          value={rounding}
          options={[
            { value: 0, label: t`不抹零` },
            { value: 1, label: t`到角` },
            { value: 2, label: t`到元` },
          ]}
          onChange={(v) => onRounding(v as Rounding)}
        />
      </div>
      <p className="sums-total">
        <span>{t`应收`}</span>
        {priced.totalDiscount > 0 && <small className="num">{t`已优惠 ${showMoney(priced.totalDiscount / 100)}`}</small>}
        <strong className="num">{showMoney(priced.billPrice / 100)}</strong>
      </p>
    </div>
  )
}

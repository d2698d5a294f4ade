/** Payment panel: one line per way, the open amount always visible, change for cash. */
import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { t, tr, unless, useKeys, type DisabledReason } from '#kernel/web/index.ts'
import { payWays } from '../../contract/fields.ts'
import { takingOf, typedOf, wayOrder, type ScanOrders, type Taking, type TypedAmounts, type WayCode } from './state/state.ts'
import { overdrawn, worthOf, type DeskWallet } from './state/wallet.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'

export interface PayProps {
  due: number
  typed: TypedAmounts
  onChange: (typed: TypedAmounts) => void
  wallet: DeskWallet | undefined
  first: RefObject<HTMLInputElement | null>
  disabled?: boolean
  /** Scan payments already made; their amounts are fixed. */
  scanned: ScanOrders
  /** Shows a code for a way (2 WeChat, 3 Alipay). */
  onScan: (way: 2 | 3) => void
}

export function Pay({ due, typed, onChange, wallet, first, disabled = false, scanned, onScan }: PayProps) {
  const panel = useRef<HTMLDivElement>(null)
  const taking = takingOf(typed, due)
  const fill = (way: WayCode) => onChange({ ...typed, [way]: typedOf(fillOf(way, typed, due, wallet)) })
  const onKeyDown = (event: KeyboardEvent) => {
    const fields = [...(panel.current?.querySelectorAll<HTMLInputElement>('input') ?? [])]
    const i = fields.indexOf(event.target as HTMLInputElement)
    const step = STEPS[event.key]
    if (step && i >= 0 && !event.ctrlKey) {
      event.preventDefault()
      const next = fields[Math.min(Math.max(i + step, 0), fields.length - 1)]
      next?.select()
      next?.focus()
    }
    if (event.key === ' ' && i >= 0) {
      event.preventDefault()
      fill(wayOrder[i]!)
    }
  }
  const idle = disabled && t`请先选择会员和项目`
  useKeys(Object.fromEntries(wayOrder.map((way, i) => [`Alt+${i + 1}`, () => pick(panel.current, i, () => fill(way))])))
  return (
    <div className="pay" ref={panel} onKeyDown={onKeyDown}>
      <Left taking={taking} due={due} idle={disabled} />
      {wayOrder.map((way, i) => (
        <div key={way} className={taking.wrong.includes(way) ? 'way wrong' : 'way'}>
          <button type="button" tabIndex={-1} title={t`余额全部用${tr(payWays[way])}`} {...unless(idle, () => fill(way))}>
            <kbd>Alt {i + 1}</kbd> {tr(payWays[way])}
          </button>
          {way === PayWay.wechat || way === PayWay.alipay ? (
            <ScanButton paid={scanned[way] !== undefined} idle={idle} onClick={() => onScan(way)} />
          ) : (
            <small>{hint(way, wallet)}</small>
          )}
          <input
            ref={i === 0 ? first : undefined}
            type="text"
            inputMode="decimal"
            className="num"
            aria-label={tr(payWays[way])}
            disabled={disabled || scanned[way] !== undefined || isEmpty(way, wallet)}
            placeholder="0.00"
            value={typed[way] ?? ''}
            onFocus={(e) => e.target.select()}
            onChange={(e) => onChange({ ...typed, [way]: e.target.value })}
          />
        </div>
      ))}
      {overdrawn(typed, wallet).map((sentence) => (
        <p key={sentence} className="bad" role="alert">
          {sentence}
        </p>
      ))}
    </div>
  )
}

/** Fills in a way and selects its amount, so that the cash handed over can be typed over it. Does nothing when the way cannot pay. */
function pick(panel: HTMLElement | null, i: number, fill: () => void): void {
  const input = panel?.querySelectorAll<HTMLInputElement>('input')[i]
  if (!input || input.disabled) return
  fill()
  input.focus()
  queueMicrotask(() => input.select())
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }

/** Fen a way can pay of the open amount, including what it already holds. */
function fillOf(way: WayCode, typed: TypedAmounts, due: number, wallet: DeskWallet | undefined): number {
  const rest = takingOf({ ...typed, [way]: '' }, due).left
  const most = { 5: wallet?.stored ?? 0, 6: worthOf(wallet) }[way as number] ?? rest
  return Math.max(0, Math.min(rest, most))
}

/** True when the wallet holds nothing of the way. */
const isEmpty = (way: WayCode, wallet: DeskWallet | undefined): boolean =>
  (way === PayWay.stored && !wallet?.stored) || (way === PayWay.points && !wallet?.points)
const ScanButton = ({ paid, idle, onClick }: { paid: boolean; idle: DisabledReason; onClick: () => void }) =>
  paid ? (
    <small className="ok">{t`扫码已付`}</small>
  ) : (
    <small>
      <button type="button" className="link" tabIndex={-1} {...unless(idle, onClick)}>{t`出示二维码`}</button>
    </small>
  )

/** Label and tone of the open amount. */
function verdict({ left, given: tendered }: Taking, due: number): [label: string, tone: string] {
  if (left < 0) return [t`多收了`, 'bad']
  if (left > 0) return [t`还需收`, tendered > 0 ? 'warn' : '']
  return [due === 0 ? t`无需收款` : t`已收齐`, 'ok']
}
/** The open amount, the main figure of the panel. */
function Left({ taking, due, idle }: { taking: Taking; due: number; idle: boolean }) {
  const { left, change } = taking
  const [label, tone] = idle ? [t`还需收`, ''] : verdict(taking, due)
  return (
    <div className={`pay-left ${tone}`} role="status" aria-live="polite">
      <span>{label}</span>
      <strong className="num">{showMoney(Math.abs(left) / 100)}</strong>
      {change > 0 && (
        <em>
          {t`找零`} <b className="num">{showMoney(change / 100)}</b>
        </em>
      )}
    </div>
  )
}
function hint(way: WayCode, wallet: PayProps['wallet']): string {
  if (!wallet) return ''
  if (way === PayWay.stored) return t`余额 ${showMoney(wallet.stored / 100)}`
  if (way === PayWay.points) return t`${wallet.points} 分 = ${showMoney(worthOf(wallet) / 100)}`
  return ''
}

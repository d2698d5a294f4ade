/** Footer of the desk: keys, missing input, saving and taking payment. */
import { Button } from 'antd'
import { showMoney } from '#kernel/contract/index.ts'
import { Can, t, tr, Act } from '#kernel/web/index.ts'
import type { DeskState } from './state/useDesk.ts'

const HINTS = [
  ['F2', '会员'],
  ['F3', '收费项目'],
  ['F4', '收款'],
  ['F6', '折扣'],
] as const

export function DeskBar({ state: d }: { state: DeskState }) {
  const paying = d.taking.given + d.couponPaid
  return (
    <footer className="action-bar">
      <span className="hints">
        {HINTS.map(([k, text]) => (
          <span key={k}>
            <kbd>{k}</kbd> {tr(text)}
          </span>
        ))}
      </span>
      <span className="action-state">
        {d.wrong && (
          <span className={d.tried ? 'bad' : 'soft'} role={d.tried ? 'alert' : undefined}>
            {d.wrong}
          </span>
        )}
      </span>
      {!d.owed && (
        <Act onClick={d.save} disabled={d.busy} unless={(!d.desk.pid && t`请先选择会员`) || (!d.desk.lines.length && t`请先添加收费项目`)}>
          {t`保存待收`} <kbd>F9</kbd>
        </Act>
      )}
      <Can code="feebill:confirm">
        {paying > 0 && d.taking.left > 0 && (
          <Button onClick={() => d.take(true)} disabled={d.busy}>
            {t`收定金 ${showMoney(paying / 100)}`} <kbd>F7</kbd>
          </Button>
        )}
        <Button type="primary" loading={d.busy} onClick={() => d.take(false)}>
          {d.due > 0 ? t`收款 ${showMoney(d.due / 100)}` : t`确认`} <kbd>F8</kbd>
        </Button>
      </Can>
    </footer>
  )
}

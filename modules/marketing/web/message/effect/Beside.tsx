/** Beside the answer: what they did afterwards, money with its own doubt, within ages, and who left. */
import { Money, Panel, t, tr } from '#kernel/web/index.ts'
import type { Effect } from '../../../contract/shapes.ts'
import { armWord, points, TOTAL } from './words.ts'

export function Beside({ of: effect }: { of: Effect }) {
  return (
    <div className="effect-beside">
      <After of={effect} />
      <Spent of={effect} />
      {effect.ages.length > 0 && <Ages of={effect} />}
      <Left of={effect} />
    </div>
  )
}
function After({ of: { after, arms } }: { of: Effect }) {
  const people = arms.find((a) => a.arm === TOTAL)?.people ?? 0
  const rows = [
    [t`到店`, after.came],
    [t`买了`, after.bought],
    [t`用了券`, after.coupon],
    [t`退了`, after.refunded],
  ] as const
  const most = Math.max(1, ...rows.map(([, n]) => n))
  return (
    <Panel title={t`来了以后`} note={t`发了的 ${people} 人`}>
      <div className="panel-body effect-bars num">
        {rows.map(([label, n], i) => (
          <div key={label}>
            <span>{label}</span>
            <i>
              <b className={i === rows.length - 1 ? 'back' : undefined} style={{ width: `${(100 * n) / most}%` }} />
            </i>
            <strong>{n}</strong>
          </div>
        ))}
      </div>
    </Panel>
  )
}
function Spent({ of: { arms } }: { of: Effect }) {
  const total = arms.find((a) => a.arm === TOTAL)
  const isClear = total?.moneyLow != null && total.moneyHigh !== null && (total.moneyLow > 0 || total.moneyHigh < 0)
  return (
    <Panel title={t`花的钱`} note={t`净额，每个人`}>
      <div className="panel-body effect-lines num">
        {arms
          .filter((a) => a.arm !== TOTAL)
          .map((a) => (
            <div key={a.arm}>
              <span>{armWord(a.arm)}</span>
              <Money of={a.money} />
            </div>
          ))}
        {total?.moneyDifference == null || total.moneyLow === null || total.moneyHigh === null ? (
          <p className="soft">{t`没有够大的对照，钱上不下结论。`}</p>
        ) : (
          <p className="soft">
            {t`发了比不发多 ¥${total.moneyDifference.toFixed(2)}，区间 ${total.moneyLow.toFixed(2)} 至 ${total.moneyHigh.toFixed(2)}。`}
            {!isClear && <b>{t`钱上还说不准：少数人买得多，差别很大。`}</b>}
          </p>
        )}
      </div>
    </Panel>
  )
}
const Ages = ({ of: { ages } }: { of: Effect }) => (
  <Panel title={t`分开看`} note={t`发了 / 不发，人`}>
    <div className="panel-body effect-lines num">
      {ages.map(({ label, sent, control, difference, low, high }) => (
        <div key={label}>
          <span>{tr(label)}</span>
          <span>{`${sent} / ${control}`}</span>
          {difference === null || low === null || high === null ? (
            <span className="effect-few">{t`人太少，不下结论`}</span>
          ) : (
            <span>
              <b>{points(difference)}</b> <small className="soft">{t`${points(low)} 至 ${points(high)}`}</small>
            </span>
          )}
        </div>
      ))}
      <p className="soft">{t`一边不到 100 人的，不写相差。`}</p>
    </div>
  </Panel>
)
const Left = ({ of: { left } }: { of: Effect }) => (
  <Panel title={t`退订 ${left.reply + left.link + left.other} 人`}>
    <div className="panel-body effect-lines num">
      <div>
        <span>{t`回 R`}</span>
        <b>{left.reply}</b>
      </div>
      <div>
        <span>{t`点链接`}</span>
        <b>{left.link}</b>
      </div>
      <div>
        <span>{t`到店、电话、手机页`}</span>
        <b>{left.other}</b>
      </div>
      <p className="soft">{t`当时排着的 ${left.cancelled} 条已撤，没有发出。`}</p>
    </div>
  </Panel>
)

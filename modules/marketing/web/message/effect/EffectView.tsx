/** What came of a task: the answer first, then each group on one scale, by day, and what stands beside it. */
import { Money, Panel, t, tr } from '#kernel/web/index.ts'
import type { ArmEffect, Effect, MessageTask } from '../../../contract/shapes.ts'
import { metaOf } from '#kernel/contract/index.ts'
import { outcome as outcomeField } from '../../../contract/fields.ts'
import { Beside } from './Beside.tsx'
import { Curves } from './Curves.tsx'
import { armWord, points, TOTAL } from './words.ts'

export function EffectView({ of: effect, task }: { of: Effect; task: MessageTask }) {
  const isCompared = effect.arms.some((a) => a.arm === 0)
  return (
    <>
      <Answer of={effect} task={task} />
      <div className={isCompared ? 'effect-halves' : 'effect-halves care'}>
        <Arms of={effect} task={task} />
        <Panel title={t`${tr(metaOf(outcomeField).options?.[task.outcome] ?? '')}累计`} note={t`占各组 %，发出后 ${task.outcomeDays} 天`}>
          <Curves curves={effect.curves} days={task.outcomeDays} />
        </Panel>
      </div>
      <Beside of={effect} />
    </>
  )
}
function Answer({ of: { arms, extra, extraLow, extraHigh, sentence, until, over }, task }: { of: Effect; task: MessageTask }) {
  const total = arms.find((a) => a.arm === TOTAL)
  const people = total?.people ?? 0
  const isClear = extra !== null && extraLow !== null && extraHigh !== null && (extraLow > 0 || extraHigh < 0)
  return (
    <section className="panel effect-answer" aria-label={t`结论`}>
      <div>
        <small className="soft">{over ? t`结论 · 观察到 ${until}，已结束` : t`结论 · 观察到 ${until}，还在看`}</small>
        <p className="effect-sentence">
          {isClear ? (
            <>
              {extra > 0 ? t`发了，比不发多来` : t`发了，比不发少来`} <b>{Math.abs(extra)}</b> {t`人`}{' '}
              <small className="soft">{t`可能是 ${Math.abs(extraLow)} 到 ${Math.abs(extraHigh)} 人`}</small>
            </>
          ) : (
            tr(sentence)
          )}
        </p>
      </div>
      {task.purpose === 'marketing' && (
        <div>
          <small className="soft">{t`每多来一人花`}</small>
          <b>{total?.perExtra == null ? <span className="warn">{t`说不准`}</span> : <Money of={total.perExtra} />}</b>
        </div>
      )}
      <div>
        <small className="soft">{t`共花 · 账本`}</small>
        <b>
          <Money of={total?.cost ?? 0} />
        </b>
        <small className="soft">{t`短信 ${task.handed - task.overWechat}，微信 ${task.overWechat}`}</small>
      </div>
      <div>
        <small className="soft">{t`退订`}</small>
        <b>
          {total?.unsubscribed ?? 0} {t`人`}
        </b>
        <small className="soft">{people ? `${(((total?.unsubscribed ?? 0) / people) * 100).toFixed(2)}%` : ''}</small>
      </div>
    </section>
  )
}
/** Care is compared with nobody: its table says how many did it, and no more. */
function Arms({ of: { arms }, task }: { of: Effect; task: MessageTask }) {
  const isCare = task.purpose === 'care'
  const shown = arms.length > 2 || arms.some((a) => a.arm === 0) ? arms : arms.filter((a) => a.arm !== TOTAL)
  const bounds = shown.flatMap(({ low, high }) => [low, high].filter((v) => v !== null))
  const scale = Math.max(0.05, ...bounds.map(Math.abs)) * 1.1
  const best = shown.reduce<ArmEffect | undefined>(
    (a, b) => (b.arm !== TOTAL && b.low !== null && b.low > 0 && b.share > (a?.share ?? 0) ? b : a),
    undefined,
  )
  return (
    <Panel
      title={t`${task.outcomeDays} 天内`}
      note={isCare ? t`事先定的看法；关怀不留对照，只数来了几家` : t`事先定的看法；横线为 95% 区间，碰到 0 就是说不准`}
    >
      <table className="effect-arms num">
        <thead>
          <tr>
            <th>{t`组`}</th>
            <th>{t`人数`}</th>
            <th>{t`做到的`}</th>
            <th>{t`比例 %`}</th>
            {!isCare && (
              <>
                <th className="wide">{t`比不发，百分点`}</th>
                <th>{t`相差`}</th>
                <th>{t`每多来一人`}</th>
              </>
            )}
            <th>{t`退订`}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((a) => (
            <tr key={a.arm} className={a === best ? 'best' : undefined}>
              <th>
                {armWord(a.arm)}
                {a.arm === 0 && <small className="soft"> {t`对照`}</small>}
              </th>
              <td>{a.people}</td>
              <td>{a.hits}</td>
              <td>
                <b>{(a.share * 100).toFixed(1)}</b>
              </td>
              {!isCare && <Against of={a} scale={scale} />}
              <td>{a.arm === 0 ? '—' : a.unsubscribed}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="effect-stamp soft">{t`抽签存于 ${task.submittedAt?.slice(0, 16) ?? ''}，没有改过；没送到的留在各自的组里算，不挑`}</p>
    </Panel>
  )
}
const Against = ({ of: a, scale }: { of: ArmEffect; scale: number }) => (
  <>
    <td className="wide">{a.arm !== 0 && <Forest of={a} scale={scale} />}</td>
    <td>
      <Difference of={a} />
    </td>
    <td>{a.arm === 0 ? '—' : a.perExtra === null ? <span className="warn">{t`说不准`}</span> : <Money of={a.perExtra} />}</td>
  </>
)
function Difference({ of: { arm, difference, low, high } }: { of: ArmEffect }) {
  if (arm === 0) return '—'
  if (difference === null || low === null || high === null) return <span className="effect-few">{t`人太少，不下结论`}</span>
  return (
    <>
      <b>{points(difference)}</b>
      <small className="soft">{t`${points(low)} 至 ${points(high)}`}</small>
    </>
  )
}
/** The interval on the scale of all groups; filled when it clears zero. */
function Forest({ of: { difference, low, high }, scale }: { of: ArmEffect; scale: number }) {
  if (difference === null || low === null || high === null) return null
  const place = (share: number): number => Math.max(0, Math.min(100, 50 + (share * 50) / scale))
  return (
    <div className={low > 0 || high < 0 ? 'forest clear' : 'forest'} aria-hidden>
      <i className="zero" />
      <i className="range" style={{ left: `${place(low)}%`, width: `${place(high) - place(low)}%` }} />
      <i className="dot" style={{ left: `${place(difference)}%` }} />
    </div>
  )
}

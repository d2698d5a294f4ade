/** When and at what cost: the hours with what was opened in them, the sum on one line each, whom it is compared with. */
import { InputNumber, Segmented } from 'antd'
import { metaOf } from '#kernel/contract/index.ts'
import { Money, MomentPicker, Panel, t, tr, unless, useCall, useWho } from '#kernel/web/index.ts'
import { PIECE_PRICE } from '#modules/messages/contract/templates.ts'
import { marketing } from '../../../contract/endpoints.ts'
import { outcome as outcomeField } from '../../../contract/fields.ts'
import { OUTCOMES, smallestDifference, type TaskDraft, type PartProps, type ShownWording, type Sum } from './draft.ts'

interface WhenProps extends PartProps {
  readonly sum: Sum
  readonly wordings: readonly ShownWording[]
  readonly approveFrom: number
}
export function WhenAndCost({ draft, set, sum, wordings, approveFrom }: WhenProps) {
  return (
    <Panel title={t`3 何时与花费`}>
      <div className="wording">
        <MomentPicker value={draft.sendAt} onChange={(sendAt) => sendAt && set({ sendAt })} />
        <Hours draft={draft} set={set} />
      </div>
      <Costs draft={draft} set={set} sum={sum} wordings={wordings} />
      <Compared draft={draft} set={set} sum={sum} />
      <div className="wording">
        <small className="soft">
          {sum.sending > approveFrom ? t`超过 ${approveFrom} 家，由另一人审批` : t`不到 ${approveFrom} 家，不用审批`}
        </small>
      </div>
    </Panel>
  )
}
const FIRST = 7
const LAST = 22
function Hours({ draft, set }: PartProps) {
  const { hid } = useWho()
  const openings = useCall(marketing['marketing.hours'], { hid }, { stale: 60_000 }).data ?? []
  const setting = useCall(marketing['marketing.settings.get'], { hid }).data
  const [from, to] =
    draft.purpose === 'care' ? [8, 21] : [Number(setting?.sendFrom.slice(0, 2) ?? 9), Number(setting?.sendTo.slice(0, 2) ?? 20)]
  const rateOf = (hour: number) => {
    const { sent, opened } = openings.find((o) => o.hour === hour) ?? { sent: 0, opened: 0 }
    return sent ? opened / sent : 0
  }
  const hours = Array.from({ length: LAST - FIRST + 1 }, (_, i) => FIRST + i)
  const most = Math.max(...hours.map(rateOf), 0.01)
  const chosen = Number(draft.sendAt.slice(11, 13))
  const hasOpenings = openings.length > 0
  return (
    <>
      <small className="soft">{hasOpenings ? t`柱为近 90 天点开率，斜线为静默时段` : t`还没有点开记录；斜线为静默时段`}</small>
      <div className="composer-hours" role="group" aria-label={t`几点发`}>
        {hours.map((hour) => {
          const isQuiet = hour < from || hour >= to
          return (
            <button
              key={hour}
              type="button"
              aria-pressed={hour === chosen}
              aria-label={t`${hour} 点，点开 ${Math.round(rateOf(hour) * 100)}%`}
              className={isQuiet ? 'quiet' : undefined}
              {...unless(isQuiet && t`静默时段不发`, () =>
                set({ sendAt: `${draft.sendAt.slice(0, 11)}${String(hour).padStart(2, '0')}:00:00` }),
              )}
            >
              <i style={{ height: `${hasOpenings ? Math.max(6, (rateOf(hour) / most) * 44) : 14}px` }} />
              <small>{hour % 3 === 0 || hour === chosen ? hour : ''}</small>
            </button>
          )
        })}
      </div>
    </>
  )
}
function Costs({ draft, set, sum, wordings }: Omit<WhenProps, 'approveFrom'>) {
  const { hid } = useWho()
  const month = useCall(marketing['marketing.month'], { hid, month: draft.sendAt.slice(0, 7) }).data
  const pieces = wordings.reduce((all, w) => Math.max(all, w.pieces), 1)
  const share = month?.ceiling ? Math.min(100, (month.reserved / month.ceiling) * 100) : 0
  const more = month?.ceiling ? Math.min(100 - share, (draft.ceiling / month.ceiling) * 100) : 0
  return (
    <div className="wording composer-costs num">
      {sum.overWechat > 0 && (
        <span>
          {t`微信 ${sum.overWechat} 条`} <b>0.00</b>
        </span>
      )}
      <span>
        {t`短信 ${sum.bySms} × ${pieces} 条 × ${(PIECE_PRICE / 100).toFixed(2)}`} <b>{sum.cost.toFixed(2)}</b>
      </span>
      <label>
        {t`封顶，先扣住`}
        <InputNumber
          size="small"
          min={0.1}
          value={draft.ceiling}
          aria-label={t`封顶`}
          onChange={(ceiling) => set({ ceiling: ceiling ?? 0 })}
        />
      </label>
      {month && (
        <>
          <div className="composer-budget" aria-hidden>
            <i style={{ width: `${share}%` }} />
            <b style={{ width: `${more}%` }} />
          </div>
          <small className="soft">
            {t`本月预算`} <Money of={month.ceiling} />
            {t`，已占`} <Money of={month.reserved} />
          </small>
        </>
      )}
    </div>
  )
}
/** Whom it is compared with, what is looked at, and for how long. */
function Compared({ draft, set, sum }: PartProps & { sum: Sum }) {
  return (
    <div className="wording">
      {draft.purpose === 'marketing' ? <Control draft={draft} set={set} sum={sum} /> : <strong>{t`看什么`}</strong>}
      <Segmented
        aria-label={t`看什么`}
        size="small"
        block
        value={draft.outcome}
        options={OUTCOMES.map((value) => ({ value, label: tr(metaOf(outcomeField).options?.[value] ?? value) }))}
        onChange={(outcome) => set({ outcome })}
      />
      <label>
        <InputNumber
          size="small"
          min={1}
          max={90}
          value={draft.outcomeDays}
          aria-label={t`观察天数`}
          onChange={(days) => set({ outcomeDays: days ?? 14 })}
        />{' '}
        {t`天内`}
      </label>
      {draft.purpose === 'care' && <small className="soft">{t`没有对照，所以只记来了几家，不说是消息的功劳。`}</small>}
    </div>
  )
}
function Control({ draft, set, sum }: PartProps & { sum: Sum }) {
  const least = smallestDifference(sum)
  return (
    <>
      <label className="wording-head">
        <span>
          <strong>{t`对照组`}</strong> <span className="soft">{t`不发，按家庭抽`}</span>
        </span>
        <span>
          <InputNumber
            size="small"
            min={0}
            max={50}
            value={draft.controlPercent}
            aria-label={t`对照组`}
            onChange={(percent) => set({ controlPercent: percent ?? 0 })}
          />{' '}
          %
        </span>
      </label>
      <Arms draft={draft} sum={sum} />
      <small className="soft">{least === null ? t`一边不到 100 家，看不出高低` : t`相差 ${least} 个百分点以上才看得出`}</small>
    </>
  )
}
function Arms({ draft, sum }: { draft: TaskDraft; sum: Sum }) {
  const wordings = Math.max(1, draft.wordings.length)
  const each = Math.round(sum.sending / wordings)
  return (
    <div className="composer-arms num">
      {sum.control > 0 && (
        <i className="control" style={{ flexGrow: sum.control }}>
          {sum.control}
        </i>
      )}
      {Array.from({ length: wordings }, (_, i) => (
        <i key={i} style={{ flexGrow: Math.max(1, each) }} className={i === 0 ? 'first' : undefined}>
          {`${'ABC'[i] ?? ''} ${each}`}
        </i>
      ))}
    </div>
  )
}

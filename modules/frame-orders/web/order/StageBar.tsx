/** The way of a job over the page at every stage: who did what and when, where it is now, when it is promised. */
import { wordOf } from '#kernel/contract/index.ts'
import { t, tr } from '#kernel/web/index.ts'
import type { FrameOrderInfo } from '../../contract/shapes.ts'
import { frameOrder } from '../../contract/states.ts'
import { Promised } from '../columns.tsx'
import { stationsOf, type FrameOrderStation } from './stages.ts'

export const StageBar = ({ order }: { order: FrameOrderInfo }) => (
  <section className="panel stage-bar" aria-label={t`进度`}>
    <ol>
      {stationsOf(order).map((s) => (
        <li
          key={s.state}
          className={s.now}
          aria-current={s.now === 'here' ? 'step' : undefined}
          ref={s.now === 'here' || s.now === 'off' ? inSight : undefined}
        >
          <strong>{s.now === 'off' ? tr(wordOf(frameOrder, order.status)) : titleOf(s)}</strong>
          <small className="num">{s.by ? `${s.by.person ?? t`系统`} ${s.by.at.slice(5, 16)}` : s.now === 'done' ? t`跳过` : ''}</small>
        </li>
      ))}
    </ol>
    <p>
      {t`取镜时间`} <Promised at={order.promisedAt} late={order.late} />
    </p>
  </section>
)
/** Where it is now stands in the middle of a narrow page. */
function inSight(here: HTMLLIElement | null): void {
  const bar = here?.parentElement
  if (bar) bar.scrollLeft = here.offsetLeft - bar.offsetLeft - (bar.clientWidth - here.offsetWidth) / 2
}
/** What was done is told as the step that did it, the rest as what is waited for. */
const titleOf = ({ now, by, state }: FrameOrderStation): string => tr(now === 'done' && by ? by.label : wordOf(frameOrder, state))

/**
 * The training of a day by the hour. Enter is “done as planned”, digits and Enter a score; Shift+Enter signs the hour; what needs a
 * decision stands at the right.
 */
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { Act, DayPicker, Empty, Screen, Until, t, today, useCall, useGo, useSearch, useTabs, useWho } from '#kernel/web/index.ts'
import { training } from '../../contract/endpoints.ts'
import type { DaySession } from '../../contract/sessions.ts'
import { trainSession } from '../../contract/states.ts'
import { LIVE } from '../stale.ts'
import { DayRows } from './DayRows.tsx'
import { DayRail } from './DayRail.tsx'
import { useDay } from './useDay.ts'
import '../train.css'

const { is } = trainSession
type Sessions = readonly DaySession[]
const plansBy = (list: Sessions, verdict: 'flat' | 'absent') =>
  new Set(list.filter((s) => s.trend?.verdict === verdict).map((s) => s.planId)).size
const paperOf = (list: Sessions) => {
  const ids = list.slice(0, 100).map((s) => s.id)
  return `/train/train_record/print/${ids.join(',')}`
}
export default function Today() {
  const { hid } = useWho()
  const go = useGo()
  const [search, setSearch] = useSearch()
  const day = search.day ?? today()
  const [tab, tabs] = useTabs([
    ['mine', t`我的`],
    ['all', t`全店`],
  ])
  const query = useCall(training['train.day'], { hid, day, ...(tab === 'mine' ? { mine: true } : {}) }, { live: LIVE, keep: true })
  const list = query.data?.list ?? []
  const keys = useDay(list, day)
  const hour = keys.current?.time.slice(0, 2)
  const waiting = list.filter((s) => s.time.slice(0, 2) === hour && s.status === is.planned)
  const planned = list.filter((s) => s.status === is.planned).length
  const future = day > today()
  return (
    <Screen
      fill
      note={query.data && t`${day}，${query.data.now}；等签到 ${planned}，持平 ${plansBy(list, 'flat')}，缺训 ${plansBy(list, 'absent')}`}
      actions={
        <>
          <DayPicker label={t`日期`} value={day} onChange={(to) => setSearch({ day: to === today() ? undefined : (to ?? undefined) })} />
          {tabs}
          <Act icon={<Printer size={14} />} unless={!list.length && t`这一天没有训练`} onClick={() => go(paperOf(list))}>
            {t`训练单`}
          </Act>
          <Act
            type="primary"
            unless={(future && t`训练还没有到日期`) || (!waiting.length && t`这个时段都签过了`)}
            onClick={() => keys.signHour(waiting)}
          >
            {hour ? t`${Number(hour)} 点全部照计划完成` : t`全部照计划完成`} <kbd>Shift Enter</kbd>
          </Act>
        </>
      }
    >
      <Until of={query}>
        {list.length === 0 ? (
          <Empty
            text={tab === 'mine' ? t`今天没有您的训练` : t`这一天没有训练`}
            action={tab === 'mine' ? <Button onClick={() => setSearch({ tab: 'all' })}>{t`看全店`}</Button> : undefined}
          />
        ) : (
          <div className="train-day">
            <DayRows list={list} keys={keys} day={day} />
            <DayRail list={list} />
          </div>
        )}
      </Until>
    </Screen>
  )
}

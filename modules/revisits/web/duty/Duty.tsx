/** The work list: left the day in order, middle one card, right what comes back. Table and calendar are its other views. */
import { Button, Segmented } from 'antd'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Can, Screen, t, useCall, useSearch } from '#kernel/web/index.ts'
import endpoints from '../../contract/endpoints.ts'
import { LIVE } from '../words.ts'
import { RevisitCalendar } from '../list/RevisitCalendar.tsx'
import { RevisitForm } from '../list/RevisitForm.tsx'
import { RevisitTable } from '../list/RevisitTable.tsx'
import { CardView } from './CardView.tsx'
import { DayList } from './DayList.tsx'
import { Side } from './Side.tsx'
import { useDuty, useDutyKeys } from './useDuty.ts'
import '../revisits.css'

const views = ['queue', 'list', 'calendar'] as const
type View = (typeof views)[number]

export default function DutyPage() {
  const [search, setSearch] = useSearch()
  const view: View = views.find((v) => v === search.view) ?? 'queue'
  const [form, setForm] = useState(search.new === '1')
  return (
    <Screen
      fill
      note={view === 'queue' ? <Left /> : undefined}
      actions={
        <>
          <Segmented<View>
            value={view}
            onChange={(next) => setSearch({ view: next === 'queue' ? undefined : next, new: undefined })}
            options={[
              { value: 'queue', label: t`队列` },
              { value: 'list', label: t`表格` },
              { value: 'calendar', label: t`日历` },
            ]}
          />
          <Can code="revisit:edit">
            <Button icon={<Plus size={15} />} onClick={() => setForm(true)}>
              {t`新建`}
              {view === 'list' && <kbd>n</kbd>}
            </Button>
          </Can>
        </>
      }
    >
      {view === 'queue' && <QueueView />}
      {view === 'list' && <RevisitTable onNew={() => setForm(true)} />}
      {view === 'calendar' && <RevisitCalendar />}
      {form && <RevisitForm onClose={() => setForm(false)} />}
    </Screen>
  )
}

/** How much is left, and when the next promised call is. */
function Left() {
  const queue = useCall(endpoints['revisits.queue'], {}, { live: LIVE, keep: true })
  if (!queue.data) return null
  const { total, next } = queue.data
  return (
    <>
      {t`还有 ${total} 件`}
      {next && t`，下一通约在 ${next.slice(11, 16)}`}
    </>
  )
}

function QueueView() {
  const duty = useDuty()
  const find = useRef<HTMLInputElement>(null)
  const note = useRef<HTMLTextAreaElement>(null)
  useDutyKeys(
    duty,
    () => find.current?.focus(),
    () => note.current?.focus(),
  )
  return (
    <>
      <div className="duty">
        <DayList duty={duty} find={find} />
        <CardView duty={duty} note={note} />
        <Side duty={duty} />
      </div>
      <footer className="duty-keys" aria-label={t`本页按键`}>
        <span>
          <kbd>Enter</kbd> {t`取下一件`}
        </span>
        <span>
          <kbd>0</kbd> {t`未接通`}
        </span>
        <span>
          <kbd>1</kbd>–<kbd>8</kbd> {t`结果`}
        </span>
        <span>
          <kbd>b</kbd> {t`就地预约`}
        </span>
        <span>
          <kbd>d</kbd> {t`改日`}
        </span>
        <span>
          <kbd>m</kbd> {t`备注`}
        </span>
        <span className="duty-hint">
          {t`打通并约第一个空位：`}
          <kbd>1</kbd> <kbd>Enter</kbd>
        </span>
        <Can code="revisit:edit">
          <Button type="primary" loading={duty.busy} onClick={() => duty.take()}>
            {t`下一件`} <kbd>Enter</kbd>
          </Button>
        </Can>
      </footer>
    </>
  )
}

/**
 * The expert's desk: who waits now, what was asked, today's times, written cases with a clock, what was signed. No member is looked up here
 * (decision 0169).
 */
import './remote.css'
import { addDays } from '#kernel/contract/days.ts'
import { Button, Drawer } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { clinicNow, wordOf } from '#kernel/contract/index.ts'
import { Age, Badge, Empty, Link, Panel, Screen, Status, logout, t, today, tr, useCall, useSearch, useWho } from '#kernel/web/index.ts'
import { remote } from '../contract/endpoints.ts'
import type { ConsultationRow } from '../contract/shapes.ts'
import { remoteCase } from '../contract/states.ts'
import { CaseDetail } from './CaseDetail.tsx'
import { CaseMoves } from './Moving.tsx'
import { Report } from './Report.tsx'

const { is, in: cases } = remoteCase
const WRITTEN = 1
const has = (set: readonly number[], k: ConsultationRow): boolean => set.includes(k.status)
/** Whose store is in the room, or who broke off: they wait for the expert now. */
const waits = (k: ConsultationRow): boolean => k.mode !== WRITTEN && (k.status === is.waiting || has(cases.begun, k))

export default function Expert() {
  const who = useWho()
  const [search, change] = useSearch()
  // What is open is never older; what was signed before is found in the members' records.
  const days = { startDate: addDays(today(), -90), endDate: addDays(today(), 90) }
  const query = useCall(remote['telemedicine-subscribes.list'], { ctid: who.ctid, per_page: 200, ...days }, { live: ['remote'] })
  const list = query.data?.list ?? []
  const chosen = list.find((k) => k.id === Number(search.case))
  const waiting = list.filter(waits)
  const written = list.filter((k) => k.mode === WRITTEN && has(cases.open, k) && k.status !== is.applied)
  useRing(waiting.filter((k) => k.storeHere && !k.expertHere).length)
  const open = (k: ConsultationRow) => change({ case: k.id })
  return (
    <Screen
      note={t`${who.name} · ${who.hospitalName}`}
      of={query}
      actions={
        <>
          <Link to="/settings/my_account">{t`我的账号`}</Link> <Button onClick={() => void logout()}>{t`退出登录`}</Button>
        </>
      }
    >
      <div className="remote-desk">
        <Group title={t`正在等候`} of={waiting} onOpen={open} empty={t`现在没有人等候`} tail={(k) => <Since at={k.startAt} />} />
        <Group title={t`新的申请`} of={list.filter((k) => k.status === is.applied)} onOpen={open} empty={t`没有新的申请`} />
        <Group title={t`书面会诊`} of={written} onOpen={open} empty={t`没有待答复的书面会诊`} tail={(k) => <Due at={k.endAt} />} />
        <Group
          title={t`今天的视频会诊`}
          of={list.filter((k) => k.mode !== WRITTEN && k.startAt.startsWith(today()) && has(cases.open, k) && k.status !== is.applied)}
          onOpen={open}
          empty={t`今天没有视频会诊`}
        />
        <Group
          title={tr(wordOf(remoteCase, is.signed))}
          of={list.filter((k) => k.status === is.signed).slice(0, 20)}
          onOpen={open}
          empty={t`还没有签过报告`}
        />
      </div>
      <Drawer
        open={chosen !== undefined}
        size={720}
        title={chosen?.patientName}
        onClose={() => change({ case: undefined })}
        destroyOnHidden
      >
        {chosen && <CaseDetail id={chosen.id} />}
        {chosen && chosen.mode === WRITTEN && (has(cases.begun, chosen) || chosen.status === is.signed) && <Report of={chosen} />}
      </Drawer>
    </Screen>
  )
}

interface GroupProps {
  title: string
  of: readonly ConsultationRow[]
  empty: string
  onOpen: (of: ConsultationRow) => void
  tail?: (of: ConsultationRow) => ReactNode
}
const Group = ({ title, of: list, empty, onOpen, tail }: GroupProps) => (
  <Panel title={`${title} ${list.length || ''}`}>
    {list.length === 0 && <Empty text={empty} />}
    <ul className="remote-list">
      {list.map((k) => (
        <li key={k.id}>
          <button type="button" className="link" onClick={() => onOpen(k)}>
            <strong>{k.patientName}</strong> <Age birth={k.birth} /> · {k.hospitalName}
          </button>
          <p className="remote-question">{k.question}</p>
          <span className="num">
            {k.mode !== WRITTEN && `${k.startAt.slice(5, 16)}–${k.endAt.slice(11, 16)} `}
            <Status of={remoteCase} value={k.status} /> {k.storeHere && <Badge tone="warn">{t`门店已进入`}</Badge>} {tail?.(k)}
          </span>
          <CaseMoves of={k} />
        </li>
      ))}
    </ul>
  </Panel>
)

const MINUTE = 60_000
const minutesTo = (moment: string): number =>
  Math.round((Date.parse(moment.replace(' ', 'T')) - Date.parse(clinicNow().replace(' ', 'T'))) / MINUTE)
/** Read again every half minute. */
function useMinutes(time: string): number {
  const [, turn] = useState(0)
  useEffect(() => {
    const clock = setInterval(() => turn((n) => n + 1), MINUTE / 2)
    return () => clearInterval(clock)
  }, [])
  return minutesTo(time)
}
function Due({ at: time }: { at: string }) {
  const left = useMinutes(time)
  if (left < 0) return <Badge tone="bad">{t`已超时`}</Badge>
  return <Badge tone={left < 240 ? 'warn' : 'neutral'}>{left < 120 ? t`剩 ${left} 分钟` : t`剩 ${Math.floor(left / 60)} 小时`}</Badge>
}
function Since({ at: time }: { at: string }) {
  const left = useMinutes(time)
  return left < 0 ? <Badge tone="warn">{t`已等 ${-left} 分钟`}</Badge> : null
}

/** A short sound when somebody more waits in a room. */
function useRing(count: number): void {
  const before = useRef(count)
  useEffect(() => {
    if (count > before.current) ring()
    before.current = count
  }, [count])
}
function ring(): void {
  if (typeof AudioContext === 'undefined') return
  const sound = new AudioContext()
  const tone = sound.createOscillator()
  const volume = sound.createGain()
  volume.gain.value = 0.1
  tone.frequency.value = 880
  tone.connect(volume).connect(sound.destination)
  tone.start()
  tone.stop(sound.currentTime + 0.4)
  tone.onended = () => void sound.close()
}

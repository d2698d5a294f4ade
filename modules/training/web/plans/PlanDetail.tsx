/**
 * A plan: did it work, and what next. Measures on one axis with their goal, the verdict with its two acts, twelve weeks by weekday, card,
 * home.
 */
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { wordOf } from '#kernel/contract/index.ts'
import { Badge, Can, Panel, Screen, Status, t, toast, tr, useCall, useCan, useGo, useId, useLetters, useSend } from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { PatientBarFor } from '#modules/patients/web/door.tsx'
import { cardUnits } from '../../contract/brands.ts'
import { line } from '../../contract/cards.ts'
import { training } from '../../contract/endpoints.ts'
import { measures, planPurposes } from '../../contract/fields.ts'
import { homework, verdictSentences } from '../../contract/homework.ts'
import type { Plan } from '../../contract/plans.ts'
import { cardStates, trainPlan, trainSession } from '../../contract/states.ts'
import { useTell } from '../day/useTell.ts'
import { LIVE, stale } from '../stale.ts'
import { measured, measureWord, VerdictDot } from '../pieces.tsx'
import { HomeForm } from '../records/HomeForm.tsx'
import { Calendar } from './Calendar.tsx'
import { SeriesCharts } from './SeriesCharts.tsx'
import '../train.css'

export default function PlanDetail() {
  const id = useId('id')
  const go = useGo()
  const plan = useCall(training['train.plans.get'], { id }, { live: LIVE })
  const [home, setHome] = useState(false)
  const item = plan.data
  const print = () => go(`/train/tarton_train_record_print/${id}`)
  const edit = () => go(`/train/starton_train_record_add/${id}`)
  const isMeasurer = useCan()('exam:edit')
  // Who may not measure makes the appointment for it.
  const measure = () =>
    item && go(`/patients/detail/${item.pid}/${isMeasurer ? `examine/${item.goalMeasure === 'bcva' ? 'sight' : 'vision'}` : 'reserve'}`)
  useLetters({ p: print, e: edit, r: () => measure() })
  return (
    <Screen
      of={plan}
      {...(item ? { bar: <PatientBarFor pid={item.pid} /> } : {})}
      title={item ? t`训练方案 第 ${item.no} 期` : ''}
      note={
        item && (
          <>
            <Status of={trainPlan} value={item.status} /> {tr(planPurposes[item.purpose])} · {t`第 ${item.week} 周`} / {item.weeks} ·{' '}
            {item.startsOn} {t`至`} {item.endsOn} · {item.trainerName}
          </>
        )
      }
      actions={item && <PlanActs of={item} onHome={() => setHome(true)} onEdit={edit} onPrint={print} />}
    >
      {item && (
        <div className="train-plan">
          <div>
            {item.stopReason !== null && (
              <p role="alert" className="train-pad">
                <Badge tone="bad">{t`已停`}</Badge> {item.stopReason}
              </p>
            )}
            <SeriesCharts of={item} />
            <Calendar of={item} />
          </div>
          <aside>
            <Judgement of={item} isMeasurer={isMeasurer} onMeasure={measure} />
            <Card of={item} />
            <HomeBars of={item} />
            <ParentsSheet of={item} onPrint={print} />
          </aside>
        </div>
      )}
      {item && <HomeForm open={home} onClose={() => setHome(false)} pid={item.pid} />}
    </Screen>
  )
}

interface ActsProps {
  of: Plan
  onHome: () => void
  onEdit: () => void
  onPrint: () => void
}
function PlanActs({ of: item, onHome, onEdit, onPrint }: ActsProps) {
  const move = useSend(training['train.plans.move'], {
    invalidates: stale,
    onSuccess: ({ status }) => toast(tr(trainPlan.states[status]?.label ?? ''), 'ok'),
  })
  return (
    <>
      <Can code="train:edit">
        <Button onClick={onHome}>{t`登记在家训练`}</Button>
        {trainPlan.in.open.includes(item.status) && (
          <Button onClick={onEdit}>
            {t`改模板`} <kbd>e</kbd>
          </Button>
        )}
      </Can>
      <Button icon={<Printer size={14} />} onClick={onPrint}>
        {t`家长单`} <kbd>p</kbd>
      </Button>
      <Moves
        of={trainPlan}
        status={item.status}
        busy={move.isPending}
        size="middle"
        onMove={(step, reason) => move.mutate({ id: item.id, move: step, version: item.version, ...(reason ? { reason } : {}) })}
      />
    </>
  )
}

const sentenceOf = (item: Plan): string => {
  const { trend } = item
  const [first, last] = [trend.points[0], trend.points.at(-1)]
  if (!first || !last) return t`还没有测量：先测一次${measureWord(trend)}，以后每 4 周复测`
  const from = `${measureWord(trend)} ${measured(trend.measure, first.value)} → ${measured(trend.measure, last.value)}`
  const reached = measures[trend.measure].lower ? last.value <= trend.goal : last.value >= trend.goal
  if (trend.verdict === 'absent') return t`14 天只练 ${trend.adherence ?? 0}%，没练不算没效，不下结论。${from}`
  if (reached) return t`${from}，已到目标 ${measured(trend.measure, trend.goal)}`
  if (trend.verdict === 'improving') return t`${from}，目标 ${measured(trend.measure, trend.goal)}，值得做完`
  if (trend.verdict === 'flat') return t`${from}，目标 ${measured(trend.measure, trend.goal)}，没有变化：换内容，或送医生`
  return t`${from}，测量 ${trend.points.length} 次，还不足 6 次，不下结论`
}
/** The judgement with its acts: measure again or have it booked, or send to the doctor. */
function Judgement({ of: item, isMeasurer, onMeasure }: { of: Plan; isMeasurer: boolean; onMeasure: () => void }) {
  const go = useGo()
  const day = item.nextMeasureOn.slice(5)
  return (
    <Panel
      className="train-judge"
      title={<VerdictDot of={item.trend.verdict} />}
      note={t`近 14 天 ${item.trend.adherence === null ? '—' : `${item.trend.adherence}%`}`}
    >
      <p>{sentenceOf(item)}</p>
      {item.floor !== null && (
        <p className="soft">
          {t`这个年龄的弱视下限 ${item.floor.toFixed(1)}`}（{t`3–5 岁 0.5，6 岁起 0.7`}）
        </p>
      )}
      <div className="train-acts">
        <Button type="primary" onClick={onMeasure}>
          {isMeasurer ? t`${day} 复测` : t`约 ${day} 复测`} <kbd>r</kbd>
        </Button>
        <Passed of={item} />
        {isMeasurer && <Button onClick={() => go(`/patients/detail/${item.pid}/reserve`)}>{t`约医生`}</Button>}
      </div>
    </Panel>
  )
}
/** What the verdict asks for: the doctor where nothing is gained, a call where little is trained, else whatever is written there. */
function Passed({ of: item }: { of: Plan }) {
  const go = useGo()
  const tell = useTell()
  const { verdict } = item.trend
  if (verdict !== 'flat' && verdict !== 'absent')
    return <Button onClick={() => go(`/patients/detail/${item.pid}/revisit`)}>{t`派回访`}</Button>
  return (
    <Can code="train:edit">
      <Button loading={tell.busy} onClick={() => tell.plan(item.id, verdict === 'flat' ? 'doctor' : 'call')}>
        {verdict === 'flat' ? t`送医生` : t`派回访`}
      </Button>
    </Can>
  )
}
/** The card as a ledger ending in what will be left. */
function Card({ of: item }: { of: Plan }) {
  if (!item.card)
    return (
      <Panel title={t`训练卡`}>
        <p className="soft train-pad">{t`这个方案没有选训练卡，到店训练不扣次数`}</p>
      </Panel>
    )
  const { card } = item
  const word = tr(cardUnits[card.unit])
  const opened = card.lines.filter((l) => l.kind === line.opened || l.kind === line.carriedIn).slice(0, 2)
  const used = card.lines.reduce((sum, l) => sum + (l.kind === line.used || l.kind === line.useTakenBack ? l.units : 0), 0)
  const ahead = item.sessions.filter((s) => s.status === trainSession.is.planned && (card.unit === 0 || s.place === 0)).length
  return (
    <Panel
      title={t`训练卡`}
      note={card.endsOn ? t`${card.endsOn} 止` : tr(wordOf(cardStates, cardStates.is.none))}
      actions={
        <b className={card.left <= 7 ? 'num bad' : 'num'}>
          {card.left} {word}
        </b>
      }
    >
      <dl className="train-ledger num">
        {opened.map((l) => (
          <Entry key={l.id} left={l.at.slice(5, 10)} what={t`开卡 ${l.billNo ?? l.combinationName ?? ''}`} units={`+${l.units}`} />
        ))}
        <Entry left={t`至今`} what={t`已用`} units={String(used)} />
        <Entry left={t`还要`} what={t`方案剩 ${ahead} 节`} units={`−${ahead}`} />
        <Entry
          left={t`做完`}
          what={card.left - ahead >= 0 ? t`余下可退或并入下一期` : t`不够，到前台续费`}
          units={String(card.left - ahead)}
        />
      </dl>
    </Panel>
  )
}
const Entry = ({ left, what, units }: { left: string; what: string; units: string }) => (
  <>
    <dt>{left}</dt>
    <dd>{what}</dd>
    <dd className="right">{units}</dd>
  </>
)
/** The sheet as it prints. */
function ParentsSheet({ of: item, onPrint }: { of: Plan; onPrint: () => void }) {
  return (
    <Panel
      title={t`家长单`}
      note="A5"
      actions={
        <Button type="link" size="small" onClick={onPrint}>
          {t`打印`} <kbd>p</kbd>
        </Button>
      }
    >
      <div className="train-parents">
        <b>{tr(verdictSentences[item.trend.verdict])}</b>
        <ol>
          {homework(item, { t, tr }).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
        <span className="soft">{t`训练时头痛、看东西重影或者歪头：停下来打电话`}</span>
      </div>
    </Panel>
  )
}
function HomeBars({ of: item }: { of: Plan }) {
  const most = Math.max(20, ...item.home.map((d) => d.minutes))
  return (
    <Panel title={t`在家`} note={t`近 14 天，分钟`}>
      <div className="train-bars" role="img" aria-label={item.home.map((d) => `${d.day.slice(5)} ${d.minutes}`).join('，')}>
        {item.home.map((d) => (
          <span key={d.day}>
            <i
              className={d.minutes ? '' : d.planned ? 'missed' : 'none'}
              style={{ height: d.minutes ? (d.minutes / most) * 48 : d.planned ? 16 : 3 }}
            />
            {Number(d.day.slice(8))}
          </span>
        ))}
      </div>
    </Panel>
  )
}

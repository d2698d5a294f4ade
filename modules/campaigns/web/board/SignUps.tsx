/** Sessions as cells, one a place, and the sign-ups of the one chosen with the waiting list below. */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import {
  Act,
  Can,
  Dot,
  Empty,
  Form,
  Key,
  Status,
  Until,
  t,
  toast,
  today,
  tr,
  useCall,
  useLetters,
  useSearch,
  useSend,
  useWho,
  weekday,
} from '#kernel/web/index.ts'
import { clinicNow } from '#kernel/contract/index.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { campaigns } from '../../contract/endpoints.ts'
import { Kind, sources } from '../../contract/fields.ts'
import type { ApplyRow, Campaign, CampaignSession } from '../../contract/shapes.campaigns.ts'
import { campaign, signUp } from '../../contract/states.ts'
import { staleCampaigns } from '../stale.ts'

const { is } = signUp
export function SignUps({ own }: { own: Campaign }) {
  const who = useWho()
  const [search, setSearch] = useSearch()
  const [adding, setAdding] = useState(false)
  const session = own.sessions.find((s) => s.sessionId === Number(search.session)) ?? own.sessions.at(-1)
  const list = useCall(
    campaigns['campaign.apply'],
    { hid: who.hid, campaignId: own.campaignId, page_size: 200, ...(session ? { sessionId: session.sessionId } : {}) },
    { live: ['campaigns'] },
  )
  const rows = list.data?.list ?? []
  const waiting = rows.filter((r) => r.status === is.waiting)
  const shown = [...rows.filter((r) => r.status !== is.waiting), ...waiting]
  const next = useNext()
  const { selected, setSelected } = useChosen(shown, next)
  useLetters(Object.fromEntries(own.sessions.slice(0, 9).map((s, i) => [String(i + 1), () => setSearch({ session: s.sessionId })])))
  if (own.kind === Kind.coupon || own.kind === Kind.daily) return <Claims own={own} />
  return (
    <div className="campaign-signups">
      <div className="campaign-sessions" role="tablist" aria-label={t`场次`}>
        {own.sessions.map((s) => (
          <SessionTab
            key={s.sessionId}
            session={s}
            rows={s.sessionId === session?.sessionId ? rows : undefined}
            chosen={s.sessionId === session?.sessionId}
            onOpen={() => setSearch({ session: s.sessionId })}
          />
        ))}
      </div>
      <Until of={list}>
        {rows.length ? (
          <Table rows={shown} waiting={waiting} holdMinutes={own.holdMinutes} selected={selected} next={next} onSelect={setSelected} />
        ) : (
          <Empty text={t`还没有人报名`} />
        )}
      </Until>
      <Legend own={own} onAdd={() => setAdding(true)} />
      <Modal open={adding} title={t`代报名`} footer={null} onCancel={() => setAdding(false)} destroyOnHidden>
        <NewSignUp own={own} session={session} close={() => setAdding(false)} />
      </Modal>
    </div>
  )
}
/** What the cells of a session mean. */
const LEGEND = [
  ['came', '到店'],
  ['missed', '没来'],
  ['expected', '还没到'],
  ['held', '为候补留着'],
  ['free', '空着'],
] as const
/** The person the arrows are at; x takes their next step. */
function useChosen(rows: readonly ApplyRow[], next: NextStep) {
  const [selected, setSelected] = useState<number>()
  const nth = rows.findIndex((r) => r.applyId === selected)
  const chosen = rows[nth]
  const step = (by: number) => setSelected(rows[nth < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, nth + by))]?.applyId)
  useLetters({ ArrowUp: () => step(-1), ArrowDown: () => step(1), x: () => chosen && next.run(chosen) })
  return { selected: chosen?.applyId, setSelected }
}
function Legend({ own, onAdd }: { own: Campaign; onAdd: () => void }) {
  return (
    <footer className="campaign-legend">
      {LEGEND.map(([kind, word]) => (
        <span key={kind} className="session-cells">
          <i className={kind} /> {tr(word)}
        </span>
      ))}
      <span className="hints" aria-hidden>
        <Key>1</Key>–<Key>{String(Math.min(9, own.sessions.length))}</Key> {t`换场次`} <Key>↑</Key>
        <Key>↓</Key> {t`选人`} <Key>x</Key> {t`做下一步`}
      </span>
      {campaign.in.open.includes(own.status) && (
        <Can code="campaign:desk">
          <Button size="small" onClick={onAdd}>{t`代报名`}</Button>
        </Can>
      )}
    </footer>
  )
}
interface TableProps {
  rows: readonly ApplyRow[]
  waiting: readonly ApplyRow[]
  holdMinutes: number
  selected: number | undefined
  next: NextStep
  onSelect: (applyId: number) => void
}
function Table({ rows, waiting, holdMinutes, selected, next, onSelect }: TableProps) {
  const signed = rows.length - waiting.length
  const line = (row: ApplyRow, nth: string) => (
    <Line key={row.applyId} row={row} nth={nth} isSelected={row.applyId === selected} next={next} onSelect={() => onSelect(row.applyId)} />
  )
  return (
    <table className="signups">
      <thead>
        <tr>
          {[t`次序`, t`姓名`, t`手机号`, t`状态`, t`来源`, t`推广人`, t`报名`, t`下一步`].map((title) => (
            <th key={title}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, signed).map((row, i) => line(row, `${i + 1}`))}
        {waiting.length > 0 && (
          <tr className="signups-split">
            <td colSpan={8}>
              <strong>{t`候补 ${waiting.length}`}</strong> {t`空出一个名额，按次序留 ${holdMinutes} 分钟，过了给下一位`}
            </td>
          </tr>
        )}
        {waiting.map((row, i) => line(row, t`候 ${i + 1}`))}
      </tbody>
    </table>
  )
}
function SessionTab({
  session,
  rows,
  chosen,
  onOpen,
}: {
  session: CampaignSession
  rows: readonly ApplyRow[] | undefined
  chosen: boolean
  onOpen: () => void
}) {
  const over = session.endsAt.slice(0, 10) < today()
  const held = rows?.filter((r) => r.heldUntil).length ?? 0
  const cells = Array.from({ length: Math.min(session.quota, 40) }, (_, i) => {
    if (i < session.came) return 'came'
    if (i < session.taken) return over ? 'missed' : 'expected'
    return i < session.taken + held ? 'held' : 'free'
  })
  return (
    <button type="button" role="tab" aria-selected={chosen} className={chosen ? 'session current' : 'session'} onClick={onOpen}>
      <span>
        {`${weekday(session.startsAt)} ${session.startsAt.slice(11, 16)}`} <small>{session.startsAt.slice(5, 10)}</small>
      </span>
      <b className="num">{`${session.taken} / ${session.quota}`}</b>
      <i className="session-cells" aria-hidden>
        {cells.map((kind, i) => (
          <i key={i} className={kind} />
        ))}
      </i>
    </button>
  )
}

interface LineProps {
  row: ApplyRow
  nth: string
  isSelected: boolean
  next: NextStep
  onSelect: () => void
}
function Line({ row, nth, isSelected, next, onSelect }: LineProps) {
  const late = row.status === is.signed && row.startsAt !== null ? minutesAfter(row.startsAt) : 0
  return (
    <tr className={isSelected ? 'current' : undefined} aria-selected={isSelected} onClick={onSelect}>
      <td className="num">{nth}</td>
      <td>
        <strong>{row.name}</strong> {row.age !== null && <small>{t`${row.age} 岁`}</small>}
      </td>
      <td className="num">{row.mobile}</td>
      <td>
        {row.heldUntil ? (
          <Dot tone="warn">
            {t`为他留着`} <b className="warn">{t`到 ${row.heldUntil.slice(11, 16)}`}</b>
          </Dot>
        ) : (
          <>
            <Status of={signUp} value={row.status} /> {row.cameAt && <small className="num">{row.cameAt.slice(11, 16)}</small>}
            {late > 0 && late < DAY && <small className="warn">{t`迟 ${late} 分`}</small>}
            {row.cancelReason && <small>{row.cancelReason}</small>}
          </>
        )}
      </td>
      <td>{row.place ?? tr(sources[row.source as keyof typeof sources])}</td>
      <td>{row.promoterName ?? '—'}</td>
      <td className="num">{row.appliedAt.slice(5, 16)}</td>
      <td>
        <Can code="campaign:desk">
          <Next row={row} next={next} />
        </Can>
      </td>
    </tr>
  )
}
const DAY = 24 * 60
/** Minutes since a moment of the clinic; 0 before it. */
const minutesAfter = (moment: string): number =>
  Math.max(0, Math.floor((Date.parse(`${clinicNow().replace(' ', 'T')}Z`) - Date.parse(`${moment.replace(' ', 'T')}Z`)) / 60_000))

interface NextStep {
  readonly busy: boolean
  /** Whoever signed up is here; whoever waits takes the free place. */
  readonly run: (row: ApplyRow) => void
  readonly cancel: (row: ApplyRow) => void
}
function useNext(): NextStep {
  const options = { invalidates: staleCampaigns }
  const come = useSend(campaigns['campaign.come'], { ...options, onSuccess: () => toast(t`已签到`, 'ok') })
  const next = useSend(campaigns['campaign.next'], { ...options, onSuccess: () => toast(t`已递补`, 'ok') })
  const cancel = useSend(campaigns['campaign.cancel'], { ...options, onSuccess: () => toast(t`已取消`, 'ok') })
  const busy = come.isPending || next.isPending || cancel.isPending
  return {
    busy,
    run: ({ applyId, status }) => {
      if (busy) return
      if (status === is.signed) come.mutate({ applyId })
      else if (status === is.waiting) next.mutate({ applyId })
    },
    cancel: ({ applyId }) => cancel.mutate({ applyId }),
  }
}
const wordOfNext = ({ status, heldUntil }: ApplyRow): string => (status === is.signed ? t`签到` : heldUntil ? t`确认递补` : t`递补`)
const Next = ({ row, next }: { row: ApplyRow; next: NextStep }) =>
  signUp.in.expected.includes(row.status) ? (
    <span className="signup-acts">
      <Button size="small" type="link" loading={next.busy} onClick={() => next.run(row)}>
        {wordOfNext(row)}
      </Button>
      <Button size="small" type="link" onClick={() => next.cancel(row)}>{t`取消`}</Button>
    </span>
  ) : (
    <>—</>
  )

const NewSignUp = ({ own, session, close }: { own: Campaign; session: CampaignSession | undefined; close: () => void }) => (
  <Form
    of={campaigns['campaign.sign-up']}
    fixed={{ campaignId: own.campaignId, sessionId: session?.sessionId ?? null }}
    invalidates={staleCampaigns}
    onDone={() => (toast(t`已报名`, 'ok'), close())}
    onLeave={close}
    fields={[
      {
        key: 'pid',
        span: 12,
        control: (form, id) => (
          <PatientPicker
            id={id}
            chosen={form.values.pid as number | undefined}
            onChange={(pid, hit) =>
              form.setAll({ pid: pid ?? null, ...(hit ? { name: hit.name, mobile: hit.mobile ?? '', birth: hit.birth } : {}) })
            }
          />
        ),
      },
      'name',
      'mobile',
      'birth',
      'code',
      'waits',
    ]}
  />
)

/** Coupons and points are claimed on the phone or given here. */
function Claims({ own }: { own: Campaign }) {
  const [pid, setPid] = useState<number>()
  const claim = useSend(campaigns['campaign.claim'], {
    invalidates: staleCampaigns,
    onSuccess: () => (toast(t`已发给会员`, 'ok'), setPid(undefined)),
  })
  return (
    <div className="campaign-claims">
      <p>{t`已发 ${own.rewards} 份`}</p>
      {own.status === campaign.is.running && (
        <Can code="campaign:desk">
          <PatientPicker chosen={pid} onChange={(next) => setPid(next)} />
          <Act
            type="primary"
            loading={claim.isPending}
            unless={!pid && t`请先选择会员`}
            onClick={() => pid && claim.mutate({ campaignId: own.campaignId, pid })}
          >
            {own.kind === Kind.daily ? t`签到` : t`发给会员`}
          </Act>
        </Can>
      )}
    </div>
  )
}

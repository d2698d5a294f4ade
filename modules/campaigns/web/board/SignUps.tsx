/** Sessions as cells, one a place, and the sign-ups of the one chosen with the waiting list below. */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Act, Can, Dot, Empty, Form, Status, Until, t, toast, today, tr, useCall, useSearch, useSend, useWho } from '#kernel/web/index.ts'
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
        {rows.length ? <Table rows={rows} waiting={waiting} holdMinutes={own.holdMinutes} /> : <Empty text={t`还没有人报名`} />}
      </Until>
      {campaign.in.open.includes(own.status) && (
        <Can code="campaign:desk">
          <Button size="small" onClick={() => setAdding(true)}>{t`代报名`}</Button>
        </Can>
      )}
      <Modal open={adding} title={t`代报名`} footer={null} onCancel={() => setAdding(false)} destroyOnHidden>
        <NewSignUp own={own} session={session} close={() => setAdding(false)} />
      </Modal>
    </div>
  )
}
interface TableProps {
  rows: readonly ApplyRow[]
  waiting: readonly ApplyRow[]
  holdMinutes: number
}
function Table({ rows, waiting, holdMinutes }: TableProps) {
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
        {rows
          .filter((r) => r.status !== is.waiting)
          .map((row, i) => (
            <Line key={row.applyId} row={row} nth={`${i + 1}`} />
          ))}
        {waiting.length > 0 && (
          <tr className="signups-split">
            <td colSpan={8}>
              <strong>{t`候补 ${waiting.length}`}</strong> {t`空出一个名额，按次序留 ${holdMinutes} 分钟，过了给下一位`}
            </td>
          </tr>
        )}
        {waiting.map((row, i) => (
          <Line key={row.applyId} row={row} nth={t`候 ${i + 1}`} />
        ))}
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
      <span>{session.startsAt.slice(5, 16)}</span>
      <b className="num">{`${session.taken} / ${session.quota}`}</b>
      <i className="session-cells" aria-hidden>
        {cells.map((kind, i) => (
          <i key={i} className={kind} />
        ))}
      </i>
    </button>
  )
}

function Line({ row, nth }: { row: ApplyRow; nth: string }) {
  return (
    <tr>
      <td className="num">{nth}</td>
      <td>
        <strong>{row.name}</strong> {row.age !== null && <small>{t`${row.age} 岁`}</small>}
      </td>
      <td className="num">{row.mobile}</td>
      <td>
        {row.heldUntil ? (
          <Dot tone="warn">
            {t`为他留着`} {t`到 ${row.heldUntil.slice(11, 16)}`}
          </Dot>
        ) : (
          <>
            <Status of={signUp} value={row.status} /> {row.cameAt && <small className="num">{row.cameAt.slice(11, 16)}</small>}
          </>
        )}
      </td>
      <td>{row.place ?? tr(sources[row.source as keyof typeof sources])}</td>
      <td>{row.promoterName ?? '—'}</td>
      <td className="num">{row.appliedAt.slice(5, 16)}</td>
      <td>
        <Can code="campaign:desk">
          <Next row={row} />
        </Can>
      </td>
    </tr>
  )
}
function Next({ row: { applyId, status, heldUntil } }: { row: ApplyRow }) {
  const options = { invalidates: staleCampaigns }
  const come = useSend(campaigns['campaign.come'], { ...options, onSuccess: () => toast(t`已签到`, 'ok') })
  const next = useSend(campaigns['campaign.next'], { ...options, onSuccess: () => toast(t`已递补`, 'ok') })
  const cancel = useSend(campaigns['campaign.cancel'], { ...options, onSuccess: () => toast(t`已取消`, 'ok') })
  const busy = come.isPending || next.isPending || cancel.isPending
  if (!signUp.in.expected.includes(status)) return <>—</>
  return (
    <span className="signup-acts">
      {status === is.signed && <Button size="small" type="link" loading={busy} onClick={() => come.mutate({ applyId })}>{t`签到`}</Button>}
      {status === is.waiting && (
        <Button size="small" type="link" loading={busy} onClick={() => next.mutate({ applyId })}>
          {heldUntil ? t`确认递补` : t`递补`}
        </Button>
      )}
      <Button size="small" type="link" loading={busy} onClick={() => cancel.mutate({ applyId })}>{t`取消`}</Button>
    </span>
  )
}

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

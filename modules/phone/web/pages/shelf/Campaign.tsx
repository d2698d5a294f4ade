/** A campaign: sign up one of the family, wait for a place, take it, cancel; claim; a code to hand on. */
import { useEffect, useState } from 'react'
import { t } from '#kernel/web/i18n.ts'
import { unless } from '#kernel/web/screen/unless.ts'
import type { PhoneCampaign, PhoneSignUp } from '../../../contract/shapes.shelf.ts'
import { ask, calls } from '../../ask.ts'
import { CampaignHead, Fields, isOpen, Sessions, type Answers } from '../../look/CampaignParts.tsx'
import { Answer, Wrong } from '../../look/Parts.tsx'
import { searchOf, useAct, useAnswer, useHere } from '../../look/use.ts'
import { visitor } from '../../look/visitor.ts'
import { momentWords } from '../../look/words.ts'
import type { PageProps } from '../../Phone.tsx'

export default function Campaign({ member }: PageProps) {
  const search = searchOf(useHere())
  const campaignId = Number(search.get('id')) || 0
  const answered = useAnswer<PhoneCampaign>(calls.campaign, { pid: member.pid, campaignId })
  const [fresh, setFresh] = useState<PhoneCampaign>()
  useEffect(() => setFresh(undefined), [campaignId, member.pid])
  return (
    <Answer of={answered}>
      {(first) => {
        const page = fresh ?? first
        return (
          <>
            <section className="h5-card">
              <CampaignHead campaign={page.campaign} />
            </section>
            {page.signUps.map((one) => (
              <Own key={one.applyId} signUp={one} pid={member.pid} onDone={setFresh} />
            ))}
            <Act page={page} member={member} code={search.get('code')} onDone={setFresh} />
          </>
        )
      }}
    </Answer>
  )
}
interface ActProps extends Pick<PageProps, 'member'> {
  readonly page: PhoneCampaign
  readonly code: string | null
  readonly onDone: (page: PhoneCampaign) => void
}
function Act({ page, member, code, onDone }: ActProps) {
  const { campaign } = page
  if (!isOpen(campaign)) return null
  const isSigned = page.signUps.some((s) => s.pid === member.pid && s.state !== 'cancelled')
  return (
    <>
      {campaign.kind === 1 && !isSigned && <SignUp campaign={campaign} member={member} code={code} onDone={onDone} />}
      {(campaign.kind === 2 || campaign.kind === 4) && <Claim page={page} pid={member.pid} onDone={onDone} />}
      {campaign.promoterReward && <OwnCode page={page} pid={member.pid} onDone={onDone} />}
    </>
  )
}
function SignUp({ campaign, member, code, onDone }: Omit<ActProps, 'page'> & Pick<PhoneCampaign, 'campaign'>) {
  const { busy, wrong, act } = useAct()
  const [sessionId, setSession] = useState<number>()
  const [answers, setAnswers] = useState<Answers>({})
  const session = campaign.sessions.find((s) => s.sessionId === sessionId)
  const waits = session?.left === 0
  const { campaignId } = campaign
  const send = () =>
    act(async () =>
      onDone(await ask<PhoneCampaign>(calls.signUp, { pid: member.pid, campaignId, sessionId, answers, waits, code, visitor: visitor() })),
    )
  return (
    <section className="h5-card" aria-label={t`报名`}>
      <h2>{t`给 ${member.name} 报名`}</h2>
      <Sessions sessions={campaign.sessions} chosen={sessionId} choose={setSession} />
      <Fields fields={campaign.fields} answers={answers} change={setAnswers} />
      <Wrong text={wrong} />
      <button
        type="button"
        className="h5-button main"
        {...unless((busy && t`正在提交`) || (campaign.sessions.length > 0 && !session && t`请先选一场`), send)}
      >
        {waits ? t`候补这一场` : session ? t`报 ${momentWords(session.startsAt)} 这一场` : t`选一场再报名`}
      </button>
    </section>
  )
}
function Own({ signUp, pid, onDone }: { signUp: PhoneSignUp; pid: number; onDone: (page: PhoneCampaign) => void }) {
  const { busy, wrong, act } = useAct()
  const { applyId, name, state, startsAt, heldUntil } = signUp
  const send = (call: typeof calls.takePlace) => act(async () => onDone(await ask<PhoneCampaign>(call, { pid, applyId })))
  const words = { signed: t`已报名`, came: t`已到店`, cancelled: t`已取消`, waiting: t`候补` }[state]
  return (
    <section className={heldUntil ? 'h5-card first' : 'h5-card'} aria-label={t`我的报名`}>
      <p className="h5-line">
        <b>{name}</b>
        <small>{words}</small>
      </p>
      {startsAt && <p>{momentWords(startsAt)}</p>}
      {heldUntil && <p className="h5-soon">{t`空出一个名额，为您留到 ${heldUntil.slice(11, 16)}`}</p>}
      <Wrong text={wrong} />
      {(state === 'signed' || state === 'waiting') && (
        <div className="h5-acts">
          {heldUntil && (
            <button type="button" className="h5-button main" disabled={busy} onClick={() => send(calls.takePlace)}>{t`要这个名额`}</button>
          )}
          <button type="button" className="h5-button" disabled={busy} onClick={() => send(calls.cancelSignUp)}>{t`取消报名`}</button>
        </div>
      )}
    </section>
  )
}
interface DoneProps {
  readonly page: PhoneCampaign
  readonly pid: number
  readonly onDone: (page: PhoneCampaign) => void
}
function Claim({ page: { campaign }, pid, onDone }: DoneProps) {
  const { busy, wrong, act } = useAct()
  const [isDone, setDone] = useState(false)
  const { campaignId, kind, reward } = campaign
  const send = () =>
    act(async () => {
      onDone(await ask<PhoneCampaign>(calls.claim, { pid, campaignId }))
      setDone(true)
    })
  return (
    <section className="h5-card">
      <Wrong text={wrong} />
      {isDone && <p role="status">{t`到手了，在“券与余额”里。`}</p>}
      <button type="button" className="h5-button main" {...unless((busy && t`正在提交`) || (isDone && t`已经领过了`), send)}>
        {kind === 4 ? t`今天签到` : t`领 ${reward ?? ''}`}
      </button>
    </section>
  )
}
function OwnCode({ page: { campaign, code }, pid, onDone }: DoneProps) {
  const { busy, wrong, act } = useAct()
  const [isCopied, setCopied] = useState(false)
  const make = () => act(async () => onDone(await ask<PhoneCampaign>(calls.ownCode, { pid, campaignId: campaign.campaignId })))
  const url = `${location.origin}/h5/c/${code ?? ''}`
  const copy = () => act(() => navigator.clipboard.writeText(url).then(() => setCopied(true)))
  return (
    <section className="h5-card" aria-label={t`推荐朋友`}>
      <h2>{t`推荐朋友，各自到店后得 ${campaign.promoterReward ?? ''}`}</h2>
      <p className="h5-soft">{t`朋友第一次来才算，推荐自己和老会员不算。`}</p>
      {code && <p className="h5-number">{code}</p>}
      <Wrong text={wrong} />
      {code ? (
        <button type="button" className="h5-button" disabled={busy} onClick={copy}>
          {isCopied ? t`已复制` : t`复制推荐链接`}
        </button>
      ) : (
        <button type="button" className="h5-button" disabled={busy} onClick={make}>{t`要我的推荐码`}</button>
      )}
    </section>
  )
}

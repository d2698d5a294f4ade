/** A promoter's code was scanned: its campaign, and a sign-up under a number that is proven. Members go on with their own pages. */
import { useEffect, useState } from 'react'
import { t } from '#kernel/web/i18n.ts'
import { unless } from '#kernel/web/screen/unless.ts'
import type { ShownCampaign } from '../../../contract/shapes.shelf.ts'
import { ask, calls, memberToken } from '../../ask.ts'
import { CampaignHead, Fields, isOpen, Sessions, type Answers } from '../../look/CampaignParts.tsx'
import { Answer, To, Wrong } from '../../look/Parts.tsx'
import { ProvenNumber, type NumberProof } from '../../look/ProvenNumber.tsx'
import { useAct, useAnswer } from '../../look/use.ts'
import { visitor } from '../../look/visitor.ts'
import { momentWords } from '../../look/words.ts'
import type { LinkProps } from '../../Phone.tsx'

export default function Extension({ code }: LinkProps) {
  const answered = useAnswer<ShownCampaign>(calls.extension, { code, visitor: visitor() })
  useEffect(() => {
    if (answered.data) document.title = `${answered.data.title} · ${answered.data.storeName}`
  }, [answered.data])
  return (
    <Answer of={answered}>
      {(campaign) => {
        const path = `/h5/campaign?id=${campaign.campaignId}&code=${code}`
        return (
          <>
            <section className="h5-card">
              <CampaignHead campaign={campaign} />
            </section>
            {isOpen(campaign) && (
              <>
                <To path={path} className={memberToken() ? 'h5-button main' : 'h5-button'}>
                  {memberToken() ? t`去报名` : t`我是会员，登录后报名`}
                </To>
                {campaign.kind === 1 && !memberToken() && <SignUp campaign={campaign} code={code} />}
              </>
            )}
          </>
        )
      }}
    </Answer>
  )
}
function SignUp({ campaign, code }: LinkProps & { campaign: ShownCampaign }) {
  const { busy, wrong, act } = useAct()
  const [sessionId, setSession] = useState<number>()
  const [answers, setAnswers] = useState<Answers>({})
  const [name, setName] = useState('')
  const [birth, setBirth] = useState('')
  const [proof, setProof] = useState<NumberProof>({ mobile: '', smsCode: '' })
  const [signed, setSigned] = useState<{ state: string; startsAt: string | null }>()
  const session = campaign.sessions.find((s) => s.sessionId === sessionId)
  const waits = session?.left === 0
  const send = () =>
    act(async () =>
      setSigned(
        await ask(calls.extensionSignUp, { code, ...proof, name, birth: birth || null, sessionId, answers, waits, visitor: visitor() }),
      ),
    )
  const missing =
    (campaign.sessions.length > 0 && !session && t`请先选一场`) ||
    (!name && t`请先填姓名`) ||
    (proof.smsCode.length < 6 && t`请先填短信验证码`)
  const why = busy ? t`正在提交` : missing
  if (signed)
    return (
      <section className="h5-card first" role="status">
        <h2>{signed.state === 'waiting' ? t`已候补` : t`报上了`}</h2>
        <p>{[signed.startsAt && momentWords(signed.startsAt), campaign.storeName].filter(Boolean).join(' · ')}</p>
        <p className="h5-soft">{t`来时报手机号就行。`}</p>
      </section>
    )
  return (
    <section className="h5-card h5-form" aria-label={t`报名`}>
      <h2>{t`还不是会员，这样报名`}</h2>
      <Sessions sessions={campaign.sessions} chosen={sessionId} choose={setSession} />
      <label>
        <span>{t`来的人的姓名`}</span>
        <input value={name} maxLength={30} autoComplete="name" onChange={(e) => setName(e.target.value)} />
      </label>
      <label>
        <span>{t`出生日期`}</span>
        <input type="date" value={birth} onChange={(e) => setBirth(e.target.value)} />
      </label>
      <Fields fields={campaign.fields} answers={answers} change={setAnswers} />
      <ProvenNumber code={code} proof={proof} change={setProof} />
      <p className="h5-soft">{t`手机号只用于这次活动的联系；要删除，到店或打电话都可以。`}</p>
      <Wrong text={wrong} />
      <button type="button" className="h5-button main" {...unless(why, send)}>
        {waits ? t`候补这一场` : t`报名`}
      </button>
    </section>
  )
}

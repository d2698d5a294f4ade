/** Consents, no more marketing, what is kept and why, requests. */
import { useState } from 'react'
import { t, tr } from '#kernel/web/i18n.ts'
import type { MemberRequest, PhoneConsents, PhoneHeld, PhoneUnsubscribed } from '../../contract/shapes.ts'
import { ask, calls } from '../ask.ts'
import { Answer, Wrong } from '../look/Parts.tsx'
import { useAct, useAnswer } from '../look/use.ts'
import { momentWords } from '../look/words.ts'
import type { PageProps } from '../Phone.tsx'

export default function Rights({ member }: PageProps) {
  return (
    <>
      <Unsubscribe />
      <Consents pid={member.pid} />
      <Held pid={member.pid} />
    </>
  )
}

function Unsubscribe() {
  const { busy, wrong, act } = useAct()
  const [done, setDone] = useState<string>()
  const unsubscribe = () =>
    act(async () => {
      const { members } = await ask<PhoneUnsubscribed>(calls.unsubscribe)
      const names = members.map((m) => m.name).join('、')
      setDone(names ? t`已退订：${names}。预约、取货这些您等着的消息仍会发。` : t`没有在收营销消息。`)
    })
  return (
    <section className="h5-card">
      <h2>{t`不再收营销消息`}</h2>
      <p className="h5-soft">{t`一次退订，这个号码上的人都不再收；预约、取货、报告的提醒不受影响。`}</p>
      {done ? (
        <p role="status">{done}</p>
      ) : (
        <button type="button" className="h5-button" disabled={busy} onClick={unsubscribe}>{t`退订`}</button>
      )}
      <Wrong text={wrong} />
    </section>
  )
}

const kinds = {
  1: '诊疗与健康信息处理',
  2: '营销与短信通知',
  3: '与学校、筛查机构共享',
  4: '角膜塑形镜验配',
  5: '远程会诊',
  6: '筛查转入门诊',
  7: '光学训练器械',
  8: '健康信息营销',
} as const
type Consent = PhoneConsents['list'][number]
const CARE = 1
function Consents({ pid }: { pid: number }) {
  const answered = useAnswer<PhoneConsents>(calls.consents, { pid })
  return (
    <section>
      <h2 className="h5-title">{t`同意`}</h2>
      <Answer of={answered}>
        {({ list }) => (
          <div className="h5-card">
            {list.map((consent) => (
              <OneConsent key={consent.kind} {...{ pid, consent, again: answered.again }} />
            ))}
          </div>
        )}
      </Answer>
    </section>
  )
}
interface ConsentProps {
  readonly pid: number
  readonly consent: Consent
  readonly again: () => void
}
/** Kinds a member may agree to alone; the others want the doctor's words first. */
const ALONE: ReadonlySet<number> = new Set([1, 2, 3])
function OneConsent({ pid, consent, again }: ConsentProps) {
  const { busy, wrong, act } = useAct()
  const [isSure, setSure] = useState(false)
  const { kind, sha256, state, givenAt } = consent
  const isGiven = state === 'given'
  const words = { none: t`没有同意过`, given: t`已同意`, outdated: t`文本更新了，需要再确认`, withdrawn: t`已撤回` }[state]
  const give = () => act(() => ask(calls.giveConsent, { pid, kind, sha256 }).then(again))
  const withdraw = () => act(() => ask(calls.withdrawConsent, { pid, kind }).then(again))
  const mayGive = !isGiven && ALONE.has(kind)
  return (
    <details className="h5-consent">
      <summary>
        <b>{tr(kinds[kind])}</b>
        <small>{[words, isGiven && givenAt?.slice(0, 10)].filter(Boolean).join(' ')}</small>
      </summary>
      <p className="h5-text">{consent.text}</p>
      {isGiven && !isSure && <button type="button" className="h5-button" onClick={() => setSure(true)}>{t`撤回同意`}</button>}
      {isGiven && isSure && (
        <>
          <p>
            {kind === CARE
              ? t`撤回后，所有手机都会退出登录，没有做完的检查和订单会停下来。已经做了的不受影响。`
              : t`撤回不影响之前已经做了的。`}
          </p>
          <p className="h5-acts">
            <button type="button" className="h5-button" onClick={() => setSure(false)}>{t`不撤回了`}</button>
            <button type="button" className="h5-button bad" disabled={busy} onClick={withdraw}>{t`确认撤回`}</button>
          </p>
        </>
      )}
      {mayGive && (
        <button type="button" className="h5-button" disabled={busy} onClick={give}>
          {t`我读过了，同意`}
        </button>
      )}
      {!isGiven && !mayGive && <p className="h5-soft">{t`这一项请当面听医生说明后办理。`}</p>}
      <Wrong text={wrong} />
    </details>
  )
}

function Held({ pid }: { pid: number }) {
  const answered = useAnswer<PhoneHeld>(calls.held, { pid })
  return (
    <section>
      <h2 className="h5-title">{t`我们存了什么`}</h2>
      <Answer of={answered}>
        {({ held, readers, requests }) => (
          <>
            <div className="h5-card">
              <p>{held.erasedFacts.map((fact) => tr(fact)).join('、')}</p>
              <ul className="h5-statement">
                {[...held.erased, ...held.kept].map((row) => (
                  <li key={row.what}>
                    <span>
                      {tr(row.what)}
                      {'law' in row && <small>{tr(String(row.law))}</small>}
                    </span>
                    <b>{t`${row.rows} 条`}</b>
                  </li>
                ))}
              </ul>
            </div>
            {readers.length > 0 && (
              <details className="h5-card h5-consent">
                <summary>
                  <b>{t`谁看过`}</b>
                  <small>{t`最近 ${readers.length} 次`}</small>
                </summary>
                <ul className="h5-statement">
                  {readers.map((r, i) => (
                    <li key={i}>
                      <span>{r.staffName ?? t`系统`}</span>
                      <small>{momentWords(r.at)}</small>
                    </li>
                  ))}
                </ul>
              </details>
            )}
            <Requests pid={pid} requests={requests} again={answered.again} />
          </>
        )}
      </Answer>
    </section>
  )
}

const requestKinds = { 1: '删除个人信息', 2: '更正个人信息' } as const
const requestWords = (state: MemberRequest['state']): string => ({ open: t`待处理`, answered: t`已处理`, takenBack: t`已撤回` })[state]
function Requests({ pid, requests, again }: { pid: number; requests: readonly MemberRequest[]; again: () => void }) {
  const [kind, setKind] = useState<1 | 2>(1)
  const [words, setWords] = useState('')
  const { busy, wrong, act } = useAct()
  const send = () => act(() => ask(calls.request, { pid, kind, words: words.trim() || null }).then(again))
  return (
    <div className="h5-card h5-form">
      <h2>{t`申请删除或更正`}</h2>
      {requests.map((r) => (
        <p key={r.id}>
          <b>{tr(requestKinds[r.kind])}</b> {requestWords(r.state)} {r.at.slice(0, 10)}
          {r.answer && <small>{r.answer}</small>}
          {r.state === 'open' && (
            <button
              type="button"
              className="h5-link"
              disabled={busy}
              onClick={() => act(() => ask(calls.takeBack, { id: r.id }).then(again))}
            >
              {t`撤回申请`}
            </button>
          )}
        </p>
      ))}
      <label>
        <span>{t`申请什么`}</span>
        <select value={kind} onChange={(e) => setKind(e.target.value === '2' ? 2 : 1)}>
          {([1, 2] as const).map((k) => (
            <option key={k} value={k}>
              {tr(requestKinds[k])}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t`说明（可不填）`}</span>
        <input value={words} onChange={(e) => setWords(e.target.value)} maxLength={300} />
      </label>
      <p className="h5-soft">{t`病历和票据法律要求保存，到期才能删；其余的门店会在十五天内处理并答复。`}</p>
      <button type="button" className="h5-button" disabled={busy} onClick={send}>{t`提交申请`}</button>
      <Wrong text={wrong} />
    </div>
  )
}

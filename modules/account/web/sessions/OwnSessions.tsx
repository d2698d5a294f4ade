import '../login/login.css'
import { Badge, Panel, Until, confirm, t, toast, useCall, useSend } from '#kernel/web/index.ts'
import { account } from '../../contract/endpoints.ts'
import type { Session } from '../../contract/shapes.sessions.ts'
import { deviceOf } from './device.ts'

/** Live sessions of the current account, each can be ended. */
export function OwnSessions() {
  const sessions = useCall(account['account.sessions'], {})
  const end = useSend(account['account.sessions.end'], {
    invalidates: [account['account.sessions']],
    onSuccess: () => toast(t`已结束该登录`, 'ok'),
  })
  const confirmEnd = async (s: Session) => {
    if (await confirm({ message: t`结束 ${deviceOf(s.agent)}（${s.address ?? ''}）的登录？`, danger: true }))
      end.mutate({ id: s.sessionId })
  }
  return (
    <Panel title={t`我的登录`}>
      <Until of={sessions}>
        <ul className="own-sessions">
          {(sessions.data ?? []).map((s) => (
            <li key={s.sessionId}>
              <div>
                <strong>{s.support ? t`管理员代为登录` : deviceOf(s.agent)}</strong> {s.current && <Badge tone="ok">{t`本次登录`}</Badge>}
                <small>
                  {s.address} · {t`登录于 ${s.createdAt.slice(0, 16)}`} · {t`最近使用 ${s.seenAt.slice(0, 16)}`}
                </small>
              </div>
              {!s.current && <button type="button" className="link" onClick={() => void confirmEnd(s)}>{t`结束登录`}</button>}
            </li>
          ))}
        </ul>
      </Until>
    </Panel>
  )
}

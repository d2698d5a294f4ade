/** Mine: everything else, the family, where one is logged in. */
import { t } from '#kernel/web/i18n.ts'
import type { PhoneMe, PhoneSession } from '../../contract/shapes.ts'
import { ask, calls, dropMemberToken } from '../ask.ts'
import { Answer, Row, Wrong } from '../look/Parts.tsx'
import { useAct, useAnswer } from '../look/use.ts'
import { momentWords } from '../look/words.ts'
import type { PageProps } from '../Phone.tsx'

export default function Mine({ me }: PageProps) {
  return (
    <>
      <ul className="h5-card h5-rows">
        <Row path="/h5/wallet" title={t`券与余额`} note={t`会员码、储值、积分、卡券、套餐`} />
        <Row path="/h5/orders" title={t`我的订单`} />
        <Row path="/h5/visits" title={t`我的预约`} />
        <Row path="/h5/prescriptions" title={t`我的处方`} />
        <Row path="/h5/contacts" title={t`联系门店`} note={t`电话、地址、营业时间`} />
        <Row path="/h5/rights" title={t`同意与个人信息`} note={t`退订、撤回同意、我们存了什么、申请删除`} />
      </ul>
      <Family me={me} />
      <Sessions me={me} />
    </>
  )
}

const Family = ({ me }: { me: PhoneMe }) => (
  <section>
    <h2 className="h5-title">{t`家庭`}</h2>
    <ul className="h5-card h5-rows">
      {me.people.map((p) => (
        <li key={p.pid} className="h5-row">
          <span className="h5-row-words">
            <b>{p.name}</b>
            <small>{[p.age === null ? null : t`${p.age} 岁`, p.memberNo].filter(Boolean).join(' · ')}</small>
          </span>
          {p.isSelf && <small>{t`登录的人`}</small>}
        </li>
      ))}
    </ul>
    <p className="h5-soft">{t`只显示您本人和您监护的孩子。要加孩子，请到前台登记监护关系。`}</p>
  </section>
)

function Sessions({ me }: { me: PhoneMe }) {
  const answered = useAnswer<PhoneSession[]>(calls.sessions, {})
  const { busy, wrong, act } = useAct()
  const end = (id: number) => act(() => ask(calls.endSession, { id }).then(answered.again))
  const leave = () =>
    act(async () => {
      await ask(calls.logout)
      dropMemberToken()
      location.replace('/h5/login')
    })
  return (
    <section>
      <h2 className="h5-title">{t`登录的手机`}</h2>
      <Answer of={answered}>
        {(sessions) => (
          <ul className="h5-card h5-rows">
            {sessions.map((s) => (
              <li key={s.id} className="h5-row">
                <span className="h5-row-words">
                  <b>{s.current ? t`这部手机` : s.byWechat ? t`另一处微信` : t`另一部手机`}</b>
                  <small>{t`${momentWords(s.createdAt)} 登录，${s.expiresAt.slice(5, 10)} 到期`}</small>
                </span>
                {!s.current && (
                  <button type="button" className="h5-button small" disabled={busy} onClick={() => end(s.id)}>{t`让它退出`}</button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answer>
      <Wrong text={wrong} />
      <button type="button" className="h5-button" disabled={busy} onClick={leave}>
        {me.mobile ? t`退出 ${me.mobile.slice(0, 3)}****${me.mobile.slice(-4)}` : t`退出登录`}
      </button>
    </section>
  )
}

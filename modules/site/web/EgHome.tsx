/** Home page of the eye-guardian variant: an introduction for visitors, the account's screens after login. */
import { useEffect, useState } from 'react'
import type { SignedIn } from '#kernel/web/access.tsx'
import { call } from '#kernel/web/calls/api.ts'
import { t, tr } from '#kernel/web/i18n.ts'
import { dropToken, token } from '#kernel/web/session.ts'
import { Curve } from './Picture.tsx'
import { Steps } from './Points.tsx'
import { Site } from './Site.tsx'

export default function EgHome() {
  const who = useAccount()
  const steps = [
    [t`筛查`, t`学校或社区查视力、屈光和眼轴，名单提前导好。`],
    [t`建档`, t`每个孩子一份档案，升学、转校跟着走。`],
    [t`提醒`, t`该复查的、增长太快的，先让家长知道。`],
    [t`转诊`, t`需要看医生的，约到合作的眼科诊所。`],
  ] as const
  return (
    <Site title={t`护眼首页`}>
      <section className="hero">
        <div>
          <h1>{t`守护每一双眼睛`}</h1>
          <p className="lead">
            {who ? t`${who.name}，您好。${who.hospitalName}` : t`护眼账号给学校、社区和合作机构使用：看孩子的检查结果，约下一次复查。`}
          </p>
          {who ? (
            <Screens session={who} />
          ) : (
            <p className="hero-ways">
              <a className="btn main" href="/eg/login">{t`护眼账号登录`}</a>
            </p>
          )}
        </div>
        <div className="hero-picture">
          <Curve />
        </div>
      </section>
      <Steps title={t`一次筛查是这样走的`} points={steps} />
    </Site>
  )
}

/** Screens of the account's menu, and logout. */
function Screens({ session }: { session: SignedIn }) {
  const all = session.menuList.flatMap((s) => s.children ?? [])
  // The query is not in the menu (R012): this page leads to it.
  const screens = all.filter((e) => (!e.hidden || e.path === DATA) && e.path !== '/dashboard')
  const counts = useCounts(all.some((e) => e.path === DATA))
  const leave = () => {
    void call({ method: 'POST', path: '/account/loginout' }, {}, { quiet: true })
      .catch(() => undefined)
      .then(() => {
        dropToken()
        location.assign('/eg/login')
      })
  }
  return (
    <>
      {counts && (
        <dl className="eg-counts">
          {figures.map(([key, label]) => (
            <div key={key}>
              <dt>{tr(label)}</dt>
              <dd>{counts[key]}</dd>
            </div>
          ))}
        </dl>
      )}
      <nav className="eg-screens" aria-label={t`菜单`}>
        {screens.map((s) => (
          <a key={s.path} className="btn" href={s.path}>
            {tr(s.title)}
          </a>
        ))}
      </nav>
      <p className="hero-ways">
        <button type="button" className="link soft" onClick={leave}>{t`退出登录`}</button>
      </p>
    </>
  )
}

const DATA = '/eg/data'
const figures = [
  ['users', '护眼用户'],
  ['served', '服务中'],
  ['kept', '今日打卡'],
  ['reached', '昨日户外达标'],
  ['fellOff', '掉队'],
  ['ending', '30 天内到期'],
] as const
type Counts = Readonly<Record<(typeof figures)[number][0], number>>
const isCounts = (answer: unknown): answer is Counts => typeof answer === 'object' && answer !== null && 'users' in answer
/**
 * Figures of the account's users, the same as above the query; written by hand, so that the page does not load the contract of training.
 */
function useCounts(asks: boolean): Counts | undefined {
  const [counts, setCounts] = useState<Counts>()
  useEffect(() => {
    if (asks)
      call({ method: 'GET', path: '/v1/{product}/eg/counts' }, {}, { quiet: true }).then(
        (answer) => setCounts(isCounts(answer) ? answer : undefined),
        () => setCounts(undefined),
      )
  }, [asks])
  return counts
}

/** The account of the token; undefined without one or after its end. */
function useAccount(): SignedIn | undefined {
  const [who, setWho] = useState<SignedIn>()
  useEffect(() => {
    if (token())
      call({ method: 'GET', path: '/account/userinfo' }, {}, { quiet: true }).then(
        (answer) => setWho(answer as SignedIn),
        () => setWho(undefined),
      )
  }, [])
  return who
}

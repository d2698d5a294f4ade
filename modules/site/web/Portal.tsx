/** Front page: the product in pictures of itself. */
import { t } from '#kernel/web/i18n.ts'
import { token } from '#kernel/web/session.ts'
import { Curve, RefractionCard } from './Picture.tsx'
import { Points, Steps } from './Points.tsx'
import { Site } from './Site.tsx'

export default function Portal() {
  const day = [
    [t`预约`, t`按医生和时段约，到店扫码签到、取号，大屏叫号。`],
    [t`验光`, t`键盘录入，右眼在先，上次的数在旁边，越界的数会问一句。`],
    [t`处方`, t`一张处方管到底：打印、配镜、复查都引用它，改动留痕。`],
    [t`收费`, t`折扣、储值、积分、卡券一次算清，每一行都说得出为什么是这个价。`],
    [t`配镜`, t`选货、初检、加工、终检、取镜，每张单都知道下一步在谁手里。`],
    [t`复查`, t`下次复查当场约好，眼轴画在百分位曲线上给家长看。`],
  ] as const
  const promises = [
    [t`账目只增不改`, t`收费、储值、积分和库存都是流水，余额就是流水之和。退费是新的一笔，不是改掉旧的一笔。`],
    [t`机构之间有墙`, t`数据按机构隔开，写在数据库里而不只是程序里；门店各看各的，总部看得到全部。`],
    [t`谁看过，谁改过`, t`读病历和改病历都有记录，连同改前改后的值；密码只存散列。`],
    [t`手不离键盘`, t`325 就是 −3.25，Ctrl K 找人找单找功能，扫码在任何页面都能打开它的单据。`],
  ] as const
  const who = [
    [t`眼科诊所`, t`预约、接诊、检查、病历、处方与收费在同一条线上。`],
    [t`视光中心与眼镜店`, t`配镜流程、镜片光度库存、会员储值与积分，一家店或整个连锁。`],
    [t`连锁总部`, t`门店、员工、权限和价目在一处管，会员和病历跟着人走，不跟着店走。`],
  ] as const
  return (
    <Site title={t`眼视光诊所工作台`}>
      <Hero />
      <Steps title={t`一天是这样走的`} points={day} />
      <Points title={t`可以放心的几件事`} points={promises} inRow="four" />
      <Points title={t`为谁而做`} points={who} inRow="three" />
    </Site>
  )
}

const Hero = () => (
  <section className="hero">
    <div>
      <h1>
        {t`看清每一次检查，`}
        <br />
        {t`也看清每一天的诊所。`}
      </h1>
      <p className="lead">{t`从预约到取镜再到复查，明眸把诊所的一天接成一条线：每个人都看得到自己的下一步。`}</p>
      <p className="hero-ways">
        <a className="btn main" href={token() ? '/dashboard' : '/login'}>
          {token() ? t`进入工作台` : t`登录`}
        </a>
        <a className="btn" href="/price">{t`看价格`}</a>
      </p>
    </div>
    <div className="hero-picture">
      <RefractionCard />
      <Curve />
    </div>
  </section>
)

/** The public front page: what this is, and the way in. */
import './login.css'
import { useEffect } from 'react'
import { t } from '#kernel/web/i18n.ts'
import { token } from '#kernel/web/session.ts'
import { Rings } from './Rings.tsx'

export default function Portal() {
  useEffect(() => {
    document.title = t`明眸 · 眼视光诊所工作台`
  }, [])
  const parts = [
    [t`从预约到随访，一条线`, t`预约、排号、检查、处方、收费、配镜、取镜、复查，每一步都知道下一步在谁手里。`],
    [t`为键盘而做的验光`, t`输入 325 就是 −3.25。右眼在先，上次的数在旁边，超出常理的数会问一句。`],
    [t`账目只增不改`, t`收费、储值、积分与库存都是流水，余额就是流水之和，随时对得上。`],
    [t`一家店，或一整个连锁`, t`数据按机构隔开，门店各看各的；学校筛查与远程会诊也在同一处。`],
  ] as const
  return (
    <div className="portal">
      <Rings className="portal-art" />
      <main>
        <h1>{t`眼科诊所、视光中心与校园筛查的工作台`}</h1>
        <dl>
          {parts.map(([title, text]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <a className="btn main" href={token() ? '/dashboard' : '/login'}>{token() ? t`进入工作台` : t`登录`}</a>
        <nav>
          <a href="/download">{t`下载`}</a>
          <a href="/price">{t`价格`}</a>
          <a href="/mall">{t`视光商城`}</a>
        </nav>
      </main>
    </div>
  )
}

/** The frame of a member's screens: the bar that must not be overlooked, and the tabs. */
import type { ReactNode } from 'react'
import {
  Link,
  PatientBar,
  Screen,
  showCurrent,
  t,
  tr,
  useCall,
  useId,
  useWho,
  type MenuEntry,
  type ScreenProps,
} from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { PatientIndex } from '../../contract/shapes.ts'
import '../patients.css'

type Alert = PatientIndex['alerts'][number]
const kinds: Readonly<Record<Alert['kind'], string>> = { allergy: '过敏', minor: '', balance: '余额', progression: '进展', note: '' }
const sentenceOf = ({ kind, text }: Alert): string => (kinds[kind] ? `${tr(kinds[kind])} ${tr(text)}` : tr(text))

/** The bar of a member by number: name, age, alerts. Absent while it is read, and for a member who cannot be. */
export function PatientBarFor({ pid, visit, actions }: { pid: number; visit?: ReactNode; actions?: ReactNode }) {
  const { data } = useCall(patients['patients.index'], { id: pid }, { enabled: pid > 0, live: ['patients'], keep: true })
  if (data?.pid !== pid) return null
  return (
    <PatientBar
      name={data.name}
      gender={data.gender}
      birth={data.birth}
      number={data.memberNo}
      alerts={data.alerts.map((a) => ({ text: sentenceOf(a), tone: a.tone }))}
      {...(visit === undefined ? {} : { visit })}
      {...(actions === undefined ? {} : { actions })}
    />
  )
}

/** Tabs in the seeds' order; shown are those whose screens the account may open. */
const TABS: ReadonlyArray<readonly [segment: string, title: string]> = [
  ['home', '会员主页'],
  ['basic', '基本信息'],
  ['reserve', '预约记录'],
  ['revisit', '回访记录'],
  ['ecase', '电子病历'],
  ['examine', '检查记录'],
  ['prescription', '处方'],
  ['glasses', '框架眼镜'],
  ['okjing', '隐形眼镜'],
  ['train', '视觉训练'],
  ['prepaid', '储值记录'],
  ['paid', '消费记录'],
  ['credit', '积分'],
  ['recommend', '推荐记录'],
  ['chat', '微信沟通'],
  ['check', '套餐核销'],
  ['card', '卡券核销'],
  ['consultation', '咨询记录'],
]
const PREFIX = '/patients/detail/{patientId}/'
const pathsOf = (menu: readonly MenuEntry[]): string[] => menu.flatMap((e) => [e.path, ...pathsOf(e.children ?? [])])

function PatientTabs({ pid }: { pid: number }) {
  const who = useWho()
  const open = new Set(
    pathsOf(who.menuList)
      .filter((p) => p.startsWith(PREFIX))
      .map((p) => p.slice(PREFIX.length).split('/')[0]),
  )
  return (
    <nav ref={showCurrent} className="member-tabs" aria-label={t`会员`}>
      {TABS.filter(([segment]) => open.has(segment)).map(([segment, title]) => (
        <Link key={segment} within to={`/patients/detail/${pid}/${segment}`}>
          {tr(title)}
        </Link>
      ))}
    </nav>
  )
}

/** A screen below /patients/detail/{patientId}: the member's bar and tabs on top, the rest as in `<Screen>`. */
export function PatientPage({ visit, barActions, ...screen }: Omit<ScreenProps, 'bar'> & { visit?: ReactNode; barActions?: ReactNode }) {
  const pid = useId('patientId')
  return (
    <Screen
      {...screen}
      bar={
        <>
          <PatientBarFor pid={pid} visit={visit} actions={barActions} />
          <PatientTabs pid={pid} />
        </>
      }
    />
  )
}

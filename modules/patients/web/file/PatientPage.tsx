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
import { barFacts } from './bar.ts'
import '../patients.css'

type Alert = PatientIndex['alerts'][number]
const kinds: Readonly<Record<Alert['kind'], string>> = { allergy: '过敏', minor: '', balance: '余额', progression: '进展', note: '' }
const sentenceOf = ({ kind, text }: Alert): string => (kinds[kind] ? `${tr(kinds[kind])} ${tr(text)}` : tr(text))

interface BarProps {
  visit?: ReactNode
  actions?: ReactNode
}
/** The bar of a member who was read: who it is, how old, what stands beside it, what must not be overlooked. */
export const MemberBar = ({ of: member, facts, visit, actions }: BarProps & { of: PatientIndex; facts?: ReactNode }) => (
  <PatientBar
    name={member.name}
    gender={member.gender}
    birth={member.birth}
    number={member.memberNo}
    facts={facts}
    alerts={member.alerts.map((a) => ({ text: sentenceOf(a), tone: a.tone }))}
    {...(visit === undefined ? {} : { visit })}
    {...(actions === undefined ? {} : { actions })}
  />
)
/** The same by number. Absent while it is read, and for a member who cannot be. */
export function PatientBarFor({ pid, ...rest }: BarProps & { pid: number }) {
  const { data } = useCall(patients['patients.index'], { id: pid }, { enabled: pid > 0, live: ['patients'], keep: true })
  return data?.pid === pid ? <MemberBar of={data} facts={barFacts(pid)} {...rest} /> : null
}

/** Tabs in the seeds' order; shown are those whose screens the account may open. */
const TABS: ReadonlyArray<readonly [segment: string, title: string]> = [
  ['home', '会员主页'],
  ['basic', '基本信息'],
  ['reserve', '预约记录'],
  ['revisit', '回访记录'],
  ['touches', '触达记录'],
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

interface PageProps extends Omit<ScreenProps, 'bar'> {
  visit?: ReactNode
  /** The bar, where the page has read the member itself. */
  bar?: ReactNode
  barActions?: ReactNode
}
/** A screen below /patients/detail/{patientId}: the member's bar and tabs on top, the rest as in `<Screen>`. */
export function PatientPage({ visit, bar, barActions, ...screen }: PageProps) {
  const pid = useId('patientId')
  return (
    <Screen
      {...screen}
      bar={
        <>
          {bar ?? <PatientBarFor pid={pid} visit={visit} actions={barActions} />}
          <PatientTabs pid={pid} />
        </>
      }
    />
  )
}

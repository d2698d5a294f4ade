/** A member's training: plans with their verdict and next session, users with their cards. */
import { Button } from 'antd'
import { useState } from 'react'
import { brandNames } from '../contract/brands.ts'
import {
  Can,
  Empty,
  Link,
  Panel,
  Rows,
  Status,
  Until,
  t,
  today,
  tr,
  useCall,
  useCan,
  useGo,
  useId,
  useLetters,
  type OutOf,
} from '#kernel/web/index.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { training } from '../contract/endpoints.ts'
import { planPurposes } from '../contract/fields.ts'
import { cardStates, trainPlan, trainSession } from '../contract/states.ts'
import { CardLeft, DayBlocks, modulesWord, TrendCell } from './pieces.tsx'
import { HomeForm } from './records/HomeForm.tsx'
import { SeriesCharts } from './plans/SeriesCharts.tsx'
import { LIVE } from './stale.ts'
import './train.css'

export default function MemberTab() {
  const pid = useId('patientId')
  const go = useGo()
  const can = useCan()
  const [home, setHome] = useState(false)
  const member = useCall(training['train.member'], { pid }, { live: LIVE })
  const plans = member.data?.plans ?? []
  const open = plans.find((p) => trainPlan.in.open.includes(p.status))
  const add = () => can('train:edit') && go('/train/starton_train_record_add', { pid })
  useLetters({ n: add })
  return (
    <PatientPage>
      <Until of={member}>
        <Panel
          title={t`训练方案`}
          actions={
            <Can code="train:edit">
              <Button onClick={() => setHome(true)}>{t`登记在家训练`}</Button>
              <Button type="primary" onClick={add}>
                {t`新增训练方案`} <kbd>n</kbd>
              </Button>
            </Can>
          }
        >
          <PlanRows of={plans} />
        </Panel>
        {open && <OpenPlan id={open.id} />}
        <Panel title={t`训练卡`}>
          <CardRows of={member.data?.users ?? []} />
        </Panel>
      </Until>
      <HomeForm open={home} onClose={() => setHome(false)} pid={pid} />
    </PatientPage>
  )
}
/** The open plan's charts and its next sessions. */
function OpenPlan({ id }: { id: number }) {
  const plan = useCall(training['train.plans.get'], { id }, { live: LIVE })
  const next = (plan.data?.sessions ?? []).filter((s) => s.status === trainSession.is.planned && s.day >= today()).slice(0, 3)
  return (
    <Until of={plan}>
      {plan.data && <SeriesCharts of={plan.data} />}
      <Panel title={t`下次训练`}>
        {next.length === 0 ? (
          <p className="soft train-pad">{t`没有安排`}</p>
        ) : (
          <ul className="train-decide">
            {next.map((s) => (
              <li key={s.id} className="num">
                {s.day} {s.time} · {s.place === 0 ? t`到店` : t`在家`} · {t`${s.plannedMinutes} 分钟`} · {modulesWord(s.modules)}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </Until>
  )
}

type Member = OutOf<(typeof training)['train.member']>
const PlanRows = ({ of: plans }: { of: Member['plans'] }) =>
  plans.length === 0 ? (
    <Empty text={t`还没有训练方案`} />
  ) : (
    <div className="train-scroll" tabIndex={0} role="region" aria-label={t`训练方案`}>
      <Rows
        rows={plans}
        rowKey={(p) => p.id}
        columns={[
          {
            title: t`第几期`,
            cell: (p) => <Link to={`/train/starton_train_record_detail/${p.id}`}>{t`${tr(planPurposes[p.purpose])} 第 ${p.no} 期`}</Link>,
          },
          { title: t`状态`, cell: (p) => <Status of={trainPlan} value={p.status} /> },
          { title: t`周`, cell: (p) => `${p.week} / ${p.weeks}` },
          { title: t`完成`, cell: (p) => `${p.done} / ${p.planned}` },
          { title: t`训练内容`, cell: (p) => modulesWord(p.modules) },
          { title: t`近 14 天`, cell: (p) => <DayBlocks of={p.trend} /> },
          { title: t`走势`, cell: (p) => <TrendCell of={p.trend} /> },
          { title: t`训练师`, cell: (p) => p.trainerName },
        ]}
      />
    </div>
  )
const CardRows = ({ of: users }: { of: Member['users'] }) =>
  users.length === 0 ? (
    <p className="soft train-pad">{t`没有对应的训练用户`}</p>
  ) : (
    <div className="train-scroll" tabIndex={0} role="region" aria-label={t`训练卡`}>
      <Rows
        rows={users}
        rowKey={(u) => u.id}
        columns={[
          {
            title: t`品牌`,
            cell: (u) => (
              <Link to={`/train/${u.brand}`} search={{ name: u.name }}>
                {tr(brandNames[u.brand])}
              </Link>
            ),
          },
          { title: t`剩余`, right: true, cell: (u) => <CardLeft left={u.left} unit={u.unit} endsOn={u.endsOn} today={today()} /> },
          { title: t`有效期至`, cell: (u) => u.endsOn },
          { title: t`卡状态`, cell: (u) => <Status of={cardStates} value={u.status} /> },
          { title: t`最近训练`, cell: (u) => u.lastDone },
        ]}
      />
    </div>
  )

/** A plan written or changed: whom, what for, on which goal, and a week of it. */
import { useState } from 'react'
import { Button } from 'antd'
import { inUse } from '#kernel/contract/index.ts'
import { Form, Panel, Screen, t, toast, today, useCall, useGo, useId, useSearch, useWho, type FormItem } from '#kernel/web/index.ts'
import { account } from '#modules/account/contract/endpoints.ts'
import { PatientBarFor, PatientPicker } from '#modules/patients/web/door.tsx'
import { training } from '../../contract/endpoints.ts'
import { trainPlan } from '../../contract/states.ts'
import { modulesField } from '../ModulesField.tsx'
import { stale } from '../stale.ts'

const usualWeek = [1, 3, 6].map((weekday) => ({ weekday, time: '10:00', place: 0, minutes: 40, modules: [], fromWeek: 1, toWeek: 12 }))
const homeWeek = [2, 4, 7].map((weekday) => ({ weekday, time: '19:00', place: 1, minutes: 20, modules: [], fromWeek: 1, toWeek: 12 }))
export default function PlanForm() {
  const id = useId('id')
  return id ? <Edit id={id} /> : <Create />
}
/** What both forms ask, with the choices of the store. */
function usePlanFields(pid: number | undefined): ReadonlyArray<FormItem<(typeof NAMES)[number]>> {
  const { hid } = useWho()
  const own = pid === undefined ? [] : [pid]
  const staff = useCall(account['staff.by-clinic'], { hid }, { stale: 300_000 })
  const combos = useCall(training['train.combinations.list'], { hid, status: inUse.is.on, per_page: 100 })
  const users = useCall(training['train.sdx-users.list'], { hid, pageSize: 200 })
  const rx = useCall(training['train.plans.prescribed'], { pid: pid ?? 0 }, { enabled: pid !== undefined, fallback: [] })
  return [
    {
      group: t`目标`,
      items: ['purpose', 'goalMeasure', 'goalEye', 'goal', { key: 'modules', span: 12, control: modulesField('modules') }],
    },
    {
      group: t`安排`,
      items: [
        'startsOn',
        'weeks',
        { key: 'trainer', options: (staff.data?.list ?? []).map((c) => ({ value: c.ctid, label: c.name })) },
        {
          key: 'template',
          span: 12,
          columns: ['weekday', 'time', 'place', 'minutes', 'fromWeek', 'toWeek'],
          blank: { weekday: 1, time: '10:00', place: 0, minutes: 40, modules: [], fromWeek: 1, toWeek: 12 },
        },
      ],
    },
    {
      group: t`依据和训练卡`,
      items: [
        {
          key: 'prescriptionId',
          options: (rx.data ?? []).filter((r) => r.inForce).map((r) => ({ value: r.prescriptionId, label: `${r.rxNo} ${r.note ?? ''}` })),
          hint: t`三类光学器械必须选医生的训练处方`,
        },
        {
          key: 'sdxUid',
          options: (users.data?.list ?? [])
            .filter((u) => u.pid === null || own.includes(u.pid))
            .map((u) => ({ value: u.id, label: `${u.name} ${u.mobile ?? ''}` })),
          hint: t`到店训练从这张卡扣`,
        },
        { key: 'combinationId', options: (combos.data?.list ?? []).map((c) => ({ value: c.id, label: c.name })) },
        { key: 'note', span: 12 },
      ],
    },
  ]
}
const NAMES = [
  'purpose',
  'goalMeasure',
  'goalEye',
  'goal',
  'modules',
  'startsOn',
  'weeks',
  'trainer',
  'template',
  'prescriptionId',
  'sdxUid',
  'combinationId',
  'note',
] as const

function Create() {
  const { hid, ctid } = useWho()
  const go = useGo()
  const [search] = useSearch()
  const [pid, setPid] = useState<number | undefined>(Number(search.pid) || undefined)
  const fields = usePlanFields(pid)
  return (
    <Screen {...(pid === undefined ? {} : { bar: <PatientBarFor pid={pid} /> })}>
      <Form
        of={training['train.plans.create']}
        fixed={{ hid, ...(pid === undefined ? {} : { pid }) }}
        initial={{
          purpose: 0,
          goalMeasure: 'bcva',
          goalEye: 'od',
          startsOn: today(),
          weeks: 12,
          trainer: ctid,
          template: [...usualWeek, ...homeWeek],
          modules: [],
        }}
        draft="train-plan"
        invalidates={stale}
        fields={[
          {
            key: 'pid',
            label: '会员',
            span: 12,
            control: (_, id) => <PatientPicker id={id} chosen={pid} onChange={(to) => setPid(to ?? undefined)} />,
          },
          ...fields,
        ]}
        saveLabel={t`存为草稿`}
        onDone={(plan) => (toast(t`方案已存为草稿，核对后开始`, 'ok'), go(`/train/starton_train_record_detail/${plan.id}`))}
        onLeave={() => go('/train/starton_train_record')}
      />
    </Screen>
  )
}
function Edit({ id }: { id: number }) {
  const go = useGo()
  const plan = useCall(training['train.plans.get'], { id })
  const item = plan.data
  const fields = usePlanFields(item?.pid)
  const back = () => go(`/train/starton_train_record_detail/${id}`)
  return (
    <Screen of={plan} {...(item ? { bar: <PatientBarFor pid={item.pid} /> } : {})} note={item && t`${item.patientName} 第 ${item.no} 期`}>
      {item && trainPlan.in.over.includes(item.status) && (
        <Panel title={t`训练方案已结束，不能修改`} actions={<Button onClick={back}>{t`看方案`}</Button>}>
          <p className="train-pad soft">{t`需要继续训练时，请新建一期方案`}</p>
        </Panel>
      )}
      {item && !trainPlan.in.over.includes(item.status) && (
        <Form
          of={training['train.plans.update']}
          fixed={{ id, version: item.version }}
          initial={item}
          invalidates={stale}
          fields={fields}
          onDone={() => (toast(t`训练方案已保存`, 'ok'), back())}
          onLeave={back}
        />
      )}
    </Screen>
  )
}
